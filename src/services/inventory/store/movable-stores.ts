/** Where stock and its record are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisStockMovable, stockTables } from './redis/moving.ts';

const name = 'inventory';
const stockSchema = new URL('./sqlite/sql/stock/', import.meta.url);
const embedded = new URL('./sqlite/sql/record/', import.meta.url);
const record = [{ name: 'movements' }, { name: 'stock_on_hand' }];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const config = readConfig(env, common);
  if (config.kind === 'embedded') {
    return [
      sqliteMovable(name, [
        { file: config.stock, migrations: stockSchema, tables: stockTables },
        { file: config.record, migrations: embedded, tables: record },
      ]),
    ];
  }
  const { redis, postgres: url, prefix: deployment } = config;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const plan = { url, service: name, deployment, migrations, embedded, tables: record };
  // The database first: until the mark in Redis is gone, nothing of it counts.
  return [postgresMovable(plan), redisStockMovable(redis, deployment)];
}
