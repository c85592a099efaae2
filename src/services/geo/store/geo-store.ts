/**
 * The two ports of the service. The hubs are the record; the cache of cells can be lost at any
 * moment. Every method throws STORE_UNAVAILABLE (503) while its store is away.
 */
import { LRUCache } from 'lru-cache';
import { Type, type Static } from 'typebox';
import type { Store } from '#kit/stores/store.ts';
import { countPoints, Coverage } from '../coverage/coverage.ts';
import type { Area, LatLng } from '../cells/geometry.ts';

/** The state of a hub that may change without reading any cell again. */
export const HubState = Type.Object({
  /** Tells this hub from one that had its id and was removed; no two hubs ever have the same. */
  row: Type.Integer(),
  /** Grows with each change of the hub. */
  revision: Type.Integer(),
  name: Type.String(),
  /** 0…1 */
  stock: Type.Number(),
  /** 0…1 */
  riders: Type.Number(),
  /** Absent until it is set for the first time. */
  paused: Type.Optional(Type.Boolean()),
});
export type HubState = Readonly<Static<typeof HubState>>;

/** A place that serves its surroundings: an `Area`. */
export const Hub = Type.Object({
  id: Type.String(),
  ...HubState.properties,
  lat: Type.Number(),
  lng: Type.Number(),
  radiusKm: Type.Number(),
  /** Within the radius. Without it the whole circle is served. */
  coverage: Type.Optional(Coverage),
  /** Text of the opening hours (`hoursText`). Without it the hub is always open. */
  hours: Type.Optional(Type.String()),
});
export type Hub = Readonly<Static<typeof Hub>>;

/** A hub as it is stored. */
export interface HubRecord extends Hub {
  /** How many hexagons it lists. */
  readonly count: number;
}

/** A hub that is to be stored. */
export type NewHub = Omit<HubRecord, 'row' | 'revision'>;

/** The changes of a hub. A member that is not given stays as it is. */
export type HubPatch = Partial<Pick<HubState, 'name' | 'stock' | 'riders' | 'paused'>>;

/** A change that cached cells may not know of yet. */
export interface PendingInvalidation {
  readonly id: number;
  /** Where the hub is, and was. */
  readonly area: Area;
  /** The hub that stayed where it is, and only has another state. */
  readonly hubId?: string;
}

export interface HubStore extends Store {
  /**
   * Creates or replaces a hub and records the areas that this touches, its former and its new one,
   * as pending invalidations: one indivisible, durable step.
   *
   * @returns these areas
   */
  save(hub: NewHub, now: number): Promise<Area[]>;
  /**
   * Changes the state of a hub, and records that as pending in the same step.
   *
   * @returns the hub as it is now, without its coverage; undefined when there is none
   */
  patch(hubId: string, patch: HubPatch, now: number): Promise<HubRecord | undefined>;
  /** Removes a hub in the same way. Returns no area when there is no such hub. */
  remove(hubId: string, now: number): Promise<Area[]>;
  find(hubId: string): Promise<HubRecord | undefined>;
  /** All hubs, by id, without their coverage. */
  list(): Promise<HubRecord[]>;
  /** A word that is another one after each change of any hub. */
  version(): Promise<string>;
  /** The hubs from which the point is at most their radius + margin away, unordered. */
  hubsReaching(point: LatLng, marginKm: number): Promise<Hub[]>;
  /** The invalidations recorded at or before that instant, and not removed since. */
  pendingInvalidations(recordedBefore: number): Promise<PendingInvalidation[]>;
  removeInvalidations(ids: readonly number[]): Promise<void>;
}

/**
 * The hubs that an exact answer for any point of a cell needs. Hubs are whole, so that distance, time
 * and score are computed for the point that is asked for.
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
  /** Begins a write; call it before reading the hubs from which the entry will be made. */
  beginWrite(cell: string): Promise<WriteIfCurrent>;
  /** Removes the entry of every cell under these parents, and fails each write begun so far. */
  invalidate(parents: readonly string[]): Promise<void>;
  /**
   * From now on the hub has this state in every entry under these parents that has an earlier one,
   * whenever it was or will be written. The state must be committed before.
   */
  refresh(parents: readonly string[], state: HubState): Promise<void>;
}

/** Lifetime of an entry, milliseconds. */
export const entryLifetimeMs = 3_600_000;
/** Lifetime of an entry without any hub, milliseconds. */
export const missLifetimeMs = 60_000;

export const stateOf = ({ row, revision, name, stock, riders, paused }: HubState): HubState => ({
  row,
  revision,
  name,
  stock,
  riders,
  ...(paused !== undefined && { paused }),
});

/**
 * An entry whose hubs have a later state, where there is one.
 *
 * @param stateOfRow the latest state that is known of a hub
 */
export function refreshed(
  entry: CellEntry,
  stateOfRow: (row: number) => HubState | undefined,
): CellEntry {
  const current = (hub: Hub): Hub => {
    const state = stateOfRow(hub.row);
    return state === undefined || state.revision <= hub.revision ? hub : { ...hub, ...state };
  };
  const hubs = new Map(entry.near.map((hub) => [hub, current(hub)]));
  return {
    at: entry.at,
    near: [...hubs.values()],
    listed: entry.listed.map((hub) => hubs.get(hub) ?? current(hub)),
  };
}

/** The memory that an entry takes, in hubs with a circle. */
export const sizeOf = ({ near }: CellEntry): number =>
  near.reduce((sum, { coverage }) => sum + 1 + (coverage ? countPoints(coverage) / 8 : 0), 1);

/** A row of either database; null is what a hub does not have. */
export interface HubRow extends Omit<Hub, 'coverage' | 'hours' | 'paused'> {
  readonly coverage: string | null;
  readonly hours: string | null;
  readonly paused: boolean | 0 | 1 | null;
}
export interface RecordRow extends HubRow {
  readonly count: number;
}

/** Rows are dictionaries; plain objects are several times faster to read. */
export function hubOf(from: HubRow): Hub {
  const { id, row, revision, name, lat, lng, radiusKm, stock, riders } = from;
  const hub = { id, row, revision, name, lat, lng, radiusKm, stock, riders };
  const { coverage, hours, paused } = from;
  if (coverage === null && hours === null && paused === null) return hub;
  return {
    ...hub,
    ...(coverage !== null && { coverage: coverageOf(coverage) }),
    ...(hours !== null && { hours }),
    ...(paused !== null && { paused: Boolean(paused) }),
  };
}

export const recordOf = (from: RecordRow): HubRecord => ({ ...hubOf(from), count: from.count });

/** Each cell that is looked up reads all areas around it, and one of 2,000 points takes a while. */
const coverages = new LRUCache<string, Coverage>({
  maxSize: 200_000,
  sizeCalculation: countPoints,
});

function coverageOf(text: string): Coverage {
  let coverage = coverages.get(text);
  if (coverage === undefined) {
    coverage = JSON.parse(text) as Coverage;
    coverages.set(text, coverage);
  }
  return coverage;
}
