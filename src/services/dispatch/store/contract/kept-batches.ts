import assert from 'node:assert/strict';
import { it } from 'node:test';
import { variantA } from '../../rules/variant-a.ts';
import type { Open } from '../../test/fixtures.ts';
import type { KeptBatch } from '../batches.ts';
import { limits, type DispatchStore } from '../dispatch-store.ts';

const kept = (batchId: string): KeptBatch => ({
  batchId,
  at: 1_700_000_000_000.5,
  method: 'per driver',
  weights: { ...variantA.weights },
  orders: [
    {
      orderId: 'ünï 点"',
      lat: 12.971234567890123,
      lng: -0.1,
      priorityWeight: 1 / 3,
      submittedAt: 1_699_999_999_999,
      rejectedBy: ['d 2'],
    },
  ],
  drivers: {
    driverId: ['d1', 'd2'],
    lat: [1, 2],
    lng: [3, -4],
    speedKmh: [30, 1e-7],
    maxOrders: [1, 2],
    lastAssignedAt: [null, 5],
  },
  matches: [{ orderId: 'ünï 点"', driverId: 'd1', score: 0.1 + 0.2 }],
});

async function ids(store: DispatchStore, before = Number.MAX_SAFE_INTEGER, limit = 1_000) {
  const page = await store.batches.page(before, limit);
  return page.map(({ summary }) => summary.batchId);
}

export function keptBatches(open: Open): void {
  it('keeps a batch exactly as it was matched', async (t) => {
    const [a, b] = await open(t, variantA);
    await a.batches.save(kept('b1'), 10);
    assert.deepEqual(await b.batches.find('b1'), kept('b1'));
    assert.equal(await b.batches.find('none'), undefined);
    const [{ summary } = { summary: undefined }] = await b.batches.page(Number.MAX_SAFE_INTEGER, 1);
    const { at, method } = kept('b1');
    const counts = { orders: 1, drivers: 2, matched: 1 };
    assert.deepEqual(summary, { batchId: 'b1', at, method, ...counts });
  });

  it('keeps the newest, and lists them newest first', async (t) => {
    const [a, b] = await open(t, variantA);
    for (let i = 0; i < 7; i++) await (i % 2 ? a : b).batches.save(kept(`b${i}`), 5);
    assert.deepEqual(await ids(a), ['b6', 'b5', 'b4', 'b3', 'b2']);
    assert.equal(await a.batches.find('b1'), undefined);
    const [, second] = await b.batches.page(Number.MAX_SAFE_INTEGER, 2);
    assert.deepEqual(await ids(b, second!.seq, 2), ['b4', 'b3']);
  });

  it('deletes in portions when fewer are to be kept', async (t) => {
    const [a] = await open(t, variantA);
    const names = Array.from({ length: limits.portion + 10 }, (_, i) => `b${i}`);
    await Promise.all(names.map((name) => a.batches.save(kept(name), 1_000)));
    await a.batches.save(kept('last'), 1);
    assert.equal((await ids(a)).length, 11);
    await a.batches.save(kept('very last'), 1);
    assert.deepEqual(await ids(a), ['very last']);
  });
}
