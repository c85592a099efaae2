/** Where rules, uses and codes are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { usageTables, redisUsageMovable } from './redis/moving.ts';

const name = 'promotion';
const embedded = new URL('./sqlite/sql/', import.meta.url);
const rules = [{ name: 'rule' }];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const config = readConfig(env, common);
  if (config.kind === 'embedded') {
    const tables = [...rules, ...usageTables];
    return [sqliteMovable(name, [{ file: config.file, migrations: embedded, tables }])];
  }
  const { redis, postgres: url, prefix: deployment } = config;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const plan = { url, service: name, deployment, migrations, embedded, tables: rules };
  // The database first: until the mark in Redis is gone, nothing of it counts.
  return [postgresMovable({ ...plan, derive: [setVersion] }), redisUsageMovable(redis, deployment)];
}

const setVersion = `INSERT INTO promotion.version
  SELECT $1::text, max(version) FROM promotion.rule WHERE deployment = $1
  HAVING max(version) IS NOT NULL
  ON CONFLICT (deployment) DO UPDATE SET version = excluded.version`;
