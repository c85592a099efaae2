/** Takes each step of a history on the store and on a model of a few lists, and compares. */
import assert from 'node:assert/strict';
import { bucketCount, splitEvenly } from '../../buckets.ts';
import { deviceRate, lifetimesMs } from '../../limits.ts';
import type { Checkout, CheckoutOutcome, Original } from '../checkouts.ts';
import { buy, sum, sweep, T0 } from '../contract/fixtures.ts';
import type { SaleRules, StockLoad } from '../ledger.ts';
import type { FlashSaleStore } from '../flash-sale-store.ts';
import type { Promotion } from '../waiting-room.ts';
import { slotNames, type Buying, type Setting, type Step } from './history.ts';
import { Sales, type Held } from './model.ts';

/** Two replicas. */
export type Handles = [FlashSaleStore, FlashSaleStore];

export interface Opened {
  readonly handles: Handles;
  /** Ends one replica and starts another in its place; true when all device windows are forgotten. */
  replace(which: 0 | 1): Promise<boolean>;
}

export class Oracle {
  readonly #opened: Opened;
  readonly #setting: Setting;
  readonly #sales = new Sales();
  readonly #keys = new Map<string, { at: number; original: Original }>();
  readonly #requests = new Map<string, number[]>();

  constructor(opened: Opened, setting: Setting) {
    this.#opened = opened;
    this.#setting = setting;
  }

