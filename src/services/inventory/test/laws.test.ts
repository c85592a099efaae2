/** Laws that hold after every step of any history, and under real concurrency, on every store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runSwarm } from '#kit/testing/swarm.ts';
import {
  adjustment,
  backends,
  closeAll,
  counts,
  drainAll,
  lines,
  load,
  milk,
  reap,
  T0,
  reserveRequest,
  type Backend,
} from './fixtures.ts';
import { reconcile, countUnexplained } from '../reconcile.ts';
import { sum } from '../store/buckets.ts';
import { lifetimes } from '../store/inventory-store.ts';
import { concurrentActions, histories, type ConcurrentAction } from './history.ts';
import { Oracle } from './oracle.ts';

type Handles = Awaited<ReturnType<Backend['open']>>;

for (const { name, skip, runs, open } of backends) {
  describe(`laws of the inventory on ${name}`, { skip }, () => {
    it('hold after every step of any small history, the reaper running every 5 s', (t) =>
      runSwarm(t, histories, runs, async ({ setting, steps }) => {
        const handles = await open();
        try {
          const oracle = new Oracle(handles, setting);
          for (const step of steps) await oracle.take(step);
          await oracle.settle();
        } finally {
          await closeAll(handles);
        }
      }));

    it('hold after any steps that two replicas take at once', (t) =>
      runSwarm(t, concurrentActions, runs, async ({ setting, steps }) => {
        const handles = await open();
        try {
          await raceAll(handles, steps, leastTotal + setting.stock);
        } finally {
          await closeAll(handles);
        }
      }));
  });
}

const skus = ['eggs', 'milk', 'tea'];
/** Units of a SKU that the six reservations of before hold, at most. */
const leastTotal = 18;

/** Takes all actions at once, on overdue reservations and on fresh ones. */
async function raceAll(
  handles: Handles,
  actions: readonly ConcurrentAction[],
  total: number,
): Promise<void> {
  const { stores, records } = handles;
  for (const sku of skus) await stores[0].load(load(total, { sku, partitioned: sku === 'milk' }));
  const now = T0 + lifetimes.holdMs + 1;
  const goods = { eggs: 1, milk: 3, tea: 2 };
  const requests = [T0, T0, T0, now, now, now].map((at) =>
    reserveRequest({ now: at, lines: lines(goods) }),
  );
  for (const one of requests) await stores[1].reserve(one);
  const answers = new Map<string, Set<string>>(
    requests.map(({ reservationId }) => [reservationId, new Set()]),
  );
  /** The changes of each reference. */
  const adjusted = new Map<number, Set<string>>();

  const act = async (action: ConcurrentAction): Promise<void> => {
    const [store, record] = [stores[action.via], records[action.via]];
    if (action.do === 'reserve') {
      const [orderId, userId] = [`o${action.order}`, `u${action.user}`];
      const { holdMs } = action;
      const own = { orderId, userId, lines: lines(action.units), holdMs };
      await store.reserve(reserveRequest({ ...own, now }));
    } else if (action.do === 'adjust') {
      const { sku, delta, reference } = action;
      const request = adjustment(delta, { sku, reference: `ref ${reference}`, now });
      if ((await store.adjust(request)).kind !== 'adjusted') return;
      const changes = adjusted.get(reference) ?? new Set();
      adjusted.set(reference, changes.add(JSON.stringify([sku, delta])));
    } else if ('reservation' in action) {
      const { reservationId } = requests[action.reservation % requests.length]!;
      const seen = answers.get(reservationId)!;
      if (action.do === 'extend') await store.extend(reservationId, action.holdMs, now);
      else if (action.do === 'retake') {
        const { kind } = await store.retake(reservationId, now);
        seen.add(kind === 'short' ? 'expired' : kind);
      } else seen.add(await store[action.do](reservationId, now));
    } else if (action.do === 'reap') await store.reap(now);
    else if (action.do === 'drain-all') await drainAll(store, record, now);
    else assert.equal(countUnexplained(await reconcile(store, record)), 0);
  };
  await Promise.all(actions.map(act));

  const isRetaken = (id: string) => {
    const i = requests.findIndex(({ reservationId }) => reservationId === id);
    return actions.some((one) => one.do === 'retake' && one.reservation % requests.length === i);
  };
  for (const [i, { reservationId: id }] of requests.entries()) {
    const seen = [...answers.get(id)!].toSorted().join(' and ');
    const overdue = isRetaken(id)
      ? ['', 'confirmed', 'expired', 'confirmed and expired']
      : ['', 'expired'];
    const allowed = i < 3 ? overdue : ['', 'confirmed', 'released'];
    assert.ok(allowed.includes(seen), `${i < 3 ? 'overdue' : 'fresh'} ${id}: ${seen}`);
  }
  await reap(stores[0], now + lifetimes.maxHeldMs + 1);
  const confirmed = [...answers.values()].filter((endings) => endings.has('confirmed')).length;
  const changes = [...adjusted.values()].map((seen) => {
    assert.equal(seen.size, 1, 'a reference stands for one adjustment');
    return JSON.parse([...seen][0]!) as [sku: string, delta: number];
  });
  for (const [sku, qty] of Object.entries(goods)) {
    const gone = confirmed * qty;
    const change = sum(changes.map(([changed, delta]) => (changed === sku ? delta : 0)));
    const expected = [total - gone + change, 0, gone];
    assert.deepEqual(await counts(stores[1], { ...milk, sku }), expected);
  }
  await drainAll(stores[0], records[0], now + lifetimes.claimMs);
  const report = await reconcile(stores[1], records[1]);
  const nothing = { differences: [], unbalanced: [], postponed: 0, rejected: [] };
  assert.deepEqual(report, { checked: 3, ...nothing });
}
