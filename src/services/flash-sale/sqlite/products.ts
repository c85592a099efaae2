/**
 * The products that are being sold, in memory. Units of work read and change them here; what one
 * batch changed is written once, just before it commits, and a batch that is rolled back drops
 * what memory holds. So a thousand checkouts of one product cost one row, not a thousand.
 */
import type { Sqlite } from '#kit/sqlite.ts';
import type { Flow } from '../store.ts';

export interface Bucket {
  available: number;
  held: number;
  confirmed: number;
}

/** Counters of the waiting room by class: premium, regular. */
type ByClass = [premium: number, regular: number];

export interface Product {
  readonly productId: string;
  flow: Flow;
  /** 0: never loaded; one more with each load. */
  generation: number;
  loaded: number;
  released: number;
  slots: readonly string[];
  vouchersLeft: number;
  /** Instant of the last load. */
  openedAt: number;
  buckets: Bucket[];
  joined: ByClass;
  served: ByClass;
  lastJoinedAt: number;
  lastReturnAt: number | undefined;
  /** Milliseconds a returned unit, moving average. */
  returnInterval: number | undefined;
}

/** Clean products kept at most; a batch may use more. */
const capacity = 10_000;

export class Products {
  readonly #cached = new Map<string, Product>();
  readonly #changed = new Set<Product>();
  readonly #find;
  readonly #save;
  readonly #remove;
  readonly #idle;

  constructor(db: Sqlite) {
    this.#find = db.get<{ state: string }>('SELECT state FROM product WHERE product_id = ?');
    this.#save = db.run('REPLACE INTO product VALUES (?, ?, ?)');
    this.#remove = db.run('DELETE FROM product WHERE product_id = ?');
    this.#idle = db.all<{ product_id: string }>(
      'SELECT product_id FROM product WHERE idle_since < ? LIMIT 20',
    );
    db.join({ beforeCommit: () => this.#flush(), afterRollback: () => this.#forget() });
  }

  get(productId: string): Product | undefined {
    const cached = this.#cached.get(productId);
    if (cached) return cached;
    const row = this.#find(productId);
    if (!row) return undefined;
    const product: Product = JSON.parse(row.state);
    this.#cached.set(productId, product);
    return product;
  }

  /** The product; made on the way when nobody has asked for it yet. */
  getOrAdd(productId: string, now: number): Product {
    const known = this.get(productId);
    if (known) return known;
    const product: Product = {
      productId,
      flow: 'standard',
      generation: 0,
      loaded: 0,
      released: 0,
      slots: [],
      vouchersLeft: 0,
      openedAt: now,
      buckets: [],
      joined: [0, 0],
      served: [0, 0],
      lastJoinedAt: now,
      lastReturnAt: undefined,
      returnInterval: undefined,
    };
    this.#cached.set(productId, product);
    this.changed(product);
    return product;
  }

  /** To be called by whoever changes a product, in the same unit of work. */
  changed(product: Product): void {
    this.#changed.add(product);
  }

  remove(product: Product): void {
    this.#changed.delete(product);
    this.#cached.delete(product.productId);
    this.#remove(product.productId);
  }

  /** Some products without stock whose last newcomer came before `instant`. */
  idleSince(instant: number): Product[] {
    return this.#idle(instant).map(({ product_id }) => this.get(product_id)!);
  }

  #flush(): void {
    for (const product of this.#changed) {
      // The last line of defence: a unit that was never loaded must not be sold.
      if (product.buckets.some(isNegative)) throw new Error(`${product.productId}: negative stock`);
      const idleSince = product.generation === 0 ? product.lastJoinedAt : null;
      this.#save(product.productId, idleSince, JSON.stringify(product));
    }
    this.#changed.clear();
    if (this.#cached.size > capacity) this.#cached.clear();
  }

  #forget(): void {
    this.#changed.clear();
    this.#cached.clear();
  }
}

function isNegative({ available, held, confirmed }: Bucket): boolean {
  return available < 0 || held < 0 || confirmed < 0;
}
