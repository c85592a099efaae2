/** The documented move of all services at once, under load before and after. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { post, runToEnd, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, temporaryFolder } from '#kit/testing/testing.ts';
import type { Load } from '../../backup/test/loads.ts';
import { serviceNames } from '../../services.ts';
import { allLoads, unitsOnSale } from './loads.ts';
import { emptyStores } from './sides.ts';

type Addresses = Readonly<Record<string, string>>;
type Acknowledged = ReadonlyMap<Load, readonly string[]>;

/** Runs all loads; each goes on until `stop`, and tells what was acknowledged. */
function keepWriting(addresses: Addresses, name: string) {
  const acknowledged = new Map<Load, string[]>(allLoads.map((load) => [load, []]));
  const stop = new AbortController();
  const write = async (load: Load, n: string) => {
    const id = await load.write(addresses[load.service]!, n).catch((error: unknown) => {
      // What was under way when the process stopped is not acknowledged.
      if (!stop.signal.aborted) throw error;
    });
    if (id !== undefined) acknowledged.get(load)!.push(id);
  };
  const writers = Array.from({ length: 3 }, async (_, writer) => {
    for (let n = 0; !stop.signal.aborted; n++) {
      for (const load of allLoads) {
        if (!stop.signal.aborted) await write(load, `${name}-${writer}-${n}`);
      }
    }
  });
  return {
    acknowledged,
    least: () => Math.min(...[...acknowledged.values()].map((ids) => ids.length)),
    stopping: () => stop.abort(),
    stopped: () => Promise.all(writers),
  };
}

async function writeSome(addresses: Addresses, name: string, least: number): Promise<Acknowledged> {
  const writing = keepWriting(addresses, name);
  await Promise.race([eventually(() => writing.least() >= least), writing.stopped()]);
  writing.stopping();
  await writing.stopped();
  return writing.acknowledged;
}

async function expectAll(addresses: Addresses, acknowledged: Acknowledged): Promise<void> {
  for (const [load, ids] of acknowledged) {
    const lost: string[] = [];
    for (const id of ids) if (!(await load.isThere(addresses[load.service]!, id))) lost.push(id);
    assert.deepEqual(lost, [], load.service);
  }
}

/** No unit is lost or sold twice, and the record agrees with the stock. */
async function expectLaws(addresses: Addresses): Promise<void> {
  const url = `${addresses['flash-sale']}/admin/flash-sale/stock?product_id=sneaker`;
  const { data } = (await (await fetch(url)).json()) as { data: Record<string, number> };
  assert.equal(data['available']! + data['held']! + data['confirmed']!, unitsOnSale);
  assert.ok(data['waiting']! > 0);
  await eventually(async () => {
    const { data: report } = await post(addresses['inventory']!, '/admin/reconcile', {});
    return report.differences.length === 0;
  });
}

const skip = missing('redis') || missing('postgres');

describe('an embedded installation under load', { skip }, () => {
  it('moves to the shared stores without losing anything, and goes on', async (t) => {
    const [embedded, shared] = [await emptyStores(t, 'embedded'), await emptyStores(t, 'shared')];
    const first = await startProcess(t, [], embedded);
    for (const { service, prepare } of allLoads) await prepare?.(first.addresses[service]!);
    const writing = keepWriting(first.addresses, 'before');
    await Promise.race([eventually(() => writing.least() >= 15), writing.stopped()]);
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

    const second = await startProcess(t, [], shared);
    await expectAll(second.addresses, writing.acknowledged);
    await expectLaws(second.addresses);
    await expectAll(second.addresses, await writeSome(second.addresses, 'after', 10));
    await expectLaws(second.addresses);
    assert.equal(await second.end('SIGTERM'), 0);
  });
});
