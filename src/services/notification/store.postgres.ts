/** The shared store: any number of replicas on one PostgreSQL. */
import { openPostgres, type Postgres } from '#kit/postgres.ts';
import { sql, type Sql } from '#kit/sql.ts';
import { acceptStep, arrivals } from './accept.postgres.ts';
import type { Notification, Outcome } from './notification.ts';
import { columns, read, toDatabaseClock, type Shift, type Stored } from './row.postgres.ts';
import { columnsOf, pageOf } from './row.ts';
import {
  forgetLimit,
  keyLifetime,
  pageBytes,
  type NotificationStore,
  type Page,
  type Watcher,
} from './store.ts';

/**
 * @param deployment which notifications: several deployments may share a database
 * @param isClock whether the database's clock says how long claims last; tests turn their own
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(
  url: string,
  deployment: string,
  isClock = true,
): Promise<NotificationStore> {
  const folder = new URL('./sql/', import.meta.url);
  const db = await openPostgres(url, 'notification', folder);
  return new PostgresStore(db, deployment, isClock ? toDatabaseClock : () => sql`0::bigint`);
}

class PostgresStore implements NotificationStore {
  readonly #db: Postgres;
  readonly #deployment: string;
  readonly #shift: Shift;
  readonly accept: NotificationStore['accept'];

  constructor(db: Postgres, deployment: string, shift: Shift) {
    this.#db = db;
    this.#deployment = deployment;
    this.#shift = shift;
    this.accept = acceptStep(db, deployment, shift);
  }

  async claim(limit: number, claimedUntil: number, now: number): Promise<Notification[]> {
    const rows = await this.#db.query(sql<Stored>`
      WITH due AS MATERIALIZED (
        SELECT deployment, n FROM notification.notification
        WHERE deployment = ${this.#deployment} AND state = 'pending'
          AND due_at <= ${now}::bigint + ${this.#shift(now)}
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE notification.notification AS o
      SET attempts = attempts + 1, due_at = ${claimedUntil}::bigint + ${this.#shift(now)} FROM due
      WHERE o.deployment = due.deployment AND o.n = due.n
      RETURNING ${columns('o.')}`);
    return rows.map(read);
  }

  async settle(n: number, attempts: number, outcome: Outcome, now: number): Promise<boolean> {
    const [state, error, dueAt] = columnsOf(outcome);
    const count = await this.#db.execute(sql`
      UPDATE notification.notification
      SET state = ${state}, error = ${error}, due_at = ${dueAt}::bigint + ${this.#shift(now)}
      WHERE deployment = ${this.#deployment} AND n = ${n} AND attempts = ${attempts}
        AND state = 'pending'`);
    return count === 1;
  }

  async find(n: number): Promise<Notification | undefined> {
    const [row] = await this.#db.query(sql<Stored>`
      SELECT ${columns()} FROM notification.notification
      WHERE deployment = ${this.#deployment} AND n = ${n}`);
    return row && read(row);
  }

  async inbox(userId: string, before: number, limit: number): Promise<Page> {
    return this.#page(userId, limit, sql`n < ${before}`, sql`n DESC`);
  }

  async since(userId: string, after: number, limit: number): Promise<Page> {
    return this.#page(userId, limit, sql`n > ${after}`, sql`n`);
  }

  /** The sizes come first: bodies that do not fit are not read. */
  async #page(userId: string, limit: number, range: Sql, order: Sql): Promise<Page> {
    const deployment = this.#deployment;
    const rows = await this.#db.query(sql<Stored>`
      WITH sized AS MATERIALIZED (
        SELECT n, octet_length(body) AS size FROM notification.notification
        WHERE deployment = ${deployment} AND channel = 'in_app' AND user_id = ${userId}
          AND ${range}
        ORDER BY ${order} LIMIT ${limit}
      ), summed AS (SELECT n, sum(size) OVER (ORDER BY ${order}) - size AS before FROM sized)
      SELECT ${columns()} FROM notification.notification
      WHERE deployment = ${deployment}
        AND n IN (SELECT n FROM summed WHERE before < ${pageBytes})
      ORDER BY ${order}`);
    return pageOf(rows.map(read), limit);
  }

  async last(): Promise<number> {
    const [row] = await this.#db.query(sql<{ last: string }>`
      SELECT last FROM notification.counter WHERE deployment = ${this.#deployment}`);
    return Number(row?.last ?? 0);
  }

  async pending(): Promise<number> {
    const [row] = await this.#db.query(sql<{ count: string }>`
      SELECT count(*) FROM notification.notification
      WHERE deployment = ${this.#deployment} AND state = 'pending'`);
    return Number(row!.count);
  }

  /** Replicas forget the same rows at once: each skips those that another one is deleting. */
  async forget(now: number): Promise<boolean> {
    const deployment = this.#deployment;
    const keys = await this.#db.execute(sql`
      DELETE FROM notification.idempotency_key WHERE deployment = ${deployment} AND key IN (
        SELECT key FROM notification.idempotency_key
        WHERE deployment = ${deployment} AND expires_at <= ${now}
        ORDER BY expires_at LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED)`);
    // A key expires no later than its notification's number says: those of later keys stay.
    const sent = await this.#db.execute(sql`
      DELETE FROM notification.notification WHERE deployment = ${deployment} AND n IN (
        SELECT n FROM notification.notification
        WHERE deployment = ${deployment} AND channel <> 'in_app' AND state <> 'pending'
          AND n <= least(${now}::bigint, (SELECT min(expires_at) - 1
            FROM notification.idempotency_key WHERE deployment = ${deployment}))
            - ${keyLifetime}::bigint
        LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED)`);
    return [keys, sent].includes(forgetLimit);
  }

  /** On a connection of its own, which comes back by itself: then anything may have been missed. */
  async watch(watcher: Watcher): Promise<void> {
    const prefix = `${this.#deployment} `;
    const tell = (payload: string) => {
      if (payload.startsWith(prefix)) watcher.arrived(payload.slice(prefix.length));
    };
    await this.#db.listen(arrivals, { heard: tell, resumed: () => watcher.resumed() });
  }

  ready(): Promise<void> {
    return this.#db.ready();
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}
