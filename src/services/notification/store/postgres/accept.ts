/** The step that stores new notifications: one statement for all that wait. */
import { batch } from '#kit/stores/batch.ts';
import type { Queries } from '#kit/stores/postgres.ts';
import { sql, type Sql } from '#kit/stores/sql.ts';
import { keyLifetimeMs, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { columns, newNotification, recipientColumn, toNotification, type Row } from '../row.ts';
import { type Accepted, type Draft, type NotificationStore } from '../store.ts';

/** The channel that carries `<deployment> <user>` for each user whose inbox has grown. */
export const inboxChannel = 'hawker_notification';

/** How long a request waits for the statement before it. After that the statement is stuck. */
const timeoutMs = 1_000;

/** Requests in one statement. */
const maxSize = 256;

/** Yields the offset from the caller's clock, which shows `now`, to the clock of `due_at`. */
export type ClockOffset = (now: number) => Sql;

interface Request {
  readonly draft: Draft;
  readonly key: IdempotencyKey | undefined;
  readonly claimedUntil: number;
  readonly now: number;
}

export function acceptStep(
  db: Pick<Queries, 'query'>,
  deployment: string,
  clockOffset: ClockOffset,
): NotificationStore['accept'] {
  async function acceptAll(requests: readonly Request[]): Promise<Accepted[]> {
    // One statement can insert a key once: for the first request with it.
    const firsts = new Map(requests.toReversed().map((each) => [each.key?.text ?? each, each]));
    const distinct = requests.filter((each) => firsts.get(each.key?.text ?? each) === each);
    const numbers = await insert(distinct);
    const answers = requests.map(async (request): Promise<Accepted> => {
      const n = numbers.get(request);
      if (n === undefined) return answerKnownKey(request);
      return { kind: 'new', notification: newNotification(request.draft, n) };
    });
    return Promise.all(answers);
  }

  /** @returns the numbers of those that were stored; the others came with a key that is known */
  async function insert(requests: readonly Request[]): Promise<Map<Request, number>> {
    const rows = await db.query(insertStatement(requests, deployment, clockOffset));
    return new Map(rows.map(({ ordinal, n }) => [requests[ordinal - 1]!, n]));
  }

  async function answerKnownKey(request: Request): Promise<Accepted> {
    const key = request.key!;
    const [row] = await db.query(sql<Row & { readonly fingerprint: string }>`
      SELECT fingerprint, ${sql.raw(columns)}
      FROM notification.idempotency_key JOIN notification.notification USING (deployment, n)
      WHERE deployment = ${deployment} AND key = ${key.text}`);
    // A replica whose clock is ahead has deleted the key since: it is free. A key never outlives its
    // notification: see `forget`.
    if (row === undefined) return (await acceptAll([request]))[0]!;
    const { fingerprint, ...notification } = row;
    return fingerprint === key.fingerprint
      ? { kind: 'repeated', notification: toNotification(notification) }
      : { kind: 'mismatched' };
  }

  // Statements sent at once would only wait for the counter's row behind each other.
  const accept = batch(acceptAll, { timeoutMs, maxSize });
  return (draft, key, claimedUntil, now) => accept({ draft, key, claimedUntil, now });
}

/**
 * Stores the requests whose keys are free. The counter's row stays locked until the commit: the next
 * number is handed out when these are visible. `greatest` follows the clock; what comes faster is
 * nudged forward.
 */
function insertStatement(
  requests: readonly Request[],
  deployment: string,
  clockOffset: ClockOffset,
) {
  const now = Math.max(...requests.map((request) => request.now));
  const drafts = requests.map(({ draft }) => draft);
  const texts = (pick: (draft: Draft) => string | null) => drafts.map(pick);
  const due = requests.map(({ draft, claimedUntil }) =>
    draft.channel === 'in_app' ? null : claimedUntil,
  );
  const keys = requests.map(({ key }) => key?.text ?? null);
  const fingerprints = requests.map(({ key }) => key?.fingerprint ?? null);
  return sql<{ ordinal: number; n: number }>`
    WITH allotted AS (
      INSERT INTO notification.counter AS c (deployment, last)
      VALUES (${deployment}, ${now}::bigint + ${requests.length}::int - 1)
      ON CONFLICT (deployment) DO UPDATE
      SET last = greatest(c.last + 1, ${now}::bigint) + ${requests.length}::int - 1
      RETURNING last - ${requests.length}::int AS before
    ), draft AS (
      SELECT before + ordinal AS n, d.* FROM allotted, unnest(
        ${texts(({ user_id }) => user_id)}::text[], ${texts(({ channel }) => channel)}::text[],
        ${texts(({ title }) => title)}::text[], ${texts(({ body }) => body)}::text[],
        ${texts(recipientColumn)}::text[], ${due}::bigint[], ${keys}::text[],
        ${fingerprints}::text[]
      ) WITH ORDINALITY
        AS d (user_id, channel, title, body, recipient, due_at, key, fingerprint, ordinal)
    ), free_key AS (
      INSERT INTO notification.idempotency_key AS k (deployment, key, fingerprint, n, expires_at)
      SELECT ${deployment}, key, fingerprint, n, ${now + keyLifetimeMs}::bigint FROM draft
      WHERE key IS NOT NULL
      ON CONFLICT (deployment, key) DO UPDATE SET fingerprint = excluded.fingerprint,
        n = excluded.n, expires_at = excluded.expires_at WHERE k.expires_at <= ${now}::bigint
      RETURNING n
    ), added AS (
      INSERT INTO notification.notification (deployment, n, user_id, channel, title, body, state,
        recipient, attempts, due_at)
      SELECT ${deployment}, n, user_id, channel, title, body,
        CASE channel WHEN 'in_app' THEN 'delivered' ELSE 'pending' END, recipient,
        CASE channel WHEN 'in_app' THEN 0 ELSE 1 END, due_at + ${clockOffset(now)}
      FROM draft WHERE key IS NULL OR n IN (SELECT n FROM free_key)
      RETURNING n, user_id, channel
    ), notified AS (
      SELECT pg_notify(${inboxChannel}, ${deployment} || ' ' || user_id)
      FROM (SELECT DISTINCT user_id FROM added WHERE channel = 'in_app') AS grown
    )
    SELECT ordinal, n FROM draft JOIN added USING (n), (SELECT count(*) FROM notified) AS done`;
}
