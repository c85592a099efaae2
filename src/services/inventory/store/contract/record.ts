import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OnHand, RecordStore, CompleteSnapshot } from '../record.ts';
import type { Movement, OutboxEntry } from '../outbox.ts';
import { emptyStock } from '../stock.ts';
import { milk, T0, together, type Open } from '../../test/fixtures.ts';

type Numbers = [delta: number, seq: number];

let serial = 0;

/** An entry of hub `hub` that moves each SKU by a number of units. */
function entry(units: Record<string, Numbers>, more: Partial<OutboxEntry> = {}): OutboxEntry {
  const movements = Object.entries(units).map(([sku, [delta, seq]]): Movement => {
    return { sku, qty: Math.abs(delta), delta, seq };
  });
  const id = `entry ${++serial}`;
  const order = { orderId: `order ${id}`, userId: 'u' };
  return { id, kind: 'confirm', hubId: 'hub', ...order, at: T0, movements, ...more };
}

async function onHand(record: RecordStore): Promise<OnHand[]> {
  const all: OnHand[] = [];
  for await (const page of record.onHand()) all.push(...page);
  return all;
}

function reading(seq: number, pending: CompleteSnapshot['pending'] = []): CompleteSnapshot {
  return { ...milk, stock: { ...emptyStock(), seq }, pending };
}

export function recording(open: Open<RecordStore>): void {
  it('the stock on hand is the sum of the movements', async (t) => {
    const [a, b] = await open(t);
    await a.append([entry({ milk: [10, 1] }, { kind: 'load', orderId: null, userId: null })]);
    await b.append([entry({ milk: [-3, 2], tea: [-1, 7] }), entry({ milk: [-2, 3] })]);
    assert.deepEqual(await onHand(a), [
      { ...milk, quantity: 5, lastSeq: 3 },
      { ...milk, sku: 'tea', quantity: -1, lastSeq: 7 },
    ]);
  });

  it('an entry that comes again changes nothing, alone or among new ones', async (t) => {
    const [a, b] = await open(t);
    const entries = [entry({ milk: [10, 1] }), entry({ milk: [-3, 2] }), entry({ milk: [-1, 3] })];
    await a.append(entries.slice(0, 2));
    await b.append(entries.slice(0, 2));
    await a.append(entries);
    await b.append(entries.toReversed());
    assert.deepEqual(await onHand(a), [{ ...milk, quantity: 6, lastSeq: 3 }]);
  });

  it('replicas that append overlapping entries at once record each once', async (t) => {
    const handles = await open(t);
    const skus = ['a', 'b', 'c', 'd', 'e'];
    const entries = Array.from({ length: 60 }, (_, i) =>
      entry({ [skus[i % 5]!]: [1, i], [skus[(i + 2) % 5]!]: [10, i] }),
    );
    await together(40, (i) => {
      const some = entries.filter((_, n) => (n * 7 + i) % 3 > 0);
      return handles[i % 2]!.append(i % 4 < 2 ? some : some.toReversed());
    });
    const quantities = (await onHand(handles[1])).map(({ quantity }) => quantity);
    assert.deepEqual(quantities, [132, 132, 132, 132, 132]);
  });

  it('a number that was given twice, after a store was restored, is recorded twice', async (t) => {
    const [a, b] = await open(t);
    await a.append([entry({ milk: [10, 1] }), entry({ milk: [-1, 2] })]);
    await b.append([entry({ milk: [-2, 2] })]);
    assert.deepEqual(await onHand(a), [{ ...milk, quantity: 7, lastSeq: 2 }]);
  });

  it('keeps units, ids and characters as they are', async (t) => {
    const [a, b] = await open(t);
    const strange = { hubId: 'Hüb "🚚" \\ {1}', orderId: "o'; --", userId: '🧍' };
    await a.append([entry({ 'Käse/x': [1e9, 1] }, strange)]);
    await a.append([entry({ 'Käse/x': [9e15 - 1e9, 2] }, strange)]);
    const key = { hubId: strange.hubId, sku: 'Käse/x' };
    assert.deepEqual(await onHand(b), [{ ...key, quantity: 9e15, lastSeq: 2 }]);
  });

  it('lists all stock keys once, in portions', async (t) => {
    const [a, b] = await open(t);
    const names = Array.from({ length: 230 }, (_, i) => ({ hubId: `hub ${i % 23}`, sku: `s${i}` }));
    await a.append(names.map(({ hubId, sku }) => entry({ [sku]: [1, 1] }, { hubId })));
    const listed = (await onHand(b)).map(({ hubId, sku }) => `${hubId} ${sku}`);
    assert.equal(listed.length, 230);
    assert.deepEqual(new Set(listed), new Set(names.map(({ hubId, sku }) => `${hubId} ${sku}`)));
  });
}

