/** Ends a process in the midst of a workload and starts it again: what it acknowledged is there. */
import assert from 'node:assert/strict';
import type { Environment } from '../../host/env.ts';
import { startProcess, type TestProcess } from '../process.ts';
import type { Ends } from '../testing.ts';
import { Load } from './load.ts';
import type { Workload } from './workload.ts';

interface Ending {
  /** How many operations have ended before. */
  readonly acts: number;
  readonly clients?: number;
  readonly signal?: 'SIGKILL' | 'SIGTERM';
  /**
   * Ends it in another way, while the clients go on.
   *
   * @returns variables that it is started with afterwards, besides those of its first start
   */
  readonly end?: (process: TestProcess) => Promise<Environment>;
}

/**
 * Clients that had no answer ask again when the process is back, as those of an outage do.
 *
 * @returns the process that was started afterwards
 */
export async function surviveEnd(
  t: Ends,
  workload: Workload,
  env: Environment,
  { acts, clients = 16, signal = 'SIGKILL', end = endBy(signal) }: Ending,
): Promise<TestProcess> {
  const start = (more?: Environment) => startProcess(t, [workload.service], { ...env, ...more });
  const first = await start();
  const load = new Load(first, [workload]);
  await load.prepare();
  load.begin(clients);
  await load.atLeast(acts);
  const more = await load.during(end(first));
  load.stop();
  const second = start(more);
  load.goTo(second);
  await load.stopped();
  await load.check();
  return second;
}

const endBy = (signal: 'SIGKILL' | 'SIGTERM') => async (process: TestProcess) => {
  assert.equal(await process.end(signal), signal === 'SIGTERM' ? 0 : null);
  return {};
};
