/** The shared store: any number of replicas on one PostgreSQL. */
import type { Changes } from '#kit/web/event-streams.ts';
import { openPostgres, type Postgres } from '#kit/stores/postgres.ts';
import type { Clock } from '#kit/host/service.ts';
import { sql } from '#kit/stores/sql.ts';
import { firstTotals, jobColumns, pageColumns, toJob, type JobRow } from '../rows.ts';
import {
  portionCharacters,
  type CrawlStore,
  type Job,
  type Lease,
  type Progress,
  type UrlRow,
} from '../store.ts';

/** The channel on which replicas publish which jobs have more pages or are over. */
const channel = 'crawler_changes';

const columns = sql.raw(jobColumns);

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
  return new PostgresStore(await openPostgres(url, 'crawler', folder), deployment, time);
}

class PostgresStore implements CrawlStore {
  readonly #db: Postgres;
  readonly #deployment: string;
  readonly #time: Clock | undefined;
  readonly description = 'postgres';

  constructor(db: Postgres, deployment: string, time: Clock | undefined) {
    this.#db = db;
    this.#deployment = deployment;
    this.#time = time;
  }

  /** The time at which the row is locked, not at which the statement began. */
  #now() {
    return this.#time === undefined
      ? sql`extract(epoch FROM clock_timestamp())::float8 * 1000`
      : sql`${this.#time()}::float8`;
  }

  async create(seedUrl: string, firstUrl: string, maxPages: number, now: number): Promise<Job> {
    const deployment = this.#deployment;
    const [row] = await this.#db.query(sql<JobRow>`
      WITH number AS (
        INSERT INTO crawler.counter VALUES (${deployment}, 1)
        ON CONFLICT (deployment) DO UPDATE SET last = counter.last + 1 RETURNING last
      ), created AS (
        INSERT INTO crawler.job (deployment, n, seed_url, max_pages, status, started_at, totals)
        SELECT ${deployment}, last, ${seedUrl}, ${maxPages}, 'started', ${now}::bigint, ${firstTotals}
        FROM number RETURNING *
      ), seed AS (
        INSERT INTO crawler.url SELECT ${deployment}, n, 0, ${firstUrl}, 0, 'queued', ''
        FROM created
      )
      SELECT ${columns} FROM created`);
    return toJob(row!);
  }

  async find(n: number): Promise<Job | undefined> {
    const [row] = await this.#db.query(sql<JobRow>`
      SELECT ${columns} FROM crawler.job WHERE deployment = ${this.#deployment} AND n = ${n}`);
    return row && toJob(row);
  }

  async pages(n: number, offset: number, limit: number): Promise<string[]> {
    const rows = await this.#db.query(sql<{ document: string }>`
      WITH sized AS MATERIALIZED (
        SELECT n, size FROM crawler.page
        WHERE deployment = ${this.#deployment} AND job = ${n} AND n >= ${offset}
        ORDER BY n LIMIT ${limit}
      ), summed AS (SELECT n, sum(size) OVER (ORDER BY n) - size AS before FROM sized)
      SELECT document FROM crawler.page
      WHERE deployment = ${this.#deployment} AND job = ${n}
        AND n IN (SELECT n FROM summed WHERE before < ${portionCharacters})
      ORDER BY n`);
    return rows.map(({ document }) => document);
  }

  async urls(n: number, from: number, limit: number): Promise<UrlRow[]> {
    return this.#db.query(sql<UrlRow>`
      SELECT seq, url, depth, state, detail FROM crawler.url
      WHERE deployment = ${this.#deployment} AND job = ${n} AND seq >= ${from}
      ORDER BY seq LIMIT ${limit}`);
  }

  async acquire({ owner, until }: Lease, now: number, limit: number): Promise<Job[]> {
    const rows = await this.#db.query(sql<JobRow>`
      UPDATE crawler.job SET owner = ${owner}, lease_until = ${until}::bigint, status = 'running'
      WHERE deployment = ${this.#deployment} AND n = ANY(ARRAY(
        SELECT n FROM crawler.job
        WHERE deployment = ${this.#deployment} AND status IN ('started', 'running')
          AND lease_until <= ${now}::bigint
        ORDER BY n LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING ${columns}`);
    return rows.map(toJob).toSorted((a, b) => a.n - b.n);
  }

  async renew({ owner, until }: Lease, jobs: readonly number[]): Promise<number[]> {
    const rows = await this.#db.query(sql<{ n: number }>`
      UPDATE crawler.job SET lease_until = ${until}::bigint
      WHERE deployment = ${this.#deployment} AND n = ANY(${jobs}::bigint[])
        AND owner = ${owner} AND status = 'running'
      RETURNING n`);
    return rows.map(({ n }) => n);
  }

  async save(owner: string, n: number, { urls, pages, totals }: Progress): Promise<boolean> {
    const deployment = this.#deployment;
    const documents = pages.map(pageColumns);
    const held = await this.#db.execute(sql`
      WITH held AS (
        UPDATE crawler.job SET totals = ${JSON.stringify(totals)}
        WHERE deployment = ${deployment} AND n = ${n} AND owner = ${owner} AND status = 'running'
        RETURNING n
      ), urls AS (
        INSERT INTO crawler.url AS u
        SELECT ${deployment}, held.n, new.*
        FROM held, unnest(${urls.map(({ seq }) => seq)}::int[], ${urls.map(({ url }) => url)}::text[],
          ${urls.map(({ depth }) => depth)}::int[], ${urls.map(({ state }) => state)}::text[],
          ${urls.map(({ detail }) => detail)}::text[]) AS new
        ON CONFLICT (deployment, job, seq)
        DO UPDATE SET state = excluded.state, detail = excluded.detail
      ), pages AS (
        INSERT INTO crawler.page
        SELECT ${deployment}, held.n, new.*
        FROM held, unnest(${documents.map(([number]) => number)}::int[],
          ${documents.map(([, size]) => size)}::int[],
          ${documents.map(([, , document]) => document)}::text[]) AS new
        ON CONFLICT (deployment, job, n) DO NOTHING
      )
      SELECT pg_notify(${channel}, ${pages.length > 0 ? this.#payload(n) : null}) FROM held`);
    return held === 1;
  }

  async complete(owner: string, n: number, now: number): Promise<boolean> {
    const count = await this.#db.execute(sql`
      UPDATE crawler.job SET status = 'completed', ended_at = ${now}::bigint
      WHERE deployment = ${this.#deployment} AND n = ${n} AND owner = ${owner}
        AND status = 'running'
      RETURNING pg_notify(${channel}, ${this.#payload(n)})`);
    return count === 1;
  }

  async release(owner: string, n: number): Promise<void> {
    await this.#db.execute(sql`
      UPDATE crawler.job SET owner = '', lease_until = 0
      WHERE deployment = ${this.#deployment} AND n = ${n} AND owner = ${owner}`);
  }

  async cancel(n: number, now: number): Promise<Job | undefined> {
    await this.#db.execute(sql`
      UPDATE crawler.job SET status = 'cancelled', ended_at = ${now}::bigint
      WHERE deployment = ${this.#deployment} AND n = ${n} AND status IN ('started', 'running')
      RETURNING pg_notify(${channel}, ${this.#payload(n)})`);
    return this.find(n);
  }

  /**
   * One statement, which yields a period. So only the clock of the database counts, and requests
   * are apart however the clocks of replicas differ.
   */
  async bookRequest(host: string, minDelayMs: number, spacingMs: number): Promise<number> {
    // Without spacing there is nothing that another replica would have to know.
    if (spacingMs === 0) return minDelayMs;
    const [row] = await this.#db.query(sql<{ wait: number }>`
      INSERT INTO crawler.host AS h
      VALUES (${this.#deployment}, ${host}, ${this.#now()} + ${minDelayMs + spacingMs}::float8)
      ON CONFLICT (deployment, host) DO UPDATE
      SET free_at = greatest(h.free_at, ${this.#now()} + ${minDelayMs}::float8) + ${spacingMs}::float8
      RETURNING greatest(${minDelayMs}, ceil(free_at - ${spacingMs}::float8 - ${this.#now()})) AS wait`);
    return row!.wait;
  }

  async forgetHosts(): Promise<number> {
    const count = await this.#db.execute(sql`
      DELETE FROM crawler.host WHERE deployment = ${this.#deployment} AND host = ANY(ARRAY(
        SELECT host FROM crawler.host
        WHERE deployment = ${this.#deployment} AND free_at <= ${this.#now()}
        FOR UPDATE SKIP LOCKED))`);
    return count;
  }

  /** Listens on a connection of its own, which reconnects by itself. */
  async watch(changes: Changes<number>): Promise<void> {
    await this.#db.listenTo(channel, this.#deployment, {
      notified: (payload) => changes.changed(Number(payload)),
      resumed: () => changes.resumed(),
    });
  }

  /** In the form that `listenTo` expects: `<deployment> <payload>`. */
  #payload(n: number): string {
    return `${this.#deployment} ${n}`;
  }

  ready(): Promise<void> {
    return this.#db.ready();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
