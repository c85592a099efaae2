/** Load on all services while they are moved or backed up, and what must be true of it afterwards. */
import assert from 'node:assert/strict';
import { post } from '#kit/testing/process.ts';
import { eventually } from '#kit/testing/testing.ts';
import { commerceLoads, unitsOnSale } from './commerce.ts';
import type { Load } from './load.ts';
import { storageLoads } from './storage.ts';

const allLoads: readonly Load[] = [...storageLoads, ...commerceLoads];

export type Addresses = Readonly<Record<string, string>>;
export type Acknowledged = ReadonlyMap<Load, readonly string[]>;

export async function prepareAll(addresses: Addresses): Promise<void> {
  for (const { service, prepare } of allLoads) await prepare?.(addresses[service]!);
}

/** Runs all loads; each goes on until it is stopped, and tells what was acknowledged. */
export function keepWriting(addresses: Addresses, name: string) {
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
  const least = () => Math.min(...[...acknowledged.values()].map((ids) => ids.length));
  return {
    /** What was acknowledged until now. */
    known: (): Acknowledged => new Map([...acknowledged].map(([load, ids]) => [load, [...ids]])),
    /** Resolves once each load had so many writes acknowledged. */
    atLeast: (count: number) =>
      Promise.race([eventually(() => least() >= count), Promise.all(writers)]),
    stopping: () => stop.abort(),
    stopped: () => Promise.all(writers),
  };
}

export async function expectAll(addresses: Addresses, acknowledged: Acknowledged): Promise<void> {
  for (const [load, ids] of acknowledged) {
    const lost: string[] = [];
    for (const id of ids) if (!(await load.isThere(addresses[load.service]!, id))) lost.push(id);
    assert.deepEqual(lost, [], load.service);
  }
}

/** No unit is lost or sold twice, the record agrees with the stock, and the ring is whole. */
export async function expectLaws(addresses: Addresses): Promise<void> {
  const url = `${addresses['flash-sale']}/admin/flash-sale/stock?product_id=sneaker`;
  const { data } = (await (await fetch(url)).json()) as { data: Record<string, number> };
  assert.equal(data['available']! + data['held']! + data['confirmed']!, unitsOnSale);
  assert.ok(data['waiting']! > 0);
  await eventually(async () => {
    const { data: report } = await post(addresses['inventory']!, '/admin/reconcile', {});
    return report.differences.length === 0;
  });
  const ring = await fetch(`${addresses['console']}/admin/ring`);
  const { nodes } = (await ring.json()) as { nodes: { share: number }[] };
  const shares = nodes.reduce((sum, { share }) => sum + share, 0);
  assert.ok(Math.abs(shares - 1) < 1e-9, `${shares}`);
}
