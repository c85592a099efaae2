/** Codes: the contract of every store, seen through two handles on one state, as two replicas are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchLifetimeMs, codePortion, type CodePosition } from '../codes.ts';
import { addCodes, candidate, order, T0, use, type Open, type Stores } from './requests.ts';

const batch = (id: string, incarnation = 'p') => {
  return { id, promoId: 'the p', incarnation, usesPerCode: 1 };
};

/** A use of a rule through codes. */
function useCodes(incarnation: string, codes: string[], more = {}) {
  return use([candidate(incarnation, { codes, needsCode: true, ...more })]);
}

async function listAll(store: Stores, incarnation: string, limit: number): Promise<string[]> {
  const codes: string[] = [];
  let after: CodePosition | undefined;
  do {
    const page = await store.listCodes(incarnation, after, limit);
    assert.ok(page.codes.length <= limit);
    codes.push(...page.codes.map(({ spelling }) => spelling));
    after = page.next;
  } while (after);
  return codes;
}

export function codeContract(name: string, open: Open, options: { skip?: string | false } = {}) {
  describe(`codes on ${name}`, options, () => {
    it('a code is found by its key, whatever the case, with its rule and its uses', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'life', ['Spring-ß'], 3);
      const code = {
        spelling: 'Spring-ß',
        promoId: 'the life',
        incarnation: 'life',
        usesPerCode: 3,
        uses: 0,
        ended: false,
      };
      assert.deepEqual(await there.findCodes(['SPRING-SS', 'OTHER']), [code, undefined]);
      await here.countUses(useCodes('life', ['SPRING-SS']));
      assert.deepEqual(await there.findCodes(['SPRING-SS']), [{ ...code, uses: 1 }]);
    });

    it('a code has its uses, then is used up; a use that is refused counts none', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'p', ['A'], 2);
      await there.countUses(use([candidate('p', { perUser: 1 })], { userId: 'ann' }));
      const refused = useCodes('p', ['A'], { perUser: 1 });
      assert.deepEqual(await here.countUses({ ...refused, userId: 'ann' }), {
        kind: 'counted',
        verdicts: ['user limit reached'],
        codes: ['not used'],
      });
      const applied = { kind: 'counted', verdicts: ['applied'], codes: ['counted'] };
      assert.deepEqual(await here.countUses(useCodes('p', ['A'])), applied);
      assert.deepEqual(await there.countUses(useCodes('p', ['A'])), applied);
      assert.deepEqual(await here.countUses(useCodes('p', ['A'])), {
        kind: 'counted',
        verdicts: ['code refused'],
        codes: ['code used up'],
      });
    });

    it('the first of several codes that has a use left is used', async (t) => {
      const [store] = await open(t);
      await addCodes(store, 'p', ['A', 'B', 'C']);
      await store.countUses(useCodes('p', ['A']));
      assert.deepEqual(await store.countUses(useCodes('p', ['X', 'A', 'B', 'C'])), {
        kind: 'counted',
        verdicts: ['applied'],
        codes: ['unknown code', 'code used up', 'counted', 'not used'],
      });
    });

    it('a rule that needs no code applies without one', async (t) => {
      const [store] = await open(t);
      assert.deepEqual(await store.countUses(useCodes('p', ['X'], { needsCode: false })), {
        kind: 'counted',
        verdicts: ['applied'],
        codes: ['unknown code'],
      });
    });

    it('a code of another rule, or of an earlier life of it, is unknown', async (t) => {
      const [store] = await open(t);
      await addCodes(store, 'first life', ['A']);
      const outcome = await store.countUses(useCodes('second life', ['A']));
      assert.deepEqual(outcome, {
        kind: 'counted',
        verdicts: ['code refused'],
        codes: ['unknown code'],
      });
    });

    it('an ended code is unknown, stays listed, and is ended once', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'p', ['A', 'B'], 9);
      await here.countUses(useCodes('p', ['A']));
      const ended = await there.endCode('A');
      assert.deepEqual([ended?.ended, ended?.uses], [true, 1]);
      assert.deepEqual(await here.endCode('A'), ended);
      assert.equal(await here.endCode('X'), undefined);
      const outcome = await here.countUses(useCodes('p', ['A']));
      assert.deepEqual(outcome.kind === 'counted' && outcome.codes, ['unknown code']);
      assert.deepEqual(await listAll(there, 'p', 10), ['A', 'B']);
      const begun = batch('z');
      await here.beginBatch(begun, T0);
      assert.deepEqual(await here.addCodes('z', ['a']), { kind: 'taken', spelling: 'a' });
    });

    it('two buyers never share the last use', async (t) => {
      const stores = await open(t);
      const codes = Array.from({ length: 20 }, (_, i) => `CODE${i}`);
      await addCodes(stores[0], 'p', codes);
      const buyers = codes.flatMap((code) => [0, 1].map((i) => ({ code, store: stores[i]! })));
      const outcomes = await Promise.all(
        buyers.map(({ code, store }) => store.countUses(useCodes('p', [code]))),
      );
      const results = outcomes.map((one) => one.kind === 'counted' && one.codes![0]);
      assert.equal(results.filter((one) => one === 'counted').length, 20);
      assert.equal(results.filter((one) => one === 'code used up').length, 20);
    });

    it('uses are exact under concurrency, and what is cancelled can be used again', async (t) => {
      const stores = await open(t);
      await addCodes(stores[0], 'p', ['A'], 30);
      const buy = async (i: number) => {
        const outcome = await stores[i % 2]!.countUses({
          ...useCodes('p', ['A']),
          order: order(`o${i}`),
        });
        if (outcome.kind !== 'counted' || outcome.verdicts[0] !== 'applied') return 0;
        if (i % 3 > 0) return 1;
        await stores[(i + 1) % 2]!.cancelOrder(`o${i}`, T0);
        return 0;
      };
      const kept = await Promise.all(Array.from({ length: 120 }, (_, i) => buy(i)));
      const [code] = await stores[1].findCodes(['A']);
      assert.equal(code?.uses, kept.filter((one) => one === 1).length);
      assert.ok(code.uses <= 30);
    });

    it('codes of a batch are there together, or not at all', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'p', ['TAKEN']);
      await here.beginBatch(batch('a'), T0);
      assert.deepEqual(await here.addCodes('a', ['one', 'two']), { kind: 'added' });
      // Nobody sees them yet, and nobody else may have them.
      assert.deepEqual(await there.findCodes(['ONE']), [undefined]);
      assert.deepEqual(await listAll(there, 'p', 10), ['TAKEN']);
      const early = await there.countUses(useCodes('p', ['ONE']));
      assert.deepEqual(early.kind === 'counted' && early.codes, ['unknown code']);
      await there.beginBatch(batch('b'), T0);
      const taken = await there.addCodes('b', ['new', 'One']);
      assert.deepEqual(taken, { kind: 'taken', spelling: 'One' });

      const refused = await here.addCodes('a', ['three', 'taken']);
      assert.deepEqual(refused, { kind: 'taken', spelling: 'taken' });
      assert.equal(await here.dropBatch('a'), false);
      assert.deepEqual(await there.addCodes('b', ['new', 'One', 'three']), { kind: 'added' });
      assert.equal(await there.finishBatch('b'), true);
      assert.deepEqual(await listAll(here, 'p', 2), ['new', 'One', 'three', 'TAKEN']);
      assert.equal(await here.finishBatch('a'), false);
      assert.deepEqual(await here.addCodes('a', ['four']), { kind: 'gone' });
    });

    it('a batch whose creator died is found, and dropped in portions', async (t) => {
      const [here, there] = await open(t);
      const codes = Array.from({ length: codePortion + 1 }, (_, i) => `c${i}`);
      await here.beginBatch(batch('a'), T0);
      await here.addCodes('a', codes.slice(0, codePortion));
      await here.addCodes('a', codes.slice(codePortion));
      assert.deepEqual(await there.abandonedBatches(T0 + batchLifetimeMs - 1), []);
      assert.deepEqual(await there.abandonedBatches(T0 + batchLifetimeMs), ['a']);
      assert.equal(await there.dropBatch('a'), true);
      assert.equal(await there.dropBatch('a'), false);
      assert.deepEqual(await there.abandonedBatches(T0 + batchLifetimeMs), []);
      await addCodes(here, 'p', codes);
      // A batch that is finished cannot be dropped.
      assert.equal((await listAll(there, 'p', 1_000)).length, codes.length);
    });

    it('a finished batch is not dropped', async (t) => {
      const [here, there] = await open(t);
      const id = await addCodes(here, 'p', ['A']);
      assert.equal(await there.dropBatch(id), false);
      assert.deepEqual(await listAll(there, 'p', 1), ['A']);
    });

    it('the codes of a rule are listed in pages, by batch and key', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'p', ['b', 'A', 'c']);
      await addCodes(here, 'other', ['x']);
      await addCodes(here, 'p', ['aa']);
      await addCodes(here, 'p', ['z', 'y']);
      for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
        assert.deepEqual(await listAll(there, 'p', limit), ['A', 'b', 'c', 'aa', 'y', 'z']);
      }
      assert.deepEqual(await there.listCodes('none', undefined, 9), { codes: [] });
    });

    it('the codes of a removed rule are removed in portions, pending ones too', async (t) => {
      const [here, there] = await open(t);
      await addCodes(here, 'p', ['a', 'b']);
      await addCodes(here, 'other', ['x']);
      await here.beginBatch(batch('pending'), T0);
      await here.addCodes('pending', ['c']);
      while (await there.removeCodes('p'));
      assert.deepEqual(await here.findCodes(['A', 'B', 'C']), [undefined, undefined, undefined]);
      assert.equal(await here.finishBatch('pending'), false);
      assert.deepEqual(await listAll(here, 'other', 9), ['x']);
      await addCodes(here, 'q', ['a', 'b', 'c']);
    });
  });
}
