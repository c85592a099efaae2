/**
 * Random histories, each with a small configuration of its own (swarm testing: Groce et al., 2012),
 * which a failure prints: what happens at all, how many orders and drivers there are and where, how
 * far clocks jump, and whether replicas crash while they match.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { common, Refusal } from '#kit/web/problem.ts';
import { tick } from '../batch.ts';
import type { Dispatch } from '../dispatch.ts';
import { move, report } from '../driver.ts';
import { accept, reject } from '../offers.ts';
import { assignByHand, cancel, submit } from '../order.ts';
import { overStates, type RuleSet } from '../rules/rules.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import type { DispatchStore } from '../store/dispatch-store.ts';
import { assertPreferences, drain, here, north, replica, stores, T0 } from './fixtures.ts';

const day = 24 * 3_600_000;
const kinds = ['accept', 'reject', 'move', 'cancel', 'by hand', 'delete old', 'crash'] as const;
type Kind = (typeof kinds)[number] | 'submit' | 'report';

const configurations = fc.record({
  orders: fc.integer({ min: 1, max: 3 }),
  drivers: fc.integer({ min: 1, max: 3 }),
  kinds: fc.subarray([...kinds]),
  /** Kilometres from the orders. */
  places: fc.subarray([0, 4, 12], { minLength: 1 }),
  waits: fc.subarray([0, 1, 1_000, 5_000, 30_000, 61_000, day], { minLength: 1 }),
  /** By how much the clock of the second replica is ahead. */
  skewMs: fc.constantFrom(0, 1_000),
  optimal: fc.boolean(),
  /** How drivers behave in the end, before they accept everything. */
  stubborn: fc.constantFrom('not at all', 'they refuse', 'they are silent'),
});
type Configuration = typeof configurations extends fc.Arbitrary<infer T> ? T : never;

const histories = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    steps: fc.array(
      fc.record({
        kind: fc.constantFrom<Kind>('submit', 'report', ...configuration.kinds),
        order: fc.nat(configuration.orders - 1),
        driver: fc.nat(configuration.drivers - 1),
        place: fc.constantFrom(...configuration.places),
        wait: fc.constantFrom(...configuration.waits),
        state: fc.nat(6),
        replica: fc.nat(1),
      }),
      { maxLength: 25 },
    ),
  }),
);
type Step = (typeof histories extends fc.Arbitrary<infer T> ? T : never)['steps'][number];

class History {
  readonly #rules: RuleSet;
  readonly #configuration: Configuration;
  readonly #replicas: Dispatch[];
  readonly #orders: string[];
  readonly #drivers: string[];
  /** The drivers who refused or missed an order, longest ago first. */
  readonly #refusers = new Map<string, string[]>();
  #now: number;

