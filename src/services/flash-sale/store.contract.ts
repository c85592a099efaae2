/**
 * What every store of the flash sale keeps. Each test opens two handles on one state, as two
 * replicas do, and changes through one what it reads through the other.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { splitEvenly } from './buckets.ts';
import { deviceRate, lifetimes } from './store.ts';
import type { Checkout, FlashSaleStore, Prize, Refused, StockLoad } from './store.ts';

type Handles = [FlashSaleStore, FlashSaleStore];

export function storeContract(
  name: string,
  open: (t: TestContext) => Promise<Handles>,
  options: { skip?: string | false } = {},
): void {
  describe(`flash-sale store on ${name}`, options, () => {
    describe('idempotency', () => idempotency(open));
    describe('slot pool', () => slotPool(open));
    describe('device rate', () => deviceWindow(open));
    describe('refusals', () => refusals(open));
    describe('buckets', () => buckets(open));
    describe('reservations', () => reservations(open));
    describe('waiting room', () => waitingRoom(open));
    describe('reset', () => reset(open));
    describe('flows', () => flows(open));
    describe('lottery', () => lottery(open));
  });
}

type Open = Parameters<typeof storeContract>[1];

function idempotency(open: Open): void {
  it('a key that sold answers what it sold for 10 minutes, then may be used again', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const first = buy({ idempotencyKey: 'k' });
    const sale = sold(first);
    assert.deepEqual(await a.checkout(first), sale);
    for (const later of [0, lifetimes.lock - 1, lifetimes.lock, lifetimes.result - 1]) {
      const again = buy({ idempotencyKey: 'k', now: T0 + later });
      assert.deepEqual(await b.checkout(again), { kind: 'repeated', original: sale });
      assert.deepEqual(await b.admit(again, 9), { kind: 'repeated', original: sale });
      assert.deepEqual(await b.earlier('k', T0 + later), sale);
    }
    assert.equal((await b.stock('p'))?.held, 1);
    const after = buy({ idempotencyKey: 'k', now: T0 + lifetimes.result });
    assert.equal(await b.earlier('k', after.now), undefined);
    assert.deepEqual(await b.checkout(after), sold(after));
    assert.deepEqual(await a.earlier('k', after.now), sold(after));
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
    const running = { kind: 'repeated', original: 'running' };
    assert.deepEqual(await a.admit(slow, 9), { kind: 'admitted' });
    const early = buy({ idempotencyKey: 'k', now: T0 + lifetimes.lock - 1 });
    assert.deepEqual(await b.admit(early, 9), running);
    assert.deepEqual(await b.checkout(early), running);
    assert.equal(await b.earlier('k', early.now), 'running');
    const heir = buy({ idempotencyKey: 'k', now: T0 + lifetimes.lock });
    assert.equal(await b.earlier('k', heir.now), undefined);
    assert.deepEqual(await b.admit(heir, 9), { kind: 'admitted' });
    assert.deepEqual(await a.sell(slow), running);
    assert.deepEqual(await b.sell(heir), sold(heir));
    assert.deepEqual(await a.sell(slow), { kind: 'repeated', original: sold(heir) });
    assert.equal((await a.stock('p'))?.held, 1);
  });
}

function slotPool(open: Open): void {
  it('admits as many as there are slots; a sale gives its slot back', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const [first, second, third] = [buy(), buy(), buy()];
    assert.deepEqual(await a.admit(first, 2), { kind: 'admitted' });
    assert.deepEqual(await b.admit(second, 2), { kind: 'admitted' });
    assert.deepEqual(await b.admit(third, 2), { kind: 'no-slot' });
    assert.equal(await b.earlier(third.idempotencyKey, T0), undefined);
    assert.deepEqual(await a.sell(first), sold(first));
    assert.deepEqual(await b.earlier(first.idempotencyKey, T0), sold(first));
    assert.deepEqual(await b.admit(third, 2), { kind: 'admitted' });
    assert.deepEqual(await a.sell(third), sold(third));
  });

  it('a full pool leaves no trace in the rate window', async (t) => {
    const [a, b] = await open(t);
    await a.admit(buy(), 1);
    for (let i = 0; i < 30; i++) {
      assert.deepEqual(await b.admit(buy({ devices: ['d'] }), 1), { kind: 'no-slot' });
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
    assert.equal(await a.earlier('k', T0), undefined);
    assert.equal(await room(b, 'd', T0), deviceRate.limit);
  });

  it('the slot of a process that died comes back after 15 minutes', async (t) => {
    const [a, b] = await open(t);
    await a.admit(buy(), 1);
    const late = { now: T0 + lifetimes.slot };
    assert.deepEqual(await b.admit(buy({ now: late.now - 1 }), 1), { kind: 'no-slot' });
    assert.deepEqual(await b.admit(buy(late), 1), { kind: 'admitted' });
  });
}

function deviceWindow(open: Open): void {
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

function refusals(open: Open): void {
  interface Case {
    outcome: Refused | { kind: 'sold-out' };
    load: StockLoad;
    attempt?: Partial<Checkout>;
    prepare?: (store: FlashSaleStore) => Promise<unknown>;
    /** What makes room for the same key. */
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
      cure: async (store) => void (await store.claimVoucher('p', 'u', 'other', T0)),
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
    key: await store.earlier('k', T0),
    place: await store.place('u', undefined, T0),
  });
}

