/** The shared store: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import type { Clock } from '#kit/host/service.ts';
import { sql } from '#kit/stores/sql.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { noOptions } from '../../options.ts';
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
import { archive } from './archive.ts';
import { bookings } from './bookings.ts';
import { webhooks } from './webhooks.ts';

/** The channel on which replicas publish which jobs have more pages or are over. */
const channel = 'crawler_changes';

const columns = sql.raw(jobColumns);

/** The instant at which the webhook is due, if the job has one, for a statement that ends a job. */
const dueAt = (now: number) => sql`CASE WHEN webhook_status IS NOT NULL THEN ${now}::bigint END`;

/**
 * @param deployment which jobs: several deployments may share a database
 * @param time instead of the clock of the database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(
  url: string,
  deployment: string,
  time?: Clock,
): Promise<CrawlStore> {
  const folder = new URL('./sql/', import.meta.url);
  return postgresStore(await openPostgres(url, 'crawler', folder), deployment, time);
}

function postgresStore(db: Postgres, deployment: string, time: Clock | undefined): CrawlStore {
  /** In the form that `listenTo` expects: `<deployment> <payload>`. */
  const payload = (n: number) => `${deployment} ${n}`;
  const find = async (n: number) => {
    const [row] = await db.query(sql<JobRow>`
      SELECT ${columns} FROM crawler.job
      WHERE deployment = ${deployment} AND n = ${n} AND removed = 0`);
    return row && toJob(row);
  };
  return {
    ...lifecycleOf(db),
    ...bookings(db, deployment, time),
    ...archive(db, deployment),
    ...webhooks(db, deployment),

    async create(seedUrl, firstUrl, maxPages, now, options = noOptions) {
      const [asked, webhookStatus] = optionColumns(options);
      const [row] = await db.query(sql<JobRow>`
        WITH number AS (
          INSERT INTO crawler.counter VALUES (${deployment}, 1)
          ON CONFLICT (deployment) DO UPDATE SET last = counter.last + 1 RETURNING last
        ), created AS (
          INSERT INTO crawler.job (deployment, n, seed_url, max_pages, status, started_at, totals,
            options, webhook_status)
          SELECT ${deployment}, last, ${seedUrl}, ${maxPages}, 'started', ${now}::bigint, ${firstTotals},
            ${asked}, ${webhookStatus}
          FROM number RETURNING *
        ), seed AS (
          INSERT INTO crawler.url SELECT ${deployment}, n, 0, ${firstUrl}, 0, 'queued', '', 0
          FROM created
        )
        SELECT ${columns} FROM created`);
      return toJob(row!);
    },

    find,

    async pages(n, offset, limit) {
      const rows = await db.query(sql<{ document: string }>`
        WITH sized AS MATERIALIZED (
          SELECT n, size FROM crawler.page
          WHERE deployment = ${deployment} AND job = ${n} AND n >= ${offset}
          ORDER BY n LIMIT ${limit}
        ), summed AS (SELECT n, sum(size) OVER (ORDER BY n) - size AS before FROM sized)
        SELECT document FROM crawler.page
        WHERE deployment = ${deployment} AND job = ${n}
          AND n IN (SELECT n FROM summed WHERE before < ${portionCharacters})
        ORDER BY n`);
      return rows.map(({ document }) => document);
    },

    async urls(n, from, limit) {
      return db.query(sql<UrlRow>`
        SELECT seq, url, depth, state, detail, attempts FROM crawler.url
        WHERE deployment = ${deployment} AND job = ${n} AND seq >= ${from}
        ORDER BY seq LIMIT ${limit}`);
    },

    async acquire({ owner, until }, now, limit, lapsedBy = now) {
      const isTooOften = sql`starts >= ${maxStarts} AND owner <> ${owner}`;
      const rows = await db.query(sql<JobRow>`
        UPDATE crawler.job SET owner = ${owner}, lease_until = ${until}::bigint,
          starts = starts + (owner <> ${owner})::int,
          status = CASE WHEN ${isTooOften} THEN 'failed' ELSE 'running' END,
          ended_at = CASE WHEN ${isTooOften} THEN ${now}::bigint END,
          webhook_due = CASE WHEN ${isTooOften} THEN ${dueAt(now)} END
        WHERE deployment = ${deployment} AND n = ANY(ARRAY(
          SELECT n FROM crawler.job
          WHERE deployment = ${deployment} AND status IN ('started', 'running')
            AND lease_until <= ${lapsedBy}::bigint
          ORDER BY n LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING ${columns}, CASE status WHEN 'failed'
          THEN pg_notify(${channel}, ${`${deployment} `} || n) END AS notified`);
      return toRunning(rows);
    },

    async renew({ owner, until }, jobs) {
      const rows = await db.query(sql<{ n: number }>`
        UPDATE crawler.job SET lease_until = ${until}::bigint
        WHERE deployment = ${deployment} AND n = ANY(${jobs}::bigint[])
          AND owner = ${owner} AND status = 'running'
        RETURNING n`);
      return rows.map(({ n }) => n);
    },

    async save(owner, n, { urls, pages, totals }) {
      const documents = pages.map(pageColumns);
      const held = await db.execute(sql`
        WITH held AS (
          UPDATE crawler.job SET totals = ${JSON.stringify(totals)},
            starts = CASE WHEN ${pages.some(isFetched)} THEN 1 ELSE starts END
          WHERE deployment = ${deployment} AND n = ${n} AND owner = ${owner} AND status = 'running'
          RETURNING n
        ), urls AS (
          INSERT INTO crawler.url AS u
          SELECT ${deployment}, held.n, new.*
          FROM held, unnest(${urls.map(({ seq }) => seq)}::int[], ${urls.map(({ url }) => url)}::text[],
            ${urls.map(({ depth }) => depth)}::int[], ${urls.map(({ state }) => state)}::text[],
            ${urls.map(({ detail }) => detail)}::text[],
            ${urls.map(({ attempts }) => attempts)}::smallint[]) AS new
          ON CONFLICT (deployment, job, seq)
          DO UPDATE SET state = excluded.state, detail = excluded.detail, attempts = excluded.attempts
        ), pages AS (
          INSERT INTO crawler.page
          SELECT ${deployment}, held.n, new.*
          FROM held, unnest(${documents.map(([number]) => number)}::int[],
            ${documents.map(([, size]) => size)}::int[],
            ${documents.map(([, , document]) => document)}::text[]) AS new
          ON CONFLICT (deployment, job, n) DO NOTHING
        )
        SELECT pg_notify(${channel}, ${pages.length > 0 ? payload(n) : null}) FROM held`);
      return held === 1;
    },

    async complete(owner, n, now) {
      const count = await db.execute(sql`
        UPDATE crawler.job
        SET status = 'completed', ended_at = ${now}::bigint, webhook_due = ${dueAt(now)}
        WHERE deployment = ${deployment} AND n = ${n} AND owner = ${owner}
          AND status = 'running'
        RETURNING pg_notify(${channel}, ${payload(n)})`);
      return count === 1;
    },

    async release(owner, n) {
      await db.execute(sql`
        UPDATE crawler.job SET starts = starts - 1,
          owner = CASE WHEN owner = ${owner} THEN '' ELSE owner END,
          lease_until = CASE WHEN owner = ${owner} THEN 0 ELSE lease_until END
        WHERE deployment = ${deployment} AND n = ${n} AND status = 'running' AND starts > 0`);
    },

    async cancel(n, now) {
      await db.execute(sql`
        UPDATE crawler.job
        SET status = 'cancelled', ended_at = ${now}::bigint, webhook_due = ${dueAt(now)}
        WHERE deployment = ${deployment} AND n = ${n} AND status IN ('started', 'running')
        RETURNING pg_notify(${channel}, ${payload(n)})`);
      return find(n);
    },

    /** Listens on a connection of its own, which reconnects by itself. */
    async watch(changes) {
      await db.listenTo(channel, deployment, {
        notified: (n) => changes.changed(Number(n)),
        resumed: () => changes.resumed(),
      });
    },
  };
}
