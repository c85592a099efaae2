/**
 * The waiting room of each product, first come, first served. Premium members (class 0) stand
 * before regular users (class 1). Within a class the sequence is dense and only the head ever
 * leaves, so a rank is a difference of two sequence numbers.
 */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { lifetimesMs } from '../../limits.ts';
import type { Tier } from '../waiting-room.ts';
import type { Product, Products } from './products.ts';

const premium = 0;
const regular = 1;
type Class = typeof premium | typeof regular;

interface Position {
  readonly class: Class;
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

/** Users of a stale room that one unit of work drops: more would hold up other requests. */
export const waitingSlice = 500;

export class WaitingRooms {
  /** Who is served next. */
  readonly head;
  readonly #products: Products;
  readonly #find;
  readonly #bounds;
  readonly #add;
  readonly #remove;
  readonly #productsOf;
  readonly #clear;
  readonly #isMember;
  readonly #addMember;
  readonly #removeMember;

  constructor(db: Sqlite, products: Products) {
    this.#products = products;
    this.head = db.get<Waiter>(
      `SELECT class, seq, user_id, qty, bucket, first_group FROM waiting
       WHERE product_id = ? ORDER BY class, seq LIMIT 1`,
    );
    this.#find = db.get<Position>(
      'SELECT class, seq FROM waiting WHERE user_id = ? AND product_id = ?',
    );
    // Two subqueries, each of which is one step into the index.
    this.#bounds = db.get<Bounds>(
      `SELECT (SELECT min(seq) FROM waiting WHERE product_id = ?1 AND class = ?2) AS first,
              (SELECT max(seq) FROM waiting WHERE product_id = ?1 AND class = ?2) AS last`,
    );
    this.#add = db.run('INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#remove = db.run('DELETE FROM waiting WHERE product_id = ? AND class = ? AND seq = ?');
    this.#productsOf = db.all<Product>(
      `SELECT * FROM product WHERE product_id IN (
         SELECT product_id FROM waiting WHERE user_id = ?1 AND (?2 IS NULL OR product_id = ?2)
         LIMIT 20)`,
    );
    this.#clear = db.run(
      `DELETE FROM waiting WHERE product_id = ?1 AND (class, seq) IN (
         SELECT class, seq FROM waiting WHERE product_id = ?1 ORDER BY class, seq LIMIT ?2)`,
    );
    this.#isMember = db.get('SELECT 1 FROM member WHERE user_id = ?');
    this.#addMember = db.run('INSERT INTO member VALUES (?) ON CONFLICT DO NOTHING');
    this.#removeMember = db.run('DELETE FROM member WHERE user_id = ?');
  }

  /** Joins at the end of the user's class, or keeps the position; returns the rank. */
  join(product: Product, { userId, qty, bucket, firstGroup, now }: Newcomer): number {
    const { product_id: id, flow } = product;
    const present = this.rank(id, userId);
    if (present !== undefined) return present;
    const isPremium = flow === 'weighted' && this.#isMember(userId) !== undefined;
    const ownClass = isPremium ? premium : regular;
    const seq = (this.#of(id, ownClass).last ?? -1) + 1;
    const enteredNs = BigInt(now) * 1_000_000n;
    this.#add(id, ownClass, seq, userId, qty, bucket, firstGroup, enteredNs);
    this.#products.joined(id, now);
    return this.rank(id, userId)!;
  }

  /** 0-based; undefined when the user does not wait for the product. */
  rank(productId: string, userId: string): number | undefined {
    const position = this.#find(userId, productId);
    if (position === undefined) return undefined;
    const before = position.class === premium ? 0 : this.#sizeOf(productId, premium);
    return before + position.seq - this.#of(productId, position.class).first!;
  }

  /** How many wait for the product. */
  size(productId: string): number {
    return this.#sizeOf(productId, premium) + this.#sizeOf(productId, regular);
  }

  leave(productId: string, { class: ownClass, seq }: Waiter): void {
    this.#remove(productId, ownClass, seq);
  }

  /** Products that the user waits for, of all or of the one that is named. */
  productsOf(userId: string, productId: string | undefined, now: number): Product[] {
    const products = this.#productsOf(userId, productId ?? null);
    return products.filter((product) => !isStale(product, now));
  }

  setTier(userIds: readonly string[], tier: Tier): void {
    const set = tier === 'premium' ? this.#addMember : this.#removeMember;
    for (const userId of userIds) set(userId);
  }

  /**
   * Forgets a stale product and at most `limit` of those who wait for it, the product last.
   *
   * @returns of how many; as many as `limit` when there may be more
   */
  drop({ product_id: id }: Product, limit: number): number {
    const dropped = this.#clear(id, limit);
    if (dropped < limit) this.#products.remove(id);
    // Some are gone, so it is stale now for a request of an earlier instant too.
    else this.#products.joined(id, 0);
    return dropped;
  }

  /** Drops at most `rooms` stale rooms with at most `waiting` users; true when there may be more. */
  dropStale(now: number, rooms: number, waiting: number): boolean {
    const products = this.#products.idleSince(now - lifetimesMs.waitingRoom, rooms);
    let left = waiting;
    for (const product of products) {
      left -= this.drop(product, left);
      if (left === 0) return true;
    }
    return products.length === rooms;
  }

  #of(productId: string, ofClass: Class): Bounds {
    return this.#bounds(productId, ofClass)!;
  }

  #sizeOf(productId: string, ofClass: Class): number {
    const { first, last } = this.#of(productId, ofClass);
    return first === null || last === null ? 0 : last - first + 1;
  }
}

/** A product that never had stock is forgotten when nobody came for too long. */
export function isStale({ generation, last_joined_at }: Product, now: number): boolean {
  return generation === 0 && now - last_joined_at > lifetimesMs.waitingRoom;
}
