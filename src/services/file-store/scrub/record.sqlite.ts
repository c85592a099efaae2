import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '#kit/base/startup-error.ts';
import { sql } from '#kit/stores/sql.ts';
import type { Content } from '../contents/contents-store.ts';
import { findMisplaced } from './misplaced.ts';
import type { Miscounted, Misplaced, ScrubRecord } from './record.ts';

/** @throws StartupError when there is no such file */
export function openSqliteScrubRecord(file: string): ScrubRecord {
  if (!existsSync(file)) throw new StartupError(`${file} is not there; see DATA_DIR`);
  const db = new DatabaseSync(file, { readOnly: true });
  const contents = db.prepare(
    'SELECT id, hash, size FROM content WHERE stored = 1 AND id > ? ORDER BY id LIMIT ?',
  );
  const expects = db.prepare('SELECT 1 FROM content WHERE id = ? AND hash = ? AND stored = 1');
  const knows = db.prepare(
    `SELECT 1 FROM content WHERE id = ?1 AND hash = ?2
      UNION ALL SELECT 1 FROM deletion WHERE id = ?1 AND hash = ?2`,
  );
  const miscounted = db.prepare(
    `SELECT id, refs, coalesce(found, 0) AS found
      FROM (SELECT content AS id, count(*) AS found FROM
        (SELECT content FROM version UNION ALL SELECT content FROM upload_piece) GROUP BY content)
      FULL JOIN content USING (id) WHERE refs IS NOT coalesce(found, 0) ORDER BY id`,
  );
  const misplaced = db.prepare(findMisplaced('', sql`true`).sql);
  return {
    contents: async (after, limit) => contents.all(after, limit) as unknown as Content[],
    expects: async ({ id, hash }) => expects.get(id, hash) !== undefined,
    knows: async ({ id, hash }) => knows.get(id, hash) !== undefined,
    miscounted: async () => miscounted.all() as unknown as Miscounted[],
    misplaced: async () => misplaced.all() as unknown as Misplaced[],
    close: async () => db.close(),
  };
}
