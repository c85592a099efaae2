/**
 * The waiting room of each product, first come, first served. Premium members (class 0) stand
 * before regular ones (class 1). Within a class the sequence is dense and only the head ever
 * leaves, so a rank is a subtraction: `seq - served`.
 */
import type { Sqlite } from '#kit/sqlite.ts';
import { lifetimes, type Place, type Promotion } from '../store.ts';
import { freshIds, type Ledger } from './ledger.ts';
import type { Product, Products } from './products.ts';

interface Seat {
  class: 0 | 1;
  seq: number;
}

interface Waiter extends Seat {
  user_id: string;
  qty: number;
  bucket: number;
  first_group: number;
}

export interface Newcomer {
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly firstGroup: number;
  readonly now: number;
}

export class WaitingRoom {
  readonly #products: Products;
  readonly #ledger: Ledger;
  readonly #seat;
  readonly #head;
  readonly #add;
  readonly #remove;
  readonly #productsOf;
  readonly #promotedOf;
  readonly #clear;
  readonly #member;

  constructor(db: Sqlite, products: Products, ledger: Ledger) {
    this.#products = products;
    this.#ledger = ledger;
    this.#seat = db.get<Seat>(
      'SELECT class, seq FROM waiting WHERE user_id = ? AND product_id = ?',
    );
    this.#head = db.get<Waiter>(
      `SELECT class, seq, user_id, qty, bucket, first_group FROM waiting
       WHERE product_id = ? ORDER BY class, seq LIMIT 1`,
    );
    this.#add = db.run('INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#remove = db.run('DELETE FROM waiting WHERE product_id = ? AND class = ? AND seq = ?');
    this.#productsOf = db.all<{ product_id: string }>(
      `SELECT product_id FROM waiting
       WHERE user_id = ?1 AND (?2 IS NULL OR product_id = ?2) LIMIT 20`,
    );
    this.#promotedOf = db.all<{ product_id: string; order_id: string; reservation_id: string }>(
      `SELECT product_id, order_id, reservation_id FROM reservation
       WHERE promoted = 1 AND user_id = ?1 AND (?2 IS NULL OR product_id = ?2)
       ORDER BY reservation_id DESC LIMIT 20`,
    );
    this.#clear = db.run('DELETE FROM waiting WHERE product_id = ?');
    this.#member = db.get('SELECT 1 FROM member WHERE user_id = ?');
  }

  /** Joins at the end of the user's class, or keeps the place; returns the rank. */
  join(product: Product, newcomer: Newcomer): number {
    const { userId, qty, bucket, firstGroup, now } = newcomer;
    const present = this.#seat(userId, product.productId);
    if (present) return rank(product, present);
    const premium = product.flow === 'weighted' && this.#member(userId) !== undefined;
    const seat: Seat = premium
      ? { class: 0, seq: product.joined[0]++ }
      : { class: 1, seq: product.joined[1]++ };
    product.lastJoinedAt = now;
    this.#products.changed(product);
    const enteredNs = BigInt(now) * 1_000_000n;
    const { productId } = product;
    this.#add(productId, seat.class, seat.seq, userId, qty, bucket, firstGroup, enteredNs);
    return rank(product, seat);
  }

  /** Confirms waiting users in order while the stock suffices for the head; none is skipped. */
  promote(product: Product, now: number): Promotion[] {
    const promoted: Promotion[] = [];
    const { productId } = product;
    // A lottery sells by its draws alone.
    if (product.flow === 'lottery') return promoted;
    for (let head = this.#head(productId); head; head = this.#head(productId)) {
      const { user_id: userId, qty, bucket, first_group: firstGroup } = head;
      const ids = freshIds(now);
      const sale = { userId, qty, bucket, firstGroup, ...ids, promoted: true, now };
      if (!this.#ledger.sell(product, sale)) break;
      this.#remove(productId, head.class, head.seq);
      product.served[head.class]++;
      promoted.push({ userId, ...ids });
    }
    return promoted;
  }

  place(userId: string, productId: string | undefined, now: number): Place {
    const waitsFor = this.#productsOf(userId, productId ?? null)
      .map(({ product_id }) => this.#products.get(product_id)!)
      .filter((product) => !isStale(product, now));
    const [product, ...others] = waitsFor;
    if (product && others.length === 0) {
      return {
        kind: 'waiting',
        productId: product.productId,
        position: rank(product, this.#seat(userId, product.productId)!),
        returnInterval: product.returnInterval,
      };
    }
    if (product) return { kind: 'several', products: waitsFor.map((one) => one.productId) };
    return this.#promotedPlace(userId, productId);
  }

  #promotedPlace(userId: string, productId: string | undefined): Place {
    const orders = this.#promotedOf(userId, productId ?? null);
    const products = new Set(orders.map(({ product_id }) => product_id));
    if (products.size > 1) return { kind: 'several', products: [...products] };
    const latest = orders[0];
    if (!latest) return { kind: 'not-queued' };
    const { product_id, order_id: orderId, reservation_id: reservationId } = latest;
    return { kind: 'promoted', productId: product_id, userId, orderId, reservationId };
  }

  /** Empties the room if the product never had stock and nobody came for too long. */
  dropIfStale(product: Product | undefined, now: number): boolean {
    if (!product || !isStale(product, now)) return false;
    this.#clear(product.productId);
    this.#products.remove(product);
    return true;
  }

  /** Drops some stale rooms; true when there may be more. */
  sweep(now: number): boolean {
    const rooms = this.#products.idleSince(now - lifetimes.room);
    for (const product of rooms) this.dropIfStale(product, now);
    return rooms.length > 0;
  }
}

function isStale(product: Product, now: number): boolean {
  return product.generation === 0 && now - product.lastJoinedAt > lifetimes.room;
}

function rank({ joined, served }: Product, seat: Seat): number {
  if (seat.class === 0) return seat.seq - served[0];
  return joined[0] - served[0] + seat.seq - served[1];
}