function buckets(open: Open): void {
  it('the primary bucket sells first, then the next ones, past the last to the first', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(6, { buckets: [2, 0, 0, 0, 0, 0, 0, 0, 2, 2] }));
    const left: unknown[] = [];
    for (const handle of [a, b, a, b]) {
      await handle.checkout(buy({ bucket: 8, qty: left.length === 1 ? 2 : 1 }));
      left.push((await b.stock('p'))?.buckets);
    }
    assert.deepEqual(left, [
      [2, 0, 0, 0, 0, 0, 0, 0, 1, 2],
      [2, 0, 0, 0, 0, 0, 0, 0, 1, 0],
      [2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it('units are gathered when only the buckets together hold the quantity', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const purchase = buy({ bucket: 7, qty: 8 });
    assert.deepEqual(await a.checkout(purchase), sold(purchase));
    const ledger = { loaded: 10, available: 2, held: 8, confirmed: 0, released: 0, waiting: 0 };
    const view = { productId: 'p', flow: 'standard', ...ledger };
    assert.deepEqual(await b.stock('p'), { ...view, buckets: [0, 0, 0, 0, 0, 1, 1, 0, 0, 0] });
    await b.release(purchase.reservationId, T0);
    assert.deepEqual((await a.stock('p'))?.buckets, [0, 0, 0, 0, 0, 1, 1, 8, 0, 0]);
  });

  it('nothing is taken when the buckets together lack the quantity', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    assert.deepEqual(await a.checkout(buy({ qty: 11 })), { kind: 'queued', position: 0 });
    assert.deepEqual((await b.stock('p'))?.buckets, splitEvenly(10));
    const all = buy({ qty: 10 });
    assert.deepEqual(await b.checkout(all), sold(all));
  });

  it('counts a trillion units exactly', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(1e12));
    const purchase = buy({ qty: 1_000_000 });
    await a.checkout(purchase);
    await b.release(purchase.reservationId, T0);
    await b.checkout(buy({ qty: 1 }));
    const view = await a.stock('p');
    assert.deepEqual(view && [view.loaded, view.available, view.held], [1e12, 1e12 - 1, 1]);
  });

  it('loading twice needs reset', async (t) => {
    const [a, b] = await open(t);
    assert.equal(await a.stock('p'), undefined);
    assert.deepEqual(await a.load(stock(5)), { kind: 'loaded', promoted: [] });
    assert.deepEqual(await b.load(stock(9)), { kind: 'already-loaded' });
    assert.equal((await b.stock('p'))?.loaded, 5);
  });
}

