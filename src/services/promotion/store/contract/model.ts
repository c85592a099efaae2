/** The rules of counting, over objects that are kept forever; each step runs on the stores, too. */
import assert from 'node:assert/strict';
import {
  deviceLimit,
  orderLifetimeMs,
  type Availability,
  type Candidate,
  type CodeVerdict,
  type UseOutcome,
  type UseRequest,
  type Verdict,
} from '../usage.ts';
import type { Setting, Step } from './history.ts';
import { day, T0, type Stores } from './requests.ts';

/** A counter from its first use until it lapses, or all is given back. */
interface Life {
  count: number;
  lapsesAt: number;
}

interface Use {
  readonly candidate: number;
  readonly lives: readonly Life[];
  readonly code: string | undefined;
}

interface Order {
  readonly fingerprint: string;
  readonly given: { verdicts: Verdict[]; codes?: CodeVerdict[] };
  readonly uses: readonly Use[];
  at: number;
  returned: number[] | undefined;
}

const free = { seen: [], chosen: [] };

export class Model {
  readonly #stores: readonly [Stores, Stores];
  readonly #setting: Setting;
  #now = T0;
  readonly #lives = new Map<string, Life>();
  readonly #orders = new Map<string, Order>();
  readonly #codes: Map<string, { readonly uses: number; used: number; ended: boolean }>;

  constructor(stores: readonly [Stores, Stores], setting: Setting) {
    this.#stores = stores;
    this.#setting = setting;
    const codes = setting.codes.map(
      ({ key, uses }) => [key, { uses, used: 0, ended: false }] as const,
    );
    this.#codes = new Map(codes);
  }

