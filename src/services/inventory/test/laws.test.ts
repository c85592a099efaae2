/** Laws that hold after every step of any history, and under real concurrency, on every store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  backends,
  closeAll,
  counts,
  drainAll,
  lines,
  load,
  milk,
  reap,
  T0,
  reserveRequest,
  type Backend,
} from './fixtures.ts';
import { reconcile, countUnexplained } from '../reconcile.ts';
import type { Ending, Line } from '../store/reservations.ts';
import { sum } from '../store/buckets.ts';
import { lifetimes } from '../store/store.ts';

type Handles = Awaited<ReturnType<Backend['open']>>;

for (const { name, skip, runs, open } of backends) {
  describe(`laws of the inventory on ${name}`, { skip }, () => {
    it('hold after every step of any history, the reaper running every 5 s', async () => {
      const law = fc.asyncProperty(history, async (steps) => {
        const handles = await open();
        try {
          const oracle = new Oracle(handles);
          for (const step of steps) await oracle.take(step);
          await oracle.settle();
        } finally {
          await closeAll(handles);
        }
      });
      await fc.assert(law, { numRuns: runs });
    });

    it('hold after any steps that two replicas take at once', async () => {
      const law = fc.asyncProperty(concurrentActions, async (actions) => {
        const handles = await open();
        try {
          await raceAll(handles, actions);
        } finally {
          await closeAll(handles);
        }
      });
      await fc.assert(law, { numRuns: runs });
    });
  });
}

type Via = { via: 0 | 1 };
type Step = Via &
  (
    | { do: 'load'; sku: string; quantity: number; partitioned: boolean | undefined }
    | { do: 'reserve'; order: number; user: number; units: Record<string, number> }
    | { do: 'confirm' | 'release'; reservation: number }
    | { do: 'wait'; ms: number }
    | { do: 'drain'; until: 'claimed' | 'given back' | 'appended' | 'acknowledged' }
    | { do: 'reconcile' }
  );

const skus = ['eggs', 'milk', 'tea'];
const via = fc.constantFrom<(0 | 1)[]>(0, 1);
const units = fc
  .tuple(...skus.map(() => fc.option(fc.integer({ min: 1, max: 6 }), { freq: 2 })))
  .filter((quantities) => quantities.some((qty) => qty !== null))
  .map((quantities) => {
    const pairs = skus.map((sku, i) => [sku, quantities[i]] as const);
    return Object.fromEntries(pairs.filter(([, qty]) => qty !== null)) as Record<string, number>;
  });
const reserving = fc.record({
  via,
  do: fc.constant('reserve' as const),
  order: fc.nat(9),
  user: fc.nat(1),
  units,
});
const ending = fc.record({
  via,
  do: fc.constantFrom('confirm' as const, 'release' as const),
  reservation: fc.nat(),
});
const loading = fc.record({
  via,
  do: fc.constant('load' as const),
  sku: fc.constantFrom(...skus),
  quantity: fc.nat(25),
  partitioned: fc.constantFrom(undefined, true, false),
});
const waiting = fc.record({
  via,
  do: fc.constant('wait' as const),
  ms: fc.constantFrom(1, 700, 4_999, 5_000, 24_999, 29_999, 30_000, 30_001, 34_000),
});
const draining = fc.record({
  via,
  do: fc.constant('drain' as const),
  until: fc.constantFrom<('claimed' | 'given back' | 'appended' | 'acknowledged')[]>(
    'claimed',
    'given back',
    'appended',
    'acknowledged',
  ),
});
const reconciling = fc.record({ via, do: fc.constant('reconcile' as const) });
const history = fc.array(
  fc.oneof<fc.WeightedArbitrary<Step>[]>(
    { weight: 4, arbitrary: loading },
    { weight: 10, arbitrary: reserving },
    { weight: 8, arbitrary: ending },
    { weight: 5, arbitrary: waiting },
    { weight: 3, arbitrary: draining },
    { weight: 2, arbitrary: reconciling },
  ),
  { minLength: 10, maxLength: 90 },
);

interface Reservation {
  readonly id: string;
  readonly order: string;
  readonly user: string;
  readonly lines: readonly Line[];
  readonly at: number;
  state: 'held' | Ending;
}

const reaperInterval = 5_000;

/** Takes each step on the stores and on a model of a few lists, and compares. */
class Oracle {
  readonly #handles: Handles;
  #now = T0;
  readonly #available = new Map<string, number>();
  readonly #reservations: Reservation[] = [];
  /** Nothing waits in the outbox. */
  #drained = true;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'load') await this.#load(step);
    else if (step.do === 'reserve') await this.#reserve(step);
    else if (step.do === 'confirm' || step.do === 'release') await this.#end(step.do, step);
    else if (step.do === 'wait') await this.#wait(step.ms);
    else if (step.do === 'drain') await this.#drain(step);
    else await this.#reconcile(step.via);
    await this.#checkLedger();
  }

  /** All that was begun comes to its end: everything is recorded, and nothing differs. */
  async settle(): Promise<void> {
    await this.#wait(lifetimes.holdMs + reaperInterval);
    const { stores, records } = this.#handles;
    await drainAll(stores[1], records[0], this.#now);
    const report = await reconcile(stores[0], records[1]);
    assert.deepEqual(report, {
      ...report,
      differences: [],
      unbalanced: [],
      postponed: 0,
      rejected: [],
    });
    assert.equal(report.checked, this.#available.size);
    for await (const page of records[0].onHand()) {
      for (const { sku, quantity } of page) assert.equal(quantity, this.#available.get(sku));
    }
    await this.#checkLedger();
  }

  async #load({ via, sku, quantity, partitioned }: Step & { do: 'load' }): Promise<void> {
    const request = load(quantity, { sku, partitioned, now: this.#now });
    const outcome = await this.#handles.stores[via].load(request);
    const held = this.#units(sku, 'held');
    if (quantity < held) return assert.deepEqual(outcome, { kind: 'below-held', held });
    assert.equal(outcome.kind, 'loaded');
    this.#available.set(sku, quantity);
    this.#drained = false;
  }

  async #reserve(step: Step & { do: 'reserve' }): Promise<void> {
    const [order, user, wanted] = [`o${step.order}`, `u${step.user}`, lines(step.units)];
    const request = reserveRequest({ orderId: order, userId: user, lines: wanted, now: this.#now });
    const outcome = await this.#handles.stores[step.via].reserve(request);
    const earlier = this.#reservations.findLast((one) => one.order === order);
    if (earlier?.state === 'held' && this.#isOverdue(earlier)) this.#giveBack(earlier, 'expired');
    if (earlier?.state === 'held' || earlier?.state === 'confirmed') {
      const isSame = earlier.user === user && isEqual(earlier.lines, wanted);
      const { id: reservationId, at } = earlier;
      const same = { kind: 'reserved', reservationId, expiresAt: at + lifetimes.holdMs };
      return assert.deepEqual(outcome, isSame ? same : { kind: 'order-mismatch' });
    }
    const available = wanted.map(({ sku }) => this.#available.get(sku) ?? 0);
    if (wanted.some(({ qty }, i) => qty > available[i]!)) {
      return assert.deepEqual(outcome, { kind: 'short', available });
    }
    const { reservationId: id } = request;
    const expiresAt = this.#now + lifetimes.holdMs;
    assert.deepEqual(outcome, { kind: 'reserved', reservationId: id, expiresAt });
    this.#add(wanted, -1);
    this.#reservations.push({ id, order, user, lines: wanted, at: this.#now, state: 'held' });
  }

  async #end(how: 'confirm' | 'release', step: Via & { reservation: number }): Promise<void> {
    const reservation = this.#reservations[step.reservation % this.#reservations.length];
    if (reservation === undefined) return;
    const ending = await this.#handles.stores[step.via][how](reservation.id, this.#now);
    if (reservation.state === 'held') {
      if (this.#isOverdue(reservation)) this.#giveBack(reservation, 'expired');
      else if (how === 'release') this.#giveBack(reservation, 'released');
      else {
        reservation.state = 'confirmed';
        this.#drained = false;
      }
    }
    assert.equal(ending, reservation.state);
  }

  async #wait(ms: number): Promise<void> {
    const end = this.#now + ms;
    const since = (this.#now - T0) % reaperInterval;
    for (let tick = this.#now - since + reaperInterval; tick <= end; tick += reaperInterval) {
      this.#now = tick;
      await reap(this.#handles.stores[(tick / reaperInterval) % 2 === 0 ? 0 : 1], tick);
      for (const one of this.#reservations) {
        if (one.state === 'held' && this.#isOverdue(one)) this.#giveBack(one, 'expired');
      }
    }
    this.#now = end;
  }

  async #drain({ via, until }: Step & { do: 'drain' }): Promise<void> {
    const store = this.#handles.stores[via];
    const entries = await store.claim(this.#now);
    if (until === 'claimed') return;
    if (until === 'given back') return store.unclaim(entries);
    await this.#handles.records[via].append(entries);
    if (until === 'appended') return;
    await store.acknowledge(entries);
    this.#drained = (await store.backlog()).entries === 0;
  }

  async #reconcile(via: 0 | 1): Promise<void> {
    const { stores, records } = this.#handles;
    const report = await reconcile(stores[via], records[via]);
    assert.equal(countUnexplained(report), 0, JSON.stringify(report));
    if (this.#drained) assert.deepEqual(report.differences, []);
  }

  async #checkLedger(): Promise<void> {
    for (const sku of skus) {
      const [one, other] = await Promise.all(
        this.#handles.stores.map((store) => store.stock({ ...milk, sku })),
      );
      assert.deepEqual(one, other);
      if (!this.#available.has(sku)) {
        assert.equal(one, undefined);
        continue;
      }
      assert.ok(one);
      const { loaded, buckets, held, confirmed } = one;
      const available = sum(buckets);
      assert.equal(loaded, available + held + confirmed);
      const expected = [this.#available.get(sku), this.#units(sku, 'held')];
      assert.deepEqual([available, held], expected);
      assert.equal(confirmed, this.#units(sku, 'confirmed'));
    }
    for (const { state, at } of this.#reservations) {
      if (state === 'held') assert.ok(this.#now <= at + lifetimes.holdMs + reaperInterval);
    }
  }

  /** The units are back: never before 30 s when it expired. */
  #giveBack(reservation: Reservation, state: 'released' | 'expired'): void {
    if (state === 'expired') assert.ok(this.#now > reservation.at + lifetimes.holdMs);
    reservation.state = state;
    this.#add(reservation.lines, 1);
  }

  #add(moved: readonly Line[], sign: 1 | -1): void {
    for (const { sku, qty } of moved) {
      this.#available.set(sku, this.#available.get(sku)! + sign * qty);
    }
  }

  #isOverdue({ at }: Reservation): boolean {
    return this.#now > at + lifetimes.holdMs;
  }

  #units(sku: string, state: Reservation['state']): number {
    const own = this.#reservations.filter((one) => one.state === state);
    return own
      .flatMap((one) => one.lines)
      .reduce((total, line) => total + (line.sku === sku ? line.qty : 0), 0);
  }
}

function isEqual(one: readonly Line[], other: readonly Line[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Action = Via &
  (
    | { do: 'reserve'; order: number; user: number; units: Record<string, number> }
    | { do: 'confirm' | 'release'; reservation: number }
    | { do: 'reap' | 'drain' | 'reconcile' }
  );
const running = fc.record({
  via,
  do: fc.constantFrom('reap' as const, 'drain' as const, 'reconcile' as const),
});
const concurrentActions = fc.array(
  fc.oneof<fc.WeightedArbitrary<Action>[]>(
    { weight: 6, arbitrary: reserving },
    { weight: 12, arbitrary: ending },
    { weight: 6, arbitrary: running },
  ),
  { minLength: 20, maxLength: 80 },
);

/** Takes all actions at once, on overdue reservations and on fresh ones. */
async function raceAll(handles: Handles, actions: readonly Action[]): Promise<void> {
  const { stores, records } = handles;
  const total = 60;
  for (const sku of skus) await stores[0].load(load(total, { sku, partitioned: sku === 'milk' }));
  const now = T0 + lifetimes.holdMs + 1;
  const requests = [T0, T0, T0, now, now, now].map((at) =>
    reserveRequest({ now: at, lines: lines({ eggs: 1, milk: 3, tea: 2 }) }),
  );
  for (const one of requests) await stores[1].reserve(one);
  const answers = new Map<string, Set<string>>();

  const act = async (action: Action): Promise<void> => {
    const [store, record] = [stores[action.via], records[action.via]];
    if (action.do === 'reserve') {
      const [orderId, userId] = [`o${action.order}`, `u${action.user}`];
      await store.reserve(reserveRequest({ orderId, userId, lines: lines(action.units), now }));
    } else if (action.do === 'confirm' || action.do === 'release') {
      const { reservationId } = requests[action.reservation % requests.length]!;
      const ending = await store[action.do](reservationId, now);
      answers.set(reservationId, (answers.get(reservationId) ?? new Set()).add(ending));
    } else if (action.do === 'reap') await store.reap(now);
    else if (action.do === 'drain') await drainAll(store, record, now);
    else assert.equal(countUnexplained(await reconcile(store, record)), 0);
  };
  await Promise.all(actions.map(act));

  for (const [id, endings] of answers) assert.equal(endings.size, 1, `${id}: ${[...endings]}`);
  for (const { reservationId, now: at } of requests.slice(0, 3)) {
    assert.ok(!answers.get(reservationId)?.has('confirmed'), `confirmed after ${now - at} ms`);
  }
  await reap(stores[0], now + lifetimes.holdMs + 1);
  const confirmed = [...answers.values()].filter((endings) => endings.has('confirmed')).length;
  for (const [sku, qty] of Object.entries({ eggs: 1, milk: 3, tea: 2 })) {
    const gone = confirmed * qty;
    assert.deepEqual(await counts(stores[1], { ...milk, sku }), [total - gone, 0, gone]);
  }
  await drainAll(stores[0], records[0], now + lifetimes.claimMs);
  const report = await reconcile(stores[1], records[1]);
  assert.deepEqual(report, {
    checked: 3,
    differences: [],
    unbalanced: [],
    postponed: 0,
    rejected: [],
  });
}
