/** Joins digests one by one: each may have to open its digest. */
import type { Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { maxItemBytes, maxItems, sizeOf } from '../../rules/digest-text.ts';
import { joinedEntry, waitingEntry, windowKey } from '../digest-rows.ts';
import { newNotification } from '../row.ts';
import type { Accepted, Full, Joining } from '../notification-store.ts';
import { insertStatement } from './accept.ts';
import type { ClockOffset, Insert } from './accept.ts';

/** Why a transaction is rolled back: another request with the key was faster. */
export class KeyTaken extends Error {}

export interface Window {
  readonly n: number;
  readonly ends_at: number;
  readonly items: number;
  readonly size: number;
}

/**
 * Stores one row within a transaction.
 *
 * @throws KeyTaken
 */
export async function insertOne(
  tx: Queries,
  row: Insert,
  deployment: string,
  clockOffset: ClockOffset,
): Promise<number> {
  const [stored] = await tx.query(insertStatement([row], deployment, clockOffset));
  if (stored?.n == null) throw new KeyTaken();
  return stored.n;
}

/**
 * Joins within a transaction. Locks the window, then the numbers; a transaction that ends a window
 * locks in the same order.
 *
 * @throws KeyTaken
 */
export function joinSteps(deployment: string, clockOffset: ClockOffset) {
  const insert = (tx: Queries, row: Insert) => insertOne(tx, row, deployment, clockOffset);

  return async (
    tx: Queries,
    joining: Joining,
    key: IdempotencyKey | undefined,
    now: number,
    batch?: number,
  ): Promise<Accepted | Full> => {
    const { draft, digestKey, endsAt } = joining;
    const { user_id, channel } = draft;
    const offset = clockOffset(now);
    const window = windowKey(digestKey, draft);
    const [known] = await tx.query(sql<Window>`
      INSERT INTO notification.digest AS d
        (deployment, user_id, channel, key, n, ends_at, items, size)
      VALUES (${deployment}, ${user_id}, ${channel}, ${window}, 0, 0, 0, 0)
      ON CONFLICT (deployment, user_id, channel, key) DO UPDATE SET n = d.n
      RETURNING n, ends_at - ${offset} AS ends_at, items, size`);
    const found = known!.n > 0 && known!.ends_at > now ? known : undefined;
    const items = (found?.items ?? 0) + 1;
    const size = (found?.size ?? 0) + sizeOf(draft);
    if (found && (items > maxItems || size > maxItemBytes)) return { kind: 'full' };
    const opened = waitingEntry(digestKey, endsAt);
    const opening = { draft: { ...draft, body: '' }, entry: opened, now };
    const digest = found?.n ?? (await insert(tx, opening));
    const ends = found?.ends_at ?? endsAt;
    await tx.execute(sql`
      UPDATE notification.digest SET n = ${digest}, items = ${items}, size = ${size},
        ends_at = ${ends}::bigint + ${offset}
      WHERE deployment = ${deployment} AND user_id = ${user_id} AND channel = ${channel}
        AND key = ${window}`);
    const entry = joinedEntry(joining, digest, ends, now);
    const of = { digest, ...(batch !== undefined && { batch }) };
    const n = await insert(tx, { draft, entry, key, now, ...of });
    return { kind: 'new', notification: newNotification(draft, n, entry) };
  };
}
