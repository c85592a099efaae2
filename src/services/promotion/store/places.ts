/** Where rules, uses and codes are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { Place } from '#kit/moving/place.ts';
import { postgresPlace } from '#kit/moving/postgres.ts';
import { sqlitePlace } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { usageTables, redisUsagePlace } from './redis/moving.ts';

const name = 'promotion';
const embedded = new URL('./sqlite/sql/', import.meta.url);
const rules = [{ name: 'rule' }];

export function places(env: Environment, common: Common): Place[] {
  const config = readConfig(env, common);
  if (config.kind === 'embedded') {
    const tables = [...rules, ...usageTables];
    return [sqlitePlace(name, [{ file: config.file, migrations: embedded, tables }])];
  }
  const { redis, postgres: url, prefix: deployment } = config;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const plan = { url, service: name, deployment, migrations, embedded, tables: rules };
  // The database first: until the mark in Redis is gone, nothing of it counts.
  return [postgresPlace({ ...plan, derive: [setVersion] }), redisUsagePlace(redis, deployment)];
}

const setVersion = `INSERT INTO promotion.version
  SELECT $1::text, max(version) FROM promotion.rule WHERE deployment = $1
  HAVING max(version) IS NOT NULL
  ON CONFLICT (deployment) DO UPDATE SET version = excluded.version`;
