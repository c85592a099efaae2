/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import type { MappingStore } from './store.ts';

const schema = `CREATE TABLE mapping (
  code TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  created_at INTEGER NOT NULL           -- milliseconds
) WITHOUT ROWID`;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return new Sqlite({ ...options, migrations: [schema] });
}

export function sqliteStore(db: Sqlite): MappingStore {
  const insert = db.run('INSERT INTO mapping VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const find = db.get<{ url: string }>('SELECT url FROM mapping WHERE code = ?');
  const ping = db.get('SELECT 1');
  return {
    insertIfAbsent: (code, url, now) => db.write(() => insert(code, url, now) === 1),
    find: async (code) => find(code)?.url,
    ready: async () => void ping(),
    close: () => db.close(),
  };
}
