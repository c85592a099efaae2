/**
 * Hubs, and how a change of one reaches the cached cells.
 *
 * A lookup never leaves an entry in the cache that is older than an acknowledged change:
 *
 * 1. A lookup begins its write (it gets the generation of the cell's parent), then reads the hubs,
 *    then writes what it read. The cache rejects the write when that generation has ended.
 * 2. A change is committed first. Then it ends the generation of every parent it touches and
 *    removes what was cached there. Only then is it acknowledged.
 *
 * Take an entry made from hubs that were read before the commit. Its generation is older still. If
 * it was written before the invalidation, the invalidation removes it. If it comes later, its
 * generation has ended and it is rejected. So whatever the cache holds after the invalidation was
 * read after the commit.
 *
 * The areas to invalidate are committed together with the change. They stay recorded for a while
 * after the first invalidation, then a loop in any replica repeats it. That finishes the work of a
 * process that died between the two steps, of a cache that was away, and of a cache that lost its
 * last seconds (power failure, failover) and the invalidation with them.
 *
 * A change that leaves a hub where it is (`patchHub`) removes nothing. After its commit the cache is
 * told the hub's new state for each parent, and puts it in place of every earlier one, also in
 * entries that are written later from hubs that were read before. The revision tells which is later:
 * it is drawn in the step that changes the hub. An invalidation removes the states too, as whatever
 * is read after it has them.
 */
import { common, invalid, Refusal } from '#kit/web/problem.ts';
import { hexagonsOf, parentsAround } from './cells/cells.ts';
import { checkCoverage, demandPointIn, reachOf } from './coverage/check.ts';
import { refuse } from './errors.ts';
import type { Area } from './cells/geometry.ts';
import { hoursText, isTimeZone } from './hours/opening-hours.ts';
import type { HubBody } from './schemas.ts';
import {
  stateOf,
  type CellCache,
  type HubPatch,
  type HubRecord,
  type HubStore,
  type NewHub,
} from './store/geo-store.ts';

/** How long after a change its areas are invalidated again, milliseconds. */
export const repeatAfterMs = 5_000;

export interface Hubs {
  readonly store: HubStore;
  readonly cache: CellCache;
}

/**
 * The hub that a client describes. Without a radius it reaches as far as the farthest point of its
 * area.
 *
 * @throws Refusal INVALID_COVERAGE, VALIDATION_FAILED
 */
export async function hubFrom(body: HubBody): Promise<Omit<NewHub, 'count'>> {
  const { lat, lng, paused, opening_hours: hours } = body;
  const coverage = body.coverage && (await checkCoverage(body.coverage));
  const given = body.coverage_radius_km;
  if (coverage && given !== undefined) await demandPointIn({ lat, lng, radiusKm: given }, coverage);
  if (hours !== undefined && !isTimeZone(hours.timezone)) {
    throw invalid('opening_hours.timezone', 'must be a time zone, such as Asia/Jakarta');
  }
  return {
    id: body.hub_id,
    name: body.name,
    lat,
    lng,
    radiusKm: given ?? (await reachOf(coverage!, { lat, lng })),
    stock: body.stock_availability,
    riders: body.rider_availability,
    ...(paused !== undefined && { paused }),
    ...(coverage !== undefined && { coverage }),
    ...(hours !== undefined && { hours: hoursText(hours) }),
  };
}

/**
 * Creates or replaces a hub.
 *
 * @returns its hexagons
 * @throws Refusal STORE_UNAVAILABLE, also when the change is committed but the cache is away
 */
export async function saveHub(
  { store, cache }: Hubs,
  hub: Omit<NewHub, 'count'>,
  now: number,
): Promise<string[]> {
  const hexagons = await hexagonsOf(hub);
  await orLater(invalidateAreas(cache, await store.save({ ...hub, count: hexagons.length }, now)));
  return hexagons;
}

/**
 * Changes the state of a hub. No hexagons are computed and no cached cell is dropped.
 *
 * @returns the hub, without its coverage
 * @throws Refusal UNKNOWN_HUB; STORE_UNAVAILABLE as `saveHub`
 */
export async function patchHub(
  { store, cache }: Hubs,
  id: string,
  patch: HubPatch,
  now: number,
): Promise<HubRecord> {
  const hub = await store.patch(id, patch, now);
  if (hub === undefined) throw await unknownHub({ store, cache }, id);
  await orLater(cache.refresh(parentsAround(hub), stateOf(hub)));
  return hub;
}

/** @throws Refusal UNKNOWN_HUB; STORE_UNAVAILABLE as `saveHub` */
export async function removeHub({ store, cache }: Hubs, id: string, now: number): Promise<void> {
  const areas = await store.remove(id, now);
  if (areas.length === 0) throw await unknownHub({ store, cache }, id);
  await orLater(invalidateAreas(cache, areas));
}

/**
 * The refusal of a change. Perhaps the hub was removed while the cache was away: lookups, too, must
 * find it gone by this answer.
 */
async function unknownHub({ store, cache }: Hubs, id: string): Promise<Refusal> {
  const pending = await store.pendingInvalidations(Number.MAX_SAFE_INTEGER);
  const moved = pending.filter(({ hubId }) => hubId === undefined);
  await orLater(
    invalidateAreas(
      cache,
      moved.map(({ area }) => area),
    ),
  );
  return refuse.UNKNOWN_HUB(`there is no hub ${id}`);
}

/** @throws Refusal UNKNOWN_HUB, STORE_UNAVAILABLE */
export async function findHub(
  { store }: Hubs,
  id: string,
): Promise<HubRecord & { hexagons: string[] }> {
  const hub = await store.find(id);
  if (hub === undefined) throw refuse.UNKNOWN_HUB(`there is no hub ${id}`);
  return { ...hub, hexagons: await hexagonsOf(hub) };
}

/**
 * Repeats the invalidations of changes that are at least `repeatAfterMs` old, and removes their
 * records.
 *
 * @throws Refusal STORE_UNAVAILABLE; then they stay pending
 */
export async function repeatInvalidations({ store, cache }: Hubs, now: number): Promise<void> {
  const due = await store.pendingInvalidations(now - repeatAfterMs);
  if (due.length === 0) return;
  const moved = due.filter(({ hubId }) => hubId === undefined);
  if (moved.length > 0)
    await invalidateAreas(
      cache,
      moved.map(({ area }) => area),
    );
  const patched = due.map(({ hubId }) => hubId).filter((id) => id !== undefined);
  for (const id of new Set(patched)) {
    const hub = await store.find(id);
    if (hub !== undefined) await cache.refresh(parentsAround(hub), stateOf(hub));
  }
  await store.removeInvalidations(due.map(({ id }) => id));
}

/** When the cache is away the change stays committed, and `repeatInvalidations` finishes it. */
async function orLater(telling: Promise<void>): Promise<void> {
  try {
    await telling;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw common.STORE_UNAVAILABLE(
      'the change is saved, but outdated answers may still be cached; the request may be repeated',
      { headers: { 'retry-after': '1' } },
    );
  }
}

async function invalidateAreas(cache: CellCache, areas: Area[]): Promise<void> {
  await cache.invalidate([...new Set(areas.flatMap(parentsAround))]);
}
