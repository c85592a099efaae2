/** The embedded record. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { storageError } from '../../errors.ts';
import type { ContentKey } from '../../contents/store.ts';
import type { FileStore } from '../store.ts';
import { sqliteTree } from './tree.ts';
import { sqliteVersions } from './versions.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/** To be made before the first upload. */
export function sqliteStore(db: Sqlite): FileStore {
  // No other process uses the file, so uploads that left pins died with a former process.
  db.run('UPDATE content SET pins = 0 WHERE refs = 0 AND pins > 0')();
  const store = { ...sqliteTree(db), ...sqliteVersions(db), ...sqlitePins(db) };
  const methods = Object.entries(store).map(([name, method]) => [name, refusingFullDisk(method)]);
  return { ...lifecycleOf(db), ...(Object.fromEntries(methods) as typeof store) };
}

type Method = (...args: never[]) => Promise<unknown>;

/** Turns the error of a full disk into a refusal, whatever was to be written. */
function refusingFullDisk(method: Method): Method {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      throw storageError(error);
    }
  };
}

function sqlitePins(db: Sqlite): Pick<FileStore, 'pin' | 'claimDeletions' | 'finishDeletions'> {
  const pin = db.get<{ id: number; stored: number }>(
    `INSERT INTO content (hash, size, pins, pinned_until) VALUES (?, ?, 1, ?)
      ON CONFLICT (hash) DO UPDATE SET pins = pins + 1,
        pinned_until = max(pinned_until, excluded.pinned_until)
      RETURNING id, stored`,
  );
  const claimLapsed = db.all<ContentKey>(
    `UPDATE deletion SET claimed_until = ?2 WHERE id IN
        (SELECT id FROM deletion WHERE claimed_until <= ?1 LIMIT ?3)
      RETURNING id, hash`,
  );
  const removeUnneeded = db.all<ContentKey>(
    `DELETE FROM content WHERE id IN (SELECT id FROM content
        WHERE refs = 0 AND (pins = 0 OR pinned_until <= ?) LIMIT ?)
      RETURNING id, hash`,
  );
  const insertDeletion = db.run('INSERT INTO deletion (id, hash, claimed_until) VALUES (?, ?, ?)');
  const removeDeletion = db.run('DELETE FROM deletion WHERE id = ?');
  return {
    pin: (hash, size, until) =>
      db.write(() => {
        const { id, stored } = pin(hash, size, until)!;
        return { id, hash, size, stored: stored === 1 };
      }),
    claimDeletions: (now, until, limit) =>
      db.write(() => {
        const lapsed = claimLapsed(now, until, limit);
        const unneeded = removeUnneeded(now, limit);
        for (const { id, hash } of unneeded) insertDeletion(id, hash, until);
        return [...lapsed, ...unneeded];
      }),
    finishDeletions: (ids) => db.write(() => ids.forEach((id) => removeDeletion(id))),
  };
}
