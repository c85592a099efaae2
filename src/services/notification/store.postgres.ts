/** The shared store: any number of replicas on one PostgreSQL. */
import { openPostgres, query, type Postgres } from '#kit/postgres.ts';
import { coalesce } from './coalesce.ts';
import type { Draft, Notification, Outcome } from './notification.ts';
import { columnsOf, noteOf, recipientOf, type Row } from './row.ts';
import {
  forgetLimit,
  keyLifetime,
  type Accepted,
  type Key,
  type NotificationStore,
  type Watcher,
} from './store.ts';

/** Carries `<deployment> <user>` for each user whose inbox has grown. */
const arrivals = 'hawker_notification';

/** A bigint comes as text. */
type Stored = Omit<Row, 'n'> & { readonly n: string };

interface Request {
  readonly draft: Draft;
  readonly key: Key | undefined;
  readonly claimedUntil: number;
  readonly now: number;
}

/**
 * @param deployment which notifications: several deployments may share a database
 * @throws StartupError when nothing answers at `url`
 */
export async function openPostgresStore(
  url: string,
  deployment: string,
): Promise<NotificationStore> {
  const folder = new URL('./sql/', import.meta.url);
  return new PostgresStore(await openPostgres(url, 'notification', folder), deployment);
}

class PostgresStore implements NotificationStore {
  readonly #sql: Postgres;
  readonly #deployment: string;
  /** Statements that take on notifications would only wait for the counter behind each other. */
  readonly #accept = coalesce((requests: readonly Request[]) => this.#acceptAll(requests));

  constructor(sql: Postgres, deployment: string) {
    this.#sql = sql;
    this.#deployment = deployment;
  }

  accept(draft: Draft, key: Key | undefined, claimedUntil: number, now: number): Promise<Accepted> {
    return this.#accept({ draft, key, claimedUntil, now });
  }

