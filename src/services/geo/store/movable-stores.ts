/**
 * The tables of hubs, for export and import. The structures that find hubs by location are derived.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore, Row } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import type { PostgresTable } from '#kit/moving/postgres/plan.ts';
import { clearKeys } from '#kit/moving/redis.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { boxesAround } from '../cells/geometry.ts';
import { readConfig } from '../config.ts';
import { boxLiteral } from './postgres/postgres-geo-store.ts';

const name = 'geo';
const embedded = new URL('./sqlite/sql/', import.meta.url);

const tables: readonly PostgresTable[] = [
  { name: 'hub', renamed: { id: 'row_id' }, numbered: 'row_id', more: boxesOf },
  { name: 'pending_invalidation', numbered: 'id' },
];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'sqlite') {
    return [sqliteMovable(name, [{ file: store.file, migrations: embedded, tables, derive }])];
  }
  const { postgres: url, prefix: deployment, redis } = store;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const place = postgresMovable({ url, service: name, deployment, migrations, embedded, tables });
  return [
    {
      ...place,
      async take(token) {
        const taken = await place.take(token);
        return {
          ...taken,
          async begin() {
            const filling = await taken.begin();
            // The cached cells are not true of the new hubs.
            await clearKeys(redis, [`{${deployment}:*`]);
            return filling;
          },
        };
      },
    },
  ];
}

const areaOf = ({ lat, lng, radius_km }: Row) => ({
  lat: Number(lat),
  lng: Number(lng),
  radiusKm: Number(radius_km),
});

function boxesOf(row: Row) {
  const [area, beyond = null] = boxesAround(areaOf(row)).map(boxLiteral);
  return { area: area!, beyond };
}

function derive(db: DatabaseSync): void {
  const insert = db.prepare(
    'INSERT INTO hub_box (min_lat, max_lat, min_lng, max_lng, hub) VALUES (?, ?, ?, ?, ?)',
  );
  const hubs = db.prepare('SELECT id, lat, lng, radius_km FROM hub').all() as unknown as Row[];
  db.exec('BEGIN');
  for (const hub of hubs) {
    for (const { minLat, maxLat, minLng, maxLng } of boxesAround(areaOf(hub))) {
      insert.run(minLat, maxLat, minLng, maxLng, hub['id']!);
    }
  }
  db.exec('COMMIT');
}
