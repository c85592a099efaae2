/** The step that takes notifications on, in one statement for all that wait. */
import { batch } from '#kit/batch.ts';
import type { Queries } from '#kit/postgres.ts';
import { sql } from '#kit/sql.ts';
import type { Draft } from './notification.ts';
import { columns, read, type Shift, type Stored } from './row.postgres.ts';
import { recipientOf } from './row.ts';
import { keyLifetime, type Accepted, type Key, type NotificationStore } from './store.ts';

/** The channel that carries `<deployment> <user>` for each user whose inbox has grown. */
export const arrivals = 'hawker_notification';

/** How long a request waits for those before it, milliseconds: beyond it, they are stuck. */
const patience = 1_000;

interface Request {
  readonly draft: Draft;
  readonly key: Key | undefined;
  readonly claimedUntil: number;
  readonly now: number;
}

/** A key, and the notification that it led to. */
type Earlier = Stored & { readonly fingerprint: string };

export function acceptStep(
  db: Pick<Queries, 'query'>,
  deployment: string,
  shift: Shift,
): NotificationStore['accept'] {
  async function acceptAll(requests: readonly Request[]): Promise<Accepted[]> {
    // One statement takes a key once: the first to come with it.
    const first = new Map(requests.toReversed().map((each) => [each.key?.text ?? each, each]));
    const fresh = requests.filter((each) => first.get(each.key?.text ?? each) === each);
    const numbers = await insert(fresh);
    const answers = requests.map(async (request): Promise<Accepted> => {
      const { draft } = request;
      const n = numbers.get(request);
      if (n === undefined) return earlier(request);
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
  async function insert(requests: readonly Request[]): Promise<Map<Request, number>> {
    const now = Math.max(...requests.map((request) => request.now));
    const drafts = requests.map(({ draft }) => draft);
    const texts = (pick: (draft: Draft) => string | null) => drafts.map(pick);
    const due = requests.map(({ draft, claimedUntil }) =>
      draft.channel === 'in_app' ? null : claimedUntil,
    );
    const keys = requests.map(({ key }) => key?.text ?? null);
    const fingerprints = requests.map(({ key }) => key?.fingerprint ?? null);
    const rows = await db.query(sql<{ ordinal: string; n: string }>`
      WITH allotted AS (
        INSERT INTO notification.counter AS c (deployment, last)
        VALUES (${deployment}, ${now}::bigint + ${requests.length}::int - 1)
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
        SELECT ${deployment}, key, fingerprint, n, ${now + keyLifetime}::bigint FROM draft
        WHERE key IS NOT NULL
        ON CONFLICT (deployment, key) DO UPDATE SET fingerprint = excluded.fingerprint,
          n = excluded.n, expires_at = excluded.expires_at WHERE k.expires_at <= ${now}::bigint
        RETURNING n
      ), added AS (
        INSERT INTO notification.notification (deployment, n, user_id, channel, title, body, state,
          recipient, attempts, due_at)
        SELECT ${deployment}, n, user_id, channel, title, body,
          CASE channel WHEN 'in_app' THEN 'delivered' ELSE 'pending' END, recipient,
          CASE channel WHEN 'in_app' THEN 0 ELSE 1 END, due_at + ${shift(now)}
        FROM draft WHERE key IS NULL OR n IN (SELECT n FROM taken)
        RETURNING n, user_id, channel
      ), told AS (
        SELECT pg_notify(${arrivals}, ${deployment} || ' ' || user_id)
        FROM (SELECT DISTINCT user_id FROM added WHERE channel = 'in_app') AS grown
      )
      SELECT ordinal, n FROM draft JOIN added USING (n), (SELECT count(*) FROM told) AS done`);
    return new Map(rows.map(({ ordinal, n }) => [requests[Number(ordinal) - 1]!, Number(n)]));
  }

  async function earlier(request: Request): Promise<Accepted> {
    const key = request.key!;
    const [row] = await db.query(sql<Earlier>`
      SELECT k.fingerprint, ${columns('o.')}
      FROM notification.idempotency_key AS k
      JOIN notification.notification AS o USING (deployment, n)
      WHERE deployment = ${deployment} AND key = ${key.text}`);
    // Forgotten this very moment, by a replica whose clock is ahead: the key is free. None is there
    // without its notification: see `forget`.
    if (row === undefined) return (await acceptAll([request]))[0]!;
    return row.fingerprint === key.fingerprint
      ? { kind: 'repeated', notification: read(row) }
      : { kind: 'mismatched' };
  }

  // Statements at once would only wait for the counter behind each other.
  const accept = batch(acceptAll, { patience, most: 256 });
  return (draft, key, claimedUntil, now) => accept({ draft, key, claimedUntil, now });
}
