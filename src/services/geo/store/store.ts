/**
 * The two ports of the service. The hubs are the record; the cache of cells can be lost at any
 * moment. Every method throws STORE_UNAVAILABLE (503) while its store is away.
 */
import { Type, type Static } from 'typebox';
import type { Store } from '#kit/stores/store.ts';
import type { Area, LatLng } from '../geometry.ts';

/** A place that serves its surroundings: an `Area`. */
export const Hub = Type.Object({
  id: Type.String(),
  name: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  radiusKm: Type.Number(),
  /** 0…1 */
  stock: Type.Number(),
  /** 0…1 */
  riders: Type.Number(),
});
export type Hub = Readonly<Static<typeof Hub>>;

/** A hub as it is stored. */
export interface HubRecord extends Hub {
  /** How many hexagons it lists. */
  readonly count: number;
}

/** An area in which hubs changed, and in which cached cells may still be older than the change. */
export interface PendingInvalidation {
  readonly id: number;
  readonly area: Area;
}

export interface HubStore extends Store {
  /**
   * Creates or replaces a hub and records the areas that this touches, its former and its new one,
   * as pending invalidations: one indivisible, durable step.
   *
   * @returns these areas
   */
  save(hub: HubRecord, now: number): Promise<Area[]>;
  /** Removes a hub in the same way. Returns no area when there is no such hub. */
  remove(hubId: string, now: number): Promise<Area[]>;
  find(hubId: string): Promise<HubRecord | undefined>;
  /** All hubs, by id. */
  list(): Promise<HubRecord[]>;
  /** The hubs from which the point is no farther than their radius + margin, in no order. */
  hubsReaching(point: LatLng, marginKm: number): Promise<Hub[]>;
  /** The invalidations recorded at or before that instant, and not removed since. */
  pendingInvalidations(recordedBefore: number): Promise<PendingInvalidation[]>;
  removeInvalidations(ids: readonly number[]): Promise<void>;
}

/**
 * What an exact answer for any point of a cell needs. Hubs are whole, so that distance, time and
 * score are computed for the point that is asked for.
 */
export interface CellEntry {
  /** When it was read, milliseconds. */
  readonly at: number;
  /** The hubs that list the cell (second tier). */
  readonly listed: readonly Hub[];
  /** All hubs whose radius holds some point of the cell, and maybe a few more (third tier). */
  readonly near: readonly Hub[];
}

/**
 * Writes an entry, unless the cell was invalidated since `beginWrite`.
 *
 * @returns whether it was written
 */
export type WriteIfCurrent = (entry: CellEntry) => Promise<boolean>;

export interface CellCache {
  /** The entry of a cell, however old. */
  get(cell: string): Promise<CellEntry | undefined>;
  /** To be called before the hubs are read from which the entry will be made. */
  beginWrite(cell: string): Promise<WriteIfCurrent>;
  /** Removes the entry of every cell under these parents, and fails each write begun so far. */
  invalidate(parents: readonly string[]): Promise<void>;
}

/** Lifetime of an entry, milliseconds. */
export const entryLifetimeMs = 3_600_000;
/** Lifetime of an entry without any hub, milliseconds. */
export const missLifetimeMs = 60_000;
