/** Cancelled orders: the contract of every store, seen through two handles on one state. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceWindowMs, orderLifetimeMs } from '../usage.ts';
import { addCodes, candidate, day, order, T0, use, verdicts, type Open } from './requests.ts';

export function cancelContract(name: string, open: Open, options: { skip?: string | false } = {}) {
  describe(`cancelled orders on ${name}`, options, () => {
    const who = { userId: 'ann', device: 'phone' };

    it('every use of the order is given back: of the user, of all, of the device and of the code', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'p', ['SPRING']);
      const one = candidate('p', { perUser: 1, global: 1, codes: ['SPRING'], needsCode: true });
      const buy = (orderId: string) =>
        here.countUses(use([one], { ...who, order: order(orderId) }));
      for (let i = 0; i < 5; i++) {
        assert.deepEqual(await buy(`o${i}`), {
          kind: 'counted',
          verdicts: ['applied'],
          codes: ['counted'],
        });
        assert.deepEqual(await there.cancelOrder(`o${i}`, T0), { terms: 't', returned: [0] });
      }
      const [code] = await there.findCodes(['SPRING']);
      assert.equal(code?.uses, 0);
    });

    it('a use is given back once, and the answer stays the same', async (t) => {
      const [here, there] = await open(t);
      const limited = candidate('p', { global: 3 });
      for (const id of ['a', 'b', 'c']) await here.countUses(use([limited], { order: order(id) }));
      const first = await here.cancelOrder('a', T0);
      for (let i = 0; i < 3; i++) assert.deepEqual(await there.cancelOrder('a', T0 + i), first);
      assert.deepEqual(await verdicts(here, use([limited])), ['applied']);
      assert.deepEqual(await verdicts(there, use([limited])), ['global limit reached']);
    });

    it('only what the order counted is given back', async (t) => {
      const [store] = await open(t);
      const [a, single, b] = [candidate('a'), candidate('s', { stackable: false }), candidate('b')];
      await store.countUses(use([a, single, b], { order: order('o') }));
      assert.deepEqual((await store.cancelOrder('o', T0))?.returned, [0, 2]);
      await store.countUses(use([], { order: order('empty') }));
      assert.deepEqual((await store.cancelOrder('empty', T0))?.returned, []);
    });

    it('uses that have expired since then are not given back', async (t) => {
      const [store] = await open(t);
      const limited = candidate('p', { perUser: 2, lifetimeMs: 1_000 });
      const at = (now: number, orderId: string) =>
        verdicts(store, use([limited], { userId: 'ann', now, order: order(orderId) }));
      assert.deepEqual(await at(T0, 'old'), ['applied']);
      // The counter of the order lapses, and another one begins.
      assert.deepEqual(await at(T0 + 1_000, 'new'), ['applied']);
      // The use of the device has not lapsed.
      assert.deepEqual((await store.cancelOrder('old', T0 + 1_500))?.returned, [0]);
      assert.deepEqual(await at(T0 + 1_600, 'newer'), ['applied']);
      assert.deepEqual(await at(T0 + 1_700, 'too many'), ['user limit reached']);
      const late = T0 + 1_000 + deviceWindowMs;
      assert.deepEqual((await store.cancelOrder('new', late))?.returned, []);
    });

    it('uses that have expired for all users are not given back to them either', async (t) => {
      const [store] = await open(t);
      const limited = candidate('p', { global: 2, lifetimeMs: 1_000 });
      await store.countUses(use([limited], { order: order('old') }));
      const later = T0 + 1_000;
      for (let i = 0; i < 2; i++) await store.countUses(use([limited], { now: later }));
      await store.cancelOrder('old', later);
      const refused = await verdicts(store, use([limited], { now: later }));
      assert.deepEqual(refused, ['global limit reached']);
    });

    it('of a use that counts still the lifetime of its counter makes no difference', async (t) => {
      const [store] = await open(t);
      const limited = candidate('p', { perUser: 2, lifetimeMs: 1_000 });
      const at = (now: number, orderId: string) =>
        verdicts(store, use([limited], { userId: 'ann', now, order: order(orderId) }));
      await at(T0, 'first');
      // The counter was renewed: the first use is 1.5 s old and counts.
      await at(T0 + 900, 'second');
      assert.deepEqual((await store.cancelOrder('first', T0 + 1_500))?.returned, [0]);
      assert.deepEqual(await at(T0 + 1_600, 'third'), ['applied']);
      assert.deepEqual(await at(T0 + 1_700, 'fourth'), ['user limit reached']);
    });

    it('the window of a device stays, unless all of its uses are given back', async (t) => {
      const [store] = await open(t);
      const buy = (now: number, orderId: string) =>
        verdicts(store, use([candidate('p')], { device: 'phone', now, order: order(orderId) }));
      await buy(T0, 'a');
      await buy(T0 + 1, 'b');
      await store.cancelOrder('a', T0 + 2);
      assert.deepEqual(await buy(T0 + 3, 'c'), ['applied']);
      assert.deepEqual(await buy(T0 + 4, 'd'), ['applied']);
      assert.deepEqual(await buy(T0 + 5, 'e'), ['device limit reached']);
      for (const id of ['b', 'c', 'd']) await store.cancelOrder(id, T0 + 6);
      for (const id of ['f', 'g', 'h']) assert.deepEqual(await buy(T0 + 7, id), ['applied']);
      assert.deepEqual(await buy(T0 + day, 'i'), ['device limit reached']);
      assert.deepEqual(await buy(T0 + 7 + day, 'j'), ['applied']);
    });

    it('clocks of replicas may differ: an order counted by one that is behind is given back', async (t) => {
      const [here, there] = await open(t);
      const limited = candidate('p', { perUser: 2, lifetimeMs: 60_000 });
      await here.countUses(use([limited], { ...who, now: T0 + 500, order: order('ahead') }));
      await there.countUses(use([limited], { ...who, now: T0, order: order('behind') }));
      await here.cancelOrder('behind', T0 + 600);
      assert.deepEqual(await verdicts(here, use([limited], { userId: 'ann' })), ['applied']);
    });

    it('applying a cancelled order again is told so, with whatever request', async (t) => {
      const [here, there] = await open(t);
      const request = use([candidate('p')], { order: order('o') });
      await here.countUses(request);
      await here.cancelOrder('o', T0 + day);
      const other = { ...request, order: order('o', { fingerprint: 'other' }) };
      for (const again of [request, other]) {
        assert.deepEqual(await there.countUses(again), { kind: 'cancelled' });
      }
      const end = T0 + day + orderLifetimeMs;
      while (await here.sweep(end - 1));
      assert.deepEqual(await there.findOrder('o', 'f', end - 1), { kind: 'cancelled' });
      assert.equal(await there.findOrder('o', 'f', end), undefined);
    });

    it('an order that is not known, or no longer, cannot be cancelled', async (t) => {
      const [store] = await open(t);
      assert.equal(await store.cancelOrder('o', T0), undefined);
      await store.countUses(use([candidate('p')], { order: order('o') }));
      assert.equal(await store.cancelOrder('o', T0 + orderLifetimeMs), undefined);
      // A new order begins.
      const again = use([candidate('p')], { order: order('o'), now: T0 + orderLifetimeMs });
      assert.deepEqual(await verdicts(store, again), ['applied']);
    });

    it('cancel against apply: what is given back is what was counted, in whatever order they come', async (t) => {
      const stores = await open(t);
      const limited = candidate('p', { global: 1 });
      for (let round = 0; round < 10; round++) {
        const id = `o${round}`;
        const request = use([limited], { order: order(id) });
        const [counted, cancelled] = await Promise.all([
          stores[round % 2]!.countUses(request),
          stores[1 - (round % 2)]!.cancelOrder(id, T0),
        ]);
        assert.ok(counted.kind === 'counted', counted.kind);
        // Each leaves the one use to the next round.
        assert.deepEqual(counted.verdicts, ['applied']);
        const last = await stores[0].cancelOrder(id, T0);
        assert.deepEqual(last?.returned, cancelled?.returned ?? [0]);
      }
    });

    it('many cancels of one order at once give back one use', async (t) => {
      const stores = await open(t);
      const limited = candidate('p', { global: 2 });
      for (const id of ['a', 'b']) await stores[0].countUses(use([limited], { order: order(id) }));
      await Promise.all(Array.from({ length: 10 }, (_, i) => stores[i % 2]!.cancelOrder('a', T0)));
      assert.deepEqual(await verdicts(stores[0], use([limited])), ['applied']);
      assert.deepEqual(await verdicts(stores[0], use([limited])), ['global limit reached']);
    });
  });
}
