/** Products, and the units in their buckets. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
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
  readonly find: (productId: string) => Product | undefined;
  readonly joined: (productId: string, now: number) => void;
  readonly returned: (productId: string, qty: number, now: number, interval: number | null) => void;
  /** Yields 0 when none is left. */
  readonly takeVoucher: (productId: string) => number;
  readonly setPromoting: (productId: string, promoting: Product['promoting']) => void;
  /** A product whose promotion is not over. */
  readonly promoting: () => Product | undefined;
  /** Some products without stock whose last newcomer came before the instant. */
  readonly idleSince: (instant: number, limit: number) => Product[];
  readonly remove: (productId: string) => void;
  readonly #add;
  readonly #load;

  constructor(db: Sqlite) {
    this.find = db.get<Product>('SELECT * FROM product WHERE product_id = ?');
    this.joined = db.run('UPDATE product SET last_joined_at = ?2 WHERE product_id = ?1');
    this.returned = db.run(
      `UPDATE product SET released = released + ?2, last_return_at = ?3, return_interval = ?4
       WHERE product_id = ?1`,
    );
    this.takeVoucher = db.run(
      `UPDATE product SET vouchers_left = vouchers_left - 1
       WHERE product_id = ? AND vouchers_left > 0`,
    );
    this.setPromoting = db.run('UPDATE product SET promoting = ?2 WHERE product_id = ?1');
    this.promoting = db.get<Product>('SELECT * FROM product WHERE promoting = 1 LIMIT 1');
    this.idleSince = db.all<Product>(
      'SELECT * FROM product WHERE generation = 0 AND last_joined_at < ? LIMIT ?',
    );
    this.remove = db.run('DELETE FROM product WHERE product_id = ?');
    this.#add = db.run(
      `INSERT INTO product VALUES (?1, 'standard', 0, 0, 0, '[]', 0, ?2, ?2, NULL, NULL, 0)`,
    );
    this.#load = db.run(
      `UPDATE product SET generation = generation + 1, flow = ?, loaded = ?, released = 0,
         slots = ?, vouchers_left = ?, opened_at = ? WHERE product_id = ?`,
    );
  }

  /** Adds a product that has its first buyer, or is about to be loaded. */
  add(productId: string, now: number): Product {
    this.#add(productId, now);
    return this.find(productId)!;
  }

  load({ productId, flow, buckets, slots, voucherLimit, now }: StockLoad): Product {
    const total = buckets.reduce((sum, units) => sum + units, 0);
    this.#load(flow, total, JSON.stringify(slots), voucherLimit, now, productId);
    return this.find(productId)!;
  }
}

type Change = (productId: string, bucket: number, qty: number) => number;

export class Buckets {
  /** In the order of their numbers. */
  readonly of: (productId: string) => Bucket[];
  /** Makes held units available again. */
  readonly release: Change;
  /** Makes held units sold for good. */
  readonly confirm: Change;
  /** Changes nothing when fewer are available. */
  readonly #hold: Change;
  readonly #add: Change;
  readonly #insert;
  readonly #clear;

  constructor(db: Sqlite) {
    this.of = db.all<Bucket>(
      'SELECT available, held, confirmed FROM bucket WHERE product_id = ? ORDER BY bucket',
    );
    const change = (columns: string) =>
      db.run(`UPDATE bucket SET ${columns} WHERE product_id = ?1 AND bucket = ?2`);
    this.release = change('held = held - ?3, available = available + ?3');
    this.confirm = change('held = held - ?3, confirmed = confirmed + ?3');
    this.#hold = db.run(
      `UPDATE bucket SET available = available - ?3, held = held + ?3
       WHERE product_id = ?1 AND bucket = ?2 AND available >= ?3`,
    );
    this.#add = change('available = available + ?3');
    this.#insert = db.run('INSERT INTO bucket VALUES (?, ?, ?, 0, 0)');
    this.#clear = db.run('DELETE FROM bucket WHERE product_id = ?');
  }

  load({ productId, buckets }: StockLoad): void {
    this.#clear(productId);
    buckets.forEach((units, bucket) => this.#insert(productId, bucket, units));
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
    if (this.#hold(id, primary, qty) === 1) return primary;
    const available = this.of(id).map((one) => one.available);
    const plan = planTake(available, { primary: bucket, firstGroup, qty });
    if (plan === undefined) return undefined;
    for (const { from, units } of plan.moves) {
      this.#add(id, from, -units);
      this.#add(id, plan.bucket, units);
    }
    this.#hold(id, plan.bucket, qty);
    return plan.bucket;
  }
}
