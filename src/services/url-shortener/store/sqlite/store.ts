/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { MappingStore } from '../store.ts';

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

export function sqliteStore(db: Sqlite): MappingStore {
  const insert = db.run('INSERT INTO mapping VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const find = db.get<{ url: string }>('SELECT url FROM mapping WHERE code = ?');
  return {
    ...lifecycleOf(db),
    insertIfAbsent: (code, url, now) => db.write(() => insert(code, url, now) === 1),
    find: async (code) => find(code)?.url,
  };
}
