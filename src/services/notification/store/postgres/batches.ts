/** Batches and topics. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import { keyLifetimeMs, type IdempotencyKey } from '#kit/web/idempotency-key.ts';
import type { BatchStore, BatchSummary, Begun, Message, Recipients } from '../batches.ts';
import { entryOf } from '../row.ts';
import { allot, insertStatement, type ClockOffset } from './accept.ts';
import type { joinSteps } from './digests.ts';

export function batchSteps(
  db: Postgres,
  deployment: string,
  clockOffset: ClockOffset,
  join: ReturnType<typeof joinSteps>,
): BatchStore {
  return {
    begin: beginStep(db, deployment),
    portion: portionReader(db, deployment),
    makePortion: makeStep(db, deployment, clockOffset, join),
    async batch(batch, now): Promise<BatchSummary | undefined> {
      const [found] = await db.query(sql<{ total: number; made: number }>`
        SELECT total, made FROM notification.batch
        WHERE deployment = ${deployment} AND n = ${batch}`);
      if (found === undefined) return undefined;
      const isLater = sql`(state = 'pending' AND attempts = 0
        AND due_at > ${now}::bigint + ${clockOffset(now)})`;
      const states = await db.query(sql<BatchSummary['states'][number]>`
        SELECT state, error IS NOT NULL AS "hasFailed", ${isLater} AS "isLater", count(*)
        FROM notification.notification WHERE deployment = ${deployment} AND batch = ${batch}
        GROUP BY 1, 2, 3`);
      return { ...found, states };
    },
    ...topicSteps(db, deployment),
  };
}

/** As `BatchStore.begin`. */
function beginStep(db: Postgres, deployment: string): BatchStore['begin'] {
  const find = async (key: IdempotencyKey): Promise<Begun | undefined> => {
    const [row] = await db.query(sql<{ fingerprint: string; n: number }>`
      SELECT fingerprint, n FROM notification.idempotency_key
      WHERE deployment = ${deployment} AND key = ${key.text}`);
    if (row === undefined) return undefined;
    if (row.fingerprint !== key.fingerprint) return { kind: 'mismatched' };
    return { kind: 'repeated', batch: row.n };
  };
  const putKey = (tx: Queries, { text, fingerprint }: IdempotencyKey, now: number) =>
    tx.execute(sql`
      INSERT INTO notification.idempotency_key AS k (deployment, key, fingerprint, n, expires_at)
      VALUES (${deployment}, ${text}, ${fingerprint}, 0, ${now + keyLifetimeMs})
      ON CONFLICT (deployment, key) DO UPDATE SET fingerprint = excluded.fingerprint,
        n = excluded.n, expires_at = excluded.expires_at WHERE k.expires_at <= ${now}::bigint`);
  const store = async (tx: Queries, message: Message, recipients: Recipients, n: number) => {
    const topic = 'topic' in recipients ? recipients.topic : null;
    const users = 'topic' in recipients ? null : recipients.userIds;
    await tx.execute(sql`
      INSERT INTO notification.batch (deployment, n, total, made, is_over, cursor, topic, users, draft)
      SELECT ${deployment}, ${n}, coalesce(${users?.length ?? null}::bigint,
        (SELECT subscribers FROM notification.topic
          WHERE deployment = ${deployment} AND name = ${topic}), 0), 0, false, '', ${topic},
        ${users && JSON.stringify(users)}, ${JSON.stringify(message)}`);
  };
  return async function begin(message, recipients, key, now): Promise<Begun> {
    const begun = await db.transaction(async (tx): Promise<Begun | undefined> => {
      // Numbers first, then keys, as all that store something.
      const n = await allot(tx, deployment, 1, now);
      if (key && (await putKey(tx, key, now)) === 0) return undefined;
      if (key) {
        await tx.execute(sql`UPDATE notification.idempotency_key SET n = ${n}
          WHERE deployment = ${deployment} AND key = ${key.text}`);
      }
      await store(tx, message, recipients, n);
      return { kind: 'new', batch: n };
    });
    if (begun !== undefined) return begun;
    return (await find(key!)) ?? begin(message, recipients, key, now);
  };
}

