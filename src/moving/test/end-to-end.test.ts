/** The documented move of all services at once, under load before and after. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runToEnd, startProcess, type TestProcess } from '#kit/testing/process.ts';
import { missing, temporaryFolder } from '#kit/testing/testing.ts';
import { Load } from '#kit/testing/workload/load.ts';
import { serviceNames } from '../../services.ts';
import { allServices, createWorkloads, workloadEnv } from '../../test/workloads.ts';
import { emptyStores } from './sides.ts';

const skip = missing('redis') || missing('postgres');

describe('an embedded installation under load', { skip }, () => {
  it('moves to the shared stores without losing anything, and goes on', async (t) => {
    const embedded = { ...(await emptyStores(t, 'embedded')), ...workloadEnv };
    const shared = { ...(await emptyStores(t, 'shared')), ...workloadEnv };
    const first = await startProcess(t, serviceNames, embedded);
    const load = new Load(first, createWorkloads(allServices, { keepsWindows: false }));
    await load.prepare();
    load.begin(3);
    await load.atLeast(15);
    // While requests are under way; those without an answer are repeated after the move.
    load.stop();
    const second = Promise.withResolvers<TestProcess>();
    const ended = first.end('SIGTERM');
    load.goTo(second.promise);
    assert.equal(await ended, 0);

    const folder = join(temporaryFolder(), 'moved');
    const exported = await runToEnd(['export', 'all', folder], embedded);
    assert.equal(exported.code, 0, exported.output);
    const imported = await runToEnd(['import', 'all', folder], shared);
    assert.equal(imported.code, 0, imported.output);
    for (const name of serviceNames) assert.match(imported.output, new RegExp(`${name}: imported`));

    const process = await startProcess(t, serviceNames, shared);
    second.resolve(process);
    await load.stopped();
    await load.check();
    load.begin(3);
    await load.atLeast(25);
    load.stop();
    await load.stopped();
    await load.check();
    assert.equal(await process.end('SIGTERM'), 0);
  });
});
