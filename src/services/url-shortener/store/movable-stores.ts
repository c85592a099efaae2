/** Where links are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import type { PostgresTable } from '#kit/moving/postgres/plan.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { name, readConfig } from '../config.ts';

const embedded = new URL('./sqlite/sql/', import.meta.url);

const tables: readonly PostgresTable[] = [
  { name: 'link', numbered: 'id' },
  { name: 'link_tag' },
  { name: 'link_change' },
  { name: 'removed_link' },
  { name: 'click_day' },
  { name: 'click_source' },
];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'sqlite') {
    return [sqliteMovable(name, [{ file: store.file, migrations: embedded, tables }])];
  }
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const plan = { url: store.url, service: name, deployment: undefined, migrations, embedded };
  // Changes go on being numbered without gaps.
  const derive = [
    `UPDATE url_shortener.latest_change
     SET version = coalesce((SELECT max(version) FROM url_shortener.link_change), 0)`,
  ];
  return [postgresMovable({ ...plan, tables, derive })];
}