function reservations(open: Open): void {
  it('moves held units back to their bucket, once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(23));
    const before = await a.stock('p');
    const id = await reserve(a, { bucket: 4, qty: 2 });
    assert.deepEqual(await b.release(id, T0), { kind: 'released', promoted: [], waiting: 0 });
    assert.deepEqual(await a.release(id, T0), { kind: 'already-released' });
    assert.equal((await a.confirm(id)).kind, 'released');
    assert.deepEqual(await b.stock('p'), { ...before, released: 2 });
  });

  it('makes a confirmed sale final, however often it is confirmed', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const purchase = buy({ qty: 3 });
    await a.checkout(purchase);
    const confirmed = { kind: 'confirmed', orderId: purchase.orderId };
    assert.deepEqual(await b.confirm(purchase.reservationId), confirmed);
    assert.deepEqual(await a.confirm(purchase.reservationId), confirmed);
    assert.deepEqual(await a.release(purchase.reservationId, T0), { kind: 'confirmed' });
    const view = await b.stock('p');
    assert.deepEqual(view && [view.available, view.held, view.confirmed], [7, 0, 3]);
  });

  it('knows no reservation that was never made', async (t) => {
    const [a, b] = await open(t);
    assert.deepEqual(await a.release('res_0', T0), { kind: 'unknown' });
    assert.equal((await b.confirm('res_0')).kind, 'unknown');
  });

  it('released at once by two replicas, it returns its units once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const id = await reserve(a, { qty: 4 });
    const outcomes = await Promise.all([a, b, a, b].map((handle) => handle.release(id, T0)));
    assert.equal(outcomes.filter(({ kind }) => kind === 'released').length, 1);
    assert.equal((await b.stock('p'))?.available, 10);
  });

  it('confirmed and released at once, it ends in one of the two', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(10));
    const id = await reserve(a, { qty: 4 });
    const kinds = (await Promise.all([a.confirm(id), b.release(id, T0)])).map(({ kind }) => kind);
    const view = await b.stock('p');
    const confirmed = kinds[0] === 'confirmed';
    assert.deepEqual(kinds, confirmed ? ['confirmed', 'confirmed'] : ['released', 'released']);
    assert.deepEqual(view && [view.held, view.confirmed], [0, confirmed ? 4 : 0]);
  });
}

