/** Rules: the contract of every store, seen through two handles on one state, as two replicas are. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { RuleChange, RuleStore } from '../rules.ts';

type Rule = NonNullable<RuleChange['rule']>;
type Open = (t: TestContext) => Promise<[RuleStore, RuleStore]>;

export function rule(promo_id: string, more: Partial<Rule> = {}): Rule {
  return {
    promo_id,
    name: `the ${promo_id}`,
    priority: 1,
    stackable: true,
    discount: { type: 'fixed', value: 5 },
    condition_tree: { type: 'MinTransaction', operator: 'gte', value: 1 },
    usage_limits: {},
    ...more,
  };
}

export function ruleContract(name: string, open: Open, options: { skip?: string | false } = {}) {
  describe(`rules on ${name}`, options, () => {
    it('a rule that is created, replaced or removed is a change that another replica sees', async (t) => {
      const [here, there] = await open(t);
      const created = await here.create(rule('p'), 'first');
      assert.deepEqual(created, {
        promoId: 'p',
        version: 1,
        incarnation: 'first',
        rule: rule('p'),
      });
      assert.deepEqual(await there.changesSince(0), [created]);

      const replaced = await there.replace(rule('p', { priority: 7 }));
      assert.equal(replaced?.incarnation, 'first');
      assert.deepEqual(await here.changesSince(1), [replaced]);

      const removed = await here.remove('p');
      assert.equal(removed?.rule, undefined);
      assert.deepEqual(await there.changesSince(2), [removed]);
      assert.deepEqual(await there.changesSince(3), []);
    });

    it('a rule is created once, however many replicas try', async (t) => {
      const stores = await open(t);
      const tries = Array.from({ length: 10 }, (_, i) =>
        stores[i % 2]!.create(rule('p', { priority: i }), `life ${i}`),
      );
      const created = (await Promise.all(tries)).filter((change) => change !== undefined);
      assert.equal(created.length, 1);
      const [state] = await stores[0].changesSince(0);
      assert.deepEqual(state, created[0]);
    });

    it('a rule that is not there is neither replaced nor removed', async (t) => {
      const [here, there] = await open(t);
      assert.equal(await here.replace(rule('p')), undefined);
      assert.equal(await here.remove('p'), undefined);
      await here.create(rule('p'), 'first');
      await there.remove('p');
      assert.equal(await here.replace(rule('p')), undefined);
    });

    it('a rule that is removed again stays removed, and nothing changes', async (t) => {
      const [here, there] = await open(t);
      await here.create(rule('p'), 'first');
      const removed = await here.remove('p');
      assert.deepEqual(await there.remove('p'), removed);
      assert.deepEqual(await there.changesSince(0), [removed]);
    });

    it('a rule that was removed can be created again, with another incarnation', async (t) => {
      const [here, there] = await open(t);
      await here.create(rule('p'), 'first');
      await here.remove('p');
      assert.equal((await there.create(rule('p'), 'second'))?.incarnation, 'second');
    });

    it('a replica that follows versions misses no change while others write', async (t) => {
      const stores = await open(t);
      const known = new Map<string, RuleChange>();
      let seen = 0;
      const follow = async () => {
        for (const change of await stores[1].changesSince(seen)) {
          assert.ok(change.version > seen);
          known.set(change.promoId, change);
          seen = change.version;
        }
      };
      const ids = Array.from({ length: 40 }, (_, i) => `p${i}`);
      const writing = ids.map((id, i) => stores[i % 2]!.create(rule(id), id));
      for (const write of writing) {
        await follow();
        await write;
      }
      const removing = ids.slice(0, 10).map((id, i) => stores[i % 2]!.remove(id));
      await Promise.all([follow(), ...removing]);
      await follow();
      const left = [...known.values()].filter((change) => change.rule !== undefined);
      assert.deepEqual(left.map(({ promoId }) => promoId).toSorted(), ids.slice(10).toSorted());
    });

    it('a rule is stored to the letter', async (t) => {
      const [here, there] = await open(t);
      const odd = rule('päron/🍐 "x"', { name: "O'Brien \\ %", priority: -3 });
      await here.create(odd, 'life');
      assert.deepEqual((await there.changesSince(0))[0]?.rule, odd);
      await here.ready();
    });
  });
}
