/** The checks of the workloads see what is lost: stores as they were some operations ago do not pass. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { it } from 'node:test';
import { startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { answerOf } from '#kit/testing/workload/client.ts';
import { Load } from '#kit/testing/workload/load.ts';
import { madeOf, type Ask } from '#kit/testing/workload/workload.ts';
import { allServices, createWorkloads, workloadEnv } from './workloads.ts';

/** It keeps all services busy; other tests may run beside it. */
const timeout = 300_000;

it('each workload finds that its latest operations are lost', { timeout }, async (t) => {
  const [folder, earlier] = [temporaryFolder(), temporaryFolder()];
  const first = await startProcess(t, allServices, { DATA_DIR: folder, ...workloadEnv });
  const workloads = createWorkloads(allServices, {});
  const load = new Load(first, workloads);
  const workUntil = async (count: number) => {
    load.begin(4);
    await load.atLeast(count);
    load.stop();
    await load.stopped();
  };
  await load.prepare();
  await workUntil(24);
  // As a crash would leave it.
  process.kill(first.child.pid!, 'SIGSTOP');
  cpSync(folder, earlier, { recursive: true });
  process.kill(first.child.pid!, 'SIGCONT');
  await workUntil(60);
  await load.check();
  await first.end('SIGKILL');

  const second = await startProcess(t, allServices, { DATA_DIR: earlier, ...workloadEnv });
  const checks = workloads.map(async ({ service, check }) => {
    const ask: Ask = (question) => answerOf(second.addresses, service, madeOf(question));
    const findings = await check(ask);
    assert.ok(findings.length > 0, `${service} finds nothing`);
  });
  await Promise.all(checks);
});