  constructor(rules: RuleSet, all: DispatchStore[], configuration: Configuration, run: number) {
    const names = (of: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${of}${i} of ${run}`);
    this.#rules = rules;
    this.#configuration = configuration;
    this.#orders = names('o', configuration.orders);
    this.#drivers = names('d', configuration.drivers);
    this.#replicas = all.map((store) => ({
      ...replica(rules, this.#checked(store)),
      optimal: configuration.optimal,
    }));
    // Later than all that is left of other runs.
    this.#now = T0 + run * 100 * day;
  }

  async step({ kind, wait, replica: index, ...step }: Step): Promise<void> {
    this.#now += wait;
    const dispatch = this.#replicas[index]!;
    const now = this.#clock(index);
    const driverId = this.#drivers[step.driver]!;
    const orderId = this.#orders[step.order]!;
    const acts: Record<Kind, () => unknown> = {
      submit: () => this.#submit(dispatch, orderId, now),
      report: () => report(dispatch, { driverId, ...north(step.place) }, now),
      accept: () => this.#answer(dispatch, 'accept', driverId, now),
      reject: () => this.#answer(dispatch, 'reject', driverId, now),
      move: () => this.#move(dispatch, driverId, this.#rules.states[step.state]!, now),
      cancel: () => cancel(dispatch, { orderId }, now),
      'by hand': () => assignByHand(dispatch, { orderId, driverId }, now),
      'delete old': () => this.#deleteOld(dispatch, now),
      crash: () => this.#tick(crashing(dispatch), index),
    };
    await unlessRefused(acts[kind]);
    if (kind !== 'crash') await this.#tick(dispatch, index);
    await this.#check();
  }

  /** Until all is delivered, cancelled or expired. */
  async end(): Promise<void> {
    if (this.#configuration.stubborn !== 'not at all') await this.#resist();
    for (let round = 0; round < 40; round++) {
      if ((await this.#open()).length === 0) return;
      await this.#round(6_000, 'accept');
    }
    assert.deepEqual(await this.#open(), [], 'no order is stuck');
  }

  /** Nobody takes an order: those who are left are asked until the last attempt. */
  async #resist(): Promise<void> {
    const refuses = this.#configuration.stubborn === 'they refuse';
    for (let round = 0; round < 30; round++) {
      await this.#round(31_000, refuses ? 'reject' : undefined);
    }
    for (const { state, round } of await this.#open()) {
      if (this.#rules.afterLast === 'pool') assert.ok(round > 1, 'it went back to the pool');
      else assert.equal(state, 'manual_assignment');
    }
  }

  async #round(ms: number, answer: 'accept' | 'reject' | undefined): Promise<void> {
    this.#now += ms;
    const [dispatch] = this.#replicas as [Dispatch];
    const now = this.#clock(1);
    const ofEach = (act: (driverId: string) => Promise<void>) =>
      Promise.all(this.#drivers.map(act));
    await ofEach(async (driverId) => {
      await report(dispatch, { driverId, ...here }, now);
      await this.#finish(dispatch, driverId, now);
    });
    await this.#tick(dispatch, 1);
    await ofEach(async (driverId) => {
      if (answer === 'accept') await this.#takeByHand(dispatch, driverId, now);
      if (answer) await unlessRefused(() => this.#answer(dispatch, answer, driverId, now));
      if (answer === 'accept') await this.#finish(dispatch, driverId, now);
    });
    await this.#check();
  }

  async #takeByHand(dispatch: Dispatch, driverId: string, now: number): Promise<void> {
    const own = (await this.#open()).filter(({ state }) => state === 'manual_assignment');
    for (const { orderId } of own) {
      await unlessRefused(() => assignByHand(dispatch, { orderId, driverId }, now));
    }
  }

  /** The driver goes the way of an accepted order to its end. */
  async #finish(dispatch: Dispatch, driverId: string, now: number): Promise<void> {
    const { moves, idle } = this.#rules;
    for (;;) {
      const { state } = (await dispatch.store.drivers.find(driverId))!;
      const next = moves.find(({ from, by }) => from === state && by === 'driver');
      if (!next || state === idle) return;
      await move(dispatch, { driverId, to: next.to }, now);
    }
  }

  #submit(dispatch: Dispatch, orderId: string, now: number) {
    const hub = this.#rules.enveloped ? { hubId: 'h' } : {};
    return submit(dispatch, { orderId, ...here, priority: 1, priorityWeight: 0.5, ...hub }, now);
  }

  async #answer(dispatch: Dispatch, answer: 'accept' | 'reject', driverId: string, now: number) {
    const assignmentId = (await dispatch.store.drivers.find(driverId))?.assignmentId;
    if (!assignmentId) return;
    const { orderId } = (await dispatch.store.offers.find(assignmentId))!;
    await (answer === 'accept' ? accept : reject)(dispatch, { driverId, assignmentId }, now);
    if (answer === 'reject') this.#refused(orderId, driverId);
  }

  /** A move to the state after rejecting is a refusal too. */
  async #move(dispatch: Dispatch, driverId: string, to: string, now: number) {
    const before = (await dispatch.store.drivers.find(driverId))?.assignmentId;
    const held = before ? await dispatch.store.offers.find(before) : undefined;
    await move(dispatch, { driverId, to }, now);
    const after = held && (await dispatch.store.offers.find(held.assignmentId));
    if (after?.state === 'rejected') this.#refused(held!.orderId, driverId);
  }

  #refused(orderId: string, driverId: string): void {
    const others = (this.#refusers.get(orderId) ?? []).filter((other) => other !== driverId);
    this.#refusers.set(orderId, [...others, driverId]);
  }

  async #deleteOld({ store }: Dispatch, now: number): Promise<void> {
    await drain(() => store.deleteOld(now));
    for (const orderId of this.#orders) {
      if (!(await store.orders.find(orderId))) this.#refusers.delete(orderId);
    }
  }

  #clock = (index: number) => this.#now + index * this.#configuration.skewMs;

  async #tick(dispatch: Dispatch, index: number): Promise<void> {
    const now = this.#clock(index);
    for (const orderId of this.#orders) {
      const order = await dispatch.store.orders.find(orderId);
      if (order?.state !== 'offered' || order.endsAt <= now) continue;
      const { expiresAt, driverId } = (await dispatch.store.offers.find(order.assignmentId!))!;
      if (expiresAt <= now) this.#refused(orderId, driverId);
    }
    await tick(dispatch, () => now);
  }

  async #open() {
    const found = this.#orders.map((orderId) => this.#replicas[0]!.store.orders.find(orderId));
    const orders = (await Promise.all(found)).filter((order) => order !== undefined);
    return orders.filter(({ state }) => !overStates.some((over) => over === state));
  }

  /** A driver who has an order in hand is the only one who has it, and nobody else has any. */
  async #check(): Promise<void> {
    const { store } = this.#replicas[1]!;
    const stateOf = new Map(
      this.#rules.moves.flatMap(({ to, order }) =>
        order && order !== 'delivered' ? [[to, order]] : [],
      ),
    );
    const held = new Map<string, string>();
    const drivers = await Promise.all(this.#drivers.map((id) => store.drivers.find(id)));
    for (const driver of drivers) {
      if (!driver) continue;
      const { driverId, assignmentId } = driver;
      assert.equal(assignmentId !== null, stateOf.has(driver.state), driver.state);
      if (assignmentId === null) continue;
      const assignment = (await store.offers.find(assignmentId))!;
      const order = (await store.orders.find(assignment.orderId))!;
      assert.equal(order.state, stateOf.get(driver.state));
      assert.deepEqual([order.assignmentId, assignment.driverId], [assignmentId, driverId]);
      held.set(order.orderId, driverId);
    }
    const inHand = new Set<string>(stateOf.values());
    for (const { orderId, state, dueAt, attempts } of await this.#open()) {
      assert.equal(held.has(orderId), inHand.has(state), `${orderId} is ${state}`);
      if (state !== 'reassigning') continue;
      const delayMs = this.#rules.delaysMs[attempts - 1]!;
      assert.ok(dueAt! <= this.#clock(1) + delayMs, 'the delay is the specified one at most');
    }
  }

  #checked(store: DispatchStore): DispatchStore {
    const save: DispatchStore['batches']['save'] = (batch, keep) => {
      assertPreferences(batch, (orderId) => this.#refusers.get(orderId) ?? []);
      return store.batches.save(batch, keep);
    };
    return { ...store, batches: { ...store.batches, save } };
  }
}

/** A replica that dies when it has matched a batch, before it makes an offer. */
const crashing = (dispatch: Dispatch): Dispatch => {
  const { store } = dispatch;
  const make = () => Promise.reject(common.STORE_UNAVAILABLE('the replica died'));
  return { ...dispatch, store: { ...store, offers: { ...store.offers, make } } };
};

async function unlessRefused(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`histories on ${name}`, { skip }, () => {
    for (const rules of [variantA, variantB]) {
      it(`${rules.name}: an order is in one driver's hands at a time, and none is stuck`, async (t) => {
        const all = await open(t, rules);
        let run = 0;
        await fc.assert(
          fc.asyncProperty(histories, async ({ configuration, steps }) => {
            const history = new History(rules, all, configuration, ++run);
            for (const step of steps) await history.step(step);
            await history.end();
          }),
          { numRuns: name === 'SQLite' ? 50 : 12 },
        );
      });
    }
  });
}
