/**
 * The waiting room of each product, first come, first served. Premium members (class 0) stand
 * before regular users (class 1), and within a class the sequence number decides.
 */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { lifetimesMs } from '../../limits.ts';
import type { Tier } from '../waiting-room.ts';
import type { Product } from './products.ts';

const premium = 0;
const regular = 1;

export interface Position {
  readonly class: typeof premium | typeof regular;
  readonly seq: number;
}

export interface QueueEntry extends Position {
  readonly qty: number;
}

export interface Waiter extends QueueEntry {
  readonly user_id: string;
  readonly bucket: number;
  readonly first_group: number;
}

export interface Standing {
  /** 0-based. */
  readonly rank: number;
  readonly isServed: boolean;
}

export interface Newcomer {
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly firstGroup: number;
  readonly now: number;
}

/** Behind the sequence number that stands for the class in the parameters 2 and 3. */
const nextOf = (ofClass: Position['class']) =>
  `SELECT class, seq, user_id, qty, bucket, first_group FROM waiting
   WHERE product_id = ?1 AND class = ${ofClass} AND seq > ?${2 + ofClass} ORDER BY seq LIMIT 1`;

export function waitingRooms(db: Sqlite) {
  const find = db.get<QueueEntry>(
    'SELECT class, seq, qty FROM waiting WHERE user_id = ? AND product_id = ?',
  );
  const lastSeq = db.get<{ seq: number | null }>(
    'SELECT max(seq) AS seq FROM waiting WHERE product_id = ? AND class = ?',
  );
  const size = db.get<{ n: number }>(
    'SELECT total(n) AS n FROM waiting_block WHERE product_id = ? AND class <= ?',
  );
  /**
   * Sums the blocks before that of a position; units only of those in which nobody wants more than
   * `?4`.
   */
  const before = db.get<{ n: number; units: number; largest: number | null }>(
    `SELECT total(n) AS n, total(units) FILTER (WHERE largest <= ?4) AS units,
       max(largest) AS largest
     FROM waiting_block WHERE product_id = ?1 AND (class, block) < (?2, ?3 >> 9)`,
  );
  // CROSS puts the blocks first. The other way round it would read the rows of everybody who waits.
  const unitsOfOthers = db.get<{ units: number }>(
    `SELECT total(qty) AS units FROM waiting_block AS b CROSS JOIN waiting AS w ON
       w.product_id = b.product_id AND w.class = b.class
       AND w.seq >= b.block << 9 AND w.seq < b.block + 1 << 9
     WHERE b.product_id = ?1 AND (b.class, b.block) < (?2, ?3 >> 9)
       AND b.largest > ?4 AND w.qty <= ?4`,
  );
  const countInBlock = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM waiting
     WHERE product_id = ?1 AND class = ?2 AND seq >= (?3 >> 9) << 9 AND seq < ?3`,
  );
  /** Sums the position's own block, up to and including this position. */
  const unitsInBlock = db.get<{ n: number; units: number }>(
    `SELECT count(*) AS n, total(qty) FILTER (WHERE qty <= ?4) AS units FROM waiting
     WHERE product_id = ?1 AND class = ?2 AND seq >= (?3 >> 9) << 9 AND seq <= ?3`,
  );
  const add = db.run('INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const productsOf = db.all<Product>(
    `SELECT * FROM product WHERE product_id IN (
       SELECT product_id FROM waiting WHERE user_id = ?1 AND (?2 IS NULL OR product_id = ?2)
       LIMIT 20)`,
  );
  const countOf = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM waiting AS w CROSS JOIN product AS p USING (product_id)
     WHERE w.user_id = ? AND (p.generation > 0 OR p.last_joined_at >= ?)`,
  );
  const isMember = db.get('SELECT 1 FROM member WHERE user_id = ?');
  const addMember = db.run('INSERT INTO member VALUES (?) ON CONFLICT DO NOTHING');
  const removeMember = db.run('DELETE FROM member WHERE user_id = ?');

  /** How many wait in the classes up to this one. */
  const sizeUpTo = (productId: string, ofClass: Position['class']): number =>
    size(productId, ofClass)!.n;

  return {
    find,

    /** In how many rooms a user waits; stale ones do not count. */
    countOf: (userId: string, now: number): number =>
      countOf(userId, now - lifetimesMs.waitingRoom)!.n,

    /**
     * Counts the users before a position, and tells whether so many units serve them and this one.
     * A user who wants more than `loaded` is passed over.
     */
    standing(
      { product_id: id, loaded }: Product,
      { class: ofClass, seq, qty }: QueueEntry,
      servable: number,
    ): Standing {
      const place = [id, ofClass, seq] as const;
      const blocks = before(...place, loaded)!;
      // Mostly the blocks tell: adding up the units of one costs twice as much as counting.
      if (qty > servable || blocks.units + qty > servable) {
        return { rank: blocks.n + countInBlock(...place)!.n, isServed: false };
      }
      const own = unitsInBlock(...place, loaded)!;
      const others = (blocks.largest ?? 0) > loaded ? unitsOfOthers(...place, loaded)!.units : 0;
      const isServed = blocks.units + others + own.units <= servable;
      return { rank: blocks.n + own.n - 1, isServed };
    },

    /** The first who stands behind two others, one of each class. */
    next: db.get<Waiter>(
      `SELECT * FROM (${nextOf(premium)}) UNION ALL SELECT * FROM (${nextOf(regular)}) LIMIT 1`,
    ),
    leave: db.run('DELETE FROM waiting WHERE product_id = ? AND class = ? AND seq = ?'),
    /** As `forgetPromotion`, for those whom `drop` removes. */
    forgetPromotions: db.run(
      `UPDATE reservation SET promoted = 0 WHERE promoted = 1 AND product_id = ?1 AND user_id IN (
         SELECT user_id FROM waiting WHERE product_id = ?1 ORDER BY class, seq LIMIT ?2)`,
    ),
    /** Removes the first of those who wait for a product, at most as many as given. */
    drop: db.run(
      `DELETE FROM waiting WHERE product_id = ?1 AND (class, seq) IN (
         SELECT class, seq FROM waiting WHERE product_id = ?1 ORDER BY class, seq LIMIT ?2)`,
    ),

    /** Joins at the end of the user's class; returns the rank. */
    join(
      { product_id, flow, passed_premium, passed_regular }: Product,
      { userId, qty, bucket, firstGroup, now }: Newcomer,
    ): number {
      const isPremium = flow === 'weighted' && isMember(userId) !== undefined;
      const ownClass = isPremium ? premium : regular;
      const rank = sizeUpTo(product_id, ownClass);
      // A number at or below the mark of those passed over would hide the newcomer behind it,
      // although the user who had that number may have left.
      const mark = isPremium ? passed_premium : passed_regular;
      const seq = Math.max(mark, lastSeq(product_id, ownClass)!.seq ?? -1) + 1;
      const enteredNs = BigInt(now) * 1_000_000n;
      add(product_id, ownClass, seq, userId, qty, bucket, firstGroup, enteredNs);
      return rank;
    },

    /** How many wait for the product. */
    size: (productId: string): number => sizeUpTo(productId, regular),

    /** Products that the user waits for, of all or of the one that is named. */
    productsOf: (userId: string, productId: string | undefined, now: number): Product[] =>
      productsOf(userId, productId ?? null).filter(
        (product) => !isStale(product, now) && product.mode !== 'closed',
      ),

    setTier(userIds: readonly string[], tier: Tier): void {
      const set = tier === 'premium' ? addMember : removeMember;
      for (const userId of userIds) set(userId);
    },
  };
}

/** A product that never had stock is forgotten when nobody came for too long. */
export function isStale({ generation, last_joined_at }: Product, now: number): boolean {
  return generation === 0 && now - last_joined_at > lifetimesMs.waitingRoom;
}
