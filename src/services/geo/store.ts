/**
 * The two ports of the service. The hubs are the record; the cache of cells can be lost at any
 * moment. Every method throws STORE_UNAVAILABLE (503) while its store is away.
 */
import type { Area, Point } from './geometry.ts';

/** A place that serves its surroundings. */
export interface Hub extends Area {
  readonly id: string;
  readonly name: string;
  /** 0…1 */
  readonly stock: number;
  /** 0…1 */
  readonly riders: number;
}

/** A hub as it is kept. */
export interface HubRecord extends Hub {
  /** How many hexagons it lists. */
  readonly count: number;
}

/** A change of hubs whose area the cache must still be rid of, as far as anybody knows. */
export interface PendingInvalidation {
  readonly id: number;
  readonly area: Area;
}

export interface HubStore {
  /**
   * Creates or replaces a hub and notes the areas that this touches, its former and its new one,
   * as pending invalidations: one indivisible, durable step. Yields these areas.
   */
  save(hub: HubRecord, now: number): Promise<Area[]>;
  /** Removes a hub, likewise. Yields no area when there is no such hub. */
  remove(hubId: string, now: number): Promise<Area[]>;
  find(hubId: string): Promise<HubRecord | undefined>;
  /** All hubs, by id. */
  list(): Promise<HubRecord[]>;
  /** The hubs from which the point is no farther than radius + margin, in no order. */
  around(point: Point, marginKm: number): Promise<Hub[]>;
  /** The invalidations noted at or before that instant, and not settled since. */
  pending(notedBefore: number): Promise<PendingInvalidation[]>;
  settle(ids: readonly number[]): Promise<void>;
  ready(): Promise<void>;
  close(): Promise<void>;
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

/** Keeps an entry, unless the cell was dropped since the permission was given. False: not kept. */
export type Keep = (entry: CellEntry) => Promise<boolean>;

export interface CellCache {
  /** What is kept of a cell, however old. */
  get(cell: string): Promise<CellEntry | undefined>;
  /** To be called before the hubs are read from which the entry will be made. */
  open(cell: string): Promise<Keep>;
  /** Forgets every cell under these parents, and voids each `Keep` of theirs given so far. */
  drop(parents: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Lifetime of an entry, milliseconds. */
export const entryLifetime = 3_600_000;
/** Lifetime of an entry without any hub, milliseconds. */
export const missLifetime = 60_000;
