/** Whether a point is served, from which hub, and which of the five tiers found it. */
import type { Logger } from 'pino';
import { Refusal } from '#kit/web/problem.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { cellOf, cellReachKm, centreOf, lists, narrowedHub, reaches } from './cells/cells.ts';
import type { LocateAddress } from './city.ts';
import type { LatLng } from './cells/geometry.ts';
import { openingAt } from './hours/opening-hours.ts';
import type { TierTried } from './schemas.ts';
import { rank, rankByDistance, type Candidate, type Weights } from './score.ts';
import {
  entryLifetimeMs,
  missLifetimeMs,
  type CellCache,
  type CellEntry,
  type Hub,
  type HubStore,
  type WriteIfCurrent,
} from './store/geo-store.ts';

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
  /** Hubs that would have been among the candidates of a tier, but are closed or paused. */
  readonly passedOver: readonly Candidate[];
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
  const passedOver = new Map<string, Hub>();
  const awake: Awake = (hubs) => {
    const open = hubs.filter((hub) => isAwake(hub, now));
    if (open.length === hubs.length) return open;
    for (const hub of hubs) if (!open.includes(hub)) passedOver.set(hub.id, hub);
    return open;
  };
  const finding = (candidates: Candidate[]): Finding => ({
    candidates,
    passedOver: passedOver.size === 0 ? [] : rank([...passedOver.values()], point, geo.weights),
    tried,
  });
  const cell = cellOf(point);

  const cached = await unlessFailing(geo, geo.cache.get(cell));
  if (cached !== 'away' && cached !== undefined && isFresh(cached, now)) {
    const found = attempt('redis', candidatesOf(cached, point, geo.weights, awake));
    if (found.length > 0) return finding(found);
  } else {
    attempt('redis', cached === 'away' ? cached : []);
    const entry = await readCell(geo, cell, cached === 'away', now);
    const listed = attempt('database', byCell(entry, point, geo.weights, awake));
    if (listed.length > 0) return finding(listed);
    const near = attempt('distance', byDistance(entry, point, geo.weights, awake));
    if (near.length > 0) return finding(near);
  }
  if (geo.locate !== undefined) {
    const found = attempt('ip', await byAddress(geo, geo.locate, question, awake));
    if (found.length > 0) return finding(found);
  }
  if (geo.defaultHubId !== undefined) {
    const hub = await geo.store.find(geo.defaultHubId);
    const found = attempt('default', rank(awake(hub ? [hub] : []), point, geo.weights));
    if (found.length > 0) return finding(found);
  }
  return finding([]);
}

/** The hubs of these that are open, and not paused; the others are passed over. */
type Awake = (hubs: readonly Hub[]) => Hub[];

/** Decided for the instant of the question, so that no cached cell outlives an opening or closing. */
const isAwake = ({ paused, hours }: Hub, now: number) =>
  paused !== true && (hours === undefined || openingAt(hours, now).isOpen);

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

/** The second tier, and the third when it yields nothing. */
function candidatesOf(
  entry: CellEntry,
  point: LatLng,
  weights: Weights,
  awake: Awake,
): Candidate[] {
  const listed = byCell(entry, point, weights, awake);
  return listed.length > 0 ? listed : byDistance(entry, point, weights, awake);
}

/** Hubs that list the cell compete by score. One with an area must also reach the point itself. */
function byCell({ listed }: CellEntry, point: LatLng, weights: Weights, awake: Awake): Candidate[] {
  const serving = listed.filter((hub) => hub.coverage === undefined || reaches(hub, point));
  return rank(awake(serving), point, weights);
}

/** The nearest hub that reaches the point, whether it lists the cell or not. */
function byDistance(
  { near }: CellEntry,
  point: LatLng,
  weights: Weights,
  awake: Awake,
): Candidate[] {
  return rankByDistance(awake(near.filter((hub) => reaches(hub, point))), point, weights);
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
  const hubs = await geo.store.hubsReaching(centre, cellReachKm);
  const near: Hub[] = [];
  const slice = new TimeSlice();
  for (const hub of hubs) {
    if (slice.isOver) await slice.next();
    const part = narrowedHub(hub, centre, cellReachKm);
    if (part !== undefined) near.push(part);
  }
  const entry = { at: now, listed: near.filter((hub) => lists(hub, cell, centre)), near };
  if (write !== 'away') await unlessFailing(geo, write(entry));
  return entry;
}

/** The nearest hub that may reach the city in which the client's address is. */
async function byAddress(
  { store, weights }: Geo,
  locate: LocateAddress,
  { point, address }: Question,
  awake: Awake,
): Promise<Candidate[]> {
  const city = locate(address);
  if (city === undefined) return [];
  const hubs = awake(await store.hubsReaching(city, city.radiusKm));
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
