/** The documented move of all services at once, under load before and after. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runToEnd, startProcess } from '#kit/testing/process.ts';
import { missing, temporaryFolder } from '#kit/testing/testing.ts';
import { serviceNames } from '../../services.ts';
import {
  expectAll,
  expectLaws,
  keepWriting,
  prepareAll,
  type Acknowledged,
  type Addresses,
} from './loads/loads.ts';
import { emptyStores } from './sides.ts';

async function writeSome(addresses: Addresses, name: string, least: number): Promise<Acknowledged> {
  const writing = keepWriting(addresses, name);
  await writing.atLeast(least);
  writing.stopping();
  await writing.stopped();
  return writing.known();
}

const skip = missing('redis') || missing('postgres');

describe('an embedded installation under load', { skip }, () => {
  it('moves to the shared stores without losing anything, and goes on', async (t) => {
    const [embedded, shared] = [await emptyStores(t, 'embedded'), await emptyStores(t, 'shared')];
    const first = await startProcess(t, serviceNames, embedded);
    await prepareAll(first.addresses);
    const writing = keepWriting(first.addresses, 'before');
    await writing.atLeast(15);
    // While requests are under way.
    writing.stopping();
    assert.equal(await first.end('SIGTERM'), 0);
    await writing.stopped();

    const folder = join(temporaryFolder(), 'moved');
    const exported = await runToEnd(['export', 'all', folder], embedded);
    assert.equal(exported.code, 0, exported.output);
    const imported = await runToEnd(['import', 'all', folder], shared);
    assert.equal(imported.code, 0, imported.output);
    for (const name of serviceNames) assert.match(imported.output, new RegExp(`${name}: imported`));

    const second = await startProcess(t, serviceNames, shared);
    await expectAll(second.addresses, writing.known());
    await expectLaws(second.addresses);
    await expectAll(second.addresses, await writeSome(second.addresses, 'after', 10));
    await expectLaws(second.addresses);
    assert.equal(await second.end('SIGTERM'), 0);
  });
});
