import type { Sqlite } from '#kit/stores/sqlite.ts';

/**
 * Yields a step that notes the number of a mute, hide or backfill, by which timelines in memory learn
 * of it; `quieter` is how many more mutes and hides the reader has then.
 */
export function prepareReaderChange(db: Sqlite) {
  const note = db.run('UPDATE account SET quiet = quiet + ?, changed = ? WHERE n = ?');
  const remember = db.run('UPDATE choice SET last = ?');
  return (reader: number, number: number, quieter: number): void => {
    note(quieter, number, reader);
    remember(number);
  };
}
