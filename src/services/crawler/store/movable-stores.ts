/** Where crawls are kept, to be exported and imported. How soon a host may be asked again is not moved. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';

const name = 'crawler';
const embedded = new URL('./sqlite/sql/', import.meta.url);

const tables = [{ name: 'job' }, { name: 'url' }, { name: 'page' }, { name: 'content' }];

/** The numbers of jobs. */
const jobs = {
  table: 'job',
  select: 'SELECT last AS seq FROM crawler.counter WHERE deployment = $1',
  set: `INSERT INTO crawler.counter AS c VALUES ($1, $2::bigint)
    ON CONFLICT (deployment) DO UPDATE SET last = greatest(c.last, excluded.last)`,
};

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'sqlite') {
    return [sqliteMovable(name, [{ file: store.file, migrations: embedded, tables }])];
  }
  const { url, deployment } = store;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const plan = { url, service: name, deployment, migrations, embedded, tables };
  return [postgresMovable({ ...plan, sequences: [jobs] })];
}