function waitingRoom(open: Open): void {
  it('keeps the order of arrival, from 0 on, and the place of who joins again', async (t) => {
    const [a, b] = await open(t);
    const position = async (handle: FlashSaleStore, userId: string, qty = 1) => {
      const outcome = await handle.checkout(buy({ userId, qty }));
      return outcome.kind === 'queued' ? outcome.position : outcome;
    };
    assert.equal(await position(a, 'u0'), 0);
    assert.equal(await position(b, 'u1'), 1);
    assert.equal(await position(a, 'u2'), 2);
    assert.equal(await position(b, 'u0', 7), 0);
    assert.equal(await position(b, 'u3'), 3);
    assert.deepEqual(await a.place('u2', 'p', T0), waiting('p', 2));
    assert.deepEqual(await b.place('u0', undefined, T0), waiting('p', 0));
    const { promoted } = await loaded(b, stock(3));
    assert.deepEqual(promoted.map(user), ['u0', 'u1', 'u2']);
  });

  it('promotes in strict order and never skips the head, whatever it asks for', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(3));
    const held = [await reserve(a), await reserve(b), await reserve(a)];
    await a.checkout(buy({ userId: 'big', qty: 2 }));
    await b.checkout(buy({ userId: 'small', qty: 1 }));
    assert.deepEqual(await b.release(held[0]!, T0), none(2));
    const second = await released(a, held[1]!);
    assert.deepEqual([second.promoted.map(user), second.waiting], [['big'], 1]);
    const third = await released(b, held[2]!);
    assert.deepEqual([third.promoted.map(user), third.waiting], [['small'], 0]);
    assert.equal((await a.stock('p'))?.held, 3);
    function none(waiting: number) {
      return { kind: 'released', promoted: [], waiting };
    }
  });

  it('one release promotes as many as it suffices for', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    const id = await reserve(a, { qty: 5 });
    for (const [i, qty] of [2, 2, 2].entries()) await b.checkout(buy({ userId: `u${i}`, qty }));
    const { promoted, waiting } = await released(b, id);
    assert.deepEqual([promoted.map(user), waiting], [['u0', 'u1'], 1]);
    assert.equal((await a.stock('p'))?.available, 1);
  });

  it('a promotion is a sale like any other, with ids of its own', async (t) => {
    const [a, b] = await open(t);
    for (const userId of ['u0', 'u1']) await a.checkout(buy({ userId }));
    const { promoted } = await loaded(a, stock(2));
    const [first, second] = promoted;
    assert.equal(new Set(promoted.flatMap((p) => [p.orderId, p.reservationId])).size, 4);
    assert.deepEqual(await b.place('u1', 'p', T0), { kind: 'promoted', productId: 'p', ...second });
    const confirmed = { kind: 'confirmed', orderId: first!.orderId };
    assert.deepEqual(await b.confirm(first!.reservationId), confirmed);
    assert.equal((await b.release(second!.reservationId, T0)).kind, 'released');
    assert.equal((await a.stock('p'))?.available, 1);
  });

  it('stock loaded at last confirms those who waited, as far as it goes', async (t) => {
    const [a, b] = await open(t);
    for (const [i, qty] of [2, 2, 1].entries()) await a.checkout(buy({ userId: `u${i}`, qty }));
    assert.equal(await b.stock('p'), undefined);
    const { promoted } = await loaded(b, stock(3));
    assert.deepEqual(promoted.map(user), ['u0']);
    const view = await a.stock('p');
    assert.deepEqual(view && [view.available, view.held, view.waiting], [1, 2, 2]);
    assert.deepEqual(await a.place('u1', 'p', T0), waiting('p', 0));
  });

  it('without a product, place needs to be clear', async (t) => {
    const [a, b] = await open(t);
    for (const productId of ['p', 'q']) await a.checkout(buy({ userId: 'u', productId }));
    assert.deepEqual(await several(b), ['p', 'q']);
    await b.load(stock(1));
    assert.deepEqual(await a.place('u', undefined, T0), waiting('q', 0));
    assert.equal((await a.place('u', 'p', T0)).kind, 'promoted');
    await a.load(stock(1, { productId: 'q' }));
    assert.deepEqual(await several(b), ['p', 'q']);
    assert.deepEqual(await b.place('u', 'r', T0), { kind: 'not-queued' });
    assert.deepEqual(await a.place('nobody', undefined, T0), { kind: 'not-queued' });
    async function several(store: FlashSaleStore) {
      const place = await store.place('u', undefined, T0);
      return place.kind === 'several' ? place.products.toSorted() : place;
    }
  });

  it('who was promoted and queues again, waits', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    await b.load(stock(1));
    await a.checkout(buy({ userId: 'u' }));
    assert.deepEqual(await b.place('u', 'p', T0), waiting('p', 0));
  });

  it('knows the mean time between returned units once two came back', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(6));
    const ids = [await reserve(a), await reserve(a), await reserve(a, { qty: 4 })];
    await a.checkout(buy({ userId: 'u', qty: 9 }));
    const interval = async () => {
      const place = await b.place('u', 'p', T0);
      return place.kind === 'waiting' ? place.returnInterval : place;
    };
    await a.release(ids[0]!, T0 + 1_000);
    assert.equal(await interval(), undefined);
    await b.release(ids[1]!, T0 + 3_000);
    assert.equal(await interval(), 2_000);
    await a.release(ids[2]!, T0 + 7_000); // 4 units in 4 s; the latest counts one fifth
    assert.equal(await interval(), 1_800);
  });

  it('is dropped after 10 minutes without a newcomer, if there never was stock', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u0' }));
    await b.checkout(buy({ userId: 'u1', now: T0 + 1_000 }));
    await b.checkout(buy({ userId: 'u0', now: T0 + 2_000 })); // no newcomer
    const last = T0 + 1_000 + lifetimes.room;
    await sweep(a, last);
    assert.deepEqual(await b.place('u1', undefined, last), waiting('p', 1));
    assert.deepEqual(await b.place('u1', undefined, last + 1), { kind: 'not-queued' });
    assert.deepEqual(await a.place('u0', 'p', last + 1), { kind: 'not-queued' });
    const fresh = await a.checkout(buy({ userId: 'u2', now: last + 1 }));
    assert.deepEqual(fresh, { kind: 'queued', position: 0 });
    const { promoted } = await loaded(b, stock(9, { now: last + 1 }));
    assert.deepEqual(promoted.map(user), ['u2']);
  });

  it('a dropped room is empty for a load and after a sweep', async (t) => {
    const [a, b] = await open(t);
    const late = T0 + lifetimes.room + 1;
    for (const productId of ['p', 'q']) await a.checkout(buy({ userId: 'u', productId }));
    assert.deepEqual(await b.load(stock(9, { now: late })), { kind: 'loaded', promoted: [] });
    await sweep(b, late);
    assert.deepEqual(await a.place('u', undefined, T0), { kind: 'not-queued' });
  });

  it('of a product that had stock stays, however long nobody comes', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(0));
    await a.checkout(buy({ userId: 'u' }));
    const late = T0 + 100 * lifetimes.room;
    await sweep(b, late);
    assert.deepEqual(await b.place('u', undefined, late), waiting('p', 0));
  });
}

