/** Content of pages, lists of jobs, and what is deleted. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { JobArchive } from '../archive.ts';
import { jobColumns, toJob, type JobRow } from '../rows.ts';

/** Rows that one unit deletes: contents and pages may take a MiB each, and URLs two indexes. */
const portion = { content: 4, page: 4, url: 500 } as const;

export function archive(db: Sqlite): JobArchive {
  return { ...contents(db), ...jobs(db), ...removal(db) };
}

function contents(db: Sqlite) {
  const put = db.run(`
    INSERT INTO content SELECT n, ?3, ?4, ?5 FROM job WHERE n = ?1 AND owner = ?2 AND status = 'running'
    ON CONFLICT (job, page, format) DO UPDATE SET body = excluded.body`);
  const get = db.get<{ body: Uint8Array }>(
    'SELECT body FROM content WHERE job = ? AND page = ? AND format = ?',
  );
  return {
    keep: (owner, n, { page, format, body }) =>
      db.write(() => put(n, owner, page, format, body) === 1),
    content: async (n, page, format) => get(n, page, format)?.body,
  } satisfies Partial<JobArchive>;
}

function jobs(db: Sqlite) {
  const any = db.all<JobRow>(`
    SELECT ${jobColumns} FROM job WHERE removed = 0 AND n < ? ORDER BY n DESC LIMIT ?`);
  const ofStatus = db.all<JobRow>(`
    SELECT ${jobColumns} FROM job
    WHERE status = ? AND removed = 0 AND n < ? ORDER BY n DESC LIMIT ?`);
  return {
    list: async (status, before, limit) => {
      const rows = status === undefined ? any(before, limit) : ofStatus(status, before, limit);
      return rows.map(toJob);
    },
  } satisfies Partial<JobArchive>;
}

function removal(db: Sqlite) {
  const exists = db.get('SELECT n FROM job WHERE n = ? AND removed = 0');
  const remove = db.run(`
    UPDATE job SET removed = 1 WHERE n = ? AND removed = 0 AND ended_at IS NOT NULL`);
  const removeEnded = db.run(`
    UPDATE job SET removed = 1 WHERE n IN
      (SELECT n FROM job WHERE ended_at <= ? AND removed = 0 ORDER BY ended_at LIMIT ?)`);
  const next = db.get<{ n: number }>('SELECT n FROM job WHERE removed = 1 ORDER BY n LIMIT 1');
  const deletions = [
    db.run(`DELETE FROM content WHERE rowid IN
      (SELECT rowid FROM content WHERE job = ? LIMIT ${portion.content})`),
    db.run(`DELETE FROM page WHERE rowid IN
      (SELECT rowid FROM page WHERE job = ? LIMIT ${portion.page})`),
    db.run(`DELETE FROM url WHERE job = ?1 AND seq IN
      (SELECT seq FROM url WHERE job = ?1 LIMIT ${portion.url})`),
    db.run('DELETE FROM job WHERE n = ? AND webhook_due IS NULL'),
    db.run('UPDATE job SET removed = 2 WHERE n = ?'),
  ];
  return {
    remove: (n) =>
      db.write(() => {
        if (remove(n) === 1) return 'removed';
        return exists(n) === undefined ? 'unknown' : 'running';
      }),
    removeEnded: (before, limit) => db.write(() => removeEnded(before, limit)),
    purge: async () => {
      // A look costs no commit.
      const job = next();
      if (job === undefined) return false;
      return db.write(() => deletions.some((deleted) => deleted(job.n) > 0));
    },
  } satisfies Partial<JobArchive>;
}
