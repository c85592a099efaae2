/**
 * A simulated day: a fake clock, seeded chance, drivers who move, accept, reject or stay silent, and
 * shops that cancel. The model beside the store knows the rules only from the specification.
 */
import assert from 'node:assert/strict';
import { seeded } from '#kit/testing/seeded.ts';
import { tick } from '../batch.ts';
import { assertPreferences, here, replica, T0 } from './fixtures.ts';
import type { Dispatch } from '../dispatch.ts';
import { move, report } from '../driver.ts';
import { accept, reject } from '../offers.ts';
import type { LatLng } from '../matching/lat-lng.ts';
import { assignByHand, cancel, submit } from '../order.ts';
import { replay } from '../replay.ts';
import type { RuleSet } from '../rules/rules.ts';
import type { BatchStore } from '../store/batches.ts';
import type { OfferStore, Proposal } from '../store/offers.ts';
import type { DispatchStore } from '../store/dispatch-store.ts';

const second = 1_000;
const acceptTimeoutMs = 30 * second;

/** The specification of a variant about rejections and the way of an accepted order. */
const expected = {
  'dispatch-a': {
    delays: [2, 4, 8, 16, 30],
    way: ['arrived', 'picking', 'delivering', 'completed', 'idle'],
  },
  'dispatch-b': { delays: [1, 2, 4], way: ['PICKING', 'DELIVERING', 'COMPLETED', 'IDLE'] },
};

type Plans = Map<number, (() => Promise<void>)[]>;

interface Parcel {
  /** Longest ago first. */
  readonly rejectedBy: Set<string>;
  attempts: number;
  rejected: number;
  /** Not to be offered before. */
  notBefore: number;
  holder: string | undefined;
  manual: boolean;
  delivered: number;
  cancelled: boolean;
}

export class Day {
  readonly #rules: RuleSet;
  readonly #replicas: Dispatch[];
  readonly #chance: () => number;
  readonly #parcels = new Map<string, Parcel>();
  /** The steps that drivers will take, by the second. */
  readonly #plans: Plans = new Map();
  /** The orders that shops will cancel, by the second. */
  readonly #cancels: Plans = new Map();
  /** Offers since they were last looked at. */
  readonly #proposed: Proposal[] = [];
  readonly #holding = new Map<string, string>();
  readonly #drivers: string[];
  readonly #places: LatLng[];
  /** Every offer that a batch made: which replay has to make again. */
  readonly made: Proposal[] = [];
  now = T0;
  open = 0;
  timeouts = 0;
  rejections = 0;
  byHand = 0;
  cancels = 0;
  /** Cancels that took an order from a driver. */
  taken = 0;

