/** Content of pages, lists of jobs, and what is deleted. */
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { JobArchive } from '../archive.ts';
import { jobColumns, toJob, type JobRow } from '../rows.ts';

/** Rows that one statement deletes: contents and pages may take a MiB each. */
const portion = { content: 50, page: 100, url: 5_000 } as const;

const columns = sql.raw(jobColumns);

export function archive(db: Postgres, deployment: string): JobArchive {
  return { ...contents(db, deployment), ...jobs(db, deployment), ...removal(db, deployment) };
}

function contents(db: Postgres, deployment: string) {
  return {
    async keep(owner, n, { page, format, body }) {
      const base64 = Buffer.from(body.buffer, body.byteOffset, body.length).toString('base64');
      // The lock keeps the job from another owner, whose content this would replace.
      const kept = await db.execute(sql`
        WITH held AS (
          SELECT n FROM crawler.job
          WHERE deployment = ${deployment} AND n = ${n} AND owner = ${owner} AND status = 'running'
          FOR SHARE
        )
        INSERT INTO crawler.content
        SELECT ${deployment}, n, ${page}::int, ${format}, decode(${base64}, 'base64') FROM held
        ON CONFLICT (deployment, job, page, format) DO UPDATE SET body = excluded.body`);
      return kept === 1;
    },

    async content(n, page, format) {
      const [row] = await db.query(sql<{ body: Buffer }>`
        SELECT body FROM crawler.content
        WHERE deployment = ${deployment} AND job = ${n} AND page = ${page} AND format = ${format}`);
      return row?.body;
    },
  } satisfies Partial<JobArchive>;
}

function jobs(db: Postgres, deployment: string) {
  return {
    async list(status, before, limit) {
      const ofStatus = status === undefined ? sql`` : sql`AND status = ${status}`;
      const rows = await db.query(sql<JobRow>`
        SELECT ${columns} FROM crawler.job
        WHERE deployment = ${deployment} AND removed = 0 AND n < ${before}::bigint ${ofStatus}
        ORDER BY n DESC LIMIT ${limit}`);
      return rows.map(toJob);
    },
  } satisfies Partial<JobArchive>;
}

function removal(db: Postgres, deployment: string) {
  /** Deletes some of the rows that a removed job has in a table. */
  const deleteFrom = (table: keyof typeof portion, n: number) => {
    const name = sql.raw(`crawler.${table}`);
    return db.execute(sql`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${name} WHERE deployment = ${deployment} AND job = ${n}
        LIMIT ${portion[table]}))`);
  };
  return {
    async remove(n) {
      const removed = await db.execute(sql`
        UPDATE crawler.job SET removed = 1
        WHERE deployment = ${deployment} AND n = ${n} AND removed = 0 AND ended_at IS NOT NULL`);
      if (removed === 1) return 'removed';
      const found = await db.execute(sql`
        SELECT FROM crawler.job
        WHERE deployment = ${deployment} AND n = ${n} AND removed = 0`);
      return found === 1 ? 'running' : 'unknown';
    },

    async removeEnded(before, limit) {
      return db.execute(sql`
        UPDATE crawler.job SET removed = 1
        WHERE deployment = ${deployment} AND n = ANY(ARRAY(
          SELECT n FROM crawler.job
          WHERE deployment = ${deployment} AND ended_at <= ${before}::bigint AND removed = 0
          ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`);
    },

    async purge() {
      const [job] = await db.query(sql<{ n: number }>`
        SELECT n FROM crawler.job WHERE deployment = ${deployment} AND removed = 1
        ORDER BY n LIMIT 1`);
      if (job === undefined) return false;
      for (const table of ['content', 'page', 'url'] as const) {
        if ((await deleteFrom(table, job.n)) > 0) return true;
      }
      const gone = await db.execute(sql`
        DELETE FROM crawler.job
        WHERE deployment = ${deployment} AND n = ${job.n} AND webhook_due IS NULL`);
      if (gone === 1) return true;
      await db.execute(sql`
        UPDATE crawler.job SET removed = 2
        WHERE deployment = ${deployment} AND n = ${job.n} AND webhook_due IS NOT NULL`);
      return true;
    },
  } satisfies Partial<JobArchive>;
}