function reset(open: Open): void {
  it('replaces the stock, starts the ledger anew and keeps the waiting room', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(4));
    const [held, confirmed, returned] = [await reserve(a), await reserve(b), await reserve(a)];
    await b.confirm(confirmed);
    await b.release(returned, T0);
    await a.checkout(buy({ userId: 'u0', qty: 3 }));
    await a.checkout(buy({ userId: 'u1', qty: 9 }));
    const { promoted } = await loaded(b, stock(10, { reset: true }));
    assert.deepEqual(promoted.map(user), ['u0']);
    const fresh = { loaded: 10, available: 7, held: 3, confirmed: 0, released: 0, waiting: 1 };
    const ledger = { ...(await a.stock('p')), buckets: undefined };
    assert.deepEqual(ledger, { productId: 'p', flow: 'standard', ...fresh, buckets: undefined });

    assert.deepEqual(await a.release(held, T0), { kind: 'ledger-closed' });
    assert.deepEqual(await b.release(held, T0), { kind: 'already-released' });
    assert.deepEqual(await b.release(confirmed, T0), { kind: 'confirmed' });
    assert.deepEqual(await a.release(returned, T0), { kind: 'already-released' });
    assert.deepEqual({ ...(await b.stock('p')), buckets: undefined }, ledger);
  });

  it('a sale of the old ledger can still be confirmed, without a unit of the new one', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(4));
    const id = await reserve(a);
    await b.load(stock(2, { reset: true }));
    assert.equal((await b.confirm(id)).kind, 'confirmed');
    const view = await a.stock('p');
    assert.deepEqual(view && [view.available, view.held, view.confirmed], [2, 0, 0]);
  });

  it('to fewer buckets sells none of those that are gone', async (t) => {
    const [a, b] = await open(t);
    const slots = ['12:00', '13:00'];
    const later = { slot: '13:00', bucket: 3 };
    await a.load(
      stock(0, { flow: 'slotted', slots, buckets: [...splitEvenly(0), ...splitEvenly(10)] }),
    );
    const id = await reserve(a, { ...later, qty: 10 });
    await a.checkout(buy({ ...later, userId: 'big', qty: 99 }));
    await b.checkout(buy({ ...later, userId: 'small', qty: 1 }));
    assert.deepEqual((await released(b, id)).promoted, []); // 10 units in a bucket of 13:00
    const { promoted } = await loaded(b, stock(100, { reset: true, flow: 'race' }));
    assert.deepEqual(promoted.map(user), ['big', 'small']);
    const view = await a.stock('p');
    assert.deepEqual(view && [view.held, view.buckets], [100, [0]]);
  });
}

function flows(open: Open): void {
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
    assert.deepEqual(await b.place('former', 'p', T0), waiting('p', 3));
    const { promoted } = await loaded(b, stock(3, { reset: true, flow: 'weighted' }));
    assert.deepEqual(promoted.map(user), ['p0', 'p1', 'r0']);
    assert.deepEqual(await a.place('former', 'p', T0), waiting('p', 0));
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
      handle.claimVoucher('p', userId, userId, T0);
    assert.equal(await claim(a, 'u0'), 'claimed');
    assert.equal(await claim(b, 'u0'), 'already-claimed');
    assert.equal(await claim(b, 'u1'), 'claimed');
    assert.equal(await claim(a, 'u2'), 'none-left');
    assert.equal(await claim(a, 'u1'), 'already-claimed');
    assert.equal(await a.claimVoucher('q', 'u0', 'd', T0), 'wrong-flow');
    assert.equal(await a.claimVoucher('r', 'u0', 'd', T0), 'unknown');
    assert.equal((await b.checkout(buy({ userId: 'u1' }))).kind, 'completed');
    assert.equal((await a.checkout(buy({ userId: 'u2' }))).kind, 'voucher-required');
  });

  it('voucher: the last one goes to one of two who claim it at once', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(9, { flow: 'voucher', voucherLimit: 1 }));
    const claims = [a, b].map((handle, i) => handle.claimVoucher('p', `u${i}`, `d${i}`, T0));
    assert.deepEqual((await Promise.all(claims)).toSorted(), ['claimed', 'none-left']);
  });

  it('voucher: a device claims at most 20 a second', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(99, { flow: 'voucher' }));
    const claim = (i: number, now: number) => [a, b][i % 2]!.claimVoucher('p', `u${i}`, 'd', now);
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

