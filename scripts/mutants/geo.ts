import type { Planted } from '../mutant-lists.ts';

export default {
  'test/races.test.ts': {
    'serviceability.ts': {
      'the write to the cache begins before the hubs are read': {
        find: "if (write !== 'away') await unlessFailing(geo, write(entry));",
        replace:
          "if (write !== 'away') await unlessFailing(geo, (await geo.cache.beginWrite(cell))(entry));",
      },
    },
    'hubs.ts': {
      'a state that the cache missed is told later, and drops no cell': {
        find: 'if (hub !== undefined) await cache.refresh(parentsAround(hub), stateOf(hub));',
        replace: 'if (hub !== undefined) await invalidateAreas(cache, [hub]);',
      },
    },
  },
  'cells/cells.test.ts': {
    'cells/cells.ts': {
      'every cell that a hub can serve is invalidated': {
        find: 'area.radiusKm + cellReachKm + parentReachKm',
        replace: 'area.radiusKm',
      },
    },
  },
  'store/stores.test.ts': {
    'store/postgres/postgres-geo-store.ts': {
      'a hub that moved is invalidated where it was': {
        find: 'SELECT ${deployment}, was_lat, was_lng, was_radius_km',
        replace: 'SELECT ${deployment}, lat, lng, radius_km',
      },
      'invalidations are repeated once they are old enough': {
        find: 'at <= ${recordedBefore}',
        replace: 'at < ${recordedBefore}',
      },
      'each change of a hub has a later revision': {
        find: 'revision = h.revision + 1',
        replace: 'revision = h.revision',
      },
    },
    'store/redis/cache.ts': {
      'a write of a former generation is rejected': {
        find: '[generation, cell, encode(entry), lifetimeMs]',
        replace:
          '[await beginWrite(keys, [nanoid(), missLifetimeMs]), cell, encode(entry), lifetimeMs]',
      },
      'states that went while an entry was read are missed': {
        find: 'if (now !== mark) return undefined;',
        replace: '',
      },
    },
    'store/memory/cache.ts': {
      'an earlier state does not replace a later one': {
        find: 'known.revision < state.revision',
        replace: 'state !== undefined',
      },
    },
    'store/sqlite/sql/0001-hub.sql': {
      'a row is never used again': {
        find: 'id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again',
        replace: 'id INTEGER PRIMARY KEY,',
      },
    },
  },
  'test/hubs.test.ts test/races.test.ts test/outage.test.ts': {
    'hubs.ts': {
      'the areas stay recorded when the cache is away': {
        find: 'await store.pendingInvalidations(now - repeatAfterMs)',
        replace: 'await store.pendingInvalidations(now - repeatAfterMs - 1)',
      },
    },
  },
  'hours/*.test.ts test/hours.test.ts': {
    'hours/opening-hours.ts': {
      'no answer outlives an opening or closing': {
        find: 'now >= period.until',
        replace: 'now > period.until',
      },
    },
  },
} satisfies Planted;
