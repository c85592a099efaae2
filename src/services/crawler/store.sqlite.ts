/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { Politeness } from './politeness.ts';
import { toJob, type JobRow } from './rows.ts';
import type { CrawlStore, PageResult, UrlRow, UrlState, Watcher } from './store.ts';

const schema = `
CREATE TABLE job (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  seed_url TEXT NOT NULL,
  max_pages INTEGER NOT NULL,
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,          -- milliseconds
  ended_at INTEGER,
  left_out INTEGER NOT NULL DEFAULT 0,
  owner TEXT NOT NULL DEFAULT '',
  lease_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX job_unfinished ON job (n) WHERE status IN ('started', 'running');

CREATE TABLE url (
  job INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  url TEXT NOT NULL,
  depth INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (job, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX url_once ON url (job, url);

CREATE TABLE page (
  job INTEGER NOT NULL,
  n INTEGER NOT NULL,
  document TEXT NOT NULL,               -- the page result, JSON
  PRIMARY KEY (job, n)
) WITHOUT ROWID;`;

export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  return new Sqlite({ ...options, migrations: [schema] });
}

/** Leases of a former process are void: the file belongs to this one. */
export async function endFormerLeases(db: Sqlite): Promise<void> {
  const end = db.run(`UPDATE job SET lease_until = 0 WHERE status = 'running'`);
  await db.write(() => end());
}

export function sqliteStore(db: Sqlite): CrawlStore {
  let watcher: Watcher | undefined;
  const politeness = new Politeness(); // in memory, as there is one process
  return {
    ...reading(db),
    ...leasing(db),
    ...recording(db, (n) => watcher?.arrived(n)),
    book: async (host, least, spacing, now) =>
      politeness.book(host, now, now + least, spacing) - now,
    forgetHosts: async () => 0,
    async watch(added) {
      watcher = added;
    },
  };
}

function reading(db: Sqlite) {
  const find = db.get<JobRow>('SELECT * FROM job WHERE n = ?');
  const pages = db.all<{ document: string }>(
    'SELECT document FROM page WHERE job = ? AND n >= ? ORDER BY n LIMIT ?',
  );
  const urls = db.all<UrlRow>(
    'SELECT seq, url, depth, state, detail FROM url WHERE job = ? AND seq >= ? ORDER BY seq LIMIT ?',
  );
  /** With the prototype that plain objects have. */
  const read = (n: number, from: number, limit: number) =>
    urls(n, from, limit).map((row) => ({ ...row }));
  const total = db.get<{ pages: number; pageCharacters: number }>(
    `SELECT count(*) AS pages, coalesce(sum(length(document)), 0) AS pageCharacters
     FROM page WHERE job = ?`,
  );
  const counts = db.all<{ state: UrlState; count: number }>(
    'SELECT state, count(*) AS count FROM url WHERE job = ? GROUP BY state',
  );
  const ping = db.get('SELECT 1');
  return {
    find: async (n) => {
      const row = find(n);
      return row && toJob(row);
    },
    pages: async (n, offset, limit) =>
      pages(n, offset, limit).map(({ document }) => JSON.parse(document) as PageResult),
    urls: async (n, from, limit) => read(n, from, limit),
    load: async (n) => ({ urls: read(n, 0, -1), ...total(n)! }),
    counts: async (n) => Object.fromEntries(counts(n).map(({ state, count }) => [state, count])),
    ready: async () => void ping(),
    close: () => db.close(),
  } satisfies Partial<CrawlStore>;
}

function leasing(db: Sqlite) {
  const acquire = db.all<JobRow>(`
    UPDATE job SET owner = ?, lease_until = ?, status = 'running'
    WHERE n IN (SELECT n FROM job WHERE status IN ('started', 'running') AND lease_until <= ?
                ORDER BY n LIMIT ?)
    RETURNING *`);
  const renew = db.run(
    `UPDATE job SET lease_until = ? WHERE n = ? AND owner = ? AND status = 'running'`,
  );
  const release = db.run(`UPDATE job SET owner = '', lease_until = 0 WHERE n = ? AND owner = ?`);
  return {
    acquire: async ({ owner, until }, now, limit) => {
      const rows = await db.write(() => acquire(owner, until, now, limit));
      return rows.toSorted((a, b) => a.n - b.n).map(toJob);
    },
    renew: ({ owner, until }, jobs) =>
      db.write(() => jobs.filter((n) => renew(until, n, owner) === 1)),
    release: async (owner, n) => void (await db.write(() => release(n, owner))),
  } satisfies Partial<CrawlStore>;
}

/** @param tell is called once there is more of a job to see */
function recording(db: Sqlite, tell: (n: number) => void) {
  const create = db.get<JobRow>(
    `INSERT INTO job (seed_url, max_pages, status, started_at) VALUES (?, ?, 'started', ?)
     RETURNING *`,
  );
  const find = db.get<JobRow>('SELECT * FROM job WHERE n = ?');
  const hold = db.run(
    `UPDATE job SET left_out = ? WHERE n = ? AND owner = ? AND status = 'running'`,
  );
  const putUrl = db.run(`
    INSERT INTO url VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (job, seq) DO UPDATE SET state = excluded.state, detail = excluded.detail`);
  const putPage = db.run('INSERT INTO page VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const complete = db.run(`
    UPDATE job SET status = 'completed', ended_at = ?
    WHERE n = ? AND owner = ? AND status = 'running'`);
  const cancel = db.run(`
    UPDATE job SET status = 'cancelled', ended_at = ?
    WHERE n = ? AND status IN ('started', 'running')`);
  return {
    create: (seedUrl, firstUrl, maxPages, now) =>
      db.write(() => {
        const job = toJob(create(seedUrl, maxPages, now)!);
        putUrl(job.n, 0, firstUrl, 0, 'queued', '');
        return job;
      }),
    save: async (owner, n, { urls, pages, leftOut }) => {
      const documents = pages.map(([number, page]) => [number, JSON.stringify(page)] as const);
      const isHeld = await db.write(() => {
        if (hold(leftOut, n, owner) === 0) return false;
        for (const { seq, url, depth, state, detail } of urls) {
          putUrl(n, seq, url, depth, state, detail);
        }
        for (const [number, document] of documents) putPage(n, number, document);
        return true;
      });
      if (isHeld && pages.length > 0) tell(n);
      return isHeld;
    },
    complete: async (owner, n, now) => {
      const isOver = await db.write(() => complete(now, n, owner) === 1);
      if (isOver) tell(n);
      return isOver;
    },
    cancel: async (n, now) => {
      const job = await db.write(() => {
        cancel(now, n);
        const row = find(n);
        return row && toJob(row);
      });
      if (job !== undefined) tell(n);
      return job;
    },
  } satisfies Partial<CrawlStore>;
}