function lottery(open: Open): void {
  const enter = (store: FlashSaleStore, userId: string, device = `of ${userId}`, now = T0) =>
    store.enterLottery({ productId: 'p', userId, device, devices: [device], now });
  const draft = (total: number, more: Partial<StockLoad> = {}) =>
    stock(total, { flow: 'lottery', seed: 'seed 1', ...more });
  const award = (store: FlashSaleStore, round: number, prizes: Prize[]) =>
    store.award({
      productId: 'p',
      round,
      prizes,
      nextSeed: `seed ${round + 1}`,
      expiresAt: T0 + lifetimes.prize,
      now: T0,
    });

  it('a user and a device enter once; the same entry again is the same', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    assert.deepEqual(await enter(a, 'u0'), { kind: 'entered', seed: 'seed 1' });
    assert.deepEqual(await enter(b, 'u0'), { kind: 'already-entered', seed: 'seed 1' });
    assert.equal((await enter(b, 'u0', 'another')).kind, 'taken');
    assert.equal((await enter(b, 'u1', 'of u0')).kind, 'taken');
    assert.equal((await enter(a, 'u1')).kind, 'entered');
    assert.deepEqual(await a.ticket('p', 'u1', T0), { state: 'pending', prize: undefined });
    assert.equal(await a.ticket('p', 'u2', T0), undefined);
  });

  it('enrolment lasts 2 hours', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    const end = T0 + lifetimes.enrolment;
    assert.equal((await enter(b, 'u0', 'd0', end - 1)).kind, 'entered');
    assert.equal((await enter(b, 'u1', 'd1', end)).kind, 'closed');
    assert.equal((await enter(a, 'u0', 'd0', end)).kind, 'already-entered');
  });

  it('a device tries at most 20 times a second', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    for (let i = 0; i < 20; i++) await enter([a, b][i % 2]!, `u${i}`, 'd');
    assert.equal((await enter(a, 'u20', 'd', T0 + 999)).kind, 'rate-limited');
    assert.equal((await enter(b, 'u20', 'd', T0 + 1_000)).kind, 'taken');
  });

  it('is not there for a product that is sold otherwise or not at all', async (t) => {
    const [a, b] = await open(t);
    await a.load(stock(5));
    assert.equal((await enter(b, 'u0')).kind, 'wrong-flow');
    assert.deepEqual(await b.closeRound('p', 1, 1, T0), { kind: 'wrong-flow' });
    assert.deepEqual(await b.closeRound('q', 1, 1, T0), { kind: 'unknown' });
    assert.equal(await b.rounds('p'), undefined);
    assert.equal(await b.ticket('p', 'u0', T0), undefined);
    assert.equal((await b.claimPrize('lot_0', T0)).kind, 'unknown');
  });

  it('closing a round ends enrolment and freezes the entrants in order of entry', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    for (const userId of ['u2', 'u0', 'u1']) await enter(a, userId);
    assert.deepEqual(await b.closeRound('p', 2, 1, T0), { kind: 'wrong-round', next: 1 });
    assert.deepEqual(await b.closeRound('p', 1, 6, T0), { kind: 'short', available: 5 });
    const entrants = ['u2', 'u0', 'u1'];
    const round = { round: 1, seed: 'seed 1', winners: 2, drawn: false, entrants };
    assert.deepEqual(await b.closeRound('p', 1, 2, T0), { kind: 'closed', round });
    assert.deepEqual(await a.closeRound('p', 1, 5, T0 + 9), { kind: 'closed', round });
    assert.equal((await enter(a, 'u3')).kind, 'closed');
    assert.deepEqual(await a.rounds('p'), [round]);
  });

  it('a round is awarded once: a unit is held for each winner', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    for (const userId of ['u0', 'u1']) await enter(a, userId);
    await award(a, 1, [prize('u0')]); // not closed yet
    assert.equal((await b.stock('p'))?.held, 0);
    await a.closeRound('p', 1, 1, T0);
    const won = prize('u1');
    await Promise.all([award(a, 1, [won]), award(b, 1, [won])]);
    await award(b, 1, [prize('u0')]);
    assert.equal((await b.stock('p'))?.held, 1);
    const expiresAt = T0 + lifetimes.prize;
    assert.deepEqual(await b.ticket('p', 'u1', T0), { state: 'won', prize: { ...won, expiresAt } });
    assert.deepEqual(await b.ticket('p', 'u0', T0), { state: 'lost', prize: undefined });
    const drawn = { round: 1, seed: 'seed 1', winners: 1, drawn: true, entrants: ['u0', 'u1'] };
    const next = { round: 2, seed: 'seed 2', winners: 0, drawn: false, entrants: [] };
    assert.deepEqual(await a.rounds('p'), [drawn, next]);
  });

  it('a further round is drawn among those who have not won', async (t) => {
    const [a, b] = await open(t);
    await a.load(draft(5));
    for (const userId of ['u0', 'u1', 'u2']) await enter(b, userId);
    await a.closeRound('p', 1, 1, T0);
    await award(a, 1, [prize('u1')]);
    const outcome = await b.closeRound('p', 2, 1, T0);
    assert.deepEqual(outcome.kind === 'closed' && outcome.round.entrants, ['u0', 'u2']);
    await award(b, 2, [prize('u2')]);
    assert.equal((await a.ticket('p', 'u2', T0))?.state, 'won');
    assert.equal((await a.stock('p'))?.held, 2);
  });

  it('a prize is claimed within 10 minutes, and then stays claimed', async (t) => {
    const [a, b] = await open(t);
    const [won] = await drawn(a, ['u0']);
    const last = T0 + lifetimes.prize - 1;
    const claimed = { kind: 'claimed', orderId: won!.orderId, reservationId: won!.reservationId };
    assert.deepEqual(await b.claimPrize(won!.token, last), claimed);
    assert.deepEqual(await a.claimPrize(won!.token, last + 1), claimed);
    await sweep(a, last + 1);
    assert.deepEqual(await b.claimPrize(won!.token, last + 1), claimed);
    assert.equal((await b.ticket('p', 'u0', last + 1))?.state, 'claimed');
    assert.equal((await a.stock('p'))?.held, 1);
    assert.equal((await a.confirm(won!.reservationId)).kind, 'confirmed');
  });

  it('an expired prize is refused before a sweep too, which returns its unit once', async (t) => {
    const [a, b] = await open(t);
    const [won, early] = await drawn(a, ['u0', 'u1']);
    await a.confirm(early!.reservationId); // by its id, without the token
    const late = T0 + lifetimes.prize;
    assert.equal((await b.claimPrize(won!.token, late)).kind, 'expired');
    assert.equal((await b.ticket('p', 'u0', late))?.state, 'expired');
    assert.equal((await a.stock('p'))?.held, 1);
    await Promise.all([sweep(a, late), sweep(b, late)]);
    const view = await a.stock('p');
    const counts = view && [view.available, view.held, view.confirmed, view.released];
    assert.deepEqual(counts, [4, 0, 1, 1]);
    assert.equal((await a.claimPrize(won!.token, late)).kind, 'expired');
  });

  it('the ticket of an expired prize is the same before and after the sweep', async (t) => {
    const [a, b] = await open(t);
    await drawn(a, ['u0']);
    const late = T0 + lifetimes.prize;
    const before = await a.ticket('p', 'u0', late);
    await sweep(b, late);
    assert.deepEqual(await a.ticket('p', 'u0', late), before);
  });

  it('a reset begins a new lottery and forgets the prizes of the old one', async (t) => {
    const [a, b] = await open(t);
    const [won] = await drawn(a, ['u0']);
    await b.load(draft(2, { reset: true, seed: 'new seed' }));
    assert.equal((await a.claimPrize(won!.token, T0)).kind, 'unknown');
    assert.equal(await a.ticket('p', 'u0', T0), undefined);
    assert.deepEqual(await enter(a, 'u0'), { kind: 'entered', seed: 'new seed' });
    await sweep(b, T0 + lifetimes.prize);
    assert.equal((await a.stock('p'))?.available, 2);
  });

  it('a prize of the old ledger sells nothing once the product is sold otherwise', async (t) => {
    const [a, b] = await open(t);
    const [won] = await drawn(a, ['u0']);
    await b.load(stock(2, { reset: true }));
    assert.notEqual((await a.claimPrize(won!.token, T0)).kind, 'claimed');
  });

  it('confirms nobody out of the waiting room', async (t) => {
    const [a, b] = await open(t);
    await a.checkout(buy({ userId: 'u' }));
    assert.deepEqual(await b.load(draft(5)), { kind: 'loaded', promoted: [] });
    assert.deepEqual(await a.place('u', 'p', T0), waiting('p', 0));
  });

  /** A lottery for 5 units that these users have won. */
  async function drawn(store: FlashSaleStore, users: string[]) {
    await store.load(draft(5));
    for (const userId of users) await enter(store, userId);
    await store.closeRound('p', 1, users.length, T0);
    const prizes = users.map(prize);
    await award(store, 1, prizes);
    return prizes;
  }
}

