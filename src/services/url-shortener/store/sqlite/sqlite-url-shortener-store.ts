/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import type { Stores } from '../url-shortener-store.ts';
import { sqliteClicks } from './clicks.ts';
import { sqliteLinks } from './links.ts';

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

export function sqliteStores(db: Sqlite): Stores {
  return { links: sqliteLinks(db), clicks: sqliteClicks(db) };
}
