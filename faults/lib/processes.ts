/** The processes of a scenario, and the end of all that it started. */
import type { Environment } from '#kit/host/env.ts';
import { startProcess, type TestProcess } from '#kit/testing/process.ts';
import { temporaryFolder, type Ends } from '#kit/testing/testing.ts';
import { workloadEnv } from '../../src/test/workloads.ts';
import type { Scenario } from './scenario.ts';

export function startReplicas(
  { replicas, services }: Scenario,
  ends: Ends,
  env: Environment,
): Promise<TestProcess[]> {
  const startOne = () => {
    const own = { DATA_DIR: temporaryFolder(), ...workloadEnv, ...env };
    return startProcess(ends, [...services], own);
  };
  return Promise.all(Array.from({ length: replicas }, startOne));
}

/** Stops a process, which must have run until now. */
export async function endWell(
  { child, end, output }: TestProcess,
  faults: string[],
): Promise<void> {
  const { exitCode, signalCode } = child;
  const code = await end('SIGTERM');
  if (exitCode !== null || signalCode !== null) {
    faults.push(`a process ended by itself (${exitCode ?? signalCode}): ${tail(output())}`);
  } else if (code !== 0) {
    faults.push(`a process stopped with ${code}: ${tail(output())}`);
  }
}

const tail = (text: string) => text.slice(-2_000);

/** Ends what was started, the latest first. */
export class LastFirst implements Ends {
  readonly #ends: (() => unknown)[] = [];

  after(end: () => unknown): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    const errors: unknown[] = [];
    for (const end of this.#ends.toReversed()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'));
  }
}