/** Noon. */
const T0 = Date.UTC(2026, 0, 1, 12);

let serial = 0;

/** An attempt to buy that has nothing in common with any other but the product and the instant. */
function buy(more: Partial<Checkout> = {}): Checkout {
  const id = ++serial;
  return {
    productId: 'p',
    userId: `user ${id}`,
    qty: 1,
    bucket: id % 10,
    devices: [`device ${id}`],
    idempotencyKey: `key ${id}`,
    slot: undefined,
    orderId: `ord_${id}`,
    reservationId: `res_${id}`,
    now: T0,
    ...more,
  };
}

function stock(total: number, more: Partial<StockLoad> = {}): StockLoad {
  return {
    productId: 'p',
    flow: 'standard',
    buckets: more.flow === 'race' ? [total] : splitEvenly(total),
    slots: [],
    voucherLimit: total,
    reset: false,
    seed: 'seed',
    now: T0,
    ...more,
  };
}

function prize(userId: string): Prize {
  const id = ++serial;
  return { userId, token: `lot_${id}`, orderId: `ord_${id}`, reservationId: `res_${id}` };
}

function sold({ orderId, reservationId }: Checkout) {
  return { kind: 'completed', orderId, reservationId };
}

function waiting(productId: string, position: number) {
  return { kind: 'waiting', productId, position, returnInterval: undefined };
}

