import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitEvenly } from '../../buckets.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import type { Checkout, Refused } from '../checkouts.ts';
import type { StockLoad } from '../ledger.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import { type Open, T0, buy, stock, sold, fill, room } from './fixtures.ts';

export function idempotency(open: Open): void {
  it('a key that sold answers what it sold for 10 minutes, then may be used again', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const first = buy({ idempotencyKey: 'k' });
    const sale = sold(first);
    assert.deepEqual(await a.checkout(first), sale);
    for (const later of [0, lifetimesMs.lock - 1, lifetimesMs.lock, lifetimesMs.result - 1]) {
      const again = buy({ idempotencyKey: 'k', now: T0 + later });
      assert.deepEqual(await b.checkout(again), { kind: 'repeated', original: sale });
      assert.deepEqual(await b.admit(again, 9), { kind: 'repeated', original: sale });
      assert.deepEqual(await b.originalOf('k', T0 + later), sale);
    }
    assert.equal((await b.stock('p'))?.held, 1);
    const after = buy({ idempotencyKey: 'k', now: T0 + lifetimesMs.result });
    assert.equal(await b.originalOf('k', after.now), undefined);
    assert.deepEqual(await b.checkout(after), sold(after));
    assert.deepEqual(await a.originalOf('k', after.now), sold(after));
  });

  it('a key that queued answers the position it got, also when the user was promoted', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy());
    const queued = { kind: 'queued', position: 1 };
    assert.deepEqual(await a.checkout(buy({ idempotencyKey: 'k' })), queued);
    await b.load(stock(5));
    const again = buy({ idempotencyKey: 'k' });
    assert.deepEqual(await b.checkout(again), { kind: 'repeated', original: queued });
    assert.equal((await a.stock('p'))?.held, 2);
  });

  it('a key that is used again later counts for another 10 minutes', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const at = (ms: number, idempotencyKey: string) => buy({ idempotencyKey, now: T0 + ms });
    await a.checkout(at(0, 'k'));
    // Other checkouts happen in the meantime.
    await a.checkout(at(lifetimesMs.result + 1, 'other 1'));
    const again = at(2 * lifetimesMs.result, 'k');
    assert.deepEqual(await b.checkout(again), sold(again));
    await a.checkout(at(2 * lifetimesMs.result + 3, 'other 2'));
    const repeat = at(3 * lifetimesMs.result - 1, 'k');
    assert.deepEqual(await a.checkout(repeat), { kind: 'repeated', original: sold(again) });
  });

  it('one key sent at once to two replicas sells once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const attempts = [a, b, a, b].map((handle) => handle.checkout(buy({ idempotencyKey: 'k' })));
    const kinds = (await Promise.all(attempts)).map(({ kind }) => kind);
    assert.deepEqual(kinds.toSorted(), ['completed', 'repeated', 'repeated', 'repeated']);
    assert.equal((await b.stock('p'))?.held, 1);
  });

  it('a running request locks its key for 30 seconds, then another takes over', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const slow = buy({ idempotencyKey: 'k' });
    const running = { kind: 'repeated', original: { kind: 'running' } };
    assert.deepEqual(await a.admit(slow, 9), { kind: 'admitted' });
    const early = buy({ idempotencyKey: 'k', now: T0 + lifetimesMs.lock - 1 });
    assert.deepEqual(await b.admit(early, 9), running);
    assert.deepEqual(await b.checkout(early), running);
    assert.deepEqual(await b.originalOf('k', early.now), { kind: 'running' });
    const heir = buy({ idempotencyKey: 'k', now: T0 + lifetimesMs.lock });
    assert.equal(await b.originalOf('k', heir.now), undefined);
    assert.deepEqual(await b.admit(heir, 9), { kind: 'admitted' });
    assert.deepEqual(await a.sell(slow), running);
    assert.deepEqual(await b.sell(heir), sold(heir));
    assert.deepEqual(await a.sell(slow), { kind: 'repeated', original: sold(heir) });
    assert.equal((await a.stock('p'))?.held, 1);
  });
}

