/** Products, and the units in their buckets. */
import { Type } from 'typebox';
import { storedJson } from '#kit/schema.ts';
import type { Sqlite } from '#kit/sqlite.ts';
import { bucketCount, planTake } from '../../buckets.ts';
import type { Flow, StockLoad } from '../ledger.ts';

export interface Product {
  readonly product_id: string;
  readonly flow: Flow;
  /** 0: never loaded. */
  readonly generation: number;
  readonly loaded: number;
  readonly released: number;
  readonly slots: string;
  readonly opened_at: number;
  readonly last_joined_at: number;
  readonly last_return_at: number | null;
  readonly return_interval: number | null;
  /** 1 while those who wait are confirmed, a slice at a time: see ledger.ts. */
  readonly promoting: 0 | 1;
}

export interface Bucket {
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
}

const readSlots = storedJson('product.slots', Type.Array(Type.String()));

/** Names of the product's time slots, in order. */
export function slotsOf({ flow, slots }: Product): readonly string[] {
  return flow === 'slotted' ? readSlots(slots) : [];
}

export class Products {
  readonly find;
  readonly #add;
  readonly #load;
  readonly #joined;
  readonly #returned;
  readonly #takeVoucher;
  readonly #setPromoting;
  readonly #promoting;
  readonly #idle;
  readonly #remove;

  constructor(db: Sqlite) {
    this.find = db.get<Product>('SELECT * FROM product WHERE product_id = ?');
    this.#add = db.run(
      `INSERT INTO product VALUES (?1, 'standard', 0, 0, 0, '[]', 0, ?2, ?2, NULL, NULL, 0)`,
    );
    this.#load = db.run(
      `UPDATE product SET generation = generation + 1, flow = ?, loaded = ?, released = 0,
         slots = ?, vouchers_left = ?, opened_at = ? WHERE product_id = ?`,
    );
    this.#joined = db.run('UPDATE product SET last_joined_at = ? WHERE product_id = ?');
    this.#returned = db.run(
      `UPDATE product SET released = released + ?, last_return_at = ?, return_interval = ?
       WHERE product_id = ?`,
    );
    this.#takeVoucher = db.run(
      `UPDATE product SET vouchers_left = vouchers_left - 1
       WHERE product_id = ? AND vouchers_left > 0`,
    );
    this.#setPromoting = db.run('UPDATE product SET promoting = ? WHERE product_id = ?');
    this.#promoting = db.get<Product>('SELECT * FROM product WHERE promoting = 1 LIMIT 1');
    this.#idle = db.all<Product>(
      'SELECT * FROM product WHERE generation = 0 AND last_joined_at < ? LIMIT ?',
    );
    this.#remove = db.run('DELETE FROM product WHERE product_id = ?');
  }

  /** A product that has a buyer, or is about to be loaded. */
  add(productId: string, now: number): Product {
    this.#add(productId, now);
    return this.find(productId)!;
  }

  load({ productId, flow, buckets, slots, voucherLimit, now }: StockLoad): Product {
    const total = buckets.reduce((sum, units) => sum + units, 0);
    this.#load(flow, total, JSON.stringify(slots), voucherLimit, now, productId);
    return this.find(productId)!;
  }

  joined(productId: string, now: number): void {
    this.#joined(now, productId);
  }

  returned(productId: string, qty: number, now: number, interval: number | null): void {
    this.#returned(qty, now, interval, productId);
  }

  /** False when none is left. */
  takeVoucher(productId: string): boolean {
    return this.#takeVoucher(productId) === 1;
  }

  setPromoting(productId: string, promoting: Product['promoting']): void {
    this.#setPromoting(promoting, productId);
  }

  /** A product whose promotion is not over. */
  promoting(): Product | undefined {
    return this.#promoting();
  }

  /** Some products without stock whose last newcomer came before `instant`. */
  idleSince(instant: number, limit: number): Product[] {
    return this.#idle(instant, limit);
  }

  remove(productId: string): void {
    this.#remove(productId);
  }
}

export class Buckets {
  /** In their order. */
  readonly of;
  readonly #clear;
  readonly #add;
  readonly #move;
  readonly #hold;
  readonly #release;
  readonly #confirm;

  constructor(db: Sqlite) {
    this.of = db.all<Bucket>(
      'SELECT available, held, confirmed FROM bucket WHERE product_id = ? ORDER BY bucket',
    );
    this.#clear = db.run('DELETE FROM bucket WHERE product_id = ?');
    this.#add = db.run('INSERT INTO bucket VALUES (?, ?, ?, 0, 0)');
    const update = (change: string) =>
      db.run(`UPDATE bucket SET ${change} WHERE product_id = ?2 AND bucket = ?3`);
    this.#move = update('available = available + ?1');
    this.#hold = db.run(
      `UPDATE bucket SET available = available - ?1, held = held + ?1
       WHERE product_id = ?2 AND bucket = ?3 AND available >= ?1`,
    );
    this.#release = update('held = held - ?1, available = available + ?1');
    this.#confirm = update('held = held - ?1, confirmed = confirmed + ?1');
  }

  load({ productId, buckets }: StockLoad): void {
    this.#clear(productId);
    buckets.forEach((units, bucket) => this.#add(productId, bucket, units));
  }

  /**
   * Holds units in one bucket, by the rules of `planTake`.
   *
   * @returns the bucket, or undefined when the buckets together lack them
   */
  take(
    { product_id: id, flow }: Product,
    { bucket, firstGroup, qty }: { bucket: number; firstGroup: number; qty: number },
  ): number | undefined {
    // Nearly always the primary bucket has the units.
    const size = flow === 'race' ? 1 : bucketCount;
    const primary = firstGroup * size + (bucket % size);
    if (this.#hold(qty, id, primary) === 1) return primary;
    const available = this.of(id).map((one) => one.available);
    const plan = planTake(available, { primary: bucket, firstGroup, qty });
    if (plan === undefined) return undefined;
    for (const { from, units } of plan.moves) {
      this.#move(-units, id, from);
      this.#move(units, id, plan.bucket);
    }
    this.#hold(qty, id, plan.bucket);
    return plan.bucket;
  }

  /** Makes held units available again. */
  release(productId: string, bucket: number, qty: number): void {
    this.#release(qty, productId, bucket);
  }

  /** Makes held units sold for good. */
  confirm(productId: string, bucket: number, qty: number): void {
    this.#confirm(qty, productId, bucket);
  }
}