/** Buys, and gives the id of the reservation. */
async function reserve(store: FlashSaleStore, more: Partial<Checkout> = {}): Promise<string> {
  const outcome = await store.checkout(buy(more));
  assert.ok(outcome.kind === 'completed', outcome.kind);
  return outcome.reservationId;
}

async function released(store: FlashSaleStore, reservationId: string) {
  const outcome = await store.release(reservationId, T0);
  assert.ok(outcome.kind === 'released', outcome.kind);
  return outcome;
}

async function loaded(store: FlashSaleStore, load: StockLoad) {
  const outcome = await store.load(load);
  assert.ok(outcome.kind === 'loaded', outcome.kind);
  return outcome;
}

/** Uses up `requests` places of the devices' windows. */
async function fill(store: FlashSaleStore, devices: string[], requests: number, now: number) {
  for (let i = 0; i < requests; i++) {
    const { kind } = await store.checkout(buy({ productId: 'elsewhere', devices, now }));
    assert.equal(kind, 'queued');
  }
}

/** How many requests of the device pass at an instant; uses its window up. */
async function room(store: FlashSaleStore, device: string, now: number): Promise<number> {
  for (let passed = 0; ; passed++) {
    const attempt = buy({ productId: 'elsewhere', devices: [device], now });
    if ((await store.checkout(attempt)).kind === 'rate-limited') return passed;
  }
}

async function sweep(store: FlashSaleStore, now: number): Promise<void> {
  while (await store.sweep(now));
}

const user = ({ userId }: { userId: string }) => userId;

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
