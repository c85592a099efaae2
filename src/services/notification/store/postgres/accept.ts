/** The steps that store new notifications: one statement for all that wait. */
import { batch } from '#kit/stores/batch.ts';
import type { Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { keyLifetimeMs, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { atOnce } from '../../notification.ts';
import { dependsOnPreferences } from '../../rules/decide.ts';
import { columns, entryOf, newNotification, parsePreferences } from '../row.ts';
import { recipientColumn, toNotification, type Entry, type Row } from '../row.ts';
import { type Accepted, type Draft, type NotificationStore } from '../notification-store.ts';

/** The channel that carries `<deployment> <user>` for each user whose inbox has changed. */
export const inboxChannel = 'hawker_notification';

/** How long a request waits for the statement before it. After that the statement is stuck. */
const timeoutMs = 1_000;

/** Requests in one statement. */
const maxSize = 256;

/** Yields the offset from the caller's clock, which shows `now`, to the clock of `due_at`. */
export type ClockOffset = (now: number) => Sql;

/** A row to be stored. */
export interface Insert {
  readonly draft: Draft;
  readonly entry: Entry;
  readonly key?: IdempotencyKey | undefined;
  readonly now: number;
  /** Preferences of its user, if there are any, are the answer instead. */
  readonly asks?: boolean;
  readonly batch?: number;
  readonly digest?: number;
}

/** What insertStatement yields of a request that it has stored, or whose user has preferences. */
interface Inserted {
  readonly kind: 'inserted';
  readonly n: number | null;
  readonly preferences: string | null;
}

type Known = Extract<Accepted, { kind: 'repeated' | 'mismatched' }>;

export function acceptSteps(
  db: Pick<Queries, 'query'>,
  deployment: string,
  clockOffset: ClockOffset,
): Pick<NotificationStore, 'accept' | 'acceptPlanned'> {
  async function insertAll(requests: readonly Insert[]): Promise<(Inserted | Known)[]> {
    // One statement can insert a key once: for the first request with it.
    const firsts = new Map(requests.toReversed().map((each) => [each.key?.text ?? each, each]));
    const distinct = requests.filter((each) => firsts.get(each.key?.text ?? each) === each);
    const rows = await db.query(insertStatement(distinct, deployment, clockOffset));
    const results = new Map(rows.map((row) => [distinct[row.ordinal - 1]!, row]));
    const answers = requests.map(async (request) => {
      const row = results.get(request);
      return row ? ({ kind: 'inserted', ...row } as const) : answerKnownKey(request);
    });
    return Promise.all(answers);
  }

  async function answerKnownKey(request: Insert): Promise<Inserted | Known> {
    const known = await findKey(db, deployment, request.key!, request.now);
    // A replica whose clock is ahead has deleted the key since, or another request with it was not
    // stored: it is free. A key never outlives its notification: see `forget`.
    return known ?? (await insertAll([request]))[0]!;
  }

  // Statements sent at once would only wait for the counter's row behind each other.
  const insert = batch(insertAll, { timeoutMs, maxSize });
  return {
    async accept(draft, key, claimedUntil, now) {
      const entry = entryOf(draft, atOnce, claimedUntil, now);
      const result = await insert({ draft, key, now, entry, asks: dependsOnPreferences(draft) });
      if (result.kind !== 'inserted') return result;
      const { n, preferences } = result;
      if (n === null) return { kind: 'preferred', preferences: parsePreferences(preferences!) };
      return { kind: 'new', notification: newNotification(draft, n, entry) };
    },
    async acceptPlanned(draft, plan, key, claimedUntil, now) {
      const entry = entryOf(draft, plan, claimedUntil, now);
      const result = await insert({ draft, key, now, entry });
      if (result.kind !== 'inserted') return result;
      return { kind: 'new', notification: newNotification(draft, result.n!, entry) };
    },
  };
}

/** Finds the notification that a key leads to; undefined when the key is free. */
export async function findKey(
  db: Pick<Queries, 'query'>,
  deployment: string,
  key: IdempotencyKey,
  now: number,
): Promise<Known | undefined> {
  const [row] = await db.query(sql<Row & { readonly fingerprint: string; readonly id: number }>`
    SELECT k.fingerprint, k.n AS id, note.* FROM notification.idempotency_key AS k
    LEFT JOIN LATERAL (SELECT ${sql.raw(columns)} FROM notification.notification AS x
      WHERE x.deployment = k.deployment
        AND (x.n = k.n AND x.first_n IS NULL OR x.first_n = k.n)) AS note ON true
    WHERE k.deployment = ${deployment} AND k.key = ${key.text} AND k.expires_at > ${now}`);
  if (row === undefined) return undefined;
  const { fingerprint, id: _, ...notification } = row;
  if (fingerprint !== key.fingerprint) return { kind: 'mismatched' };
  return { kind: 'repeated', notification: toNotification(notification) };
}

/**
 * Stores the requests whose keys are free, and yields those that it has stored, and those whose users
 * have preferences. The counter's row stays locked until the commit: the next
 * number is handed out when these are visible. `greatest` follows the clock; what comes faster is
 * nudged forward.
 *
 * @param condition a statement that comes first, and that must yield one row: else nothing is stored
 */
export function insertStatement(
  requests: readonly Insert[],
  deployment: string,
  clockOffset: ClockOffset,
  condition?: Sql,
) {
  const first = condition ? sql`condition AS (${condition}),` : sql``;
  const from = condition ? sql`FROM condition WHERE true` : sql`WHERE true`;
  const now = Math.max(...requests.map((request) => request.now));
  const texts = (pick: (draft: Draft) => string | null) => requests.map(({ draft }) => pick(draft));
  const entries = requests.map(({ entry }) => entry);
  const due = entries.map(({ dueAt }) => dueAt);
  const states = entries.map(({ state }) => state);
  const attempts = entries.map((entry) => entry.attempts);
  const keys = requests.map(({ key }) => key?.text ?? null);
  const fingerprints = requests.map(({ key }) => key?.fingerprint ?? null);
  const asks = requests.map(({ asks, draft }) => (asks ? draft.user_id : null));
  return sql<{ ordinal: number; n: number | null; preferences: string | null }>`
    WITH ${first} allotted AS (
      INSERT INTO notification.counter AS c (deployment, last)
      SELECT ${deployment}, ${now}::bigint + ${requests.length}::int - 1 ${from}
      ON CONFLICT (deployment) DO UPDATE
      SET last = greatest(c.last + 1, ${now}::bigint) + ${requests.length}::int - 1
      RETURNING last - ${requests.length}::int AS before
    ), draft AS (
      SELECT before + ordinal AS n, d.*, (SELECT document FROM notification.preference AS p
        WHERE p.deployment = ${deployment} AND p.user_id = d.asks
          AND NOT EXISTS (SELECT FROM notification.idempotency_key AS k
            WHERE k.deployment = ${deployment} AND k.key = d.key
              AND k.expires_at > ${now}::bigint)) AS preferences
      FROM allotted, unnest(
        ${texts(({ user_id }) => user_id)}::text[], ${texts(({ channel }) => channel)}::text[],
        ${texts(({ title }) => title)}::text[], ${texts(({ body }) => body)}::text[],
        ${texts(recipientColumn)}::text[], ${due}::bigint[], ${keys}::text[],
        ${fingerprints}::text[], ${states}::text[], ${attempts}::int[],
        ${requests.map(specialOf)}::text[], ${asks}::text[]
      ) WITH ORDINALITY AS d (user_id, channel, title, body, recipient, due_at, key, fingerprint,
        state, attempts, special, asks, ordinal)
    ), free_key AS (
      INSERT INTO notification.idempotency_key AS k (deployment, key, fingerprint, n, expires_at)
      SELECT ${deployment}, key, fingerprint, n, ${now + keyLifetimeMs}::bigint FROM draft
      WHERE key IS NOT NULL AND preferences IS NULL
      ON CONFLICT (deployment, key) DO UPDATE SET fingerprint = excluded.fingerprint,
        n = excluded.n, expires_at = excluded.expires_at WHERE k.expires_at <= ${now}::bigint
      RETURNING n
    ), added AS (
      INSERT INTO notification.notification (deployment, n, user_id, channel, title, body, state,
        recipient, attempts, due_at, extra, trace, batch, digest)
      SELECT ${deployment}, n, user_id, channel, title, body, state, recipient, attempts,
        due_at + ${clockOffset(now)}, special::json ->> 'extra', special::json ->> 'trace',
        (special::json ->> 'batch')::bigint, (special::json ->> 'digest')::bigint
      FROM draft
      WHERE preferences IS NULL AND (key IS NULL OR n IN (SELECT n FROM free_key))
      RETURNING n, user_id, state
    ), notified AS (
      SELECT pg_notify(${inboxChannel}, ${deployment} || ' ' || user_id)
      FROM (SELECT DISTINCT user_id FROM added WHERE state = 'delivered') AS grown
    )
    SELECT ordinal, added.n, preferences
    FROM draft LEFT JOIN added USING (n), (SELECT count(*) FROM notified) AS done
    WHERE added.n IS NOT NULL OR preferences IS NOT NULL`;
}

/** Packs the columns that few rows have. */
function specialOf({ entry: { extra, trace }, batch, digest }: Insert): string | null {
  const isPlain = extra === null && trace === null && batch === undefined && digest === undefined;
  return isPlain ? null : JSON.stringify({ extra, trace, batch, digest });
}

/**
 * Hands out the next numbers, until the end of the transaction.
 *
 * @returns the first one
 */
export async function allot(tx: Queries, deployment: string, count: number, now: number) {
  const [row] = await tx.query(sql<{ first: number }>`
    INSERT INTO notification.counter AS c (deployment, last)
    VALUES (${deployment}, ${now}::bigint + ${count}::int - 1)
    ON CONFLICT (deployment) DO UPDATE
    SET last = greatest(c.last + 1, ${now}::bigint) + ${count}::int - 1
    RETURNING last - ${count}::int + 1 AS first`);
  return row!.first;
}

/** Tells every replica that inboxes have changed, when the transaction commits. */
export const notify = (tx: Queries, deployment: string, users: readonly string[]) =>
  tx.execute(sql`SELECT pg_notify(${inboxChannel}, ${deployment} || ' ' || user_id)
    FROM unnest(${users}::text[]) AS user_id`);
