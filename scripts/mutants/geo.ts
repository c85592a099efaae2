import type { Mutant } from '../mutants.ts';

const stores = ['store/stores.test.ts'];
const lookups = ['test/serviceability.test.ts'];

export default [
  {
    rule: 'a repeated removal is 404 when no cached answer shows the hub any more',
    file: 'hubs.ts',
    find: 'store.pendingInvalidations(Number.MAX_SAFE_INTEGER)',
    replace: 'store.pendingInvalidations(0)',
    tests: ['test/outage.test.ts'],
  },
  {
    rule: 'the radius holds its edge',
    file: 'serviceability.ts',
    find: 'distanceKm(point, hub) <= hub.radiusKm',
    replace: 'distanceKm(point, hub) <= hub.radiusKm / 2',
    tests: lookups,
  },
  {
    rule: 'an entry that is too old is not used',
    file: 'serviceability.ts',
    find: 'now - at < (near.length',
    replace: 'now - at <= (near.length',
    tests: lookups,
  },
  {
    rule: 'a cell without hubs is cached for a shorter time',
    file: 'serviceability.ts',
    find: 'near.length > 0 ? entryLifetimeMs : missLifetimeMs',
    replace: 'entryLifetimeMs',
    tests: lookups,
  },
  {
    rule: 'without a hub that lists the cell the nearest serves, not the best',
    file: 'serviceability.ts',
    find: 'return rankByDistance(holding, point, weights)',
    replace: 'return rank(holding, point, weights)',
    tests: lookups,
  },
  {
    rule: 'the write to the cache begins before the hubs are read',
    file: 'serviceability.ts',
    find: "if (write !== 'away') await unlessFailing(geo, write(entry));",
    replace:
      "if (write !== 'away') await unlessFailing(geo, (await geo.cache.beginWrite(cell))(entry));",
    tests: ['test/races.test.ts'],
  },
  {
    rule: 'the distance term ends at 0',
    file: 'score.ts',
    find: 'Math.max(0, 1 - distance / largest)',
    replace: '1 - distance / largest',
    tests: ['score.test.ts'],
  },
  {
    rule: 'equal scores by hub id',
    file: 'score.ts',
    find: 'b.score - a.score || (a.hub.id < b.hub.id ? -1 : 1)',
    replace: 'b.score - a.score',
    tests: ['score.test.ts'],
  },
  {
    rule: 'a hub lists its own cell, however small its radius',
    file: 'cells.ts',
    find: ' || cellOf(hub) === cell',
    replace: '',
    tests: ['cells.test.ts', ...lookups, 'test/laws.test.ts'],
  },
  {
    rule: 'every cell that a hub can serve is invalidated',
    file: 'cells.ts',
    find: 'area.radiusKm + cellReachKm + parentReachKm',
    replace: 'area.radiusKm',
    tests: ['cells.test.ts'],
  },
  {
    rule: 'a hub that moved is invalidated where it was',
    file: 'store/postgres/store.ts',
    find: 'SELECT ${deployment}, was_lat, was_lng, was_radius_km',
    replace: 'SELECT ${deployment}, lat, lng, radius_km',
    tests: stores,
  },
  {
    rule: 'invalidations are repeated once they are old enough',
    file: 'store/postgres/store.ts',
    find: 'at <= ${recordedBefore}',
    replace: 'at < ${recordedBefore}',
    tests: stores,
  },
  {
    rule: 'a group that was evicted is stale',
    file: 'store/memory/cache.ts',
    find: 'dispose: (group) => (group.stale = true),',
    replace: '',
    tests: stores,
  },
  {
    rule: 'a write of a former generation is rejected',
    file: 'store/redis/cache.ts',
    find: '[generation, cell, encode(entry), lifetimeMs]',
    replace:
      '[await beginWrite(keys, [nanoid(), missLifetimeMs]), cell, encode(entry), lifetimeMs]',
    tests: stores,
  },
  {
    rule: 'the areas stay recorded when the cache is away',
    file: 'hubs.ts',
    find: 'await store.pendingInvalidations(now - repeatAfterMs)',
    replace: 'await store.pendingInvalidations(now - repeatAfterMs - 1)',
    tests: ['test/hubs.test.ts', 'test/races.test.ts', 'test/outage.test.ts'],
  },
] satisfies Mutant[];
