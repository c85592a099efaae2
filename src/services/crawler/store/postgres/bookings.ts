/** When the next request to a host may be sent, for all replicas. */
import type { Clock } from '#kit/host/service.ts';
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { CrawlStore } from '../crawler-store.ts';

/** @param time instead of the clock of the database */
export function bookings(db: Postgres, deployment: string, time: Clock | undefined) {
  /** The time at which the row is locked, not at which the statement began. */
  const lockTime = () =>
    time === undefined
      ? sql`extract(epoch FROM clock_timestamp())::float8 * 1000`
      : sql`${time()}::float8`;
  return {
    /**
     * One statement, which yields a period. So only the clock of the database counts, and requests
     * are apart however the clocks of replicas differ.
     */
    async bookRequest(host, minDelayMs, spacingMs) {
      // Without spacing there is nothing that another replica would have to know.
      if (spacingMs === 0) return minDelayMs;
      const [row] = await db.query(sql<{ wait: number }>`
        INSERT INTO crawler.host AS h
        VALUES (${deployment}, ${host}, ${lockTime()} + ${minDelayMs + spacingMs}::float8)
        ON CONFLICT (deployment, host) DO UPDATE
        SET free_at = greatest(h.free_at, ${lockTime()} + ${minDelayMs}::float8) + ${spacingMs}::float8
        RETURNING greatest(${minDelayMs}, ceil(free_at - ${spacingMs}::float8 - ${lockTime()})) AS wait`);
      return row!.wait;
    },

    async pauseHost(host, ms) {
      await db.execute(sql`
        INSERT INTO crawler.host AS h VALUES (${deployment}, ${host}, ${lockTime()} + ${ms}::float8)
        ON CONFLICT (deployment, host) DO UPDATE
        SET free_at = greatest(h.free_at, ${lockTime()} + ${ms}::float8)`);
    },

    async forgetHosts() {
      const count = await db.execute(sql`
        DELETE FROM crawler.host WHERE deployment = ${deployment} AND host = ANY(ARRAY(
          SELECT host FROM crawler.host
          WHERE deployment = ${deployment} AND free_at <= ${lockTime()}
          FOR UPDATE SKIP LOCKED))`);
      return count;
    },
  } satisfies Partial<CrawlStore>;
}
