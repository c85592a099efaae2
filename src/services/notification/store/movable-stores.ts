/** Where notifications are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';

const name = 'notification';
const embedded = new URL('./sqlite/sql/', import.meta.url);

const tables = [
  { name: 'counter', isPrepared: true },
  { name: 'notification' },
  { name: 'idempotency_key' },
  { name: 'bell' },
  { name: 'preference' },
  { name: 'digest' },
  { name: 'batch' },
  { name: 'topic' },
  { name: 'subscriber' },
];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'sqlite') {
    return [sqliteMovable(name, [{ file: store.file, migrations: embedded, tables }])];
  }
  const { url, deployment } = store;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  return [postgresMovable({ url, service: name, deployment, migrations, embedded, tables })];
}
