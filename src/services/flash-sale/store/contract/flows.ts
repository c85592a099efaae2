import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitEvenly } from '../../buckets.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import { type Open, T0, buy, stock, waiting, loaded, user, sum } from './fixtures.ts';

export function flows(open: Open): void {
  it('race: one counter, and nobody queues', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(3, { flow: 'race' }));
    assert.equal((await b.checkout(buy({ qty: 2, bucket: 9 }))).kind, 'completed');
    assert.deepEqual(await a.checkout(buy({ qty: 2 })), { kind: 'sold-out' });
    assert.equal((await a.checkout(buy({ bucket: 5 }))).kind, 'completed');
    const view = await b.stock('p');
    assert.deepEqual(view && [view.flow, view.waiting, view.buckets], ['race', 0, [0]]);
  });

  it('weighted: premium users stand before regular ones, in order of arrival', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(0, { flow: 'weighted' }));
    await a.setTier(['p0', 'p1', 'former'], 'premium');
    await b.setTier(['former'], 'regular');
    const join = (userId: string) => a.checkout(buy({ userId }));
    for (const [userId, position] of [
      ['r0', 0],
      ['p0', 0],
      ['former', 2],
      ['p1', 1],
    ] as const) {
      assert.deepEqual(await join(userId), { kind: 'queued', position });
    }
    assert.deepEqual(await b.queuePosition('former', 'p', T0), waiting('p', 3, false));
    const { promoted } = await loaded(b, stock(3, { reset: true, flow: 'weighted' }));
    assert.deepEqual(promoted.map(user), ['p0', 'p1', 'r0']);
    assert.deepEqual(await a.queuePosition('former', 'p', T0), waiting('p', 0));
  });

  it('as many users as a request names are made premium, and regular again', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(0, { flow: 'weighted' }));
    const users = Array.from({ length: 450 }, (_, i) => `u${i}`);
    const join = (userId: string) => b.checkout(buy({ userId }));
    await a.setTier(users, 'premium');
    await join('regular');
    assert.deepEqual(await join('u0'), { kind: 'queued', position: 0 });
    assert.deepEqual(await join('u449'), { kind: 'queued', position: 1 });
    await a.setTier(users, 'regular');
    assert.deepEqual(await join('u1'), { kind: 'queued', position: 3 });
    assert.deepEqual(await join('u448'), { kind: 'queued', position: 4 });
  });

  it('only a weighted sale prefers premium users', async (t) => {
    const [a, b] = await open(t);
    await a.setTier(['premium'], 'premium');
    await a.checkout(buy({ userId: 'regular' }));
    assert.deepEqual(await b.checkout(buy({ userId: 'premium' })), { kind: 'queued', position: 1 });
  });

  it('voucher: claimed once a user, up to the limit, and only holders buy', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(9, { flow: 'voucher', voucherLimit: 2 }));
    await a.load(stock(9, { productId: 'q' }));
    const claim = (handle: FlashSaleStore, userId: string) =>
      handle.claimVoucher({ productId: 'p', userId: userId, device: userId, now: T0 });
    assert.equal(await claim(a, 'u0'), 'claimed');
    assert.equal(await claim(b, 'u0'), 'already-claimed');
    assert.equal(await claim(b, 'u1'), 'claimed');
    assert.equal(await claim(a, 'u2'), 'none-left');
    assert.equal(await claim(a, 'u1'), 'already-claimed');
    assert.equal(
      await a.claimVoucher({ productId: 'q', userId: 'u0', device: 'd', now: T0 }),
      'wrong-flow',
    );
    assert.equal(
      await a.claimVoucher({ productId: 'r', userId: 'u0', device: 'd', now: T0 }),
      'unknown',
    );
    assert.equal((await b.checkout(buy({ userId: 'u1' }))).kind, 'completed');
    assert.equal((await a.checkout(buy({ userId: 'u2' }))).kind, 'voucher-required');
  });

  it('voucher: the last one goes to one of two who claim it at once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(9, { flow: 'voucher', voucherLimit: 1 }));
    const claims = [a, b].map((handle, i) =>
      handle.claimVoucher({ productId: 'p', userId: `u${i}`, device: `d${i}`, now: T0 }),
    );
    assert.deepEqual((await Promise.all(claims)).toSorted(), ['claimed', 'none-left']);
  });

  it('voucher: a device claims at most 20 a second', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(99, { flow: 'voucher' }));
    const claim = (i: number, now: number) =>
      [a, b][i % 2]!.claimVoucher({ productId: 'p', userId: `u${i}`, device: 'd', now: now });
    for (let i = 0; i < 20; i++) assert.equal(await claim(i, T0), 'claimed');
    assert.equal(await claim(20, T0 + 999), 'rate-limited');
    assert.equal(await claim(20, T0 + 1_000), 'claimed');
  });

  it('slotted: the named slot or the running one first, then those after it', async (t) => {
    const [a, b] = await open(t);
    const slots = ['11:00', '12:00', '13:00'];
    const perSlot = [...splitEvenly(10), ...splitEvenly(20), ...splitEvenly(30)];
    await a.load(stock(0, { flow: 'slotted', slots, buckets: perSlot }));
    const left = async () => {
      const view = await b.stock('p');
      return [0, 10, 20].map((start) => sum(view!.buckets.slice(start, start + 10)));
    };
    await a.checkout(buy({ qty: 9 })); // T0 is 12:00
    assert.deepEqual(await left(), [10, 11, 30]);
    await b.checkout(buy({ qty: 12 }));
    assert.deepEqual(await left(), [10, 11, 18]);
    await b.checkout(buy({ qty: 1, slot: '13:00' }));
    assert.deepEqual(await left(), [10, 11, 17]);
    await a.checkout(buy({ qty: 15, slot: '11:00' }));
    assert.deepEqual(await left(), [10, 11, 2]);
    await a.checkout(buy({ qty: 23, slot: '11:00' }));
    assert.deepEqual(await left(), [0, 0, 0]);
    assert.deepEqual(await b.checkout(buy()), { kind: 'queued', position: 0 });
  });
}