  async #acceptAll(requests: readonly Request[]): Promise<Accepted[]> {
    // One statement takes a key once: the first to come with it.
    const first = new Map(requests.toReversed().map((each) => [each.key?.text ?? each, each]));
    const fresh = requests.filter((each) => first.get(each.key?.text ?? each) === each);
    const numbers = await this.#insert(fresh);
    const answers = requests.map(async (request): Promise<Accepted> => {
      const { draft } = request;
      const n = numbers.get(request);
      if (n === undefined) return this.#earlier(request);
      const isOut = draft.channel !== 'in_app';
      const stands = { state: isOut ? 'pending' : 'delivered', attempts: isOut ? 1 : 0 } as const;
      return { kind: 'new', notification: { ...draft, n, ...stands } };
    });
    return Promise.all(answers);
  }

  /**
   * The counter's row stays locked until the commit, so the next number is handed out when these
   * are visible. `greatest` follows the clock; what comes faster is nudged forward.
   *
   * @returns their numbers; those whose key was taken before have none
   */
  async #insert(requests: readonly Request[]): Promise<Map<Request, number>> {
    const now = Math.max(...requests.map((request) => request.now));
    const drafts = requests.map(({ draft }) => draft);
    const texts = (pick: (draft: Draft) => string | null) => drafts.map(pick) as string[];
    const due = requests.map(({ draft, claimedUntil }) =>
      draft.channel === 'in_app' ? null : claimedUntil,
    ) as number[];
    const keys = requests.map(({ key }) => key?.text ?? null) as string[];
    const fingerprints = requests.map(({ key }) => key?.fingerprint ?? null) as string[];
    const rows = await query(this.#sql<{ ordinal: string; n: string }[]>`
      WITH allotted AS (
        INSERT INTO notification.counter AS c (deployment, last)
        VALUES (${this.#deployment}, ${now}::bigint + ${requests.length}::int - 1)
        ON CONFLICT (deployment) DO UPDATE
        SET last = greatest(c.last + 1, ${now}::bigint) + ${requests.length}::int - 1
        RETURNING last - ${requests.length}::int AS before
      ), draft AS (
        SELECT before + ordinal AS n, d.* FROM allotted, unnest(
          ${texts(({ userId }) => userId)}::text[], ${texts(({ channel }) => channel)}::text[],
          ${texts(({ title }) => title)}::text[], ${texts(({ body }) => body)}::text[],
          ${texts(recipientOf)}::text[], ${due}::bigint[], ${keys}::text[],
          ${fingerprints}::text[]
        ) WITH ORDINALITY
          AS d (user_id, channel, title, body, recipient, due_at, key, fingerprint, ordinal)
      ), taken AS (
        INSERT INTO notification.idempotency_key AS k (deployment, key, fingerprint, n, expires_at)
        SELECT ${this.#deployment}, key, fingerprint, n, ${now + keyLifetime}::bigint FROM draft
        WHERE key IS NOT NULL
        ON CONFLICT (deployment, key) DO UPDATE SET fingerprint = excluded.fingerprint,
          n = excluded.n, expires_at = excluded.expires_at WHERE k.expires_at <= ${now}::bigint
        RETURNING n
      ), added AS (
        INSERT INTO notification.notification (deployment, n, user_id, channel, title, body, state,
          recipient, attempts, due_at)
        SELECT ${this.#deployment}, n, user_id, channel, title, body,
          CASE channel WHEN 'in_app' THEN 'delivered' ELSE 'pending' END, recipient,
          CASE channel WHEN 'in_app' THEN 0 ELSE 1 END, due_at
        FROM draft WHERE key IS NULL OR n IN (SELECT n FROM taken)
        RETURNING n, user_id, channel
      ), told AS (
        SELECT pg_notify(${arrivals}, ${this.#deployment} || ' ' || user_id)
        FROM (SELECT DISTINCT user_id FROM added WHERE channel = 'in_app') AS grown
      )
      SELECT ordinal, n FROM draft JOIN added USING (n), (SELECT count(*) FROM told) AS done`);
    return new Map(rows.map(({ ordinal, n }) => [requests[Number(ordinal) - 1]!, Number(n)]));
  }

  async #earlier(request: Request): Promise<Accepted> {
    const key = request.key!;
    const [row] = await query(this.#sql<(Stored & { fingerprint: string })[]>`
      SELECT fingerprint, ${columns(this.#sql)}
      FROM notification.idempotency_key JOIN notification.notification USING (deployment, n)
      WHERE deployment = ${this.#deployment} AND key = ${key.text}`);
    // Forgotten this very moment: the key is free.
    if (row === undefined) return this.#accept(request);
    return row.fingerprint === key.fingerprint
      ? { kind: 'repeated', notification: read(row) }
      : { kind: 'mismatched' };
  }

  async claim(limit: number, claimedUntil: number, now: number): Promise<Notification[]> {
    const rows = await query(this.#sql<Stored[]>`
      WITH due AS MATERIALIZED (
        SELECT deployment, n FROM notification.notification
        WHERE deployment = ${this.#deployment} AND state = 'pending' AND due_at <= ${now}
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE notification.notification AS o
      SET attempts = attempts + 1, due_at = ${claimedUntil} FROM due
      WHERE o.deployment = due.deployment AND o.n = due.n
      RETURNING ${columns(this.#sql, 'o.')}`);
    return rows.map(read);
  }

  async settle(n: number, attempts: number, outcome: Outcome): Promise<boolean> {
    const [state, error, dueAt] = columnsOf(outcome);
    const { count } = await query(this.#sql`
      UPDATE notification.notification
      SET state = ${state}, error = ${error}, due_at = ${dueAt}
      WHERE deployment = ${this.#deployment} AND n = ${n} AND attempts = ${attempts}
        AND state = 'pending'`);
    return count === 1;
  }

  async find(n: number): Promise<Notification | undefined> {
    const [row] = await query(this.#sql<Stored[]>`
      SELECT ${columns(this.#sql)} FROM notification.notification
      WHERE deployment = ${this.#deployment} AND n = ${n}`);
    return row && read(row);
  }

  async inbox(userId: string, before: number, limit: number): Promise<Notification[]> {
    const rows = await query(this.#sql<Stored[]>`
      SELECT ${columns(this.#sql)} FROM notification.notification
      WHERE deployment = ${this.#deployment} AND channel = 'in_app' AND user_id = ${userId}
        AND n < ${before} ORDER BY n DESC LIMIT ${limit}`);
    return rows.map(read);
  }

  async since(userId: string, after: number, limit: number): Promise<Notification[]> {
    const rows = await query(this.#sql<Stored[]>`
      SELECT ${columns(this.#sql)} FROM notification.notification
      WHERE deployment = ${this.#deployment} AND channel = 'in_app' AND user_id = ${userId}
        AND n > ${after} ORDER BY n LIMIT ${limit}`);
    return rows.map(read);
  }

  async last(): Promise<number> {
    const [row] = await query(this.#sql<{ last: string }[]>`
      SELECT last FROM notification.counter WHERE deployment = ${this.#deployment}`);
    return Number(row?.last ?? 0);
  }

  async pending(): Promise<number> {
    const [row] = await query(this.#sql<{ count: string }[]>`
      SELECT count(*) FROM notification.notification
      WHERE deployment = ${this.#deployment} AND state = 'pending'`);
    return Number(row!.count);
  }

  /** Replicas forget the same rows at once: each skips those that another one is deleting. */
  async forget(now: number): Promise<boolean> {
    const deployment = this.#deployment;
    const keys = await query(this.#sql`
      DELETE FROM notification.idempotency_key WHERE deployment = ${deployment} AND key IN (
        SELECT key FROM notification.idempotency_key
        WHERE deployment = ${deployment} AND expires_at <= ${now}
        LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED)`);
    const sent = await query(this.#sql`
      DELETE FROM notification.notification WHERE deployment = ${deployment} AND n IN (
        SELECT n FROM notification.notification
        WHERE deployment = ${deployment} AND channel <> 'in_app' AND n <= ${now - keyLifetime}
          AND state <> 'pending'
        LIMIT ${forgetLimit} FOR UPDATE SKIP LOCKED)`);
    return [keys.count, sent.count].includes(forgetLimit);
  }

  /** On a connection of its own, which comes back by itself: then anything may have been missed. */
  async watch(watcher: Watcher): Promise<void> {
    const prefix = `${this.#deployment} `;
    const tell = (payload: string) => {
      if (payload.startsWith(prefix)) watcher.arrived(payload.slice(prefix.length));
    };
    await query(this.#sql.listen(arrivals, tell, () => watcher.resumed()));
  }

  async ready(): Promise<void> {
    await query(this.#sql`SELECT 1`);
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 1 });
  }
}

const columns = (sql: Postgres, table = '') =>
  sql.unsafe(
    ['n', 'user_id', 'channel', 'title', 'body', 'state', 'recipient', 'error', 'attempts']
      .map((column) => table + column)
      .join(', '),
  );

const read = (row: Stored) => noteOf({ ...row, n: Number(row.n) });