  get #handles(): Handles {
    return this.#opened.handles;
  }

  get #now(): number {
    return this.#sales.now;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'wait') this.#sales.now += step.ms;
    else if (step.do === 'load') await this.#load(step);
    else if (step.do === 'buy') await this.#buy(step);
    else if (step.do === 'leave') await this.#leave(step);
    else if (step.do === 'claim') await this.#claim(step);
    else if (step.do === 'mode') await this.#setMode(step);
    else if (step.do === 'tier') await this.#setTier(step);
    else if (step.do === 'sweep') await this.#sweep(step.via);
    else if (step.do === 'replace') await this.#replace(step.via);
    else await this.#end(step.do, step);
    for (const id of this.#setting.products) {
      await this.#checkLedger(id);
      await this.#checkRoom(id);
    }
    // Nor by a promotion, which turns a place into a reservation.
    for (let user = 0; user < this.#setting.users; user++) {
      assert.ok(this.#sales.open(`u${user}`) <= (this.#setting.maxOpen ?? Infinity));
    }
  }

  async #load({ via, product, total, slots, reset, rules }: Step & { do: 'load' }): Promise<void> {
    const flow = product === 'race' ? 'race' : this.#setting.flow;
    const { holdMs, userLimit, startsInMs, endsInMs } = rules;
    const demanded: SaleRules = {
      ...(holdMs !== undefined && { holdMs }),
      ...(userLimit !== undefined && { userLimit }),
      ...(startsInMs !== undefined && { startsAt: this.#now + startsInMs }),
      ...(endsInMs !== undefined && { endsAt: this.#now + endsInMs }),
    };
    const more: Partial<StockLoad> = {
      flow,
      reset,
      rules: demanded,
      voucherLimit: total,
      now: this.#now,
    };
    const bySlot = flow === 'slotted' ? { slots: slotNames.slice(0, slots) } : {};
    const load = stock(product, total, { ...more, ...bySlot });
    const before = await this.#snapshot(product);
    const outcome = await this.#handles[via].load(load);
    if (this.#sales.ledger(product) && !reset) {
      assert.deepEqual(outcome, { kind: 'already-loaded' });
      assert.deepEqual(await this.#snapshot(product), before);
      return;
    }
    assert.ok(outcome.kind === 'loaded');
    this.#sales.queue(product); // a stale one is dropped first
    this.#sales.load(load, flow === 'race' ? 1 : bucketCount);
    this.#promote(product, outcome.promoted);
  }

  async #buy({ via, product, user, device, key, qty, slot }: Buying): Promise<void> {
    const [userId, devices, idempotencyKey] = [`u${user}`, [`d${device}`], `k${key}`];
    const now = this.#now;
    const { maxOpen } = this.#setting;
    const of = { productId: product, userId, devices, idempotencyKey };
    const purchase = buy({ ...of, qty, slot, maxOpen, now });
    const recent = this.#recent(devices[0]!);
    const expected = this.#outcomeOf(purchase, recent);
    const before = await this.#snapshot(product, purchase);
    // The two ways to sell are one to the buyer.
    const [one, other] = [this.#handles[via], this.#handles[1 - via]!];
    const outcome = await (key % 2 === 0 ? one.checkout(purchase) : pooled(one, other, purchase));
    assert.deepEqual(outcome, expected);
    if (outcome.kind !== 'completed' && outcome.kind !== 'queued') {
      assert.deepEqual(await this.#snapshot(product, purchase), before);
      return;
    }
    this.#keys.set(idempotencyKey, { at: now, original: outcome });
    this.#requests.set(devices[0]!, [...recent, now]);
  }

  /** Computes what a checkout must yield, and applies its sale or its new position to the model. */
  #outcomeOf(purchase: Checkout, recent: readonly number[]): CheckoutOutcome {
    const { productId: id, userId, qty, orderId, reservationId, slot, idempotencyKey } = purchase;
    const original = this.#originalOf(idempotencyKey);
    if (original) return { kind: 'repeated', original };
    if (recent.length >= deviceRate.limit) return { kind: 'rate-limited' };
    const state = this.#sales.stateOf(id);
    const ledger = this.#sales.ledger(id);
    if (state === 'scheduled') return { kind: 'not-open', startsAt: ledger!.load.rules.startsAt! };
    if (state === 'paused') return { kind: 'paused' };
    if (state !== 'open') return { kind: 'over' };
    if (ledger?.load.flow === 'voucher' && !ledger.holders.has(userId)) {
      return { kind: 'voucher-required' };
    }
    const group = this.#sales.groupOf(id, slot);
    if (group === undefined) return { kind: 'unknown-slot', slots: [...ledger!.load.slots] };
    if (this.#sales.open(userId) >= (purchase.maxOpen ?? Infinity)) return { kind: 'quota' };
    const wish = { userId, qty, group };
    if (this.#sales.isBeyondLimit(id, wish)) {
      const [limit, owned] = [ledger!.load.rules.userLimit!, this.#sales.owned(id, userId)];
      return { kind: 'limit-reached', limit, owned };
    }
    if (this.#sales.hasUnits(id, group, qty)) {
      const sale = this.#sales.hold(id, wish);
      this.#sales.sales.set(reservationId, sale);
      return { kind: 'completed', orderId, reservationId, ...endOf(sale) };
    }
    if (ledger?.load.flow === 'race') return { kind: 'sold-out' };
    if (!this.#sales.waiter(id, userId)) this.#sales.join(id, userId, qty, group);
    const position = this.#sales.queue(id).findIndex((waiter) => waiter.userId === userId);
    return { kind: 'queued', position };
  }

  #originalOf(key: string): Original | undefined {
    const known = this.#keys.get(key);
    if (!known || this.#now - known.at >= lifetimesMs.result) return undefined;
    if (known.original.kind !== 'completed') return known.original;
    const { expiresAt: _, ...rest } = known.original;
    const sale = this.#sales.sales.get(rest.reservationId)!;
    return this.#sales.isHeld(sale) ? { ...rest, ...endOf(sale) } : rest;
  }

  async #end(how: 'release' | 'confirm', step: { via: 0 | 1; reservation: number }): Promise<void> {
    const held = [...this.#sales.sales].filter(([, sale]) => sale.state === 'held');
    // Mostly one that is held.
    const from = step.reservation < 7 && held.length > 0 ? held : [...this.#sales.sales];
    const [id] = from[step.reservation % from.length] ?? [];
    if (id === undefined) return;
    const sale = this.#sales.sales.get(id)!;
    const isHeld = this.#sales.isHeld(sale);
    const isLapsed = sale.state === 'expired' || (sale.state === 'held' && !isHeld);
    const store = this.#handles[step.via];
    if (how === 'confirm') {
      const { kind } = await store.confirm(id, this.#now);
      if (isHeld) sale.state = 'confirmed';
      return assert.equal(kind, isLapsed ? 'expired' : sale.state);
    }
    const outcome = await store.release(id, this.#now);
    if (!isHeld) {
      const ended = sale.state === 'released' ? 'already-released' : sale.state;
      return assert.equal(outcome.kind, isLapsed ? 'expired' : ended);
    }
    this.#sales.giveBack(sale, 'released');
    const isCurrent = sale.generation === this.#sales.ledger(sale.product)!.generation;
    assert.equal(outcome.kind, isCurrent ? 'released' : 'ledger-closed');
    if (outcome.kind !== 'released') return;
    this.#promote(sale.product, outcome.promoted);
    assert.equal(outcome.waiting, this.#sales.queue(sale.product).length);
  }

  async #leave({ via, product, user }: Step & { do: 'leave' }): Promise<void> {
    const queue = this.#sales.queue(product);
    // Mostly somebody who waits.
    const userId = user > 0 && queue.length > 0 ? queue[user % queue.length]!.userId : 'u0';
    const waits = this.#sales.waiter(product, userId) !== undefined;
    const outcome = await this.#handles[via].leave(userId, product, this.#now);
    assert.equal(outcome.kind, waits ? 'left' : 'not-waiting');
    if (outcome.kind !== 'left') return;
    this.#sales.setQueue(
      product,
      queue.filter((waiter) => waiter.userId !== userId),
    );
    this.#sales.promotions.delete(`${product} ${userId}`);
    if (this.#sales.ledger(product)) this.#promote(product, outcome.promoted);
    else assert.deepEqual(outcome.promoted, []);
  }

  async #claim({ via, product, user }: Step & { do: 'claim' }): Promise<void> {
    const [userId, device] = [`u${user}`, `claims of u${user}`];
    const recent = this.#recent(device);
    const claim = { productId: product, userId, device, now: this.#now };
    const outcome = await this.#handles[via].claimVoucher(claim);
    const ledger = this.#sales.ledger(product);
    if (recent.length >= deviceRate.limit) return assert.equal(outcome, 'rate-limited');
    if (!ledger) return assert.equal(outcome, 'unknown');
    if (ledger.load.flow !== 'voucher') return assert.equal(outcome, 'wrong-flow');
    if (ledger.holders.has(userId)) return assert.equal(outcome, 'already-claimed');
    if (ledger.vouchersLeft === 0) return assert.equal(outcome, 'none-left');
    assert.equal(outcome, 'claimed');
    ledger.vouchersLeft--;
    ledger.holders.add(userId);
    this.#requests.set(device, [...recent, this.#now]);
  }

  async #setMode({ via, product, mode }: Step & { do: 'mode' }): Promise<void> {
    const outcome = await this.#handles[via].setMode(product, mode, this.#now);
    assert.equal(outcome, this.#sales.ledger(product) ? 'set' : 'unknown');
    if (outcome === 'unknown') return;
    this.#sales.modes.set(product, mode);
    if (mode !== 'closed') return;
    for (const { userId } of this.#sales.queue(product)) {
      this.#sales.promotions.delete(`${product} ${userId}`);
    }
    this.#sales.setQueue(product, []);
  }

  async #setTier({ via, user, tier }: Step & { do: 'tier' }): Promise<void> {
    await this.#handles[via].setTier([`u${user}`], tier);
    if (tier === 'premium') this.#sales.members.add(`u${user}`);
    else this.#sales.members.delete(`u${user}`);
  }

  /** All that have lapsed go back, then those who wait are promoted. */
  async #sweep(via: 0 | 1): Promise<void> {
    const due = [...this.#sales.sales.values()].filter(
      (sale) => sale.state === 'held' && !this.#sales.isHeld(sale),
    );
    for (const sale of due) this.#sales.giveBack(sale, 'expired');
    const { lapsed, promoted } = await sweep(this.#handles[via], this.#now);
    assert.equal(lapsed, due.length);
    const isOf = await Promise.all(
      promoted.map(async ({ userId, reservationId }) => {
        for (const id of this.#setting.products) {
          const place = await this.#handles[0].queuePosition(userId, id, this.#now);
          if (place.kind === 'promoted' && place.reservationId === reservationId) return id;
        }
        return undefined;
      }),
    );
    assert.ok(!isOf.includes(undefined));
    for (const id of new Set(due.map(({ product }) => product))) {
      this.#promote(
        id,
        promoted.filter((_, i) => isOf[i] === id),
      );
    }
  }

  async #replace(which: 0 | 1): Promise<void> {
    if (await this.#opened.replace(which)) this.#requests.clear();
  }

  /** Promotions are the head of the queue, as many as the stock suffices for. */
  #promote(id: string, promoted: readonly Promotion[]): void {
    const expected = this.#sales.promotable(id);
    const users = (list: readonly { userId: string }[]) => list.map(({ userId }) => userId);
    assert.deepEqual(users(promoted), users(expected));
    for (const [i, promotion] of promoted.entries()) {
      const sale = this.#sales.hold(id, expected[i]!);
      const { userId, orderId, reservationId } = promotion;
      assert.deepEqual(promotion, { userId, orderId, reservationId, ...endOf(sale) });
      assert.ok(!this.#sales.sales.has(reservationId));
      this.#sales.sales.set(reservationId, sale);
      this.#sales.promotions.set(`${id} ${userId}`, promotion);
    }
    const rest = this.#sales.queue(id).filter((waiter) => !expected.includes(waiter));
    this.#sales.setQueue(id, rest);
  }

  /** Everybody stands where the order of arrival says, or has what the last promotion gave. */
  async #checkRoom(id: string): Promise<void> {
    const loaded = this.#sales.ledger(id)?.loaded ?? 0;
    const left = loaded - this.#sales.units(id, 'confirmed');
    let units = 0;
    for (const [position, { userId, qty }] of this.#sales.queue(id).entries()) {
      if (qty <= loaded) units += qty;
      const place = await this.#handles[position % 2]!.queuePosition(userId, id, this.#now);
      assert.ok(place.kind === 'waiting', place.kind);
      const isReachable = qty <= loaded && units <= left;
      assert.deepEqual([place.position, place.isReachable], [position, isReachable]);
    }
    for (let user = 0; user < this.#setting.users; user++) {
      const promotion = this.#sales.promotions.get(`${id} u${user}`);
      if (!promotion || this.#sales.waiter(id, `u${user}`)) continue;
      const sale = this.#sales.sales.get(promotion.reservationId)!;
      const isHeld = this.#sales.isHeld(sale);
      const { expiresAt: _, ...kept } = promotion;
      const shown = { kind: 'promoted', productId: id, ...(isHeld ? promotion : kept) };
      const place = await this.#handles[user % 2]!.queuePosition(`u${user}`, id, this.#now);
      const isKept = isHeld || sale.state === 'confirmed';
      assert.deepEqual(place, isKept ? shown : { kind: 'not-queued' });
    }
  }

  async #checkLedger(id: string): Promise<void> {
    const [view, other] = await Promise.all(this.#handles.map((store) => store.stock(id)));
    assert.deepEqual(view, other);
    const ledger = this.#sales.ledger(id);
    if (!ledger) return assert.equal(view, undefined);
    assert.ok(view);
    const { loaded, available, held, confirmed, released, expired, waiting, buckets } = view;
    assert.equal(loaded, available + held + confirmed);
    assert.ok(Math.min(available, held, confirmed, released, ...buckets) >= 0);
    const groups = ledger.groups.map((_, i) => {
      const size = buckets.length / ledger.groups.length;
      return sum(buckets.slice(i * size, (i + 1) * size));
    });
    const units = (state: Held['state']) => this.#sales.units(id, state);
    assert.deepEqual(
      {
        loaded,
        available,
        held,
        confirmed,
        returned: released - expired,
        expired,
        waiting,
        groups,
      },
      {
        loaded: ledger.loaded,
        available: sum(ledger.groups),
        held: units('held'),
        confirmed: units('confirmed'),
        returned: units('released'),
        expired: units('expired'),
        waiting: this.#sales.queue(id).length,
        groups: ledger.groups,
      },
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

  #recent(device: string): number[] {
    return (this.#requests.get(device) ?? []).filter((at) => at > this.#now - 1_000);
  }
}

const endOf = ({ expiresAt }: Held) => (expiresAt === Infinity ? {} : { expiresAt });

/** Through the slot pool, admitted by one replica and sold by the other. */
export async function pooled(
  admitting: FlashSaleStore,
  selling: FlashSaleStore,
  purchase: Checkout,
) {
  const admission = await admitting.admit(purchase, 1_000);
  return admission.kind === 'admitted' ? selling.sell(purchase) : admission;
}

/** Stock that is split evenly, first over the slots. */
export function stock(productId: string, total: number, more: Partial<StockLoad> = {}): StockLoad {
  const { slots = [] } = more;
  const perSlot = splitEvenly(total, Math.max(1, slots.length));
  return {
    productId,
    flow: 'standard',
    buckets: more.flow === 'race' ? [total] : perSlot.flatMap((units) => splitEvenly(units)),
    slots,
    voucherLimit: 0,
    reset: false,
    rules: {},
    seed: 'seed',
    now: T0,
    ...more,
  };
}
