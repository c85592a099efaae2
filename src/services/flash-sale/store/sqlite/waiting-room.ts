/**
 * The waiting room of each product, first come, first served. Premium members (class 0) stand
 * before regular users (class 1). Within a class the sequence is dense and only the head ever
 * leaves, so a rank is a difference of two sequence numbers.
 */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { lifetimesMs } from '../../limits.ts';
import type { Tier } from '../waiting-room.ts';
import type { Product } from './products.ts';

const premium = 0;
const regular = 1;

interface Position {
  readonly class: typeof premium | typeof regular;
  readonly seq: number;
}

export interface Waiter extends Position {
  readonly user_id: string;
  readonly qty: number;
  readonly bucket: number;
  readonly first_group: number;
}

export interface Newcomer {
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly firstGroup: number;
  readonly now: number;
}

/** Sequence numbers of the first and the last in a class; null when nobody waits. */
interface Bounds {
  readonly first: number | null;
  readonly last: number | null;
}

export function waitingRooms(db: Sqlite) {
  const find = db.get<Position>(
    'SELECT class, seq FROM waiting WHERE user_id = ? AND product_id = ?',
  );
  // Two subqueries, each of which is one step into the index.
  const boundsOf = db.get<Bounds>(
    `SELECT (SELECT min(seq) FROM waiting WHERE product_id = ?1 AND class = ?2) AS first,
            (SELECT max(seq) FROM waiting WHERE product_id = ?1 AND class = ?2) AS last`,
  );
  const add = db.run('INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const productsOf = db.all<Product>(
    `SELECT * FROM product WHERE product_id IN (
       SELECT product_id FROM waiting WHERE user_id = ?1 AND (?2 IS NULL OR product_id = ?2)
       LIMIT 20)`,
  );
  const isMember = db.get('SELECT 1 FROM member WHERE user_id = ?');
  const addMember = db.run('INSERT INTO member VALUES (?) ON CONFLICT DO NOTHING');
  const removeMember = db.run('DELETE FROM member WHERE user_id = ?');

  function sizeOf(productId: string, ofClass: Position['class']): number {
    const { first, last } = boundsOf(productId, ofClass)!;
    return first === null || last === null ? 0 : last - first + 1;
  }

  /** 0-based; undefined when the user does not wait for the product. */
  function rank(productId: string, userId: string): number | undefined {
    const position = find(userId, productId);
    if (position === undefined) return undefined;
    const before = position.class === premium ? 0 : sizeOf(productId, premium);
    return before + position.seq - boundsOf(productId, position.class)!.first!;
  }

  return {
    rank,
    /** Who is served next. */
    head: db.get<Waiter>(
      `SELECT class, seq, user_id, qty, bucket, first_group FROM waiting
       WHERE product_id = ? ORDER BY class, seq LIMIT 1`,
    ),
    leave: db.run('DELETE FROM waiting WHERE product_id = ? AND class = ? AND seq = ?'),
    /** Removes the first of those who wait for a product, at most as many as given. */
    drop: db.run(
      `DELETE FROM waiting WHERE product_id = ?1 AND (class, seq) IN (
         SELECT class, seq FROM waiting WHERE product_id = ?1 ORDER BY class, seq LIMIT ?2)`,
    ),

    /** Joins at the end of the user's class. */
    join({ product_id, flow }: Product, { userId, qty, bucket, firstGroup, now }: Newcomer): void {
      const isPremium = flow === 'weighted' && isMember(userId) !== undefined;
      const ownClass = isPremium ? premium : regular;
      const seq = (boundsOf(product_id, ownClass)!.last ?? -1) + 1;
      const enteredNs = BigInt(now) * 1_000_000n;
      add(product_id, ownClass, seq, userId, qty, bucket, firstGroup, enteredNs);
    },

    /** How many wait for the product. */
    size: (productId: string): number => sizeOf(productId, premium) + sizeOf(productId, regular),

    /** Products that the user waits for, of all or of the one that is named. */
    productsOf: (userId: string, productId: string | undefined, now: number): Product[] =>
      productsOf(userId, productId ?? null).filter((product) => !isStale(product, now)),

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
