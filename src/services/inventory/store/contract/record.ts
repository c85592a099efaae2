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
