import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import {
  award,
  buy,
  entry,
  loaded,
  type Open,
  prize,
  sold,
  stock,
  sweep,
  T0,
  user,
} from './fixtures.ts';

const holdMs = 60_000;
const end = T0 + holdMs;
const rules = { holdMs };

/** Ways in which a hold ends; each gives the instant from which on it is over. */
const endings = {
  'its hold has lapsed': async () => end,
  'its lapsed hold was swept': async (store: FlashSaleStore) => {
    await sweep(store, end);
    return end;
  },
  'it was released': async (store: FlashSaleStore, id: string) => {
    await store.release(id, T0 + 1);
    return T0 + 1;
  },
  'it was confirmed': async (store: FlashSaleStore, id: string) => {
    await store.confirm(id, T0 + 1);
    return T0 + 1;
  },
};

/** Answers that repeat an old result, once the hold that it began is over. */
export function repeats(open: Open): void {
  for (const [how, finish] of Object.entries(endings)) {
    const isConfirmed = how === 'it was confirmed';

    it(`a repeated checkout shows no end of the hold after ${how}`, async (t) => {
      const [a, b] = await open(t);
      await a.load(stock(5, { rules }));
      const purchase = buy({ idempotencyKey: 'k' });
      await a.checkout(purchase);
      const now = await finish(a, purchase.reservationId);
      const repeated = { kind: 'repeated', original: sold(purchase) };
      assert.deepEqual(await b.checkout(buy({ idempotencyKey: 'k', now })), repeated);
      assert.deepEqual(await b.admit(buy({ idempotencyKey: 'k', now }), 9), repeated);
      assert.deepEqual(await a.originalOf('k', now), sold(purchase));
    });

    it(`a promotion ${isConfirmed ? 'stays, without an end,' : 'is nothing'} after ${how}`, async (t) => {
      const [a, b] = await open(t);
      await a.checkout(buy({ userId: 'u' }));
      const [promoted] = (await loaded(b, stock(1, { rules }))).promoted;
      const now = await finish(a, promoted!.reservationId);
      const { expiresAt: _, ...kept } = promoted!;
      const place = isConfirmed
        ? { kind: 'promoted', productId: 'p', ...kept }
        : { kind: 'not-queued' };
      for (const at of [now, end + 1]) {
        assert.deepEqual(await b.queuePosition('u', 'p', at), place);
        assert.deepEqual(await b.queuePosition('u', undefined, at), place);
      }
    });

    it(`a claimed prize is ${isConfirmed ? 'claimed' : 'expired'} after ${how}`, async (t) => {
      const [a, b] = await open(t);
      const won = await draw(a);
      await b.claimPrize(won.token, T0);
      const now = await finish(a, won.reservationId);
      const { orderId, reservationId } = won;
      const claimed = { kind: 'claimed', orderId, reservationId };
      const expected = isConfirmed ? claimed : { kind: 'expired' };
      assert.deepEqual(await b.claimPrize(won.token, now), expected);
      assert.equal((await b.ticket('p', 'u', now))?.state, expected.kind);
      await sweep(a, end + 3_600_000);
      assert.deepEqual(await a.claimPrize(won.token, now), expected);
      assert.equal((await a.ticket('p', 'u', now))?.state, expected.kind);
    });
  }

  it('a prize that is released or confirmed before its claim is expired or claimed', async (t) => {
    const [a, b] = await open(t);
    const released = await draw(a);
    await a.release(released.reservationId, T0);
    assert.equal((await b.ticket('p', 'u', T0))?.state, 'expired');
    assert.deepEqual(await b.claimPrize(released.token, T0), { kind: 'expired' });
    assert.equal((await b.stock('p'))?.available, 5);
    const confirmed = await draw(a);
    await b.confirm(confirmed.reservationId, T0);
    const { orderId, reservationId } = confirmed;
    const claimed = { kind: 'claimed', orderId, reservationId };
    for (const now of [T0, T0 + 3_600_000]) {
      assert.equal((await a.ticket('p', 'u', now))?.state, 'claimed');
      assert.deepEqual(await a.claimPrize(confirmed.token, now), claimed);
      await sweep(b, now);
    }
  });

  it('the next buyer gets the unit of a claimed prize that has lapsed, by a further round', async (t) => {
    const [a, b] = await open(t);
    const won = await draw(a, ['u', 'v'], 1);
    await b.claimPrize(won.token, T0);
    await sweep(b, end);
    assert.equal((await a.closeRound('p', 2, 1)).kind, 'closed');
    const entrants = await b.entrants({ productId: 'p', round: 2, seed: 'seed 2' }, 0);
    assert.deepEqual(entrants?.entrants.map(user), ['v']);
    await award(a, 2, [prize('v')]);
    assert.deepEqual((await a.ticket('p', 'u', end))?.state, 'expired');
    assert.deepEqual((await a.ticket('p', 'v', end))?.state, 'won');
  });

  /** A new lottery that the first of the users has won. */
  async function draw(store: FlashSaleStore, users = ['u'], total = 5) {
    await store.load(stock(total, { flow: 'lottery', rules, reset: true }));
    for (const userId of users) await store.enterLottery(entry(userId));
    await store.closeRound('p', 1, 1);
    const won = prize(users[0]!);
    await award(store, 1, [won]);
    return won;
  }
}
