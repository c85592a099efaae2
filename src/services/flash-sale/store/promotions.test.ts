import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Promotions, type Slice } from './promotions.ts';

const promoted = (userId: string) => ({ userId, orderId: 'o', reservationId: 'r' });

test('a caller who comes when a run has just ended begins a new one, and does not join the old one', async () => {
  const slices = ['ann', 'bob'].map(() => Promise.withResolvers<Slice>());
  let begun = 0;
  const promotions = new Promotions(() => slices[begun++]!.promise);
  const first = promotions.finish('p', 0);
  const joined = promotions.finish('p', 0);
  slices[0]!.resolve({ promoted: [promoted('ann')], isOver: true });
  await slices[0]!.promise;
  const second = promotions.finish('p', 0);
  slices[1]!.resolve({ promoted: [promoted('bob')], isOver: true });
  assert.deepEqual(await first, [promoted('ann')]);
  assert.deepEqual(await joined, [promoted('ann')]);
  assert.deepEqual(await second, [promoted('bob')]);
});
