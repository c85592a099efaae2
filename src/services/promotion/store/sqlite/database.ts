import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';

/**
 * Rules and uses share one file.
 *
 * @throws StartupError when another process holds the file or a newer version wrote it
 */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}
