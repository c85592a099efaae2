/** Products, the units in their buckets, and the vouchers for them. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { bucketCount, planTake } from '../../buckets.ts';
import type { SaleMode, SaleRules, StockLoad } from '../ledger.ts';

export interface Product {
  readonly product_id: string;
  readonly flow: StockLoad['flow'];
  /** 0: never loaded. */
  readonly generation: number;
  readonly loaded: number;
  readonly released: number;
  readonly expired: number;
  readonly hold_ms: number | null;
  readonly user_limit: number | null;
  readonly starts_at: number | null;
  readonly ends_at: number | null;
  readonly mode: SaleMode;
  readonly slots: string;
  readonly opened_at: number;
  readonly last_joined_at: number;
  readonly last_return_at: number | null;
  readonly return_interval: number | null;
  /** 1 while those who wait are confirmed, a slice at a time: see ledger.ts. */
  readonly promoting: 0 | 1;
  /** Sequence numbers of the last waiter of each class that was passed over; -1: none. */
  readonly passed_premium: number;
  readonly passed_regular: number;
}

const readSlots = storedJson('product.slots', Type.Array(Type.String()));

/** Names of the product's time slots, in order. */
export function slotsOf({ flow, slots }: Product): readonly string[] {
  return flow === 'slotted' ? readSlots(slots) : [];
}

/** The instant at which a hold that begins now lapses; null: never. */
export const holdUntil = ({ hold_ms }: Product, now: number): number | null =>
  hold_ms === null ? null : now + hold_ms;

/** The argument of `stateAt` of ../../opening.ts. */
export const openingOf = ({ mode, starts_at, ends_at }: Product) => ({
  mode,
  ...(starts_at !== null && { startsAt: starts_at }),
  ...(ends_at !== null && { endsAt: ends_at }),
});

export function products(db: Sqlite) {
  const find = db.get<Product>('SELECT * FROM product WHERE product_id = ?');
  const add = db.run(
    `INSERT INTO product VALUES (?1, 'standard', 0, 0, 0, 0, NULL, NULL, NULL, NULL, 'open', '[]', 0,
       ?2, ?2, NULL, NULL, 0, -1, -1)`,
  );
  const load = db.run(
    `UPDATE product SET generation = generation + 1, flow = ?2, loaded = ?3, released = 0, expired = 0,
       passed_premium = -1, passed_regular = -1, slots = ?4, vouchers_left = ?5, opened_at = ?6,
       hold_ms = ?7, user_limit = ?8, starts_at = ?9, ends_at = ?10 WHERE product_id = ?1`,
  );
  return {
    find,

    latest: db.all<{ readonly product_id: string }>(
      `SELECT product_id FROM product WHERE generation > 0
       ORDER BY opened_at DESC, product_id LIMIT ?`,
    ),

    /** Adds a product that has its first buyer, or is about to be loaded. */
    add(productId: string, now: number): Product {
      add(productId, now);
      return find(productId)!;
    },

    load({ productId, flow, buckets, slots, voucherLimit, rules, now }: StockLoad): Product {
      const total = buckets.reduce((sum, units) => sum + units, 0);
      const ledger = [flow, total, JSON.stringify(slots), voucherLimit, now] as const;
      load(productId, ...ledger, ...columnsOf(rules));
      return find(productId)!;
    },

    setMode: db.run('UPDATE product SET mode = ?2, promoting = ?3 WHERE product_id = ?1'),

    joined: db.run('UPDATE product SET last_joined_at = ?2 WHERE product_id = ?1'),
    returned: db.run(
      `UPDATE product SET released = released + ?2, expired = expired + ?3, last_return_at = ?4,
         return_interval = ?5 WHERE product_id = ?1`,
    ),
    promoted: db.run(
      `UPDATE product SET promoting = ?2, passed_premium = ?3, passed_regular = ?4
       WHERE product_id = ?1`,
    ),
    /** One whose promotion is not over. */
    promoting: db.get<Product>('SELECT * FROM product WHERE promoting = 1 LIMIT 1'),
    /** Some without stock whose last newcomer came before the instant. */
    idleSince: db.all<Product>(
      'SELECT * FROM product WHERE generation = 0 AND last_joined_at < ? LIMIT ?',
    ),
    remove: db.run('DELETE FROM product WHERE product_id = ?'),
  };
}

const columnsOf = ({ holdMs, userLimit, startsAt, endsAt }: SaleRules) =>
  [holdMs ?? null, userLimit ?? null, startsAt ?? null, endsAt ?? null] as const;

/** Yields 0 when there is none, or none left. */
export const vouchers = (db: Sqlite) => ({
  find: db.get('SELECT 1 FROM voucher WHERE product_id = ? AND generation = ? AND user_id = ?'),
  take: db.run(
    'UPDATE product SET vouchers_left = vouchers_left - 1 WHERE product_id = ? AND vouchers_left > 0',
  ),
  add: db.run('INSERT INTO voucher VALUES (?, ?, ?)'),
});

export interface Bucket {
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
}

export function buckets(db: Sqlite) {
  const all = db.all<Bucket>(
    'SELECT available, held, confirmed FROM bucket WHERE product_id = ? ORDER BY bucket',
  );
  /** Prepares a change of a bucket; its arguments are a product, a bucket and a quantity. */
  const change = (columns: string) =>
    db.run(`UPDATE bucket SET ${columns} WHERE product_id = ?1 AND bucket = ?2`);
  const add = change('available = available + ?3');
  const insert = db.run('INSERT INTO bucket VALUES (?, ?, ?, 0, 0)');
  const confirmed = db.get<{ units: number }>(
    'SELECT total(confirmed) AS units FROM bucket WHERE product_id = ?',
  );
  const clear = db.run('DELETE FROM bucket WHERE product_id = ?');
  /** Changes nothing when fewer are available. */
  const hold = db.run(
    `UPDATE bucket SET available = available - ?3, held = held + ?3
     WHERE product_id = ?1 AND bucket = ?2 AND available >= ?3`,
  );
  return {
    /** In the order of their numbers. */
    of: all,
    /** Units sold for good. */
    confirmedOf: (productId: string): number => confirmed(productId)!.units,
    /** Makes held units available again. */
    release: change('held = held - ?3, available = available + ?3'),
    /** Makes held units sold for good. */
    confirm: change('held = held - ?3, confirmed = confirmed + ?3'),

    load({ productId, buckets: loaded }: StockLoad): void {
      clear(productId);
      loaded.forEach((units, bucket) => insert(productId, bucket, units));
    },

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
      if (hold(id, primary, qty) === 1) return primary;
      const available = all(id).map((one) => one.available);
      const plan = planTake(available, { primary: bucket, firstGroup, qty });
      if (plan === undefined) return undefined;
      for (const { from, units } of plan.moves) {
        add(id, from, -units);
        add(id, plan.bucket, units);
      }
      hold(id, plan.bucket, qty);
      return plan.bucket;
    },
  };
}
