/** Inboxes: their notifications, which of them were read, and how many there are. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Notification } from '../../notification.ts';
import { foldFrom, foldLimit, type InboxStore, type Range } from '../inboxes.ts';
import { columns, removedState, takePage, toNotification } from '../row.ts';
import { traceText, type Row } from '../row.ts';
import { keptFrom } from './forget.ts';
import { forgetLimit } from '../notification-store.ts';

const unread = "state = 'delivered' AND read_at IS NULL";
const alreadyRead = "state = 'delivered' AND read_at IS NOT NULL";

/**
 * @param find the row with a number in its id
 * @param changed reports whose inbox has changed
 */
export function inboxSteps(
  db: Sqlite,
  find: (n: number) => Row | undefined,
  changed: (userId: string) => void,
): InboxStore {
  const reader = inboxReader(db);
  const tally = tallySteps(db);
  const read = markSteps(db, find, tally);
  const remove = removeStep(db, find, tally);
  const expire = expireStep(db, tally);
  const position = db.get<{ n: number }>('SELECT n FROM notification WHERE first_n = ?');
  return {
    inbox: async (userId, before, limit, unreadOnly = false) =>
      takePage(reader.below(userId, position(before)?.n ?? before, unreadOnly), limit),
    since: async (userId, after, limit) => takePage(reader.above(userId, after), limit),
    async count(userId) {
      for (;;) {
        const { isLong, ...counts } = tally.look(userId);
        if (!isLong) return counts;
        await db.write(() => tally.fold(userId));
      }
    },
    async mark(id, readAt) {
      const { notification, hasChanged } = await db.write(() => read.one(id, readAt));
      if (notification && hasChanged) changed(notification.user_id);
      return notification;
    },
    async markAll(userId, range, limit, readAt) {
      const numbers = await db.write(() => read.all(userId, range, limit, readAt));
      if (numbers.length > 0) changed(userId);
      return numbers;
    },
    async remove(id, now) {
      const { notification, hasLeftInbox } = await db.write(() => remove(id, now));
      if (notification && hasLeftInbox) changed(notification.user_id);
      return notification;
    },
    async expire(range, now) {
      const gone = await db.write(() => expire(range, now));
      for (const userId of new Set(gone.map(({ user_id }) => user_id))) changed(userId);
      return gone.length === forgetLimit ? gone.at(-1)!.n : undefined;
    },
  };
}

/** Reads an inbox lazily: the body of a notification is read only when the caller takes it. */
function inboxReader(db: Sqlite) {
  const nearest = (which: string, range: string) =>
    `(SELECT n FROM notification WHERE ${which} AND user_id = ?1 AND ${range} LIMIT 1)`;
  const below = 'n < ?2 ORDER BY n DESC';
  const above = 'n > ?2 ORDER BY n';
  const select = (n: string) => db.get<Row>(`SELECT ${columns} FROM notification WHERE n = ${n}`);
  // No notification has the number 0, nor one that is not a safe integer.
  const nextBelow = select(
    `max(ifnull(${nearest(unread, below)}, 0), ifnull(${nearest(alreadyRead, below)}, 0))`,
  );
  const nextUnread = select(nearest(unread, below));
  const nextAbove = select(
    `min(ifnull(${nearest(unread, above)}, 1e18), ifnull(${nearest(alreadyRead, above)}, 1e18))`,
  );
  function* walk(next: typeof nextBelow, userId: string, from: number) {
    for (let row = next(userId, from); row !== undefined; row = next(userId, row.n)) {
      yield toNotification(row);
    }
  }
  return {
    below: (userId: string, before: number, unreadOnly: boolean) =>
      walk(unreadOnly ? nextUnread : nextBelow, userId, before),
    above: (userId: string, after: number) => walk(nextAbove, userId, after),
  };
}

type Tally = ReturnType<typeof tallySteps>;