  constructor(rules: RuleSet, stores: DispatchStore[], drivers: number, seed: number) {
    this.#rules = rules;
    this.#replicas = stores.map((store) => ({
      ...replica(rules, this.#watched(store)),
      acceptTimeoutMs,
      keepBatches: 100_000,
    }));
    this.#chance = seeded(seed);
    this.#drivers = Array.from({ length: drivers }, (_, i) => `d${i}`);
    this.#places = this.#drivers.map(() => this.#somewhere());
  }

  get parcels(): ReadonlyMap<string, Parcel> {
    return this.#parcels;
  }

  /** One second of the day. */
  async step(orders: number): Promise<void> {
    // The model knows what was cancelled when drivers act; what happens at once is for the contract.
    for (const plans of [this.#cancels, this.#plans]) {
      const due = plans.get(this.now) ?? [];
      plans.delete(this.now);
      await Promise.all(due.map((act) => act()));
    }
    await Promise.all(
      this.#drivers
        .map((driverId, i) => ({ driverId, i }))
        .filter(({ i }) => i % 20 === (this.now / second) % 20)
        .map(({ driverId, i }) => report(this.#any(), { driverId, ...this.#moved(i) }, this.now)),
    );
    await Promise.all(Array.from({ length: orders }, () => this.#order()));
    await Promise.all(this.#replicas.map((dispatch) => tick(dispatch, () => this.now)));
    for (const proposal of this.#proposed.splice(0)) await this.#offered(proposal);
    this.now += second;
  }

  async #order(): Promise<void> {
    const orderId = `o${this.#parcels.size}`;
    const parcel = { attempts: 0, rejected: 0, notBefore: this.now, manual: false, delivered: 0 };
    const own = { rejectedBy: new Set<string>(), holder: undefined, cancelled: false };
    this.#parcels.set(orderId, { ...parcel, ...own });
    this.open++;
    if (this.#chance() < 0.08) {
      // In any stage of its life.
      const wait = 1 + Math.floor(this.#chance() ** 2 * 60);
      this.#plan(wait, () => this.#cancel(orderId), this.#cancels);
    }
    const priorityWeight = this.#chance();
    const hub = this.#rules.enveloped ? { hubId: 'h' } : {};
    const order = { orderId, ...this.#somewhere(), priority: 1, priorityWeight, ...hub };
    await submit(this.#any(), order, this.now);
    if (this.#chance() < 0.1) await submit(this.#any(), order, this.now);
  }

  /** Checks an offer if it was really made, and lets its driver decide what to do. */
  async #offered({ orderId, driverId, assignmentId, score }: Proposal): Promise<void> {
    const { store } = this.#any();
    const assignment = await store.offers.find(assignmentId);
    if (assignment?.offeredAt !== this.now) return;
    if (assignment.score !== null) this.made.push({ orderId, driverId, assignmentId, score });
    const parcel = this.#parcels.get(orderId)!;
    assert.equal(parcel.holder, undefined, 'an order is offered to one driver at a time');
    assert.equal(this.#holding.get(driverId), undefined, 'a driver holds one offer at a time');
    assert.ok(this.now >= parcel.notBefore, 'not before the delay is over');
    assert.equal(assignment.expiresAt, this.now + acceptTimeoutMs);
    parcel.holder = driverId;
    this.#holding.set(driverId, orderId);
    const answer = { driverId, assignmentId };
    const luck = this.#chance();
    const wait = 1 + Math.floor(this.#chance() * 10);
    if (luck < 0.08) this.#plan(30, () => this.#silence(orderId, driverId));
    else if (luck < 0.25) this.#plan(wait, () => this.#reject(orderId, answer));
    else this.#plan(wait, () => this.#accept(orderId, answer));
  }

  /** The shop cancels; a driver who has the order is free at once. */
  async #cancel(orderId: string): Promise<void> {
    const parcel = this.#parcels.get(orderId)!;
    const dispatch = this.#any();
    if (parcel.delivered > 0) {
      const cancelled = cancel(dispatch, { orderId }, this.now);
      await assert.rejects(cancelled, { code: 'INVALID_TRANSITION' });
      return;
    }
    await cancel(dispatch, { orderId }, this.now);
    this.cancels++;
    this.open--;
    parcel.cancelled = true;
    const { holder } = parcel;
    if (holder === undefined) return;
    this.taken++;
    parcel.holder = undefined;
    this.#holding.delete(holder);
    const { state, assignmentId } = (await dispatch.store.drivers.find(holder))!;
    assert.deepEqual([state, assignmentId], [this.#rules.idle, null], 'the driver is free');
  }

  /** Whether the order was cancelled, which the driver is told in answer to this. */
  async #learnsOfCancel(orderId: string, act: () => Promise<unknown>): Promise<boolean> {
    if (!this.#parcels.get(orderId)!.cancelled) return false;
    await assert.rejects(act(), { code: 'ORDER_CANCELLED' });
    return true;
  }

  async #accept(orderId: string, answer: { driverId: string; assignmentId: string }) {
    const { driverId } = answer;
    const take = () => accept(this.#any(), answer, this.now);
    if (await this.#learnsOfCancel(orderId, take)) return;
    const accepted = await accept(this.#any(), answer, this.now);
    assert.equal(accepted.orderId, orderId);
    const givesBack = !this.#rules.enveloped && this.#chance() < 0.05;
    if (givesBack) return this.#plan(1, () => this.#reject(orderId, answer));
    const { way } = expected[this.#rules.name];
    let after = 0;
    for (const [i, to] of way.entries()) {
      after += 1 + Math.floor(this.#chance() * 8);
      this.#plan(after, async () => {
        if (this.#parcels.get(orderId)!.cancelled) return;
        await move(this.#any(), { driverId, to }, this.now);
        if (i !== way.length - 2) return;
        const parcel = this.#parcels.get(orderId)!;
        parcel.delivered++;
        parcel.holder = undefined;
        this.#holding.delete(driverId);
        this.open--;
      });
    }
  }

  async #reject(orderId: string, answer: { driverId: string; assignmentId: string }) {
    const giveBack = () => reject(this.#any(), answer, this.now);
    if (await this.#learnsOfCancel(orderId, giveBack)) return;
    this.rejections++;
    const outcome = await reject(this.#any(), answer, this.now);
    const delay = this.#countRejection(orderId, answer.driverId);
    assert.equal(outcome.delayMs, delay ?? 0);
  }

  /** The offer ends in this very second, when the replicas tick. */
  async #silence(orderId: string, driverId: string) {
    if (this.#parcels.get(orderId)!.cancelled) return;
    this.timeouts++;
    this.#countRejection(orderId, driverId);
  }

  /** Counts the n-th rejection by the specification, and returns the delay, if there is one. */
  #countRejection(orderId: string, driverId: string): number | undefined {
    const parcel = this.#parcels.get(orderId)!;
    const delay = expected[this.#rules.name].delays[parcel.attempts];
    this.#holding.delete(driverId);
    parcel.holder = undefined;
    parcel.rejected++;
    parcel.attempts++;
    parcel.rejectedBy.delete(driverId);
    parcel.rejectedBy.add(driverId);
    if (parcel.manual || (delay === undefined && !this.#rules.enveloped)) {
      parcel.manual = true;
      this.#plan(1, () => this.#assignByHand(orderId));
      return undefined;
    }
    if (delay === undefined) {
      parcel.attempts = 0;
      return undefined;
    }
    parcel.notBefore = this.now + delay * second;
    return delay * second;
  }

  /** The operator takes some driver who is idle. */
  async #assignByHand(orderId: string): Promise<void> {
    if (this.#parcels.get(orderId)!.cancelled) return;
    const dispatch = this.#any();
    const queue = await dispatch.store.orders.listManual();
    assert.ok(queue.includes(orderId), 'it is in the manual queue');
    for (const driverId of this.#drivers) {
      const driver = await dispatch.store.drivers.find(driverId);
      if (driver?.state !== this.#rules.idle) continue;
      const { assignmentId } = await assignByHand(dispatch, { orderId, driverId }, this.now);
      this.byHand++;
      return this.#offered({ orderId, driverId, assignmentId, score: 0 });
    }
    this.#plan(1, () => this.#assignByHand(orderId));
  }

  #plan(seconds: number, act: () => Promise<void>, plans = this.#plans): void {
    const at = this.now + seconds * second;
    plans.set(at, [...(plans.get(at) ?? []), act]);
  }

  #any(): Dispatch {
    return this.#replicas[Math.floor(this.#chance() * this.#replicas.length)]!;
  }

  #somewhere(): LatLng {
    const off = () => (this.#chance() - 0.5) * 0.12;
    return { lat: here.lat + off(), lng: here.lng + off() };
  }

  /** A driver goes some hundred metres in 20 seconds, anywhere. */
  #moved(i: number): LatLng {
    const { lat, lng } = this.#places[i]!;
    const off = () => (this.#chance() - 0.5) * 0.004;
    return (this.#places[i] = { lat: lat + off(), lng: lng + off() });
  }

  /** The store, with its batches checked, and the offers that they want to make noted down. */
  #watched(store: DispatchStore): DispatchStore {
    const { offers, batches } = store;
    const watched: OfferStore = {
      make: (batch, now) => {
        this.#proposed.push(...batch.proposals);
        return offers.make(batch, now);
      },
      assignByHand: (...args) => offers.assignByHand(...args),
      accept: (...args) => offers.accept(...args),
      reject: (...args) => offers.reject(...args),
      find: (assignmentId) => offers.find(assignmentId),
      runTimers: (now) => offers.runTimers(now),
    };
    const checked: BatchStore = {
      save: (batch, keep) => {
        assertPreferences(batch, (orderId) => [...this.#parcels.get(orderId)!.rejectedBy]);
        return batches.save(batch, keep);
      },
      find: (batchId) => batches.find(batchId),
      page: (before, limit) => batches.page(before, limit),
    };
    return { ...store, offers: watched, batches: checked };
  }
}

/** Lets the orders arrive, and the day go on until the last one is delivered. */
export async function simulate(day: Day, orders: number, perSecond: number): Promise<void> {
  for (let left = orders; left > 0 || day.open > 0; left -= perSecond) {
    await day.step(Math.max(0, Math.min(left, perSecond)));
    assert.ok(day.now < T0 + 24 * 3_600 * second, 'the day ends');
  }
  assert.equal(day.parcels.size, orders);
}

/** No order lost, none delivered twice or after it was cancelled; the store says the same. */
export async function verify(day: Day, store: DispatchStore): Promise<void> {
  for (const [orderId, { delivered, cancelled, rejected }] of day.parcels) {
    assert.equal(delivered, cancelled ? 0 : 1, 'delivered once, unless it was cancelled');
    const order = (await store.orders.find(orderId))!;
    assert.equal(order.state, cancelled ? 'cancelled' : 'delivered');
    assert.equal(order.attemptsTotal, rejected);
  }
  assert.ok(day.timeouts > 0 && day.rejections > 0);
  assert.ok(day.taken > 0 && day.cancels > day.taken, 'with a driver, and without one');
  assert.deepEqual(await store.orders.listManual(), []);
}

/** Replay with unchanged weights makes every assignment of the day again, and no other. */
export async function verifyReplay(day: Day, rules: RuleSet, store: DispatchStore): Promise<void> {
  const batches: string[] = [];
  const replayed = replay({ ...replica(rules, store) }, {});
  let result = await replayed.next();
  for (; !result.done; result = await replayed.next()) {
    for (const { batch_id, differing, before, after } of result.value) {
      assert.deepEqual([differing, after], [0, before]);
      batches.push(batch_id);
    }
  }
  const { differing } = (result.value as { total: { differing: number } }).total;
  assert.equal(differing, 0);
  const kept = new Map<string, Set<string>>();
  for (const batchId of batches) {
    const { matches } = (await store.batches.find(batchId))!;
    for (const { orderId, driverId, score } of matches) {
      const pairs = kept.get(orderId) ?? new Set();
      kept.set(orderId, pairs.add(`${driverId} ${score}`));
    }
  }
  assert.ok(day.made.length > day.parcels.size / 2);
  for (const { orderId, driverId, score } of day.made) {
    assert.ok(kept.get(orderId)?.has(`${driverId} ${score}`), `${orderId} went to ${driverId}`);
  }
}
