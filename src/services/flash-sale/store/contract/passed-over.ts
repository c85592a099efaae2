import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import { buy, loaded, type Open, released, reserve, stock, sweep, T0, user } from './fixtures.ts';

async function rank(store: FlashSaleStore, userId: string) {
  const place = await store.queuePosition(userId, 'p', T0);
  return place.kind === 'waiting' ? place.position : place.kind;
}

/** Ways in which a room that somebody was passed over in becomes empty. */
const emptied = {
  'the one who was passed over leaves': (store: FlashSaleStore) => store.leave('huge', 'p', T0),
  'a close drops everybody': async (store: FlashSaleStore) => {
    await store.setMode('p', 'closed', T0);
    await store.setMode('p', 'open', T0);
  },
};

/** Users who want more than was ever loaded, and those who come after them. */
export function passedOver(open: Open): void {
  for (const [how, empty] of Object.entries(emptied)) {
    for (const flow of ['standard', 'weighted', 'voucher', 'slotted'] as const) {
      it(`promotes the next buyer in order after ${how}, in a ${flow} sale`, async (t) => {
        const [a, b] = await open(t);
        const slots = flow === 'slotted' ? ['12:00'] : [];
        await a.setTier(['huge', 'u3'], 'premium');
        await b.load(stock(2, { flow, slots, voucherLimit: 9 }));
        for (const userId of ['u1', 'huge', 'u2', 'u3', 'u4']) {
          if (flow !== 'voucher') break;
          await a.claimVoucher({ productId: 'p', userId, device: userId, now: T0 });
        }
        const first = await reserve(a, { userId: 'u1' });
        await a.checkout(buy({ userId: 'huge', qty: 3 }));
        assert.deepEqual((await released(b, first)).promoted, []);
        await empty(a);
        const sold = await reserve(b, { userId: 'u2', qty: 2 });
        assert.deepEqual(await a.checkout(buy({ userId: 'u3' })), { kind: 'queued', position: 0 });
        assert.deepEqual((await released(b, sold)).promoted.map(user), ['u3']);
        assert.equal((await a.checkout(buy({ userId: 'u4' }))).kind, 'completed');
      });
    }
  }

  it('serves a newcomer behind several who were passed over, when some of them leave', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1));
    const sold = await reserve(b);
    for (const userId of ['h0', 'h1', 'h2']) await a.checkout(buy({ userId, qty: 2 }));
    const { promoted } = await released(b, sold);
    assert.deepEqual(promoted, []);
    const again = await reserve(a);
    for (const userId of ['h2', 'h1']) await b.leave(userId, 'p', T0);
    await a.checkout(buy({ userId: 'u0' }));
    await b.checkout(buy({ userId: 'u1' }));
    assert.deepEqual((await released(a, again)).promoted.map(user), ['u0']);
    assert.equal(await rank(b, 'h0'), 0);
    assert.equal(await rank(a, 'u1'), 1);
  });

  it('promotes by a lapse and by a smaller load those who came after a passed-over buyer left', async (t) => {
    const [a, b] = await open(t);
    const rules = { holdMs: 5_000 };
    await a.load(stock(1, { rules }));
    await a.checkout(buy({ userId: 'huge', qty: 2 }));
    const first = await reserve(b);
    await released(a, first);
    await reserve(b);
    await a.leave('huge', 'p', T0);
    await b.checkout(buy({ userId: 'u0' }));
    const { promoted } = await sweep(a, T0 + 5_000);
    assert.deepEqual(promoted.map(user), ['u0']);
    await b.checkout(buy({ userId: 'huge', qty: 3 }));
    await loaded(a, stock(2, { reset: true }));
    await b.leave('huge', 'p', T0);
    const sold = await reserve(a, { qty: 2 });
    await b.checkout(buy({ userId: 'u1' }));
    assert.deepEqual((await released(a, sold)).promoted.map(user), ['u1']);
  });
}
