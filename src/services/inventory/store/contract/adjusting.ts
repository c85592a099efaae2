import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits, lifetimes, type InventoryStore } from '../inventory-store.ts';
import type { Adjustment } from '../stock.ts';
import {
  adjustment,
  counts,
  lines,
  load,
  milk,
  reap,
  reserved,
  T0,
  together,
  type Open,
} from '../../test/fixtures.ts';

export function adjusting(open: Open<InventoryStore>): void {
  it('changes what is available; what is held and confirmed stays', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    await reserved(a, { lines: lines({ milk: 3 }) });
    await b.confirm(await reserved(a, { lines: lines({ milk: 2 }) }), T0);
    const stock = { loaded: 60, buckets: [55], held: 3, confirmed: 2, seq: 3 };
    assert.deepEqual(await b.adjust(adjustment(50)), { kind: 'adjusted', stock });
    assert.deepEqual(await a.stock(milk), stock);
    const less = { loaded: 5, buckets: [0], held: 3, confirmed: 2, seq: 4 };
    assert.deepEqual(await a.adjust(adjustment(-55)), { kind: 'adjusted', stock: less });
  });

  it('the outbox has it, with its reason and its reference', async (t) => {
    const [a, b] = await open(t);
    const one = adjustment(7, { entryId: 'e', reference: 'r', reason: 'found "7"' });
    await a.adjust(one);
    const why = { orderId: null, userId: null, reason: 'found "7"', reference: 'r' };
    const movements = [{ sku: 'milk', qty: 7, delta: 7, seq: 1 }];
    const entry = { id: 'e', kind: 'adjust', hubId: 'hub', ...why, at: T0, movements };
    assert.deepEqual(await b.claim(T0), [entry]);
  });

  it('below zero available it is refused and changes nothing', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    await reserved(a, { lines: lines({ milk: 4 }) });
    const before = [await b.stock(milk), await b.backlog()];
    assert.deepEqual(await b.adjust(adjustment(-7)), { kind: 'short', available: 6 });
    assert.deepEqual([await a.stock(milk), await a.backlog()], before);
  });

  it('an unknown SKU is created, not by a refused one', async (t) => {
    const [a, b] = await open(t);
    assert.deepEqual(await a.adjust(adjustment(-1)), { kind: 'short', available: 0 });
    assert.equal(await b.stock(milk), undefined);
    await a.adjust(adjustment(1));
    const stock = { loaded: 1, buckets: [1], held: 0, confirmed: 0, seq: 1 };
    assert.deepEqual(await b.stock(milk), stock);
    const keys = [];
    for await (const page of b.stockKeys()) keys.push(...page);
    assert.deepEqual(
      keys.map((key) => ({ ...key })),
      [milk],
    );
  });

  it('a hot SKU stays one, its units spread evenly', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(20, { partitioned: true }));
    await a.adjust(adjustment(5));
    assert.deepEqual((await b.stock(milk))?.buckets, [3, 3, 3, 3, 3, 2, 2, 2, 2, 2]);
    await b.adjust(adjustment(-24));
    assert.deepEqual((await a.stock(milk))?.buckets, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('makes no more available than a loading may', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(limits.available - 1));
    const available = limits.available - 1;
    assert.deepEqual(await b.adjust(adjustment(2)), { kind: 'above-limit', available });
    assert.equal((await b.adjust(adjustment(1))).kind, 'adjusted');
  });

  it('the same reference again gets the first answer, and has no second effect', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(10));
    const one = adjustment(5);
    const first = await a.adjust(one);
    await a.adjust(adjustment(1));
    await reserved(a, { lines: lines({ milk: 16 }) });
    for (const handle of [b, a]) {
      const again = { ...one, entryId: 'another', now: T0 + lifetimes.referenceMs };
      assert.deepEqual(await handle.adjust(again), first);
    }
    assert.deepEqual(await counts(b), [0, 16, 0]);
    assert.equal((await b.backlog()).entries, 3);
  });

  it('with another body the reference is refused, in any hub', async (t) => {
    const [a, b] = await open(t);
    const one = adjustment(5);
    await a.adjust(one);
    const others: Partial<Adjustment>[] = [{ delta: 6 }, { sku: 'tea' }, { reason: 'other' }];
    for (let i = 0; i < 20; i++) others.push({ hubId: `hub ${i}` });
    for (const other of others) {
      const outcome = await b.adjust({ ...one, ...other, entryId: 'another' });
      assert.deepEqual(outcome, { kind: 'reference-used' });
    }
    assert.equal((await b.backlog()).entries, 1);
    assert.equal(await a.stock({ ...milk, hubId: 'hub 3' }), undefined);
  });

  it('a refused adjustment does not use the reference up, for the same body or another', async (t) => {
    const [a, b] = await open(t);
    const one = adjustment(-5, { reference: 'r' });
    assert.deepEqual(await a.adjust(one), { kind: 'short', available: 0 });
    await a.load(load(7));
    assert.equal((await b.adjust(one)).kind, 'adjusted');
    assert.deepEqual(await counts(a), [2, 0, 0]);

    const refused = adjustment(-5, { reference: 's' });
    assert.equal((await a.adjust(refused)).kind, 'short');
    const elsewhere = adjustment(5, { reference: 's', hubId: 'hub 2' });
    assert.equal((await b.adjust(elsewhere)).kind, 'adjusted');
    await a.load(load(7));
    assert.deepEqual(await a.adjust(refused), { kind: 'reference-used' });
    assert.deepEqual(await counts(b), [7, 0, 0]);
    assert.deepEqual(await counts(b, { ...milk, hubId: 'hub 2' }), [5, 0, 0]);
  });

  it('the reference is kept for 7 days, swept or not', async (t) => {
    const [a, b] = await open(t);
    const now = T0 + lifetimes.referenceMs;
    const [one, two] = [adjustment(5), adjustment(5)];
    for (const each of [one, two]) await a.adjust(each);
    await reap(b, now);
    for (const each of [one, two]) {
      const outcome = await b.adjust({ ...each, delta: 6, now });
      assert.deepEqual(outcome, { kind: 'reference-used' });
    }
    assert.equal((await b.adjust({ ...one, entryId: 'c', now: now + 1 })).kind, 'adjusted');
    await reap(b, now + 1);
    const other = { ...two, hubId: 'hub 2', entryId: 'd', now: now + 1 };
    assert.equal((await a.adjust(other)).kind, 'adjusted');
    assert.deepEqual(await counts(b), [15, 0, 0]);
    assert.deepEqual(await counts(b, other), [5, 0, 0]);
  });

  it('the same one sent 50 times at once changes the stock once', async (t) => {
    const handles = await open(t);
    const one = adjustment(5);
    const outcomes = await together(50, (i) =>
      handles[i % 2]!.adjust({ ...one, entryId: `e ${i}` }),
    );
    for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0]);
    assert.deepEqual(await counts(handles[1]), [5, 0, 0]);
    assert.equal((await handles[1].backlog()).entries, 1);
  });

  it('when different ones race for a reference, in several hubs, one is made', async (t) => {
    const handles = await open(t);
    for (let round = 0; round < 10; round++) {
      const reference = `round ${round}`;
      const hubs = Array.from({ length: 5 }, (_, i) => `hub ${round} ${i}`);
      const outcomes = await together(10, async (i) => {
        const hubId = hubs[i % 5]!;
        const more = { hubId, reference, reason: 'same', entryId: `${reference} ${i}` };
        try {
          return await handles[i % 2]!.adjust(adjustment(5, more));
        } catch (error) {
          // They have revoked each other's grants time and again: to be tried again.
          assert.match(String(error), /contend/);
          return { kind: 'contended' };
        }
      });
      const made = hubs.filter((_, i) =>
        [outcomes[i]!, outcomes[i + 5]!].some(({ kind }) => kind === 'adjusted'),
      );
      assert.equal(made.length, 1, JSON.stringify(outcomes));
      const stocks = await Promise.all(hubs.map((hubId) => counts(handles[0], { ...milk, hubId })));
      assert.equal(stocks.filter((stock) => stock !== undefined).length, 1);
    }
  });
}
