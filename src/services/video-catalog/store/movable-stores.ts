/** The tables of videos, for export and import. The index of searches is derived. */
import type { DatabaseSync } from 'node:sqlite';
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore, Row } from '#kit/moving/movable-store.ts';
import { postgresMovable } from '#kit/moving/postgres.ts';
import type { PostgresTable } from '#kit/moving/postgres/plan.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { indexedOf } from '../text-search/indexed.ts';
import { eraOf } from '../text-search/newest-first.ts';
import { termsOf as termsInPostgres } from './postgres/video-index.ts';
import { termsOf as termsInSqlite } from './sqlite/terms.ts';

const name = 'video-catalog';
const embedded = new URL('./sqlite/sql/', import.meta.url);

const tables: readonly PostgresTable[] = [
  { name: 'newest', isPrepared: true },
  { name: 'video' },
  { name: 'views' },
  { name: 'idempotency_key' },
];

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'sqlite') {
    return [sqliteMovable(name, [{ file: store.file, migrations: embedded, tables, derive }])];
  }
  const { url, deployment } = store;
  const migrations = new URL('./postgres/sql/', import.meta.url);
  const more = async (row: Row) => ({ terms: await termsOf(row, deployment) });
  const filled = tables.map((table) => (table.name === 'video' ? { ...table, more } : table));
  return [
    postgresMovable({ url, service: name, deployment, migrations, embedded, tables: filled }),
  ];
}

const uploadOf = ({ title, description, tags }: Row) => ({
  title: String(title),
  description: String(description),
  tags: JSON.parse(String(tags)) as string[],
});

/** JSON, as `video_catalog.terms_of` makes them. */
async function termsOf(row: Row, deployment: string): Promise<string> {
  const terms = termsInPostgres((await indexedOf(uploadOf(row))).terms);
  const era = eraOf(Number(row['n']));
  if (terms === null) return JSON.stringify([`${deployment} not indexed ${era}`]);
  return JSON.stringify([...terms, `${deployment} era ${era}`]);
}

/** Rows read at a time. */
const portion = 500;

async function derive(db: DatabaseSync): Promise<void> {
  const next = db.prepare(
    `SELECT n, title, description, tags FROM video WHERE n > ? ORDER BY n LIMIT ${portion}`,
  );
  const insert = db.prepare('INSERT INTO term (rowid, terms) VALUES (?, ?)');
  for (let last = 0; ;) {
    const rows = next.all(last) as unknown as Row[];
    const made: [n: number, terms: string][] = [];
    for (const row of rows) {
      last = Number(row['n']);
      made.push([last, termsInSqlite(last, await indexedOf(uploadOf(row)))]);
    }
    db.exec('BEGIN');
    for (const values of made) insert.run(...values);
    db.exec('COMMIT');
    if (rows.length < portion) return;
  }
}
