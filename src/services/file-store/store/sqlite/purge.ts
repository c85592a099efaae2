/** Forgets what is in the trash and cannot be restored. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { sliceMs } from '#kit/base/time-slice.ts';
import { nowhere } from '../file-store.ts';
import type { Trash } from '../trash.ts';
import type { TreeLocations } from './places.ts';

interface Numbered {
  readonly id: number;
}

/**
 * One thing after another, until the step has done enough or taken long enough: the files of a
 * folder, then the folders in it, each of which becomes an item of its own, then the folder.
 */
export function sqlitePurge(db: Sqlite, places: TreeLocations): Pick<Trash, 'purge'> {
  // The youngest first: it is what is in another one that is due.
  const nextDue = db.get<Numbered & { type: 'file' | 'folder' }>(
    'SELECT type, id FROM trash WHERE purge_at <= ? ORDER BY purge_at, seq DESC LIMIT 1',
  );
  // From the first step on it cannot be restored, whatever the clock of another caller says.
  const end = db.run('UPDATE trash SET purge_at = 0 WHERE type = ? AND id = ? AND purge_at > 0');
  const fileIn = db.get<Numbered>('SELECT id FROM file WHERE parent = ? LIMIT 1');
  const folderIn = db.get<Numbered & { name: string }>(
    'SELECT id, name FROM folder WHERE parent = ? LIMIT 1',
  );
  const detach = db.run(
    `INSERT INTO trash (type, id, name, owner_id, parent, deleted_at, purge_at)
      SELECT 'folder', id, name, owner_id, parent, 0, 0 FROM folder WHERE id = ?`,
  );
  const forget = db.run('DELETE FROM trash WHERE type = ? AND id = ?');
  const versions = db.all<{ version: number; content: number }>(
    'SELECT version, content FROM version WHERE file = ? ORDER BY version LIMIT ?',
  );
  const deleteVersions = db.run('DELETE FROM version WHERE file = ? AND version <= ?');
  const release = db.run('UPDATE content SET refs = refs - 1 WHERE id = ?');

  /** Yields how much it has done. */
  function purgeFile(id: number, limit: number): number {
    const gone = versions(id, limit);
    for (const { content } of gone) release(content);
    deleteVersions(id, gone.at(-1)?.version ?? 0);
    if (gone.length < limit) {
      places.remove('file', id);
      forget('file', id);
    }
    return gone.length + 1;
  }

  function purgeFolder(id: number, limit: number): number {
    const file = fileIn(id);
    if (file) return purgeFile(file.id, limit);
    const inner = folderIn(id);
    if (inner) {
      detach(inner.id);
      places.place('folder', inner.id, { parent: nowhere, name: inner.name });
    } else {
      places.remove('folder', id);
      forget('folder', id);
    }
    return 1;
  }

  return {
    purge: (now, limit) =>
      db.write(() => {
        const endsAt = performance.now() + sliceMs;
        let done = 0;
        do {
          const item = nextDue(now);
          if (!item) return done > 0;
          end(item.type, item.id);
          const purgeItem = item.type === 'file' ? purgeFile : purgeFolder;
          done += purgeItem(item.id, limit - done);
        } while (done < limit && performance.now() < endsAt);
        return true;
      }),
  };
}
