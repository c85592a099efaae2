/**
 * Choices among the candidates: the contract of every store, seen through two handles on one state.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addCodes, candidate, order, T0, use, type Open } from './requests.ts';

const none = { seen: [], chosen: [] };

export function choiceContract(name: string, open: Open, options: { skip?: string | false } = {}) {
  describe(`choices on ${name}`, options, () => {
    it('before anything was seen, tell which candidates have uses left, and count nothing', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'coded', ['A']);
      const who = { userId: 'ann', device: 'phone' };
      const spent = [
        candidate('user', { perUser: 1 }),
        candidate('global', { global: 1 }),
        candidate('device'),
      ];
      for (const one of [...spent, spent[2]!, spent[2]!]) await here.countUses(use([one], who));
      const candidates = [
        ...spent,
        candidate('coded', { codes: ['B'], needsCode: true }),
        candidate('coded', { codes: ['B', 'A'], needsCode: true }),
        candidate('free', { perUser: 1, global: 1, stackable: false }),
      ];
      const available = [
        'user limit reached',
        'global limit reached',
        'device limit reached',
        'code refused',
        'available',
        'available',
      ];
      for (const store of [here, there, here]) {
        const request = use(candidates, { ...who, order: order('o'), choice: none });
        assert.deepEqual(await store.countUses(request), { kind: 'seen', available });
      }
      assert.equal(await there.findOrder('o', 'f', T0), undefined);
    });

    it('count those that were chosen, and no others', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'b', ['B']);
      const candidates = [
        candidate('a', { global: 1 }),
        candidate('b', { codes: ['B', 'X'], needsCode: true }),
        candidate('c', { global: 1 }),
      ];
      const choice = {
        seen: ['available', 'available', 'available'] as const,
        chosen: [false, true, true],
      };
      const outcome = await here.countUses(use(candidates, { order: order('o'), choice }));
      const counted = {
        verdicts: ['not chosen', 'applied', 'applied'],
        codes: ['counted', 'not used'],
      };
      assert.deepEqual(outcome, { kind: 'counted', ...counted });
      // A repeated order gets the same outcome without a choice.
      const again = await there.countUses(use(candidates, { order: order('o'), choice: none }));
      assert.deepEqual(again, { kind: 'repeated', ...counted, terms: 't' });
      assert.deepEqual((await there.cancelOrder('o', T0))?.returned, [1, 2]);
    });

    it('count nothing when a limit was reached in between, or a use came back', async (t) => {
      const [here, there] = await open(t);
      const candidates = [candidate('a', { global: 1 }), candidate('b')];
      const choice = { seen: ['available', 'available'] as const, chosen: [true, false] };
      await there.countUses(use([candidates[0]!], { order: order('rival') }));
      const reached = ['global limit reached', 'available'] as const;
      const request = use(candidates, { order: order('o'), choice });
      const seen = { kind: 'seen', available: reached };
      assert.deepEqual(await here.countUses(request), seen);
      const second = { ...request, choice: { seen: reached, chosen: [false, true] } };
      await there.cancelOrder('rival', T0);
      const back = { kind: 'seen', available: ['available', 'available'] };
      assert.deepEqual(await here.countUses(second), back);
      assert.deepEqual(await here.countUses(request), {
        kind: 'counted',
        verdicts: ['applied', 'not chosen'],
      });
    });

    it('of no candidates are remembered with the order', async (t) => {
      const [here, there] = await open(t);
      const request = use([], { order: order('o'), choice: none });
      assert.deepEqual(await here.countUses(request), { kind: 'counted', verdicts: [] });
      assert.equal((await there.findOrder('o', 'f', T0))?.kind, 'repeated');
    });
  });
}
