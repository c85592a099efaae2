/** The embedded ring: one process. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { readRecord, versionIdOf, type RingRecord, type RingStore } from '../ring-store.ts';

export function sqliteRingStore(db: Sqlite): RingStore {
  const find = db.get<{ record: string }>('SELECT record FROM ring');
  const remove = db.run('DELETE FROM ring');
  const insert = db.run('INSERT INTO ring VALUES (?)');
  const load = (): RingRecord | undefined => {
    const row = find();
    return row && readRecord(row.record);
  };
  return {
    load: async () => load(),
    replace: (before, record) =>
      db.write(() => {
        const present = load();
        if ((present && versionIdOf(present)) !== (before && versionIdOf(before))) return false;
        remove();
        insert(JSON.stringify(record));
        return true;
      }),
  };
}
