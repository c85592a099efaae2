/** Where a service keeps its state: in a file of its own, or behind the shared servers. */
import { join } from 'node:path';
import { StartupError } from '../base/startup-error.ts';
import type { Common } from './env.ts';

export interface SqliteConfig {
  readonly kind: 'sqlite';
  readonly file: string;
}

export interface RedisConfig {
  readonly kind: 'redis';
  readonly address: string;
  /** First part of all keys. */
  readonly prefix: string;
}

export interface PostgresConfig {
  readonly kind: 'postgres';
  readonly url: string;
  /** Which rows are ours: several deployments may share a database. */
  readonly deployment: string;
}

/** @param service its file is named after it */
export function redisOrSqlite(
  service: string,
  prefix: string,
  common: Common,
): RedisConfig | SqliteConfig {
  const { STORE_ADDR: address } = common;
  return address === undefined ? sqlite(service, common) : { kind: 'redis', address, prefix };
}

/** @param service its file is named after it */
export function postgresOrSqlite(
  service: string,
  deployment: string,
  common: Common,
): PostgresConfig | SqliteConfig {
  const { DATABASE_URL: url } = common;
  return url === undefined ? sqlite(service, common) : { kind: 'postgres', url, deployment };
}

const sqlite = (service: string, { DATA_DIR }: Common): SqliteConfig => ({
  kind: 'sqlite',
  file: join(DATA_DIR, `${service}.db`),
});

/**
 * The two shared stores of a service whose live state is in Redis and whose record is in
 * PostgreSQL, or undefined when both are embedded. With only one of them shared, each replica
 * would still have the other one to itself.
 *
 * @throws StartupError when only one is set
 */
export function sharedStores(
  service: string,
  { STORE_ADDR: redis, DATABASE_URL: postgres }: Common,
): { readonly redis: string; readonly postgres: string } | undefined {
  if (redis === undefined && postgres === undefined) return undefined;
  if (redis === undefined || postgres === undefined) {
    throw new StartupError(`${service} needs STORE_ADDR and DATABASE_URL together, or neither`);
  }
  return { redis, postgres };
}
