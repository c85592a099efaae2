/** A model of sales: a few lists, and the rules in their plainest form. */
import { firstGroup } from '../../buckets.ts';
import { lifetimesMs } from '../../limits.ts';
import { stateAt } from '../../opening.ts';
import { sum, T0 } from '../contract/fixtures.ts';
import type { SaleMode, StockLoad } from '../ledger.ts';
import type { Promotion } from '../waiting-room.ts';

export interface Held {
  readonly product: string;
  readonly generation: number;
  readonly qty: number;
  /** Index of the time slot that its units are of. */
  readonly group: number;
  readonly userId: string;
  readonly expiresAt: number;
  state: 'held' | 'confirmed' | 'released' | 'expired';
}

export interface Waiter {
  readonly userId: string;
  readonly qty: number;
  readonly group: number;
  /** 0 premium, 1 regular. */
  readonly class: number;
}

/** The settings of a load. */
interface Ledger {
  readonly load: StockLoad;
  readonly generation: number;
  readonly loaded: number;
  /** Units available of each time slot; of a sale without slots, one number. */
  readonly groups: number[];
  vouchersLeft: number;
  readonly holders: Set<string>;
}

export class Sales {
  now = T0;
  readonly sales = new Map<string, Held>();
  readonly members = new Set<string>();
  readonly modes = new Map<string, SaleMode>();
  /** The last promotion of a user. */
  readonly promotions = new Map<string, Promotion>();
  readonly #ledgers = new Map<string, Ledger>();
  readonly #queues = new Map<string, Waiter[]>();
  readonly #lastJoined = new Map<string, number>();

  /** Undefined for a product that was never loaded. */
  ledger(id: string): Ledger | undefined {
    return this.#ledgers.get(id);
  }

  load(load: StockLoad, perSlot: number): void {
    const generation = (this.ledger(load.productId)?.generation ?? 0) + 1;
    const groups: number[] = [];
    for (let from = 0; from < load.buckets.length; from += perSlot) {
      groups.push(sum(load.buckets.slice(from, from + perSlot)));
    }
    const vouchers = { vouchersLeft: load.voucherLimit, holders: new Set<string>() };
    const ledger = { load, generation, loaded: sum(groups), groups, ...vouchers };
    this.#ledgers.set(load.productId, ledger);
  }

  /** A room that never saw stock is empty 10 minutes after the last newcomer. */
  queue(id: string): readonly Waiter[] {
    const stale = this.now - (this.#lastJoined.get(id) ?? 0) > lifetimesMs.waitingRoom;
    if (stale && !this.ledger(id)) this.#queues.delete(id);
    return this.#queues.get(id) ?? [];
  }

  setQueue(id: string, queue: readonly Waiter[]): void {
    this.#queues.set(id, [...queue]);
  }

  waiter(id: string, userId: string): Waiter | undefined {
    return this.queue(id).find((one) => one.userId === userId);
  }

  /** At the end of the user's class. */
  join(id: string, userId: string, qty: number, group: number): void {
    const isPremium = this.ledger(id)?.load.flow === 'weighted' && this.members.has(userId);
    const own = isPremium ? 0 : 1;
    const queue = this.queue(id);
    const behind = queue.filter((one) => one.class > own);
    const before = queue.filter((one) => one.class <= own);
    this.setQueue(id, [...before, { userId, qty, group, class: own }, ...behind]);
    this.#lastJoined.set(id, this.now);
  }

  /** The slot to begin with; undefined when the sale has no such slot. */
  groupOf(id: string, slot: string | undefined): number | undefined {
    return firstGroup(this.ledger(id)?.load.slots ?? [], slot, this.now);
  }

  hasUnits(id: string, group: number, qty: number): boolean {
    return taken(this.ledger(id)?.groups ?? [], group, qty) !== undefined;
  }

  hold(id: string, { userId, qty, group }: Omit<Waiter, 'class'>): Held {
    const { generation, groups, load } = this.ledger(id)!;
    const { from, left } = taken(groups, group, qty)!;
    groups.splice(0, groups.length, ...left);
    const expiresAt = this.now + (load.rules.holdMs ?? Infinity);
    return { product: id, generation, qty, group: from, userId, expiresAt, state: 'held' };
  }

  giveBack(sale: Held, state: 'released' | 'expired'): void {
    sale.state = state;
    const { generation, groups } = this.ledger(sale.product)!;
    if (generation === sale.generation) groups[sale.group]! += sale.qty;
  }

  isHeld = (sale: Held): boolean => sale.state === 'held' && this.now < sale.expiresAt;

  /** The head of the queue, as far as the stock suffices. Only a wish beyond all stock is passed over. */
  promotable(id: string): Waiter[] {
    const { groups, loaded } = this.ledger(id)!;
    let left: readonly number[] = groups;
    const served: Waiter[] = [];
    for (const waiter of this.queue(id)) {
      if (waiter.qty > loaded) continue;
      const plan = taken(left, waiter.group, waiter.qty);
      if (plan === undefined) break;
      left = plan.left;
      served.push(waiter);
    }
    return served;
  }

  stateOf(id: string) {
    const rules = this.ledger(id)?.load.rules;
    return stateAt({ mode: this.modes.get(id) ?? 'open', ...rules }, this.now);
  }

  /** Units that the user holds, has confirmed or waits for. */
  owned(id: string, userId: string): number {
    const own = this.#ofLedger(id).filter(
      (sale) => sale.userId === userId && (sale.state === 'confirmed' || this.isHeld(sale)),
    );
    const waits = this.queue(id).filter((one) => one.userId === userId);
    return sum([...own, ...waits].map(({ qty }) => qty));
  }

  /** How many holds that can lapse, and positions in waiting rooms, the user has. */
  open(userId: string): number {
    const held = [...this.sales.values()].filter(
      (sale) => sale.userId === userId && sale.expiresAt < Infinity && this.isHeld(sale),
    );
    const rooms = [...this.#queues.keys()].filter((id) => this.waiter(id, userId) !== undefined);
    return held.length + rooms.length;
  }

  /** Whether a purchase exceeds the limit; a user who joins the queue again adds no units. */
  isBeyondLimit(id: string, { userId, qty, group }: Omit<Waiter, 'class'>): boolean {
    const { userLimit = Infinity } = this.ledger(id)?.load.rules ?? {};
    if (this.owned(id, userId) + qty <= userLimit) return false;
    const waits = this.waiter(id, userId) !== undefined;
    return !(waits && this.ledger(id)!.load.flow !== 'race' && !this.hasUnits(id, group, qty));
  }

  units(id: string, state: Held['state']): number {
    return sum(this.#ofLedger(id).map((sale) => (sale.state === state ? sale.qty : 0)));
  }

  #ofLedger(id: string): Held[] {
    const generation = this.ledger(id)?.generation;
    return [...this.sales.values()].filter(
      (sale) => sale.product === id && sale.generation === generation,
    );
  }
}

/** The first slot that has all the units gives them, else all from the first one on together. */
function taken(
  groups: readonly number[],
  group: number,
  qty: number,
): { from: number; left: readonly number[] } | undefined {
  const first = Math.min(group, groups.length - 1);
  const whole = groups.findIndex((units, i) => i >= first && units >= qty);
  if (whole >= 0) return { from: whole, left: groups.with(whole, groups[whole]! - qty) };
  if (first < 0 || sum(groups.slice(first)) < qty) return undefined;
  let missing = qty;
  const left = groups.map((units, i) => {
    if (i < first) return units;
    const part = Math.min(units, missing);
    missing -= part;
    return units - part;
  });
  return { from: first, left };
}
