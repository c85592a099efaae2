/** Takes each step of a history on the stores and on a model of a few lists, and compares. */
import assert from 'node:assert/strict';
import { reconcile, countUnexplained } from '../reconcile.ts';
import { sum } from '../store/buckets.ts';
import type { Ending, Line } from '../store/reservations.ts';
import { newReservationId } from '../store/shards.ts';
import { adjustmentBody, type Stock, type StockKey } from '../store/stock.ts';
import { lifetimes } from '../store/inventory-store.ts';
import {
  adjustment,
  drainAll,
  lines,
  load,
  reap,
  reserveRequest,
  T0,
  type Backend,
} from './fixtures.ts';
import type { Setting, Step, Via } from './history.ts';

type Handles = Awaited<ReturnType<Backend['open']>>;

interface Reservation {
  readonly id: string;
  readonly hubId: string;
  readonly order: string;
  readonly user: string;
  readonly lines: readonly Line[];
  readonly at: number;
  readonly holdMs: number;
  expiresAt: number;
  state: 'held' | Ending;
  retaken: boolean;
}

const reaperInterval = 5_000;

export class Oracle {
  readonly #handles: Handles;
  readonly #keys: readonly StockKey[];
  #now = T0;
  readonly #available = new Map<string, number>();
  readonly #reservations: Reservation[] = [];
  /** The reservation that each order made last, or that was taken again. */
  readonly #orders = new Map<string, Reservation>();
  /** The adjustment that used a reference, and the stock afterwards. */
  readonly #references = new Map<string, { body: string; stock: Stock }>();
  /** Nothing waits in the outbox. */
  #drained = true;

