/** Stock per hub and SKU. */

/** Whose stock it is: each hub counts each SKU by itself. */
export interface StockKey {
  readonly hubId: string;
  readonly sku: string;
}

/** `loaded = available + held + confirmed` at every instant. */
export interface Stock {
  readonly loaded: number;
  readonly available: number;
  readonly held: number;
  readonly confirmed: number;
  /** Counters that the available units are spread over: 10 for a hot SKU, else 1. */
  readonly buckets: number;
}

/** The stock of a key that was never loaded. */
export const emptyStock: Stock = { loaded: 0, available: 0, held: 0, confirmed: 0, buckets: 1 };

export interface Load extends StockKey {
  /** Units available afterwards. */
  readonly quantity: number;
  /** Undefined: as it is, and not partitioned at first. */
  readonly partitioned: boolean | undefined;
  /** Fresh id of the outbox entry. */
  readonly entryId: string;
  readonly now: number;
}

export type LoadOutcome =
  | { readonly kind: 'loaded'; readonly stock: Stock }
  | { readonly kind: 'below-held'; readonly held: number };

export interface StockCounts {
  /** Undefined when it was never loaded. */
  stock(key: StockKey): Promise<Stock | undefined>;
  /** Sets the available units, and puts the change into the outbox. */
  load(load: Load): Promise<LoadOutcome>;
}
