/** The store of matched batches: the data from which they were matched. */
import { Type, type Static } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';

const Weight = Type.Number();
const SavedWeights = Type.Object({
  distance: Weight,
  eta: Weight,
  load: Weight,
  priority: Weight,
  wait: Weight,
});

const SavedMatch = Type.Object({
  orderId: Type.String(),
  driverId: Type.String(),
  score: Type.Number(),
});

const SavedOrder = Type.Object({
  orderId: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  priorityWeight: Type.Number(),
  submittedAt: Type.Number(),
  rejectedBy: Type.Array(Type.String()),
  /** Not in batches that were kept while nobody was asked again. */
  attemptsTotal: Type.Optional(Type.Number()),
});

/** A list for each member, which takes half the room of a list of objects. */
const SavedDrivers = Type.Object({
  driverId: Type.Array(Type.String()),
  lat: Type.Array(Type.Number()),
  lng: Type.Array(Type.Number()),
  speedKmh: Type.Array(Type.Number()),
  maxOrders: Type.Array(Type.Number()),
  lastAssignedAt: Type.Array(Type.Union([Type.Number(), Type.Null()])),
});

/**
 * All that the matching of a batch depended on, and its matches. Every term of every score follows
 * from it.
 */
export const KeptBatch = Type.Object({
  batchId: Type.String(),
  /** At which waiting times and starvation were measured. */
  at: Type.Number(),
  method: Type.Enum(['per driver', 'by pair', 'optimal']),
  weights: SavedWeights,
  orders: Type.Array(SavedOrder),
  drivers: SavedDrivers,
  matches: Type.Array(SavedMatch),
});
export type KeptBatch = Readonly<Static<typeof KeptBatch>>;
export const parseBatch = storedJson('a batch', KeptBatch);

/** The part of a batch that lists show. */
const BatchSummary = Type.Object({
  batchId: Type.String(),
  at: Type.Number(),
  method: KeptBatch.properties.method,
  orders: Type.Number(),
  drivers: Type.Number(),
  matched: Type.Number(),
});
export type BatchSummary = Readonly<Static<typeof BatchSummary>>;
export const parseSummary = storedJson('the summary of a batch', BatchSummary);

export const summaryOf = ({ batchId, at, method, orders, drivers, matches }: KeptBatch) => ({
  batchId,
  at,
  method,
  orders: orders.length,
  drivers: drivers.driverId.length,
  matched: matches.length,
});

/** A summary, and its number: batches are numbered as they are saved. */
export interface NumberedBatch {
  readonly seq: number;
  readonly summary: BatchSummary;
}

export interface BatchStore {
  /** Saves a batch, and deletes what is older than the newest `keep`, a portion at most. */
  save(batch: KeptBatch, keep: number): Promise<void>;
  find(batchId: string): Promise<KeptBatch | undefined>;
  /** Batches with a number under `before`, newest first. */
  page(before: number, limit: number): Promise<NumberedBatch[]>;
}