/** The table `bell`. */
function tallySteps(db: Sqlite) {
  const find = db.get<{ upto: number; unread: number; total: number }>(
    'SELECT upto, unread, total FROM bell WHERE user_id = ?',
  );
  const put = db.run('REPLACE INTO bell VALUES (?, ?, ?, ?)');
  const add = db.run(`UPDATE bell SET unread = unread + ?, total = total + ?
    WHERE user_id = ? AND upto >= ?`);
  const last = db.get<{ last: number }>('SELECT last FROM counter');
  const counting = (which: string) =>
    db.get<{ count: number }>(`SELECT count(*) AS count FROM (SELECT 1 FROM notification
      WHERE ${which} AND user_id = ? AND n > ? AND n <= ? LIMIT ${foldLimit})`);
  const counts = [counting(unread), counting(alreadyRead)] as const;
  const bounding = (which: string) =>
    db.get<{ n: number }>(`SELECT n FROM notification WHERE ${which} AND user_id = ? AND n > ?
      ORDER BY n LIMIT 1 OFFSET ${foldLimit - 1}`);
  const bounds = [bounding(unread), bounding(alreadyRead)];
  const known = (userId: string) => find(userId) ?? { upto: 0, unread: 0, total: 0 };
  const beyond = db.get<{ n: number }>(`SELECT n FROM notification WHERE ${unread}
      AND user_id = ?1 AND n > ?2 ORDER BY n LIMIT 1 OFFSET ${foldFrom}`);
  const beyondRead = db.get<{ n: number }>(`SELECT n FROM notification WHERE ${alreadyRead}
      AND user_id = ?1 AND n > ?2 ORDER BY n LIMIT 1 OFFSET ${foldFrom}`);
  /** Between two numbers, the second one included. */
  const between = (userId: string, after: number, upto: number) => {
    const [isUnread, isRead] = counts.map((count) => count(userId, after, upto)!.count);
    return { unread: isUnread!, total: isUnread! + isRead! };
  };
  return {
    look(userId: string) {
      const { upto, unread, total } = known(userId);
      const isLong = beyond(userId, upto) !== undefined || beyondRead(userId, upto) !== undefined;
      if (isLong) return { isLong, unread, total };
      const rest = between(userId, upto, Number.MAX_SAFE_INTEGER);
      return { isLong, unread: unread + rest.unread, total: total + rest.total };
    },
    /** Sums up the next `foldLimit`, or all that there are. */
    fold(userId: string): void {
      const { upto, unread, total } = known(userId);
      const ends = bounds.map((bound) => bound(userId, upto)?.n ?? last()!.last);
      const next = Math.min(...ends);
      const more = between(userId, upto, next);
      put(userId, next, unread + more.unread, total + more.total);
    },
    /** Changes the sums, if the notification with this number is part of them. */
    add: (userId: string, n: number, isUnread: number, isThere: number) =>
      void add(isUnread, isThere, userId, n),
  };
}

/** As `InboxStore.mark` and `markAll`, within a transaction. */
function markSteps(db: Sqlite, find: (n: number) => Row | undefined, tally: Tally) {
  const setRead = db.run('UPDATE notification SET read_at = ? WHERE n = ?');
  const readAll = db.all<{ n: number }>(`UPDATE notification SET read_at = ? WHERE n IN
    (SELECT n FROM notification WHERE ${unread} AND user_id = ? AND n > ? AND n <= ?
      ORDER BY n LIMIT ?)
    RETURNING n`);
  return {
    one(id: number, readAt: number | null) {
      const row = find(id);
      if (row?.state !== 'delivered') return { hasChanged: false };
      const hasChanged = (row.read_at === null) !== (readAt === null);
      if (hasChanged) {
        setRead(readAt, row.n);
        tally.add(row.user_id, row.n, readAt === null ? 1 : -1, 0);
      }
      const now = hasChanged ? { ...row, read_at: readAt } : row;
      return { notification: toNotification(now), hasChanged };
    },
    all(userId: string, { after, last }: Range, limit: number, readAt: number): number[] {
      const numbers = readAll(readAt, userId, after, last, limit).map(({ n }) => n);
      for (const n of numbers) tally.add(userId, n, -1, 0);
      return numbers;
    },
  };
}

/** As `InboxStore.remove`, within a transaction. */
function removeStep(db: Sqlite, find: (n: number) => Row | undefined, tally: Tally) {
  const end = db.run(`UPDATE notification SET state = ?, due_at = ?,
    trace = ifnull(trace || ',', '') || ? WHERE n = ?`);
  return (id: number, now: number): { notification?: Notification; hasLeftInbox: boolean } => {
    const row = find(id);
    if (row === undefined) return { hasLeftInbox: false };
    const notification = toNotification(row);
    const state = removedState(row);
    if (state === undefined) return { notification, hasLeftInbox: false };
    end(state, now, traceText([{ at: now, step: state }]), row.n);
    const hasLeftInbox = row.state === 'delivered';
    if (hasLeftInbox) tally.add(row.user_id, row.n, row.read_at === null ? -1 : 0, -1);
    return { notification: { ...notification, state }, hasLeftInbox };
  };
}

/** As `InboxStore.expire`, within a transaction. */
function expireStep(db: Sqlite, tally: Tally) {
  const oldest = db.all<Row>(`SELECT ${columns} FROM notification
    WHERE n > ? AND n <= ? AND state = 'delivered' ORDER BY n LIMIT ${forgetLimit}`);
  const remove = db.run('DELETE FROM notification WHERE n = ?');
  const kept = keptFrom(db);
  return ({ after, last }: Range, now: number): Notification[] => {
    // The number in the id of one that came later is smaller, and so is the instant of its key.
    const rows = oldest(after, Math.min(last, kept(now) - 1)).map(toNotification);
    for (const row of rows) {
      remove(row.n);
      tally.add(row.user_id, row.n, row.readAt === undefined ? -1 : 0, -1);
    }
    return rows;
  };
}
