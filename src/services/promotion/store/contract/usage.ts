/** Uses: the contract of every store, seen through two handles on one state, as two replicas are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runSwarm } from '#kit/testing/swarm.ts';
import { orderLifetimeMs } from '../usage.ts';
import { histories } from './history.ts';
import { Model } from './model.ts';
import { addCodes, candidate, day, order, T0, use, verdicts, type Open } from './requests.ts';

export function usageContract(name: string, open: Open, options: { skip?: string | false } = {}) {
  describe(`uses on ${name}`, options, () => {
    it('a user has per_user uses, then is refused', async (t) => {
      const [here, there] = await open(t);
      const limited = [candidate('p', { perUser: 2 })];
      const by = (userId: string) => use(limited, { userId });
      assert.deepEqual(await verdicts(here, by('ann')), ['applied']);
      assert.deepEqual(await verdicts(there, by('ann')), ['applied']);
      assert.deepEqual(await verdicts(here, by('ann')), ['user limit reached']);
      assert.deepEqual(await verdicts(there, by('bob')), ['applied']);
    });

    it('all users together have global uses, then are refused', async (t) => {
      const [here, there] = await open(t);
      const limited = [candidate('p', { global: 2 })];
      assert.deepEqual(await verdicts(here, use(limited)), ['applied']);
      assert.deepEqual(await verdicts(there, use(limited)), ['applied']);
      assert.deepEqual(await verdicts(here, use(limited)), ['global limit reached']);
    });

    it('the user limit is checked before the global one, and that before the device', async (t) => {
      const [store] = await open(t);
      const who = { userId: 'ann', device: 'phone' };
      const all = candidate('p', { perUser: 3, global: 3 });
      for (let i = 0; i < 3; i++) await verdicts(store, use([all], who));
      assert.deepEqual(await verdicts(store, use([all], who)), ['user limit reached']);
      const other = { ...who, userId: 'bob' };
      assert.deepEqual(await verdicts(store, use([all], other)), ['global limit reached']);
      const wide = candidate('p', { perUser: 3, global: 9 });
      assert.deepEqual(await verdicts(store, use([wide], other)), ['device limit reached']);
    });

    it('a use that is refused counts nowhere', async (t) => {
      const [store] = await open(t);
      const one = candidate('p', { perUser: 1, global: 2 });
      await verdicts(store, use([one], { userId: 'ann', device: 'phone' }));
      for (let i = 0; i < 5; i++) {
        await verdicts(store, use([one], { userId: 'ann', device: 'phone' }));
      }
      const other = use([candidate('p', { global: 2 })], { device: 'phone' });
      assert.deepEqual(await verdicts(store, other), ['applied']);
    });

    it('a device has three uses in 24 hours from the first, the fourth is refused', async (t) => {
      const [here, there] = await open(t);
      const at = (now: number) => use([candidate('p')], { device: 'phone', now });
      assert.deepEqual(await verdicts(here, at(T0)), ['applied']);
      assert.deepEqual(await verdicts(there, at(T0 + day / 2)), ['applied']);
      assert.deepEqual(await verdicts(here, at(T0 + day - 1)), ['applied']);
      assert.deepEqual(await verdicts(there, at(T0 + day - 1)), ['device limit reached']);
      assert.deepEqual(await verdicts(here, at(T0 + day)), ['applied']);
      const elsewhere = use([candidate('q')], { device: 'phone', now: T0 + day - 1 });
      assert.deepEqual(await verdicts(here, elsewhere), ['applied']);
    });

    it('counters live ttl_seconds from their last use', async (t) => {
      const [store] = await open(t);
      const limited = candidate('p', { perUser: 2, global: 2, lifetimeMs: 1_000 });
      const at = (now: number) => use([limited], { userId: 'ann', now });
      assert.deepEqual(await verdicts(store, at(T0)), ['applied']);
      assert.deepEqual(await verdicts(store, at(T0 + 999)), ['applied']);
      assert.deepEqual(await verdicts(store, at(T0 + 1_998)), ['user limit reached']);
      assert.deepEqual(await verdicts(store, at(T0 + 1_999)), ['applied']);
    });

    it('without a lifetime they live for ever, with limits of 0 they forbid nothing', async (t) => {
      const [store] = await open(t);
      const once = (now: number) => use([candidate('p', { perUser: 1 })], { userId: 'ann', now });
      assert.deepEqual(await verdicts(store, once(T0)), ['applied']);
      while (await store.sweep(T0 + 1_000 * day));
      assert.deepEqual(await verdicts(store, once(T0 + 1_000 * day)), ['user limit reached']);
      const free = use([candidate('p')], { userId: 'ann', now: T0 + 1_000 * day });
      assert.deepEqual(await verdicts(store, free), ['applied']);
    });

    it('one that does not stack is passed over when another one applies already', async (t) => {
      const [store] = await open(t);
      const single = candidate('single', { stackable: false });
      const [a, b] = [candidate('a'), candidate('b')];
      const passed = ['applied', 'not stackable', 'applied'];
      assert.deepEqual(await verdicts(store, use([a, single, b])), passed);
      // By the specification's algorithm, one that comes first does not block the others.
      assert.deepEqual(await verdicts(store, use([single, a])), ['applied', 'applied']);
    });

    it('one whose limit is reached does not stand in the way of one that does not stack', async (t) => {
      const [store] = await open(t);
      const who = { userId: 'ann' };
      const spent = candidate('spent', { perUser: 1 });
      await verdicts(store, use([spent], who));
      const single = candidate('single', { stackable: false });
      const outcome = await verdicts(store, use([spent, single], who));
      assert.deepEqual(outcome, ['user limit reached', 'applied']);
    });

    it('an order is given the same again, counts once, and is held to its request', async (t) => {
      const [here, there] = await open(t);
      const limited = [candidate('p', { perUser: 1 }), candidate('q', { stackable: false })];
      const request = use(limited, { userId: 'ann', order: order('o', { terms: '{"total":1}' }) });
      const first = await verdicts(here, request);
      const again = { kind: 'repeated', verdicts: first, terms: '{"total":1}' };
      assert.deepEqual(
        await there.countUses({ ...request, order: order('o', { terms: 'new' }) }),
        again,
      );
      assert.deepEqual(await there.findOrder('o', 'f', T0), again);
      const other = { ...request, order: order('o', { fingerprint: 'other' }) };
      assert.deepEqual(await here.countUses(other), { kind: 'mismatch' });
      assert.deepEqual(await here.findOrder('o', 'other', T0), { kind: 'mismatch' });
      assert.equal(await here.findOrder('unknown', 'f', T0), undefined);
    });

    it('an order without candidates is remembered too', async (t) => {
      const [here, there] = await open(t);
      assert.deepEqual(await verdicts(here, use([], { order: order('o') })), []);
      const again = await there.countUses(use([candidate('p')], { order: order('o') }));
      assert.deepEqual(again, { kind: 'repeated', verdicts: [], terms: 't' });
    });

    it('an order is remembered for 7 days', async (t) => {
      const [store] = await open(t);
      const end = T0 + orderLifetimeMs;
      await verdicts(store, use([candidate('p')], { order: order('o') }));
      while (await store.sweep(end - 1));
      assert.equal((await store.findOrder('o', 'f', end - 1))?.kind, 'repeated');
      assert.equal(await store.findOrder('o', 'f', end), undefined);
      const late = use([candidate('p')], { order: order('o'), now: end });
      assert.deepEqual(await verdicts(store, late), ['applied']);
    });

    it('limits are exact under concurrency through two replicas', async (t) => {
      const stores = await open(t);
      const limited = [candidate('p', { perUser: 3, global: 50 })];
      const attempts = Array.from({ length: 200 }, (_, i) =>
        verdicts(stores[i % 2]!, use(limited, { userId: `user ${i % 20}` })),
      );
      const all = (await Promise.all(attempts)).flat();
      const count = (verdict: string) => all.filter((one) => one === verdict).length;
      assert.equal(count('applied'), 50);
      assert.equal(count('user limit reached') + count('global limit reached'), 150);
    });

    it('one order that is sent many times at once counts once', async (t) => {
      const stores = await open(t);
      const request = use([candidate('p', { perUser: 100 })], { userId: 'ann', order: order('o') });
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => stores[i % 2]!.countUses(request)),
      );
      assert.equal(outcomes.filter(({ kind }) => kind === 'counted').length, 1);
      const rest = use([candidate('p', { perUser: 2 })], { userId: 'ann' });
      assert.deepEqual(await verdicts(stores[0], rest), ['applied']);
      assert.deepEqual(await verdicts(stores[1], { ...rest, device: 'x' }), ['user limit reached']);
    });

    it('agrees with a plain count on any small history of uses, codes and cancels', (t) =>
      runSwarm(t, histories, 60, async ({ setting, steps }) => {
        const ends: (() => unknown)[] = [];
        const stores = await open({ after: (end) => void ends.push(end) });
        try {
          for (const { key, uses } of setting.codes) await addCodes(stores[0], 'a', [key], uses);
          const model = new Model(stores, setting);
          for (const step of steps) await model.take(step);
        } finally {
          for (const end of ends) await end();
        }
      }));
  });
}