export function slotPool(open: Open): void {
  it('admits as many as there are slots; a sale gives its slot back', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const [first, second, third] = [buy(), buy(), buy()];
    assert.deepEqual(await a.admit(first, 2), { kind: 'admitted' });
    assert.deepEqual(await b.admit(second, 2), { kind: 'admitted' });
    assert.deepEqual(await b.admit(third, 2), { kind: 'pool-full' });
    assert.equal(await b.originalOf(third.idempotencyKey, T0), undefined);
    assert.deepEqual(await a.sell(first), sold(first));
    assert.deepEqual(await b.originalOf(first.idempotencyKey, T0), sold(first));
    assert.deepEqual(await b.admit(third, 2), { kind: 'admitted' });
    assert.deepEqual(await a.sell(third), sold(third));
  });

  it('a full pool leaves no trace in the rate window', async (t) => {
    const [a, b] = await open(t);
    await a.admit(buy(), 1);
    for (let i = 0; i < 30; i++) {
      assert.deepEqual(await b.admit(buy({ devices: ['d'] }), 1), { kind: 'pool-full' });
    }
    assert.equal(await room(a, 'd', T0), deviceRate.limit);
  });

  it('a buyer who is queued has given the slot back', async (t) => {
    const [a, b] = await open(t);
    const [first, second] = [buy(), buy()];
    await a.admit(first, 1);
    assert.deepEqual(await b.sell(first), { kind: 'queued', position: 0 });
    assert.deepEqual(await b.admit(second, 1), { kind: 'admitted' });
    assert.deepEqual(await a.sell(second), { kind: 'queued', position: 1 });
  });

  it('sold out leaves neither slot, nor key, nor a request in the rate window', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(0, { flow: 'race' }));
    for (let i = 0; i < 30; i++) {
      const late = buy({ devices: ['d'], idempotencyKey: 'k' });
      assert.deepEqual(await a.admit(late, 1), { kind: 'admitted' });
      assert.deepEqual(await b.sell(late), { kind: 'sold-out' });
    }
    assert.equal(await a.originalOf('k', T0), undefined);
    assert.equal(await room(b, 'd', T0), deviceRate.limit);
  });

  it('sold out takes back what a clock that went back has counted', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(0, { flow: 'race' }));
    await fill(a, ['d'], 1, T0 + 1); // by a replica that is a millisecond ahead
    const late = buy({ devices: ['d'] });
    assert.deepEqual(await b.admit(late, 1), { kind: 'admitted' });
    assert.deepEqual(await b.sell(late), { kind: 'sold-out' });
    assert.equal(await room(a, 'd', T0 + 1), deviceRate.limit - 1);
  });

  it('the slot of a process that died comes back after 15 minutes', async (t) => {
    const [a, b] = await open(t);
    await a.admit(buy(), 1);
    const late = { now: T0 + lifetimesMs.poolSlot };
    assert.deepEqual(await b.admit(buy({ now: late.now - 1 }), 1), { kind: 'pool-full' });
    assert.deepEqual(await b.admit(buy(late), 1), { kind: 'admitted' });
  });
}

export function deviceWindow(open: Open): void {
  it('allows 20 requests in a second, whichever replica they reach', async (t) => {
    const [a, b] = await open(t);
    const attempt = (i: number, now: number) => [a, b][i % 2]!.checkout(buy({ devices, now }));
    const devices = ['d'];
    for (let i = 0; i < 20; i++) assert.equal((await attempt(i, T0)).kind, 'queued');
    for (let i = 0; i < 5; i++) assert.equal((await attempt(i, T0)).kind, 'rate-limited');
    assert.equal((await attempt(0, T0 + 999)).kind, 'rate-limited');
    assert.equal((await attempt(1, T0 + 1_000)).kind, 'queued');
  });

  it('slides: each request leaves the window a second after it came', async (t) => {
    const [a, b] = await open(t);
    await fill(a, ['d'], 12, T0);
    await fill(b, ['d'], 8, T0 + 600);
    assert.equal(await room(b, 'd', T0 + 999), 0);
    assert.equal(await room(a, 'd', T0 + 1_000), 12);
    assert.equal(await room(b, 'd', T0 + 1_600), 8);
  });

  it('two identities both need room, and both are counted', async (t) => {
    const [a, b] = await open(t);
    await fill(a, ['header'], 15, T0);
    await fill(b, ['body', 'header'], 5, T0);
    const both = await b.checkout(buy({ devices: ['body', 'header'] }));
    assert.deepEqual(both, { kind: 'rate-limited' });
    assert.deepEqual(await a.checkout(buy({ devices: ['header', 'body'] })), both);
    assert.equal(await room(a, 'body', T0), 15);
    assert.equal(await room(a, 'header', T0), 0);
  });

  it('a refused request and a repeated key are not counted', async (t) => {
    const [a, b] = await open(t);
    await fill(a, ['d'], 20, T0);
    for (let i = 0; i < 5; i++) await b.checkout(buy({ devices: ['d'], now: T0 + 500 }));
    const again = buy({ devices: ['d'], idempotencyKey: 'k', now: T0 + 1_000 });
    await a.checkout(again);
    for (let i = 0; i < 5; i++) await b.checkout(again);
    assert.equal(await room(b, 'd', T0 + 1_000), 19);
  });

  it('admission counts as a checkout does', async (t) => {
    const [a, b] = await open(t);
    for (let i = 0; i < 20; i++) await a.admit(buy({ devices: ['d'] }), 99);
    assert.deepEqual(await b.admit(buy({ devices: ['d'] }), 99), { kind: 'rate-limited' });
    assert.deepEqual(await b.checkout(buy({ devices: ['d'] })), { kind: 'rate-limited' });
  });
}