  constructor(handles: Handles, { hubs, skus }: Setting) {
    this.#handles = handles;
    this.#keys = hubs.flatMap((hubId) => skus.map((sku) => ({ hubId, sku })));
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'load') await this.#load(step);
    else if (step.do === 'reserve') await this.#reserve(step);
    else if (step.do === 'confirm') await this.#end('confirm', step);
    else if (step.do === 'release') await this.#end('release', step);
    else if (step.do === 'retake') await this.#retake(step);
    else if (step.do === 'extend') await this.#extend(step);
    else if (step.do === 'adjust') await this.#adjust(step);
    else if (step.do === 'wait') await this.#wait(step.ms);
    else if (step.do === 'drain') await this.#drain(step);
    else if (step.do === 'replace') await this.#handles.replace(step.via);
    else await this.#reconcile(step.via);
    await this.#checkLedger();
  }

  /** All that was begun comes to its end: everything is recorded, and nothing differs. */
  async settle(): Promise<void> {
    const { stores, records } = this.#handles;
    this.#now += lifetimes.maxHeldMs + 1;
    await reap(stores[0], this.#now);
    this.#expireOverdue();
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
      for (const { quantity, ...key } of page) {
        assert.equal(quantity, this.#available.get(textOf(key)));
      }
    }
    await this.#checkLedger();
    for (const key of this.#keys) await this.#checkRecord(key);
  }

  /** The record has every confirmation, retakes among them, and every adjustment exactly once. */
  async #checkRecord(key: StockKey): Promise<void> {
    const recorded = await this.#handles.records[0].movements(key, undefined, 1_000);
    const confirmed = this.#reservations.filter(({ state, hubId, lines }) => {
      const isHere = hubId === key.hubId && lines.some(({ sku }) => sku === key.sku);
      return state === 'confirmed' && isHere;
    });
    const adjusted = [...this.#references].filter(([, { body }]) => {
      const [hubId, sku] = JSON.parse(body) as string[];
      return hubId === key.hubId && sku === key.sku;
    });
    const of = (kind: string) => recorded.filter((one) => one.kind === kind);
    const ids = of('confirm').map(({ reservationId }) => reservationId!);
    assert.deepEqual(ids.toSorted(), confirmed.map(({ id }) => id).toSorted());
    const references = of('adjust').map(({ reference }) => reference!);
    assert.deepEqual(references.toSorted(), adjusted.map(([reference]) => reference).toSorted());
  }

  async #load({ via, hub, sku, quantity, partitioned }: Step & { do: 'load' }): Promise<void> {
    const key = { hubId: hub, sku };
    const request = load(quantity, { ...key, partitioned, now: this.#now });
    const outcome = await this.#handles.stores[via].load(request);
    const held = this.#units(key, 'held');
    if (quantity < held) return assert.deepEqual(outcome, { kind: 'below-held', held });
    assert.equal(outcome.kind, 'loaded');
    this.#available.set(textOf(key), quantity);
    this.#drained = false;
  }

  async #reserve(step: Step & { do: 'reserve' }): Promise<void> {
    const [orderId, user, wanted] = [`o${step.order}`, `u${step.user}`, lines(step.units)];
    const [now, { holdMs, hub: hubId }] = [this.#now, step];
    const own = { reservationId: newReservationId(hubId, now), hubId, orderId, userId: user };
    const request = reserveRequest({ ...own, lines: wanted, holdMs, now });
    const outcome = await this.#handles.stores[step.via].reserve(request);
    // An order is known by its hub.
    const order = `${hubId} ${orderId}`;
    const earlier = this.#orders.get(order);
    if (earlier && this.#isLive(earlier)) {
      const isSame = earlier.user === user && isEqual(earlier.lines, wanted);
      const { id: reservationId, expiresAt } = earlier;
      const same = { kind: 'reserved', reservationId, expiresAt, holdMs: earlier.holdMs };
      return assert.deepEqual(outcome, isSame ? same : { kind: 'order-mismatch' });
    }
    const short = this.#shortage(hubId, wanted);
    if (short) return assert.deepEqual(outcome, { kind: 'short', available: short });
    const { reservationId: id } = request;
    const expiresAt = now + holdMs;
    assert.deepEqual(outcome, { kind: 'reserved', reservationId: id, expiresAt, holdMs });
    this.#add(hubId, wanted, -1);
    const times = { at: now, holdMs, expiresAt };
    const state = 'held' as const;
    const reservation = { id, hubId, order, user, lines: wanted, ...times, state, retaken: false };
    this.#reservations.push(reservation);
    this.#orders.set(order, reservation);
  }

  async #retake(step: Via & { reservation: number }): Promise<void> {
    const one = this.#chosen(step);
    if (one === undefined) return;
    const outcome = await this.#handles.stores[step.via].retake(one.id, this.#now);
    const wasHeld = one.state === 'held';
    if (this.#isLive(one)) {
      if (wasHeld) this.#drained = false;
      one.state = 'confirmed';
      return assert.deepEqual(outcome, { kind: 'confirmed', retaken: one.retaken });
    }
    if (one.state === 'released') return assert.deepEqual(outcome, { kind: 'released' });
    const other = this.#orders.get(one.order)!;
    if (this.#isLive(other)) return assert.deepEqual(outcome, { kind: 'order-mismatch' });
    const available = this.#shortage(one.hubId, one.lines);
    if (available) {
      return assert.deepEqual(outcome, { kind: 'short', lines: one.lines, available });
    }
    assert.deepEqual(outcome, { kind: 'confirmed', retaken: true });
    this.#add(one.hubId, one.lines, -1);
    Object.assign(one, { state: 'confirmed', retaken: true });
    this.#orders.set(one.order, one);
    this.#drained = false;
  }

  async #extend(step: Via & { reservation: number; holdMs: number }): Promise<void> {
    const one = this.#chosen(step);
    if (one === undefined) return;
    const outcome = await this.#handles.stores[step.via].extend(one.id, step.holdMs, this.#now);
    if (!this.#isLive(one) || one.state !== 'held') {
      return assert.deepEqual(outcome, { kind: one.state });
    }
    const [expiresAt, latest] = [this.#now + step.holdMs, one.at + 3_600_000];
    if (expiresAt > latest) return assert.deepEqual(outcome, { kind: 'limit', latest });
    assert.deepEqual(outcome, { kind: 'extended', expiresAt });
    one.expiresAt = expiresAt;
  }

  async #adjust({ via, hub, sku, delta, ...step }: Step & { do: 'adjust' }): Promise<void> {
    const reference = `ref ${step.reference}`;
    const key = { hubId: hub, sku };
    const request = adjustment(delta, { ...key, reference, now: this.#now });
    const outcome = await this.#handles.stores[via].adjust(request);
    const earlier = this.#references.get(reference);
    const body = adjustmentBody(request);
    if (earlier) {
      const again = { kind: 'adjusted', stock: earlier.stock };
      return assert.deepEqual(outcome, earlier.body === body ? again : { kind: 'reference-used' });
    }
    const available = this.#available.get(textOf(key)) ?? 0;
    if (available + delta < 0) return assert.deepEqual(outcome, { kind: 'short', available });
    const stock = (await this.#handles.stores[via].stock(request))!;
    assert.deepEqual(outcome, { kind: 'adjusted', stock });
    this.#available.set(textOf(key), available + delta);
    this.#references.set(reference, { body, stock });
    this.#drained = false;
  }

  /** The available units of each line, if one of them wants more than there is. */
  #shortage(hubId: string, wanted: readonly Line[]): number[] | undefined {
    const available = wanted.map(({ sku }) => this.#available.get(textOf({ hubId, sku })) ?? 0);
    return wanted.some(({ qty }, i) => qty > available[i]!) ? available : undefined;
  }

  /** An overdue one expires. */
  #isLive(reservation: Reservation): boolean {
    if (reservation.state === 'held' && this.#isOverdue(reservation)) {
      this.#giveBack(reservation, 'expired');
    }
    return reservation.state === 'held' || reservation.state === 'confirmed';
  }

  #expireOverdue(): void {
    for (const one of this.#reservations) this.#isLive(one);
  }

  async #end(how: 'confirm' | 'release', step: Via & { reservation: number }): Promise<void> {
    const reservation = this.#chosen(step);
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
      this.#expireOverdue();
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
    for (const key of this.#keys) {
      const [one, other] = await Promise.all(this.#handles.stores.map((store) => store.stock(key)));
      assert.deepEqual(one, other);
      if (!this.#available.has(textOf(key))) {
        assert.equal(one, undefined);
        continue;
      }
      assert.ok(one);
      const { loaded, buckets, held, confirmed } = one;
      const available = sum(buckets);
      assert.equal(loaded, available + held + confirmed);
      const expected = [this.#available.get(textOf(key)), this.#units(key, 'held')];
      assert.deepEqual([available, held], expected);
      assert.equal(confirmed, this.#units(key, 'confirmed'));
    }
    for (const { state, expiresAt } of this.#reservations) {
      if (state === 'held') assert.ok(this.#now <= expiresAt + reaperInterval);
    }
  }

  /** The units are back: never before its instant when it expired. */
  #giveBack(reservation: Reservation, state: 'released' | 'expired'): void {
    if (state === 'expired') assert.ok(this.#now > reservation.expiresAt);
    reservation.state = state;
    this.#add(reservation.hubId, reservation.lines, 1);
  }

  #add(hubId: string, moved: readonly Line[], sign: 1 | -1): void {
    for (const { sku, qty } of moved) {
      const key = textOf({ hubId, sku });
      this.#available.set(key, this.#available.get(key)! + sign * qty);
    }
  }

  #isOverdue({ expiresAt }: Reservation): boolean {
    return this.#now > expiresAt;
  }

  /** Mostly one that is held. */
  #chosen({ reservation }: { reservation: number }): Reservation | undefined {
    const held = this.#reservations.filter(({ state }) => state === 'held');
    const from = reservation < 5 && held.length > 0 ? held : this.#reservations;
    return from[reservation % from.length];
  }

  #units({ hubId, sku }: StockKey, state: Reservation['state']): number {
    const own = this.#reservations.filter((one) => one.state === state && one.hubId === hubId);
    return own
      .flatMap((one) => one.lines)
      .reduce((total, line) => total + (line.sku === sku ? line.qty : 0), 0);
  }
}

const textOf = ({ hubId, sku }: StockKey) => `${hubId} ${sku}`;

function isEqual(one: readonly Line[], other: readonly Line[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
