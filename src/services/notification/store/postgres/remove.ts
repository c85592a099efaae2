/** Removes notifications from an inbox, or keeps them from going out. */
import type { Postgres, Queries } from '#kit/stores/postgres.ts';
import { sql } from '#kit/stores/sql.ts';
import type { InboxStore } from '../inboxes.ts';
import { removedState, toNotification, traceText, type Row } from '../row.ts';
import { forgetLimit } from '../notification-store.ts';
import type { ClockOffset } from './accept.ts';
import { inboxOf } from './inboxes.ts';
import { keptFrom } from './forget.ts';

/** As `InboxStore.remove`. */
export function removeStep(
  db: Postgres,
  deployment: string,
  clockOffset: ClockOffset,
  find: (db: Pick<Queries, 'query'>, id: number) => Promise<Row | undefined>,
): InboxStore['remove'] {
  const bell = inboxOf(deployment);
  return async (id, now) => {
    for (;;) {
      const row = await find(db, id);
      if (row === undefined) return undefined;
      const notification = toNotification(row);
      const state = removedState(row);
      if (state === undefined) return notification;
      const isRemoved = await db.transaction(async (tx) => {
        const upto = state === 'deleted' ? await bell.lock(tx, row.user_id) : 0;
        const trace = traceText([{ at: now, step: state }]);
        const [was] = await tx.query(sql<{ read_at: number | null }>`
          UPDATE notification.notification
          SET state = ${state}, due_at = ${now}::bigint + ${clockOffset(now)},
            trace = coalesce(trace || ',', '') || ${trace}
          WHERE deployment = ${deployment} AND n = ${row.n} AND state = ${row.state}
            AND attempts = ${row.attempts}
          RETURNING read_at`);
        if (was === undefined || state === 'cancelled') return was !== undefined;
        const isSummedUp = row.n <= upto;
        const wasUnread = isSummedUp && was.read_at === null;
        await bell.change(tx, row.user_id, wasUnread ? -1 : 0, isSummedUp ? -1 : 0);
        return true;
      });
      // Else it has gone out in the meantime, or another request was faster.
      if (isRemoved) return { ...notification, state };
    }
  };
}

/** As `InboxStore.expire`. Locks the users' counts in one order, before any notification. */
export function expireStep(db: Postgres, deployment: string): InboxStore['expire'] {
  const bell = inboxOf(deployment);
  // From where the portion before it has ended: the index still has what that has deleted.
  return ({ after, last }, now) =>
    db.transaction(async (tx) => {
      const found = await tx.query(sql<{ n: number; user_id: string }>`
        SELECT n, user_id FROM notification.notification
        WHERE deployment = ${deployment} AND state = 'delivered' AND n > ${after}
          AND n <= least(${last}::bigint, ${keptFrom(deployment, now)} - 1)
        ORDER BY n LIMIT ${forgetLimit}`);
      const users = [...new Set(found.map(({ user_id }) => user_id))].sort();
      const upto = new Map<string, number>();
      for (const userId of users) upto.set(userId, await bell.lock(tx, userId));
      const gone = await tx.query(sql<{ n: number; user_id: string; read_at: number | null }>`
        DELETE FROM notification.notification
        WHERE deployment = ${deployment} AND n = ANY(${found.map(({ n }) => n)}::bigint[])
          AND state = 'delivered'
        RETURNING n, user_id, read_at`);
      for (const [userId, own] of Map.groupBy(gone, (row) => row.user_id)) {
        const summedUp = own.filter(({ n }) => n <= upto.get(userId)!);
        const unread = summedUp.filter(({ read_at }) => read_at === null);
        await bell.change(tx, userId, -unread.length, -summedUp.length);
      }
      return found.length === forgetLimit ? found.at(-1)!.n : undefined;
    });
}
