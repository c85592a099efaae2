/** Whether a point is served, from which hub, and which of the five tiers found it. */
import type { Logger } from 'pino';
import { Refusal } from '#kit/web/problem.ts';
import { cellOf, cellReachKm, centreOf, lists } from './cells.ts';
import type { LocateAddress } from './city.ts';
import { distanceKm, type LatLng } from './geometry.ts';
import type { TierTried } from './schemas.ts';
import { rank, rankByDistance, type Candidate, type Weights } from './score.ts';
import {
  entryLifetimeMs,
  missLifetimeMs,
  type CellCache,
  type CellEntry,
  type HubStore,
  type WriteIfCurrent,
} from './store/store.ts';

export interface Geo {
  readonly store: HubStore;
  readonly cache: CellCache;
  readonly weights: Weights;
  /** With a city database only. */
  readonly locate: LocateAddress | undefined;
  readonly defaultHubId: string | undefined;
  readonly log: Logger;
}

export interface Question {
  readonly point: LatLng;
  /** Network address of the client. */
  readonly address: string;
  readonly now: number;
}

export interface Finding {
  /** The hubs that the answering tier chose from, the chosen one first; none: not served. */
  readonly candidates: readonly Candidate[];
  readonly tried: TierTried[];
}

/**
 * Tries the tiers in turn until one yields a hub. A fresh cached cell stands for the second and
 * third tier as well, also when it says that there is no hub.
 *
 * @throws Refusal STORE_UNAVAILABLE when the hubs must be read and cannot
 */
export async function locateHub(geo: Geo, question: Question): Promise<Finding> {
  const { point, now } = question;
  const tried: TierTried[] = [];
  const attempt = stopwatch(tried);
  const cell = cellOf(point);

  const cached = await unlessFailing(geo, geo.cache.get(cell));
  if (cached !== 'away' && cached !== undefined && isFresh(cached, now)) {
    const found = attempt('redis', candidatesOf(cached, point, geo.weights));
    if (found.length > 0) return { candidates: found, tried };
  } else {
    attempt('redis', cached === 'away' ? cached : []);
    const entry = await readCell(geo, cell, cached === 'away', now);
    const listed = attempt('database', rank(entry.listed, point, geo.weights));
    if (listed.length > 0) return { candidates: listed, tried };
    const near = attempt('distance', candidatesOf(entry, point, geo.weights));
    if (near.length > 0) return { candidates: near, tried };
  }
  if (geo.locate !== undefined) {
    const found = attempt('ip', await byAddress(geo, geo.locate, question));
    if (found.length > 0) return { candidates: found, tried };
  }
  if (geo.defaultHubId !== undefined) {
    const hub = await geo.store.find(geo.defaultHubId);
    const found = attempt('default', rank(hub ? [hub] : [], point, geo.weights));
    if (found.length > 0) return { candidates: found, tried };
  }
  return { candidates: [], tried };
}

/** Records what a tier found, and the time since the last one ended, in microsecond steps. */
function stopwatch(tried: TierTried[]) {
  let since = performance.now();
  return (tier: TierTried['tier'], found: Candidate[] | 'away'): Candidate[] => {
    const now = performance.now();
    const ms = Math.round((now - since) * 1000) / 1000;
    since = now;
    tried.push({ tier, ms, outcome: found === 'away' ? found : found.length > 0 ? 'hit' : 'miss' });
    return found === 'away' ? [] : found;
  };
}

/** Hubs that list the cell compete by score; without one, the nearest whose radius holds the point. */
function candidatesOf({ listed, near }: CellEntry, point: LatLng, weights: Weights): Candidate[] {
  if (listed.length > 0) return rank(listed, point, weights);
  const holding = near.filter((hub) => distanceKm(point, hub) <= hub.radiusKm);
  return rankByDistance(holding, point, weights);
}

function isFresh({ at, near }: CellEntry, now: number): boolean {
  return now - at < (near.length > 0 ? entryLifetimeMs : missLifetimeMs);
}

/**
 * Reads the hubs near a cell and writes them to the cache. The order matters: the write begins
 * before the hubs are read (see hubs.ts).
 */
async function readCell(
  geo: Geo,
  cell: string,
  isCacheAway: boolean,
  now: number,
): Promise<CellEntry> {
  const write: WriteIfCurrent | 'away' = isCacheAway
    ? 'away'
    : await unlessFailing(geo, geo.cache.beginWrite(cell));
  const centre = centreOf(cell);
  const near = await geo.store.hubsReaching(centre, cellReachKm);
  const entry = { at: now, listed: near.filter((hub) => lists(hub, cell, centre)), near };
  if (write !== 'away') await unlessFailing(geo, write(entry));
  return entry;
}

/** The nearest hub that may reach the city in which the client's address is. */
async function byAddress(
  { store, weights }: Geo,
  locate: LocateAddress,
  { point, address }: Question,
): Promise<Candidate[]> {
  const city = locate(address);
  if (city === undefined) return [];
  const hubs = await store.hubsReaching(city, city.radiusKm);
  const [nearest] = rankByDistance(hubs, city, weights);
  return nearest === undefined ? [] : rank([nearest.hub], point, weights);
}

/** A cache that fails makes lookups slower, not wrong: it is as if it were away. */
async function unlessFailing<T>({ log }: Geo, step: Promise<T>): Promise<T | 'away'> {
  try {
    return await step;
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error }, 'the cell cache failed');
    return 'away';
  }
}
