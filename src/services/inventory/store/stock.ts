/** Stock per hub and SKU. */
import { Type, type Static } from 'typebox';

/** The key of a stock: each hub counts each SKU by itself. */
export interface StockKey {
  readonly hubId: string;
  readonly sku: string;
}

/** `loaded` is the sum of `buckets`, `held` and `confirmed` at every instant. */
export const Stock = Type.Object({
  loaded: Type.Integer(),
  buckets: Type.Array(Type.Integer(), {
    minItems: 1,
    description: 'available units, spread over 10 counters for a hot SKU, else in one',
  }),
  held: Type.Integer(),
  confirmed: Type.Integer(),
  seq: Type.Integer({ description: 'number of the last movement' }),
});
export type Stock = Static<typeof Stock>;

/** The stock of a key that was never loaded. */
export const emptyStock = (): Stock => ({
  loaded: 0,
  buckets: [0],
  held: 0,
  confirmed: 0,
  seq: 0,
});

export interface Load extends StockKey {
  /** Units available afterwards. */
  readonly quantity: number;
  /** Undefined: as it is, and not partitioned at first. */
  readonly partitioned: boolean | undefined;
  /** Fresh id of the outbox entry. */
  readonly entryId: string;
  readonly now: number;
}

export const LoadOutcome = Type.Union([
  Type.Object({ kind: Type.Literal('loaded'), stock: Stock }),
  Type.Object({ kind: Type.Literal('below-held'), held: Type.Integer() }),
]);
export type LoadOutcome = Static<typeof LoadOutcome>;

export interface Adjustment extends StockKey {
  /** Units that come or, below 0, go. */
  readonly delta: number;
  readonly reason: string;
  /** Names the adjustment among those of all hubs. */
  readonly reference: string;
  /** Fresh id of the outbox entry. */
  readonly entryId: string;
  readonly now: number;
}

export const AdjustOutcome = Type.Union([
  Type.Object({
    kind: Type.Literal('adjusted'),
    stock: Type.Object(Stock.properties, { description: 'as it was after the adjustment' }),
  }),
  Type.Object({
    kind: Type.Enum(['short', 'above-limit'], { description: 'nothing was changed' }),
    available: Type.Integer(),
  }),
  Type.Object({
    kind: Type.Literal('reference-used', { description: 'by another adjustment' }),
  }),
]);
export type AdjustOutcome = Static<typeof AdjustOutcome>;

/** The part that must be equal for two adjustments to be the same. */
export function adjustmentBody({ hubId, sku, delta, reason }: Adjustment): string {
  return JSON.stringify([hubId, sku, delta, reason]);
}

export interface StockOfSku {
  readonly sku: string;
  readonly stock: Stock;
}

export interface StockCounts {
  /** Undefined when it was never loaded. */
  stock(key: StockKey): Promise<Stock | undefined>;
  /** Sets the available units, and puts the change into the outbox. */
  load(load: Load): Promise<LoadOutcome>;
  /**
   * Changes the available units, makes the key if it is unknown, and puts the change into the outbox.
   * An adjustment whose reference was used before, `lifetimes.referenceMs` ago at most, changes
   * nothing: the same one gets its outcome again. One that was refused has not used its reference.
   */
  adjust(adjustment: Adjustment): Promise<AdjustOutcome>;
  /** The stock of a hub in the order of the SKUs' bytes, at most `count`, after a SKU. */
  stockOfHub(hubId: string, after: string | undefined, count: number): Promise<StockOfSku[]>;
  /**
   * Hubs that a stock was loaded for, in the order of their bytes, at most `count`, after a hub. Not
   * one step, but a step for each shard.
   */
  hubs(after: string | undefined, count: number): Promise<string[]>;
}