/** As `BatchStore.portion`. */
function portionReader(db: Postgres, deployment: string): BatchStore['portion'] {
  return async (limit, maxBytes) => {
    // The fewest so far first: a large batch does not hold up a small one.
    const [row] = await db.query(sql<{
      n: number;
      cursor: string;
      topic: string | null;
      users: string | null;
      draft: string;
    }>`SELECT n, cursor, topic, users, draft FROM notification.batch
      WHERE deployment = ${deployment} AND NOT is_over ORDER BY made, n LIMIT 1`);
    if (row === undefined) return undefined;
    const message = JSON.parse(row.draft) as Message;
    const size = Math.max(1, Buffer.byteLength(message.body));
    // Two transactions that each join several digests at once could wait for each other.
    const most = message.digest === undefined ? limit : 1;
    const count = Math.max(1, Math.min(most, Math.floor(maxBytes / size)));
    const next = async () => {
      if (row.topic === null) {
        const all = JSON.parse(row.users!) as string[];
        return all.filter((userId) => userId > row.cursor).slice(0, count);
      }
      const found = await db.query(sql<{ user_id: string }>`
        SELECT user_id FROM notification.subscriber
        WHERE deployment = ${deployment} AND topic = ${row.topic} AND user_id > ${row.cursor}
        ORDER BY user_id LIMIT ${count}`);
      return found.map(({ user_id }) => user_id);
    };
    return { batch: row.n, message, after: row.cursor, userIds: await next() };
  };
}

/** As `BatchStore.makePortion`. */
function makeStep(
  db: Postgres,
  deployment: string,
  clockOffset: ClockOffset,
  join: ReturnType<typeof joinSteps>,
): BatchStore['makePortion'] {
  return ({ batch, after, userIds }, parts, now) =>
    db.transaction(async (tx) => {
      const last = userIds.at(-1);
      const progress =
        last === undefined
          ? sql`is_over = true, total = made`
          : sql`cursor = ${last}, made = made + ${parts.length}`;
      const isMine = await tx.execute(sql`
        UPDATE notification.batch SET ${progress}
        WHERE deployment = ${deployment} AND n = ${batch} AND cursor = ${after} AND NOT is_over`);
      if (isMine === 0 || last === undefined) return isMine === 1;
      const alone = [];
      for (const { draft, plan, joining } of parts) {
        const joined = joining && (await join(tx, joining, undefined, now, batch));
        if (joined?.kind === 'new') continue;
        alone.push({ draft, entry: entryOf(draft, plan, now, now), now, batch });
      }
      if (alone.length > 0) await tx.query(insertStatement(alone, deployment, clockOffset));
      return true;
    });
}

function topicSteps(
  db: Postgres,
  deployment: string,
): Pick<BatchStore, 'subscribe' | 'unsubscribe' | 'openTopic' | 'isTopicOpen'> {
  const add = (tx: Queries, topic: string, count: number) =>
    tx.execute(sql`
      INSERT INTO notification.topic AS t (deployment, name, subscribers)
      VALUES (${deployment}, ${topic}, ${count})
      ON CONFLICT (deployment, name) DO UPDATE SET subscribers = t.subscribers + ${count}`);
  return {
    subscribe: (topic, userId) =>
      db.transaction(async (tx) => {
        const isNew = await tx.execute(sql`
          INSERT INTO notification.subscriber (deployment, topic, user_id)
          VALUES (${deployment}, ${topic}, ${userId}) ON CONFLICT DO NOTHING`);
        if (isNew > 0) await add(tx, topic, 1);
      }),
    unsubscribe: (topic, userId) =>
      db.transaction(async (tx) => {
        const wasThere = await tx.execute(sql`
          DELETE FROM notification.subscriber
          WHERE deployment = ${deployment} AND topic = ${topic} AND user_id = ${userId}`);
        if (wasThere > 0) await add(tx, topic, -1);
      }),
    openTopic: async (topic, isOpen) => {
      await db.execute(sql`
        INSERT INTO notification.topic (deployment, name, subscribers, is_open)
        VALUES (${deployment}, ${topic}, 0, ${isOpen})
        ON CONFLICT (deployment, name) DO UPDATE SET is_open = excluded.is_open`);
    },
    isTopicOpen: async (topic) => {
      const rows = await db.query<{ is_open: boolean }>(sql`
        SELECT is_open FROM notification.topic
        WHERE deployment = ${deployment} AND name = ${topic}`);
      return rows[0]?.is_open === true;
    },
  };
}
