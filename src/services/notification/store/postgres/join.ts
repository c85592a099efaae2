/** Joins digests: notifications that wait for one digest join it together, by one statement. */
import { batch } from '#kit/stores/batch.ts';
import type { Postgres } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { maxItemBytes, maxItems, sizeOf } from '../../rules/digest-text.ts';
import { joinedEntry, windowKey } from '../digest-rows.ts';
import { newNotification } from '../row.ts';
import type { Accepted, Full, Joining, NotificationStore } from '../notification-store.ts';
import { findKey, insertStatement, type ClockOffset } from './accept.ts';
import { KeyTaken, type joinSteps, type Window } from './digests.ts';

/** How long a request waits for those before it. After that they are stuck. */
const timeoutMs = 1_000;

/** Requests that go together. */
const maxSize = 256;

interface Request {
  readonly joining: Joining;
  readonly key: IdempotencyKey | undefined;
  readonly now: number;
}

/** As `NotificationStore.join`. */
export function joinStep(
  db: Postgres,
  deployment: string,
  clockOffset: ClockOffset,
  join: ReturnType<typeof joinSteps>,
): NotificationStore['join'] {
  const joinOpen = openJoiner(db, deployment, clockOffset);

  async function joinAlone({ joining, key, now }: Request): Promise<Accepted | Full> {
    for (;;) {
      const known = key && (await findKey(db, deployment, key, now));
      if (known) return known;
      try {
        return await db.transaction((tx) => join(tx, joining, key, now));
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
      }
    }
  }

  /** All for one digest. */
  async function joinGroup(requests: readonly Request[], answers: Map<Request, Accepted | Full>) {
    let rest = requests;
    while (rest.length > 0) {
      const joined = await joinOpen(rest);
      for (const [request, accepted] of joined) answers.set(request, accepted);
      const [first] = rest;
      if (joined.size === 0) answers.set(first!, await joinAlone(first!));
      rest = rest.filter((request) => !answers.has(request));
    }
  }

  async function joinAll(requests: readonly Request[]): Promise<(Accepted | Full)[]> {
    const answers = new Map<Request, Accepted | Full>();
    const groups = Map.groupBy(requests, ({ joining: { draft, digestKey } }) =>
      JSON.stringify([draft.user_id, draft.channel, windowKey(digestKey, draft)]),
    );
    await Promise.all([...groups.values()].map((group) => joinGroup(group, answers)));
    return requests.map((request) => answers.get(request)!);
  }

  const joinBatch = batch(joinAll, { timeoutMs, maxSize });
  return (joining, key, now) => joinBatch({ joining, key, now });
}

/**
 * Joins a window that is open, as far as there is room.
 *
 * @returns those that have joined it: none, if there is no window or no room, or no key is free
 */
function openJoiner(db: Postgres, deployment: string, clockOffset: ClockOffset) {
  return async (requests: readonly Request[]): Promise<Map<Request, Accepted>> => {
    const { joining } = requests[0]!;
    const now = Math.max(...requests.map((request) => request.now));
    const { draft, digestKey } = joining;
    const offset = clockOffset(now);
    const which = sql`deployment = ${deployment} AND user_id = ${draft.user_id}
      AND channel = ${draft.channel} AND key = ${windowKey(digestKey, draft)}`;
    const [found] = await db.query(sql<Window>`
      SELECT n, ends_at - ${offset} AS ends_at, items, size FROM notification.digest
      WHERE ${which} AND n > 0`);
    if (found === undefined || found.ends_at <= now) return new Map();
    const { n: digest, ends_at } = found;
    const { fitting, size } = thoseThatFit(requests, found);
    if (fitting.length === 0) return new Map();
    const rows = fitting.map((request) => {
      const entry = joinedEntry(request.joining, digest, ends_at, request.now);
      return { draft: request.joining.draft, entry, key: request.key, now: request.now, digest };
    });
    const condition = sql`
      UPDATE notification.digest SET items = items + ${rows.length}, size = size + ${size}
      WHERE ${which} AND n = ${digest} AND ends_at > ${now}::bigint + ${offset}
        AND items + ${rows.length} <= ${maxItems} AND size + ${size} <= ${maxItemBytes}
      RETURNING n`;
    const stored = await db.query(insertStatement(rows, deployment, clockOffset, condition));
    const joined = stored.map(({ ordinal, n }): [Request, Accepted] => {
      const { draft, entry } = rows[ordinal - 1]!;
      const notification = newNotification(draft, n!, entry);
      return [fitting[ordinal - 1]!, { kind: 'new', notification }];
    });
    return new Map(joined);
  };
}

/** The first ones, each key once, for which a window has room. */
function thoseThatFit(requests: readonly Request[], window: Window) {
  const keys = new Set<string>();
  const fitting: Request[] = [];
  let size = 0;
  for (const request of requests) {
    const key = request.key?.text;
    if (key !== undefined && keys.has(key)) continue;
    const more = size + sizeOf(request.joining.draft);
    if (window.items + fitting.length >= maxItems || window.size + more > maxItemBytes) break;
    if (key !== undefined) keys.add(key);
    size = more;
    fitting.push(request);
  }
  return { fitting, size };
}
