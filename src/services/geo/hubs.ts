/**
 * Hubs, and how a change of one reaches the cells that are cached.
 *
 * A lookup never leaves an answer behind that is older than a change which was acknowledged:
 *
 * 1. A lookup opens the cell (it gets the generation of the cell's parent), then reads the hubs,
 *    then keeps what it read, which the cache refuses when that generation has ended.
 * 2. A change is committed first, then ends the generation of every parent it touches and drops
 *    what was kept there, and only then is acknowledged.
 *
 * Take an entry made from hubs read before the commit. Its generation was given out earlier still.
 * If it was kept before the drop, the drop removes it; if it comes later, its generation has ended
 * and it is refused. So whatever stands in the cache after the drop was read after the commit.
 *
 * The areas to drop are committed together with the change. They stay noted for a while after the
 * first drop and are then dropped once more, by a loop in any replica. That finishes the work of a
 * process that died between commit and drop, of a cache that was away, and of one that lost its
 * last seconds (power failure, failover) and with them the drop.
 */
import { common, Refusal } from '#kit/problem.ts';
import { hexagonsOf, parentsAround } from './cells.ts';
import { refuse } from './errors.ts';
import type { Area } from './geometry.ts';
import type { CellCache, Hub, HubRecord, HubStore } from './store.ts';

/** How long after a change its areas are dropped again, milliseconds. */
export const secondDropAfter = 5_000;

export interface Hubs {
  readonly store: HubStore;
  readonly cache: CellCache;
}

/**
 * Creates or replaces a hub; yields its hexagons.
 *
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function saveHub({ store, cache }: Hubs, hub: Hub, now: number): Promise<string[]> {
  const hexagons = await hexagonsOf(hub);
  await drop(cache, await store.save({ ...hub, count: hexagons.length }, now));
  return hexagons;
}

/** @throws Refusal UNKNOWN_HUB, STORE_UNAVAILABLE */
export async function removeHub({ store, cache }: Hubs, id: string, now: number): Promise<void> {
  const areas = await store.remove(id, now);
  if (areas.length === 0) throw refuse.UNKNOWN_HUB(`there is no hub ${id}`);
  await drop(cache, areas);
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

/** Drops what changes up to `secondDropAfter` ago touched, once more, and settles them. */
export async function catchUp({ store, cache }: Hubs, now: number): Promise<void> {
  const due = await store.pending(now - secondDropAfter);
  if (due.length === 0) return;
  await dropAreas(
    cache,
    due.map(({ area }) => area),
  );
  await store.settle(due.map(({ id }) => id));
}

/** A change that cannot reach the cache stands, and is finished by `catchUp`. */
async function drop(cache: CellCache, areas: Area[]): Promise<void> {
  try {
    await dropAreas(cache, areas);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw common.STORE_UNAVAILABLE(
      'the change is kept, but cached answers could not be dropped yet; repeating it does no harm',
      { headers: { 'retry-after': '1' } },
    );
  }
}

async function dropAreas(cache: CellCache, areas: Area[]): Promise<void> {
  await cache.drop([...new Set(areas.flatMap(parentsAround))]);
}
