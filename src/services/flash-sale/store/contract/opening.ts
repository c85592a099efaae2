import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deviceRate } from '../../limits.ts';
import type { SaleMode } from '../ledger.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import {
  buy,
  fill,
  loaded,
  type Open,
  released,
  reserve,
  room,
  sold,
  stock,
  T0,
  user,
} from './fixtures.ts';

const startsAt = T0 + 1_000;
const endsAt = T0 + 9_000;
const notOpen = { kind: 'not-open', startsAt };

const set = (store: FlashSaleStore, mode: SaleMode) => store.setMode('p', mode, T0);

export function opening(open: Open): void {
  it('sells from starts_at on, and before ends_at', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(50, { rules: { startsAt, endsAt } }));
    const kindAt = async (now: number) => (await b.checkout(buy({ now }))).kind;
    assert.deepEqual(await a.checkout(buy()), notOpen);
    assert.equal(await kindAt(startsAt - 1), 'not-open');
    assert.equal(await kindAt(startsAt), 'completed');
    assert.equal(await kindAt(endsAt - 1), 'completed');
    assert.equal(await kindAt(endsAt), 'over');
    assert.equal(await kindAt(endsAt + 1e9), 'over');
  });

  it('a sale that is over queues nobody either, and those who wait are promoted', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1, { rules: { endsAt } }));
    const id = await reserve(a);
    await b.checkout(buy({ userId: 'u' }));
    assert.deepEqual(await a.checkout(buy({ now: endsAt })), { kind: 'over' });
    const outcome = await b.release(id, endsAt);
    assert.deepEqual(outcome.kind === 'released' && outcome.promoted.map(user), ['u']);
  });

  it('a user who waited before the load is promoted by it, even before starts_at', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    const { promoted } = await loaded(b, stock(1, { rules: { startsAt } }));
    assert.deepEqual(promoted.map(user), ['u']);
  });

  it('paused, it sells and queues nothing; holds and promotions go on', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(2));
    const [first, second] = [await reserve(a), await reserve(b)];
    await a.checkout(buy({ userId: 'u' }));
    assert.equal(await set(b, 'paused'), 'set');
    assert.deepEqual(await a.checkout(buy()), { kind: 'paused' });
    assert.deepEqual((await released(a, first)).promoted.map(user), ['u']);
    assert.equal((await b.confirm(second, T0)).kind, 'confirmed');
    assert.equal(await set(a, 'open'), 'set');
    assert.equal((await b.checkout(buy())).kind, 'queued');
  });

  it('closed, it is over, its waiting room is empty, and confirm and release work', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(2));
    const [first, second] = [await reserve(a), await reserve(b)];
    const users = ['u0', 'u1'];
    for (const userId of users) await a.checkout(buy({ userId, qty: 2 }));
    assert.equal(await set(b, 'closed'), 'set');
    assert.deepEqual(await a.checkout(buy()), { kind: 'over' });
    for (const userId of users) {
      assert.deepEqual(await a.queuePosition(userId, 'p', T0), { kind: 'not-queued' });
    }
    assert.equal((await b.confirm(first, T0)).kind, 'confirmed');
    const { promoted, waiting } = await released(b, second);
    assert.deepEqual([promoted, waiting], [[], 0]);
    assert.equal((await a.stock('p'))!.available, 1);
  });

  it('a closed sale may be opened again, and closed again', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1));
    await set(a, 'closed');
    await set(b, 'open');
    await reserve(a);
    assert.deepEqual(await b.checkout(buy({ userId: 'u' })), { kind: 'queued', position: 0 });
    for (const store of [a, b]) assert.equal(await set(store, 'closed'), 'set');
    assert.deepEqual(await a.queuePosition('u', 'p', T0), { kind: 'not-queued' });
  });

  it('closing drops all of thousands of waiting users, and promotes none of them', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1));
    const id = await reserve(a);
    const users = Array.from({ length: 1_100 }, (_, i) => `u${i}`);
    for (const userId of users) await a.checkout(buy({ userId }));
    const closing = set(a, 'closed');
    const [, again, release] = await Promise.all([closing, set(b, 'closed'), b.release(id, T0)]);
    assert.equal(again, 'set');
    const { available, held, waiting } = (await b.stock('p'))!;
    assert.equal(waiting, 0);
    // On two connections the release may come before the close: then it promotes the first.
    const promoted = release.kind === 'released' ? release.promoted.map(user) : [];
    assert.deepEqual([available, held], promoted.length === 1 ? [0, 1] : [1, 0]);
    for (const userId of ['u1', 'u550', 'u1099']) {
      assert.equal((await b.queuePosition(userId, undefined, T0)).kind, 'not-queued');
    }
  });

  it('a user who waited again after a promotion is nowhere when it is closed', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    await b.load(stock(1));
    await a.checkout(buy({ userId: 'u' }));
    await set(b, 'closed');
    assert.deepEqual(await a.queuePosition('u', 'p', T0), { kind: 'not-queued' });
  });

  it('ended comes before not begun, and not begun before paused', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { rules: { startsAt, endsAt } }));
    await set(a, 'paused');
    assert.deepEqual(await b.checkout(buy()), notOpen);
    assert.deepEqual(await b.checkout(buy({ now: startsAt })), { kind: 'paused' });
    assert.deepEqual(await b.checkout(buy({ now: endsAt })), { kind: 'over' });
    await set(a, 'closed');
    assert.deepEqual(await b.checkout(buy()), { kind: 'over' });
  });

  it('a load clears the times, and leaves what the operator set', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { rules: { startsAt } }));
    await set(a, 'paused');
    await b.load(stock(5, { reset: true }));
    assert.deepEqual(await a.checkout(buy()), { kind: 'paused' });
    await set(b, 'open');
    assert.equal((await a.checkout(buy())).kind, 'completed');
  });

  it('of a product that was never loaded is unknown', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy());
    assert.equal(await set(b, 'paused'), 'unknown');
    assert.equal((await a.checkout(buy())).kind, 'queued');
  });

  it('comes after the key and the rate limit, and before what the flow demands', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5, { flow: 'voucher' }));
    await a.claimVoucher({ productId: 'p', userId: 'u', device: 'other', now: T0 });
    const first = buy({ userId: 'u', idempotencyKey: 'k' });
    await a.checkout(first);
    await set(a, 'paused');
    const repeat = await b.checkout(buy({ idempotencyKey: 'k' }));
    assert.deepEqual(repeat, { kind: 'repeated', original: sold(first) });
    await fill(a, ['busy'], deviceRate.limit, T0);
    assert.deepEqual(await b.checkout(buy({ devices: ['busy'] })), { kind: 'rate-limited' });
    assert.deepEqual(await b.checkout(buy()), { kind: 'paused' });
  });

  const refusals = [
    ['not-open', { startsAt }, 'open'],
    ['over', { endsAt: T0 }, 'open'],
    ['paused', {}, 'paused'],
    ['over', {}, 'closed'],
  ] as const;
  for (const [kind, rules, mode] of refusals) {
    it(`${kind} by ${mode === 'open' ? 'the clock' : 'the operator'} leaves stock, window, key and pool as they were`, async (t) => {
      const [a, b] = await open(t);
      await a.load(stock(5, { rules }));
      await set(a, mode);
      const attempt = () => buy({ devices: ['d'], idempotencyKey: 'k' });
      for (let i = 0; i < 25; i++) {
        assert.equal((await a.checkout(attempt())).kind, kind);
        assert.equal((await b.admit(attempt(), 1)).kind, kind);
      }
      assert.equal(await b.originalOf('k', T0), undefined);
      assert.equal((await b.stock('p'))!.available, 5);
      assert.equal(await room(b, 'd', T0), deviceRate.limit);
      assert.deepEqual(await b.admit(buy({ productId: 'q' }), 1), { kind: 'admitted' });
    });
  }

  it('a pause between admission and sale refuses the sale, and leaves nothing of it', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const admitted = buy({ devices: ['d'] });
    await a.admit(admitted, 1);
    await set(b, 'paused');
    assert.deepEqual(await a.sell(admitted), { kind: 'paused' });
    assert.equal(await b.originalOf(admitted.idempotencyKey, T0), undefined);
    assert.equal(await room(a, 'd', T0), deviceRate.limit);
    assert.deepEqual(await b.admit(buy({ productId: 'q' }), 1), { kind: 'admitted' });
  });

  it('pause against checkout: nothing is sold after the pause was answered', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1_000));
    let held: number | undefined;
    const pausing = (async () => {
      await set(b, 'paused');
      held = (await b.stock('p'))!.held;
    })();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => [a, b][i % 2]!.checkout(buy())),
    );
    await pausing;
    const completed = outcomes.filter(({ kind }) => kind === 'completed').length;
    assert.ok(outcomes.every(({ kind }) => kind === 'completed' || kind === 'paused'));
    assert.deepEqual([(await a.stock('p'))!.held, held], [completed, completed]);
  });
}
