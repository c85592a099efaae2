/** The embedded record. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import type { ContentKey } from '../../contents/contents-store.ts';
import { refusingFullDisk } from '../full-disk.ts';
import type { FileStore } from '../file-store.ts';
import { sqliteLinks } from './links.ts';
import { sqliteMoves } from './moves.ts';
import { sqlitePlaces } from './places.ts';
import { sqlitePurge } from './purge.ts';
import { sqliteShares } from './shares.ts';
import { sqliteTrash } from './trash.ts';
import { sqliteTree } from './tree.ts';
import { sqliteUploads } from './uploads.ts';
import { sqliteUsage } from './usage.ts';
import { sqliteVersions, sqliteVersionUnits } from './versions.ts';

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
}

/** Makes the store; must be called before the first upload. */
export function sqliteStore(db: Sqlite): FileStore {
  // No other process uses the file, so uploads that left pins died with a former process.
  db.run('UPDATE content SET pins = 0 WHERE refs = 0 AND pins > 0')();
  const places = sqlitePlaces(db);
  const versions = sqliteVersionUnits(db, places);
  const methods = refusingFullDisk({
    ...sqliteTree(db, places),
    ...sqliteShares(db, places),
    ...sqliteMoves(db, places),
    ...sqliteTrash(db, places),
    ...sqlitePurge(db, places),
    ...sqliteVersions(db, places, versions),
    ...sqlitePins(db),
    ...sqliteLinks(db, places),
    ...sqliteUploads(db, versions),
    ...sqliteUsage(db),
  });
  return { ...lifecycleOf(db), ...methods };
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
