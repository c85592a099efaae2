/** The embedded store. */
import type { Changes } from '#kit/web/event-streams.ts';
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  firstTotals,
  jobColumns,
  optionColumns,
  pageColumns,
  toJob,
  toRunning,
  type JobRow,
} from '../rows.ts';
import {
  isFetched,
  maxStarts,
  portionCharacters,
  type CrawlStore,
  type UrlRow,
} from '../crawler-store.ts';
import { noOptions } from '../../options.ts';
import { archive } from './archive.ts';
import { HostSchedule } from './host-schedule.ts';
import { webhooks } from './webhooks.ts';

/** @throws StartupError when another process holds the file */
export function openDatabase(options: Omit<SqliteOptions, 'migrations'>): Sqlite {
  const db = Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });
  // Only one process has the file: leases of a former one are void.
  db.run(`UPDATE job SET lease_until = 0 WHERE status = 'running'`)();
  return db;
}

export function sqliteStore(db: Sqlite): CrawlStore {
  let watching: Changes<number> | undefined;
  const publish = (n: number) => watching?.changed(n);
  const hosts = new HostSchedule(); // in memory, as there is one process
  return {
    ...lifecycleOf(db),
    ...reading(db),
    ...leasing(db, publish),
    ...recording(db, publish),
    ...archive(db),
    ...webhooks(db),
    bookRequest: async (host, minDelayMs, spacingMs, now) =>
      hosts.book(host, now + minDelayMs, spacingMs) - now,
    pauseHost: async (host, ms, now) => hosts.pause(host, now + ms),
    forgetHosts: async (now) => hosts.forget(now),
    async watch(changes) {
      watching = changes;
    },
  };
}

/** A job that was not removed. */
const findRow = (db: Sqlite) =>
  db.get<JobRow>(`SELECT ${jobColumns} FROM job WHERE n = ? AND removed = 0`);

/** The instant at which the webhook is due, if the job has one, for a statement that ends a job. */
const dueAt = (now: string) => `iif(webhook_status IS NULL, NULL, ${now})`;

function reading(db: Sqlite) {
  const find = findRow(db);
  const sizes = db.all<{ before: number }>(
    `SELECT sum(size) OVER (ORDER BY n) - size AS before FROM
       (SELECT n, size FROM page WHERE job = ? AND n >= ? ORDER BY n LIMIT ?)`,
  );
  const pages = db.all<{ document: string }>(
    'SELECT document FROM page WHERE job = ? AND n >= ? ORDER BY n LIMIT ?',
  );
  const urls = db.all<UrlRow>(
    `SELECT seq, url, depth, state, detail, attempts FROM url
     WHERE job = ? AND seq >= ? ORDER BY seq LIMIT ?`,
  );
  return {
    find: async (n) => {
      const row = find(n);
      return row && toJob(row);
    },
    async pages(n, offset, limit) {
      const fitting = sizes(n, offset, limit).filter(({ before }) => before < portionCharacters);
      return pages(n, offset, fitting.length).map(({ document }) => document);
    },
    // As plain objects: rows of node:sqlite have no prototype.
    urls: async (n, from, limit) => urls(n, from, limit).map((row) => ({ ...row })),
  } satisfies Partial<CrawlStore>;
}

/** @param publish is called once a job is over */
function leasing(db: Sqlite, publish: (n: number) => void) {
  const acquire = db.all<JobRow>(`
    UPDATE job SET owner = ?1, lease_until = ?2, starts = starts + (owner <> ?1),
      status = iif(starts >= ${maxStarts} AND owner <> ?1, 'failed', 'running'),
      ended_at = iif(starts >= ${maxStarts} AND owner <> ?1, ?3, NULL),
      webhook_due = iif(starts >= ${maxStarts} AND owner <> ?1, ${dueAt('?3')}, NULL)
    WHERE n IN (SELECT n FROM job WHERE status IN ('started', 'running') AND lease_until <= ?4
                ORDER BY n LIMIT ?5)
    RETURNING ${jobColumns}`);
  const renew = db.run(
    `UPDATE job SET lease_until = ? WHERE n = ? AND owner = ? AND status = 'running'`,
  );
  const release = db.run(
    `UPDATE job SET starts = starts - 1, owner = iif(owner = ?2, '', owner),
       lease_until = iif(owner = ?2, 0, lease_until)
     WHERE n = ?1 AND status = 'running' AND starts > 0`,
  );
  return {
    acquire: async ({ owner, until }, now, limit, lapsedBy = now) => {
      const rows = await db.write(() => acquire(owner, until, now, lapsedBy, limit));
      for (const { n, status } of rows) if (status === 'failed') publish(n);
      return toRunning(rows);
    },
    renew: ({ owner, until }, jobs) =>
      db.write(() => jobs.filter((n) => renew(until, n, owner) === 1)),
    release: async (owner, n) => void (await db.write(() => release(n, owner))),
  } satisfies Partial<CrawlStore>;
}

/** @param publish is called once there is more of a job to see */
function recording(db: Sqlite, publish: (n: number) => void) {
  const create = db.get<JobRow>(
    `INSERT INTO job (seed_url, max_pages, status, started_at, totals, options, webhook_status)
     VALUES (?, ?, 'started', ?, ?, ?, ?) RETURNING ${jobColumns}`,
  );
  const find = findRow(db);
  const hold = db.run(
    `UPDATE job SET totals = ?, starts = iif(?, 1, starts) WHERE n = ? AND owner = ? AND status = 'running'`,
  );
  const putUrl = db.run(`
    INSERT INTO url VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (job, seq) DO UPDATE
    SET state = excluded.state, detail = excluded.detail, attempts = excluded.attempts`);
  const putPage = db.run('INSERT INTO page VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
  const complete = db.run(`
    UPDATE job SET status = 'completed', ended_at = ?1, webhook_due = ${dueAt('?1')}
    WHERE n = ?2 AND owner = ?3 AND status = 'running'`);
  const cancel = db.run(`
    UPDATE job SET status = 'cancelled', ended_at = ?1, webhook_due = ${dueAt('?1')}
    WHERE n = ?2 AND status IN ('started', 'running')`);
  return {
    create: (seedUrl, firstUrl, maxPages, now, options = noOptions) =>
      db.write(() => {
        const row = create(seedUrl, maxPages, now, firstTotals, ...optionColumns(options));
        const job = toJob(row!);
        putUrl(job.n, 0, firstUrl, 0, 'queued', '', 0);
        return job;
      }),
    save: async (owner, n, { urls, pages, totals }) => {
      const summedUp = JSON.stringify(totals);
      const documents = pages.map(pageColumns);
      const isHeld = await db.write(() => {
        if (hold(summedUp, Number(pages.some(isFetched)), n, owner) === 0) return false;
        for (const { seq, url, depth, state, detail, attempts } of urls) {
          putUrl(n, seq, url, depth, state, detail, attempts);
        }
        for (const columns of documents) putPage(n, ...columns);
        return true;
      });
      if (isHeld && pages.length > 0) publish(n);
      return isHeld;
    },
    complete: async (owner, n, now) => {
      const isOver = await db.write(() => complete(now, n, owner) === 1);
      if (isOver) publish(n);
      return isOver;
    },
    cancel: async (n, now) => {
      const job = await db.write(() => {
        cancel(now, n);
        const row = find(n);
        return row && toJob(row);
      });
      if (job !== undefined) publish(n);
      return job;
    },
  } satisfies Partial<CrawlStore>;
}
