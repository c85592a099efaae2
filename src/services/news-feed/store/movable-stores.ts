/** Where the feed is kept, to be exported and imported. Timelines are derived. */
import type { DatabaseSync } from 'node:sqlite';
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import type { PostgresTable } from '#kit/moving/postgres/plan.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';

const name = 'news-feed';
const embedded = new URL('./sqlite/sql/', import.meta.url);

const by = (column: string) =>
  `${column} IN (SELECT n FROM news_feed.account WHERE deployment = $1)`;

const tables: readonly PostgresTable[] = [
  { name: 'account', numbered: 'n' },
  { name: 'choice', isPrepared: true },
  { name: 'post', without: ['is_plain'] },
  { name: 'follow', ours: by('follower') },
  { name: 'mute', ours: by('muter') },
  { name: 'hide', ours: by('reader') },
  { name: 'talk' },
  { name: 'reaction', ours: by('reactor') },
  { name: 'comment', numbered: 'n' },
];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'sqlite') {
    return [sqliteMovable(name, [{ file: store.file, migrations: embedded, tables, derive }])];
  }
  const { url, deployment } = store;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const plan = { url, service: name, deployment, migrations, embedded, tables };
  return [postgresMovable({ ...plan, derive: [setHasMore] })];
}

function derive(db: DatabaseSync): void {
  db.exec(`UPDATE post SET is_plain = 0
    WHERE removed IS NOT NULL OR extra IS NOT NULL OR seq IN (SELECT post FROM talk)`);
}

const setHasMore = `UPDATE news_feed.post SET has_more = true
  WHERE deployment = $1 AND (extra IS NOT NULL
    OR seq IN (SELECT post FROM news_feed.talk WHERE deployment = $1))`;
