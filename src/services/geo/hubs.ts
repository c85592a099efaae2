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
 */
import { common, Refusal } from '#kit/web/problem.ts';
import { hexagonsOf, parentsAround } from './cells.ts';
import { refuse } from './errors.ts';
import type { Area } from './geometry.ts';
import type { CellCache, Hub, HubRecord, HubStore } from './store/store.ts';

/** How long after a change its areas are invalidated again, milliseconds. */
export const repeatAfterMs = 5_000;

export interface Hubs {
  readonly store: HubStore;
  readonly cache: CellCache;
}

/**
 * Creates or replaces a hub.
 *
 * @returns its hexagons
 * @throws Refusal STORE_UNAVAILABLE, also when the change is committed but the cache is away
 */
export async function saveHub({ store, cache }: Hubs, hub: Hub, now: number): Promise<string[]> {
  const hexagons = await hexagonsOf(hub);
  await invalidate(cache, await store.save({ ...hub, count: hexagons.length }, now));
  return hexagons;
}

/** @throws Refusal UNKNOWN_HUB; STORE_UNAVAILABLE as `saveHub` */
export async function removeHub({ store, cache }: Hubs, id: string, now: number): Promise<void> {
  const areas = await store.remove(id, now);
  if (areas.length > 0) return invalidate(cache, areas);
  // Perhaps it was removed while the cache was away: lookups, too, must find it gone by this answer.
  const pending = await store.pendingInvalidations(Number.MAX_SAFE_INTEGER);
  await invalidate(
    cache,
    pending.map(({ area }) => area),
  );
  throw refuse.UNKNOWN_HUB(`there is no hub ${id}`);
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
  await invalidateAreas(
    cache,
    due.map(({ area }) => area),
  );
  await store.removeInvalidations(due.map(({ id }) => id));
}

/** When the cache is away the change stays committed, and `repeatInvalidations` finishes it. */
async function invalidate(cache: CellCache, areas: Area[]): Promise<void> {
  try {
    await invalidateAreas(cache, areas);
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