export function comparing(open: Open<RecordStore>): void {
  it('leaves out what happened after the reading', async (t) => {
    const [a, b] = await open(t);
    const entries = [entry({ milk: [10, 1] }), entry({ milk: [-3, 2] }), entry({ milk: [-2, 3] })];
    await a.append([...entries, entry({ tea: [99, 3] })]);
    const readings = [0, 1, 2, 3, 4].map((seq) => reading(seq));
    const recorded = (await b.compare(readings)).map((one) => one.recorded);
    assert.deepEqual(recorded, [0, 10, 7, 5, 5]);
  });

  it('counts what waited and was not recorded', async (t) => {
    const [a, b] = await open(t);
    const [first, second, third] = [
      entry({ milk: [10, 1] }),
      entry({ milk: [-3, 2], tea: [-9, 2] }),
      entry({ milk: [-2, 3] }),
    ];
    await a.append([first, third]);
    const pending = [
      { entryId: second.id, seq: 2, delta: -3 },
      { entryId: third.id, seq: 3, delta: -2 },
    ];
    assert.deepEqual(await b.compare([reading(3, pending)]), [{ recorded: 8, unrecorded: -3 }]);
    await b.append([second]);
    assert.deepEqual(await a.compare([reading(3, pending)]), [{ recorded: 5, unrecorded: 0 }]);
  });

  it('answers in the order of the readings, with 0 for what it never heard of', async (t) => {
    const [a, b] = await open(t);
    await a.append([entry({ milk: [10, 1] }), entry({ tea: [4, 1] })]);
    const named = (sku: string) => ({ ...reading(1), sku });
    const comparisons = await b.compare(['tea', 'none', 'milk'].map(named));
    assert.deepEqual(
      comparisons.map(({ recorded }) => recorded),
      [4, 0, 10],
    );
    assert.deepEqual(await b.compare([]), []);
  });
}

export function listing(open: Open<RecordStore>): void {
  const numbers = (found: readonly { seq: number }[]) => found.map(({ seq }) => seq);

  it('has every member of each kind', async (t) => {
    const [a, b] = await open(t);
    const nobody = { orderId: null, userId: null };
    const why = { reason: 'counted', reference: 'r' };
    const confirmed = entry({ milk: [-3, 3] }, { orderId: 'o', userId: 'u', at: T0 + 3 });
    const adjusted = entry({ milk: [5, 2] }, { kind: 'adjust', ...nobody, ...why });
    const loaded = entry({ milk: [10, 1] }, { kind: 'load', ...nobody });
    await a.append([confirmed, adjusted, loaded]);
    const of = { ...milk, reservationId: null, ...nobody, reason: null, reference: null, at: T0 };
    assert.deepEqual(await b.movements(milk, undefined, 10), [
      {
        ...of,
        entryId: confirmed.id,
        kind: 'confirm',
        qty: 3,
        delta: -3,
        seq: 3,
        reservationId: confirmed.id,
        orderId: 'o',
        userId: 'u',
        at: T0 + 3,
      },
      { ...of, ...why, entryId: adjusted.id, kind: 'adjust', qty: 5, delta: 5, seq: 2 },
      { ...of, entryId: loaded.id, kind: 'load', qty: 10, delta: 10, seq: 1 },
    ]);
  });

  it('the newest first, those of the stock key alone, page by page', async (t) => {
    const [a, b] = await open(t);
    const entries = Array.from({ length: 25 }, (_, i) => entry({ milk: [1, i + 1], tea: [1, i] }));
    await a.append(entries);
    await a.append([entry({ milk: [1, 99] }, { hubId: 'another' })]);
    const all = await b.movements(milk, undefined, 100);
    assert.deepEqual(
      numbers(all),
      Array.from({ length: 25 }, (_, i) => 25 - i),
    );
    const first = await b.movements(milk, undefined, 10);
    const second = await b.movements(milk, first.at(-1), 10);
    const third = await b.movements(milk, second.at(-1), 10);
    assert.deepEqual(
      [first, second, third].map(({ length }) => length),
      [10, 10, 5],
    );
    assert.deepEqual([...first, ...second, ...third], all);
    assert.deepEqual(await b.movements({ ...milk, sku: 'nothing' }, undefined, 10), []);
  });

  it('shows a number that was given twice twice, also from page to page', async (t) => {
    const [a, b] = await open(t);
    await a.append([entry({ milk: [1, 1] }), entry({ milk: [2, 1] }), entry({ milk: [3, 1] })]);
    const [one] = await b.movements(milk, undefined, 1);
    const rest = await b.movements(milk, one, 10);
    assert.deepEqual(new Set([one!, ...rest].map(({ qty }) => qty)), new Set([1, 2, 3]));
  });
}
