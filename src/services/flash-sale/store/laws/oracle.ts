/** A model of the flash sale, of a few lists, that takes each step beside the store and compares. */
import assert from 'node:assert/strict';
import { splitEvenly } from '../../buckets.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import { stateAt } from '../../opening.ts';
import type { Checkout } from '../checkouts.ts';
import { buy, sum, sweep, T0 } from '../contract/fixtures.ts';
import type { SaleMode, SaleRules, StockLoad } from '../ledger.ts';
import type { FlashSaleStore } from '../store.ts';
import type { Promotion } from '../waiting-room.ts';
import type { Step } from './history.ts';

export type Handles = [FlashSaleStore, FlashSaleStore];

interface Held {
  readonly product: string;
  readonly generation: number;
  readonly qty: number;
  readonly userId: string;
  readonly expiresAt: number;
  state: 'held' | 'confirmed' | 'released' | 'expired';
}

/** Takes each step on the store and on a model of a few lists, and compares. */
export class Oracle {
  readonly #handles: Handles;
  #now = T0;
  readonly #generation = new Map<string, number>();
  readonly #loaded = new Map<string, number>();
  readonly #queues = new Map<string, { userId: string; qty: number }[]>();
  readonly #lastJoined = new Map<string, number>();
  readonly #sales = new Map<string, Held>();
  readonly #keys = new Map<string, { at: number; original: unknown }>();
  readonly #requests = new Map<string, number[]>();
  readonly #rules = new Map<string, SaleRules>();
  readonly #modes = new Map<string, SaleMode>();

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'wait') this.#now += step.ms;
    else if (step.do === 'load') await this.#load(step);
    else if (step.do === 'buy') await this.#buy(step);
    else if (step.do === 'leave') await this.#leave(step);
    else if (step.do === 'mode') await this.#setMode(step);
    else if (step.do === 'sweep') await this.#sweep(step.via);
    else await this.#end(step.do, step);
    for (const id of ['p', 'race']) {
      await this.#checkLedger(id);
      await this.#checkRoom(id);
    }
  }

  async #load({ via, product, total, reset, rules }: Step & { do: 'load' }): Promise<void> {
    const flow = product === 'race' ? 'race' : 'standard';
    const { holdMs, userLimit, startsInMs, endsInMs } = rules;
    const demanded: SaleRules = {
      ...(holdMs !== undefined && { holdMs }),
      ...(userLimit !== undefined && { userLimit }),
      ...(startsInMs !== undefined && { startsAt: this.#now + startsInMs }),
      ...(endsInMs !== undefined && { endsAt: this.#now + endsInMs }),
    };
    const load = stock(product, total, { flow, reset, rules: demanded, now: this.#now });
    const before = await this.#snapshot(product);
    const outcome = await this.#handles[via].load(load);
    const generation = this.#generation.get(product) ?? 0;
    if (generation > 0 && !reset) {
      assert.deepEqual(outcome, { kind: 'already-loaded' });
      assert.deepEqual(await this.#snapshot(product), before);
      return;
    }
    const queue = this.#queue(product);
    this.#generation.set(product, generation + 1);
    this.#loaded.set(product, total);
    this.#rules.set(product, demanded);
    assert.equal(outcome.kind, 'loaded');
    if (outcome.kind === 'loaded') this.#promote(product, queue, outcome.promoted);
  }

  async #buy({ via, product, user, device, key, qty }: Step & { do: 'buy' }): Promise<void> {
    const [userId, devices, idempotencyKey] = [`u${user}`, [`d${device}`], `k${key}`];
    const now = this.#now;
    const purchase = buy({ productId: product, userId, devices, idempotencyKey, qty, now });
    const known = this.#keys.get(idempotencyKey);
    const recent = (this.#requests.get(devices[0]!) ?? []).filter((at) => at > now - 1_000);
    const queue = this.#queue(product);
    const available = this.#available(product);
    const before = await this.#snapshot(product, purchase);
    // The two ways to sell are one to the buyer.
    const [one, other] = [this.#handles[via], this.#handles[1 - via]!];
    const outcome = await (key % 2 === 0 ? one.checkout(purchase) : pooled(one, other, purchase));

    if (known !== undefined && now - known.at < lifetimesMs.result) {
      assert.deepEqual(outcome, { kind: 'repeated', original: known.original });
    } else if (recent.length >= deviceRate.limit) {
      assert.deepEqual(outcome, { kind: 'rate-limited' });
    } else if (this.#stateOf(product) !== 'open') {
      assert.equal(outcome.kind, refusalOf[this.#stateOf(product)]);
    } else if (this.#isBeyondLimit(product, userId, qty)) {
      const owned = this.#owned(product, userId);
      const limit = this.#rules.get(product)!.userLimit!;
      assert.deepEqual(outcome, { kind: 'limit-reached', limit, owned });
    } else if (available >= qty) {
      const { orderId, reservationId } = purchase;
      const { expiresAt } = this.#hold(product, { reservationId, userId, qty });
      const hold = expiresAt === Infinity ? {} : { expiresAt };
      assert.deepEqual(outcome, { kind: 'completed', orderId, reservationId, ...hold });
    } else if (this.#isLoaded(product) && product === 'race') {
      assert.deepEqual(outcome, { kind: 'sold-out' });
    } else {
      const place = queue.findIndex((waiting) => waiting.userId === userId);
      const position = place < 0 ? queue.length : place;
      assert.deepEqual(outcome, { kind: 'queued', position });
      if (place < 0) {
        this.#queues.set(product, [...queue, { userId, qty }]);
        this.#lastJoined.set(product, now);
      }
    }
    if (outcome.kind === 'completed' || outcome.kind === 'queued') {
      this.#keys.set(idempotencyKey, { at: now, original: outcome });
      this.#requests.set(devices[0]!, [...recent, now]);
    } else {
      assert.deepEqual(await this.#snapshot(product, purchase), before);
    }
  }

  async #end(how: 'release' | 'confirm', step: { via: 0 | 1; reservation: number }): Promise<void> {
    const ids = [...this.#sales.keys()];
    if (ids.length === 0) return;
    const id = ids[step.reservation % ids.length]!;
    const sale = this.#sales.get(id)!;
    const store = this.#handles[step.via];
    if (how === 'confirm') {
      const { kind } = await store.confirm(id, this.#now);
      const isLapsed = sale.state === 'held' && this.#now >= sale.expiresAt;
      if (sale.state === 'held' && !isLapsed) sale.state = 'confirmed';
      assert.equal(kind, isLapsed ? 'expired' : sale.state);
      return;
    }
    const outcome = await store.release(id, this.#now);
    if (sale.state === 'expired' || (sale.state === 'held' && this.#now >= sale.expiresAt)) {
      assert.equal(outcome.kind, 'expired');
      return;
    }
    if (sale.state !== 'held') {
      const kind = sale.state === 'released' ? 'already-released' : 'confirmed';
      assert.equal(outcome.kind, kind);
      return;
    }
    sale.state = 'released';
    const current = sale.generation === this.#generation.get(sale.product);
    assert.equal(outcome.kind, current ? 'released' : 'ledger-closed');
    if (outcome.kind !== 'released') return;
    this.#promote(sale.product, this.#queue(sale.product), outcome.promoted);
    assert.equal(outcome.waiting, this.#queue(sale.product).length);
  }

  async #leave({ via, product, user }: Step & { do: 'leave' }): Promise<void> {
    const userId = `u${user}`;
    const queue = this.#queue(product);
    const rest = queue.filter((waiting) => waiting.userId !== userId);
    const outcome = await this.#handles[via].leave(userId, product, this.#now);
    assert.equal(outcome.kind === 'left', rest.length < queue.length);
    this.#queues.set(product, rest);
    const promoted = outcome.kind === 'left' ? outcome.promoted : [];
    if (this.#isLoaded(product)) this.#promote(product, rest, promoted);
    else assert.deepEqual(promoted, []);
  }

  async #setMode({ via, product, mode }: Step & { do: 'mode' }): Promise<void> {
    const outcome = await this.#handles[via].setMode(product, mode, this.#now);
    assert.equal(outcome, this.#isLoaded(product) ? 'set' : 'unknown');
    if (outcome === 'unknown') return;
    this.#modes.set(product, mode);
    if (mode === 'closed') this.#queues.set(product, []);
  }

  /** All that have lapsed go back, then those who wait are promoted. */
  async #sweep(via: 0 | 1): Promise<void> {
    const due = [...this.#sales.values()].filter(
      (sale) => sale.state === 'held' && this.#now >= sale.expiresAt,
    );
    for (const sale of due) sale.state = 'expired';
    const { lapsed, promoted } = await sweep(this.#handles[via], this.#now);
    assert.equal(lapsed, due.length);
    const products = [...new Set(due.map(({ product }) => product))];
    const expected = products.flatMap((id) => this.#promotable(id)).length;
    assert.equal(promoted.length, expected);
    for (const id of products) {
      const places = await Promise.all(
        promoted.map(({ userId }) => this.#handles[0].queuePosition(userId, id, this.#now)),
      );
      const got = promoted.filter(({ reservationId }, i) => {
        const place = places[i]!;
        return place.kind === 'promoted' && place.reservationId === reservationId;
      });
      this.#promote(id, this.#queue(id), got);
    }
  }

  /**
   * Promotions are the head of the queue, as many as the stock suffices for. Only who wants more
   * than was ever loaded is passed over.
   */
  #promote(
    product: string,
    queue: { userId: string; qty: number }[],
    promoted: readonly Promotion[],
  ) {
    const expected = this.#promotable(product);
    assert.deepEqual(
      promoted.map(({ userId }) => userId),
      expected.map(({ userId }) => userId),
    );
    for (const [i, { reservationId, expiresAt = Infinity }] of promoted.entries()) {
      const hold = this.#hold(product, { reservationId, ...expected[i]! });
      assert.equal(expiresAt, hold.expiresAt);
    }
    this.#queues.set(
      product,
      queue.filter((waiting) => !expected.includes(waiting)),
    );
  }

  /** The head of the queue, as far as the stock suffices. */
  #promotable(product: string) {
    let left = this.#available(product);
    const possible = this.#queue(product).filter(({ qty }) => qty <= this.#loaded.get(product)!);
    const enough = possible.findIndex(({ qty }) => (left -= qty) < 0);
    return enough < 0 ? possible : possible.slice(0, enough);
  }

  #hold(
    product: string,
    { reservationId, userId, qty }: { reservationId: string; userId: string; qty: number },
  ): Held {
    assert.ok(!this.#sales.has(reservationId));
    const generation = this.#generation.get(product)!;
    const expiresAt = this.#now + (this.#rules.get(product)?.holdMs ?? Infinity);
    const sale: Held = { product, generation, qty, userId, expiresAt, state: 'held' };
    this.#sales.set(reservationId, sale);
    return sale;
  }

  #stateOf(product: string) {
    const opening = { mode: this.#modes.get(product) ?? 'open', ...this.#rules.get(product) };
    return stateAt(opening, this.#now);
  }

  /** Units that the user holds, has confirmed or waits for. */
  #owned(product: string, userId: string): number {
    const generation = this.#generation.get(product);
    const sales = [...this.#sales.values()].filter(
      (sale) =>
        sale.product === product &&
        sale.generation === generation &&
        sale.userId === userId &&
        (sale.state === 'confirmed' || (sale.state === 'held' && this.#now < sale.expiresAt)),
    );
    const waits = this.#queue(product).filter((waiting) => waiting.userId === userId);
    return sum([...sales, ...waits].map(({ qty }) => qty));
  }

  /** Who joins the queue again adds no units. */
  #isBeyondLimit(product: string, userId: string, qty: number): boolean {
    const { userLimit = Infinity } = this.#rules.get(product) ?? {};
    if (this.#owned(product, userId) + qty <= userLimit) return false;
    const waits = this.#queue(product).some((waiting) => waiting.userId === userId);
    return !(waits && product !== 'race' && this.#available(product) < qty);
  }

  /** Everybody stands where the order of arrival says, and knows whether the place can be served. */
  async #checkRoom(id: string): Promise<void> {
    const loaded = this.#loaded.get(id) ?? 0;
    const left = loaded - this.#units(id, 'confirmed');
    let units = 0;
    for (const [position, { userId, qty }] of this.#queue(id).entries()) {
      if (qty <= loaded) units += qty;
      const place = await this.#handles[position % 2]!.queuePosition(userId, id, this.#now);
      assert.ok(place.kind === 'waiting', place.kind);
      const isReachable = qty <= loaded && units <= left;
      assert.deepEqual([place.position, place.isReachable], [position, isReachable]);
    }
  }

  async #checkLedger(id: string): Promise<void> {
    const [view, other] = await Promise.all(this.#handles.map((store) => store.stock(id)));
    assert.deepEqual(view, other);
    if (!this.#isLoaded(id)) return assert.equal(view, undefined);
    assert.ok(view);
    const { loaded, available, held, confirmed, released, expired, waiting, buckets } = view;
    assert.equal(loaded, available + held + confirmed);
    assert.equal(sum(buckets), available);
    assert.ok(Math.min(available, held, confirmed, released, ...buckets) >= 0);
    const expected = [this.#units(id, 'held'), this.#units(id, 'confirmed')];
    assert.deepEqual([held, confirmed], expected);
    assert.deepEqual(
      [loaded, released - expired, expired, waiting],
      [
        this.#loaded.get(id),
        this.#units(id, 'released'),
        this.#units(id, 'expired'),
        this.#queue(id).length,
      ],
    );
  }

  async #snapshot(id: string, purchase?: Checkout) {
    const [, store] = this.#handles;
    return {
      stock: await store.stock(id),
      earlier: purchase && (await store.originalOf(purchase.idempotencyKey, this.#now)),
      place: purchase && (await store.queuePosition(purchase.userId, id, this.#now)),
    };
  }

  /** A room that never saw stock is empty 10 minutes after the last newcomer. */
  #queue(id: string) {
    const stale = this.#now - (this.#lastJoined.get(id) ?? 0) > lifetimesMs.waitingRoom;
    if (stale && !this.#isLoaded(id)) this.#queues.delete(id);
    return this.#queues.get(id) ?? [];
  }

  #available(id: string): number {
    const sold = this.#units(id, 'held') + this.#units(id, 'confirmed');
    return (this.#loaded.get(id) ?? 0) - sold;
  }

  #units(id: string, state: Held['state']): number {
    const generation = this.#generation.get(id);
    const sales = [...this.#sales.values()].filter(
      (sale) => sale.product === id && sale.generation === generation && sale.state === state,
    );
    return sum(sales.map(({ qty }) => qty));
  }

  #isLoaded(id: string): boolean {
    return this.#generation.has(id);
  }
}

const refusalOf = {
  scheduled: 'not-open',
  open: undefined,
  paused: 'paused',
  over: 'over',
  closed: 'over',
} as const;

/** Through the slot pool, admitted by one replica and sold by the other. */
export async function pooled(
  admitting: FlashSaleStore,
  selling: FlashSaleStore,
  purchase: Checkout,
) {
  const admission = await admitting.admit(purchase, 1_000);
  return admission.kind === 'admitted' ? selling.sell(purchase) : admission;
}

export function stock(productId: string, total: number, more: Partial<StockLoad> = {}): StockLoad {
  return {
    productId,
    flow: 'standard',
    buckets: more.flow === 'race' ? [total] : splitEvenly(total),
    slots: [],
    voucherLimit: 0,
    reset: false,
    rules: {},
    seed: 'seed',
    now: T0,
    ...more,
  };
}