  async take(step: Step): Promise<void> {
    const store = this.#stores[step.via];
    if (step.do === 'wait') this.#now += step.ms;
    else if (step.do === 'sweep') while (await store.sweep(this.#now));
    else if (step.do === 'cancel') {
      const cancelled = await store.cancelOrder(`o${step.order}`, this.#now);
      assert.deepEqual(cancelled?.returned, this.#cancel(`o${step.order}`));
    } else if (step.do === 'end') {
      const ended = await store.endCode(step.code);
      const code = this.#codes.get(step.code);
      if (code) code.ended = true;
      assert.equal(ended?.uses, code?.used);
    } else await this.#use(store, step);
    const found = await this.#stores[0].findCodes([...this.#codes.keys()]);
    const uses = found.map((code) => [code?.uses, code?.ended]);
    assert.deepEqual(
      uses,
      Array.from(this.#codes.values(), ({ used, ended }) => [used, ended]),
    );
  }

  async #use(store: Stores, { chosen, ...step }: Step & { do: 'use' }): Promise<void> {
    const candidates = step.rules.map((i) => {
      const rule = this.#setting.rules[i]!;
      return i === 0 ? { ...rule, codes: step.codes } : rule;
    });
    const { user, device, order, rules, codes } = step;
    const fingerprint = JSON.stringify([user, device, rules, codes]);
    const named = order === undefined ? undefined : { orderId: `o${order}`, fingerprint };
    const request: UseRequest = {
      candidates,
      userId: `u${user}`,
      device: `d${device}`,
      order: named && { ...named, terms: 't' },
      now: this.#now,
    };
    const known = named && this.#known(named.orderId, fingerprint);
    if (known) {
      const { orderId } = named;
      assert.deepEqual(await store.countUses({ ...request, choice: free }), known);
      assert.deepEqual(await store.findOrder(orderId, fingerprint, this.#now), known);
    } else if (chosen) {
      const available = candidates.map((one) => this.#availability(one, request));
      const seen = await store.countUses({ ...request, choice: free });
      assert.deepEqual(seen, { kind: 'seen', available });
      const mask = available.map((one, i) => one === 'available' && chosen[i]!);
      const choice = { seen: available, chosen: mask };
      const outcome = await store.countUses({ ...request, choice });
      assert.deepEqual(outcome, this.#count(request, { available, chosen: mask }));
    } else assert.deepEqual(await store.countUses(request), this.#count(request));
  }

  /** The outcome that an order had before. */
  #known(orderId: string, fingerprint: string): UseOutcome | undefined {
    const order = this.#remembered(orderId);
    if (!order) return undefined;
    if (order.returned) return { kind: 'cancelled' };
    if (order.fingerprint !== fingerprint) return { kind: 'mismatch' };
    return { kind: 'repeated', ...order.given, terms: 't' };
  }

  #count(
    { candidates, userId, device, order }: UseRequest,
    choice?: { available: readonly Availability[]; chosen: readonly boolean[] },
  ): UseOutcome {
    const uses: Use[] = [];
    const codes: CodeVerdict[] = [];
    const verdicts = candidates.map((one, i): Verdict => {
      const from = codes.length;
      const code = this.#judge(one, codes);
      if (choice && !choice.chosen[i]) {
        const state = choice.available[i]!;
        return state === 'available' ? 'not chosen' : state;
      }
      if (!choice && !one.stackable && uses.length > 0) return 'not stackable';
      if (one.needsCode && code === undefined) return 'code refused';
      const limit = this.#limitOf(one, userId, device);
      if (limit !== 'available') return limit;
      if (code !== undefined) {
        this.#codes.get(code)!.used++;
        codes[from + one.codes!.indexOf(code)] = 'counted';
      }
      const lapsesAt = one.lifetimeMs > 0 ? this.#now + one.lifetimeMs : Infinity;
      const lives = keysOf(one, userId, device).map((key, j) => {
        const life = this.#alive(key) ?? { count: 0, lapsesAt: this.#now + day };
        if (j < 2) life.lapsesAt = lapsesAt;
        life.count++;
        this.#lives.set(key, life);
        return life;
      });
      uses.push({ candidate: i, lives, code });
      return 'applied';
    });
    const given = { verdicts, ...(codes.length > 0 && { codes }) };
    if (order) {
      const { fingerprint } = order;
      this.#orders.set(order.orderId, {
        fingerprint,
        given,
        uses,
        at: this.#now,
        returned: undefined,
      });
    }
    return { kind: 'counted', ...given };
  }

  #availability(one: Candidate, { userId, device }: UseRequest): Availability {
    if (one.needsCode && this.#judge(one, []) === undefined) return 'code refused';
    return this.#limitOf(one, userId, device);
  }

  #limitOf(one: Candidate, userId: string, device: string) {
    const counts = keysOf(one, userId, device).map((key) => this.#alive(key)?.count ?? 0);
    const [ofUser, ofAll, ofDevice] = counts as [number, number, number];
    if (one.perUser > 0 && ofUser >= one.perUser) return 'user limit reached';
    if (one.global > 0 && ofAll >= one.global) return 'global limit reached';
    return ofDevice >= deviceLimit ? 'device limit reached' : 'available';
  }

  #cancel(orderId: string): number[] | undefined {
    const order = this.#remembered(orderId);
    if (!order) return undefined;
    if (order.returned) return order.returned;
    order.at = this.#now;
    order.returned = order.uses
      .filter(({ lives, code }) => {
        const alive = lives.filter((life) => life.lapsesAt > this.#now && this.#isCurrent(life));
        for (const life of alive) life.count--;
        if (code !== undefined) this.#codes.get(code)!.used--;
        return alive.length > 0 || code !== undefined;
      })
      .map(({ candidate }) => candidate);
    return order.returned;
  }

  #remembered(orderId: string): Order | undefined {
    const order = this.#orders.get(orderId);
    return order && this.#now - order.at < orderLifetimeMs ? order : undefined;
  }

  /** The first that has a use left. */
  #judge({ codes: asked = [] }: Candidate, verdicts: CodeVerdict[]): string | undefined {
    let usable: string | undefined;
    for (const key of asked) {
      const code = this.#codes.get(key);
      const isKnown = code !== undefined && !code.ended;
      const isUsedUp = isKnown && code.used >= code.uses;
      if (usable !== undefined || (isKnown && !isUsedUp)) verdicts.push('not used');
      else verdicts.push(isKnown ? 'code used up' : 'unknown code');
      if (isKnown && !isUsedUp) usable ??= key;
    }
    return usable;
  }

  #alive(key: string): Life | undefined {
    const life = this.#lives.get(key);
    return life && life.count > 0 && life.lapsesAt > this.#now ? life : undefined;
  }

  #isCurrent(life: Life): boolean {
    return [...this.#lives.values()].includes(life);
  }
}

/** The keys of the counters: of the user, of all users, of the device. */
const keysOf = ({ incarnation }: Candidate, userId: string, device: string) =>
  [`u ${userId}`, 'all', `d ${device}`].map((key) => `${incarnation} ${key}`);
