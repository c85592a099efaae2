/** Stock per hub and SKU. */
import { Type, type Static } from 'typebox';

/** Whose stock it is: each hub counts each SKU by itself. */
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

export interface StockCounts {
  /** Undefined when it was never loaded. */
  stock(key: StockKey): Promise<Stock | undefined>;
  /** Sets the available units, and puts the change into the outbox. */
  load(load: Load): Promise<LoadOutcome>;
}