export function refusals(open: Open): void {
  interface Case {
    outcome: Refused | { kind: 'sold-out' };
    load: StockLoad;
    attempt?: Partial<Checkout>;
    prepare?: (store: FlashSaleStore) => Promise<unknown>;
    /** Makes room for the same key. */
    cure: (store: FlashSaleStore) => Promise<Partial<Checkout> | void>;
  }
  const slots = ['10:00', '12:00'];
  const cases: Case[] = [
    {
      outcome: { kind: 'rate-limited' },
      load: stock(50),
      prepare: (store) => fill(store, ['d'], 20, T0),
      cure: async () => ({ now: T0 + 1_000 }),
    },
    {
      outcome: { kind: 'voucher-required' },
      load: stock(50, { flow: 'voucher' }),
      cure: async (store) =>
        void (await store.claimVoucher({ productId: 'p', userId: 'u', device: 'other', now: T0 })),
    },
    {
      outcome: { kind: 'lottery-only' },
      load: stock(50, { flow: 'lottery' }),
      cure: async (store) => void (await store.load(stock(50, { reset: true }))),
    },
    {
      outcome: { kind: 'unknown-slot', slots },
      load: stock(50, {
        flow: 'slotted',
        slots,
        buckets: [...splitEvenly(30), ...splitEvenly(20)],
      }),
      attempt: { slot: '11:00' },
      cure: async () => ({ slot: '12:00' }),
    },
    {
      outcome: { kind: 'sold-out' },
      load: stock(0, { flow: 'race' }),
      cure: async (store) => void (await store.load(stock(1, { flow: 'race', reset: true }))),
    },
  ];
  for (const { outcome, load, attempt, prepare, cure } of cases) {
    it(`${outcome.kind} leaves stock, queue, window and key as they were`, async (t) => {
      const [a, b] = await open(t);
      await a.load(load);
      await prepare?.(a);
      const refused = buy({ userId: 'u', devices: ['d'], idempotencyKey: 'k', ...attempt });
      const before = await snapshot(b);
      for (let i = 0; i < 25; i++) assert.deepEqual(await a.checkout(refused), outcome);
      assert.deepEqual(await snapshot(b), before);
      const cured = { ...refused, ...(await cure(a)) };
      assert.deepEqual(await b.checkout(cured), sold(refused));
    });
  }

  for (const { outcome, load, attempt, prepare } of cases) {
    if (outcome.kind === 'sold-out') continue;
    it(`${outcome.kind} refuses admission to the slot pool and takes no slot`, async (t) => {
      const [a, b] = await open(t);
      await a.load(load);
      await prepare?.(a);
      const before = await snapshot(b);
      const refused = buy({ userId: 'u', devices: ['d'], idempotencyKey: 'k', ...attempt });
      assert.deepEqual(await a.admit(refused, 1), outcome);
      assert.deepEqual(await snapshot(b), before);
      assert.deepEqual(await b.admit(buy({ productId: 'other' }), 1), { kind: 'admitted' });
    });
  }

  const snapshot = async (store: FlashSaleStore) => ({
    stock: await store.stock('p'),
    key: await store.originalOf('k', T0),
    place: await store.queuePosition('u', undefined, T0),
  });
}
