/** Where units are: in buckets, or in reservations. Called inside a unit of work. */
import { newId } from '#kit/ids.ts';
import type { Sqlite } from '#kit/sqlite.ts';
import { planTake } from '../buckets.ts';
import type { ConfirmOutcome, StockLoad, StockView } from '../store.ts';
import type { Product, Products } from './products.ts';

export interface Reservation {
  reservation_id: string;
  order_id: string;
  product_id: string;
  generation: number;
  user_id: string;
  qty: number;
  bucket: number;
  status: 'held' | 'confirmed' | 'released';
}

/** A sale to make: to a buyer at the counter, or to one out of the waiting room. */
export interface Sale {
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly firstGroup: number;
  readonly orderId: string;
  readonly reservationId: string;
  readonly promoted: boolean;
  readonly now: number;
}

/** Weight of the latest interval in the moving average of returns. */
const smoothing = 0.2;

export class Ledger {
  readonly reservation;
  readonly #products: Products;
  readonly #add;
  readonly #setStatus;

  constructor(db: Sqlite, products: Products) {
    this.#products = products;
    this.reservation = db.get<Reservation>('SELECT * FROM reservation WHERE reservation_id = ?');
    this.#add = db.run("INSERT INTO reservation VALUES (?, ?, ?, ?, ?, ?, ?, 'held', ?, ?)");
    this.#setStatus = db.run('UPDATE reservation SET status = ? WHERE reservation_id = ?');
  }

  load(load: StockLoad): Product {
    const product = this.#products.getOrAdd(load.productId, load.now);
    product.flow = load.flow;
    product.generation += 1;
    product.loaded = sum(load.buckets);
    product.released = 0;
    product.slots = load.slots;
    product.vouchersLeft = load.voucherLimit;
    product.openedAt = load.now;
    product.buckets = load.buckets.map((available) => ({ available, held: 0, confirmed: 0 }));
    this.#products.changed(product);
    return product;
  }

  /** Takes the units and writes the reservation; false when the buckets lack them. */
  sell(product: Product, sale: Sale): boolean {
    const bucket = take(product, sale);
    if (bucket === undefined) return false;
    this.#products.changed(product);
    this.#add(
      sale.reservationId,
      sale.orderId,
      product.productId,
      product.generation,
      sale.userId,
      sale.qty,
      bucket,
      sale.promoted ? 1 : 0,
      sale.now,
    );
    return true;
  }

  /** Returns the units of a held reservation; false when they belong to an earlier ledger. */
  giveBack(reservation: Reservation, now: number): boolean {
    const { reservation_id, product_id, qty } = reservation;
    this.#setStatus('released', reservation_id);
    const product = this.#products.get(product_id)!;
    if (product.generation !== reservation.generation) return false;
    const bucket = product.buckets[reservation.bucket]!;
    bucket.held -= qty;
    bucket.available += qty;
    product.released += qty;
    noteReturn(product, qty, now);
    this.#products.changed(product);
    return true;
  }

  confirm(reservationId: string): ConfirmOutcome {
    const reservation = this.reservation(reservationId);
    if (!reservation) return { kind: 'unknown' };
    const { status, order_id: orderId, product_id, qty } = reservation;
    if (status === 'released') return { kind: 'released' };
    if (status === 'held') {
      this.#setStatus('confirmed', reservationId);
      const product = this.#products.get(product_id)!;
      if (product.generation === reservation.generation) {
        const bucket = product.buckets[reservation.bucket]!;
        bucket.held -= qty;
        bucket.confirmed += qty;
        this.#products.changed(product);
      }
    }
    return { kind: 'confirmed', orderId };
  }
}

export function view(product: Product): StockView {
  const { productId, flow, loaded, released, buckets } = product;
  return {
    productId,
    flow,
    loaded,
    available: sum(buckets.map((bucket) => bucket.available)),
    held: sum(buckets.map((bucket) => bucket.held)),
    confirmed: sum(buckets.map((bucket) => bucket.confirmed)),
    released,
    waiting: waiting(product),
    buckets: buckets.map((bucket) => bucket.available),
  };
}

/** How many stand in the product's waiting room. */
export function waiting({ joined, served }: Product): number {
  return joined[0] - served[0] + (joined[1] - served[1]);
}

export function freshIds(now: number): { orderId: string; reservationId: string } {
  return { orderId: newId('ord', now), reservationId: newId('res', now) };
}

function take({ flow, buckets }: Product, { bucket, firstGroup, qty }: Sale): number | undefined {
  // Nearly always the primary bucket has the units.
  const size = flow === 'race' ? 1 : 10;
  const primary = firstGroup * size + (bucket % size);
  const first = buckets[primary];
  if (first && first.available >= qty) {
    hold(first, qty);
    return primary;
  }
  const available = buckets.map((one) => one.available);
  const plan = planTake(available, { primary: bucket, firstGroup, qty });
  if (plan === undefined) return undefined;
  const target = buckets[plan.bucket]!;
  for (const { from, units } of plan.moves) {
    buckets[from]!.available -= units;
    target.available += units;
  }
  hold(target, qty);
  return plan.bucket;
}

function hold(bucket: { available: number; held: number }, qty: number): void {
  bucket.available -= qty;
  bucket.held += qty;
}

function noteReturn(product: Product, qty: number, now: number): void {
  if (product.lastReturnAt !== undefined) {
    const latest = Math.max(0, now - product.lastReturnAt) / qty;
    const before = product.returnInterval ?? latest;
    product.returnInterval = before * (1 - smoothing) + latest * smoothing;
  }
  product.lastReturnAt = now;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
