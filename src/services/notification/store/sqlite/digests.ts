/** Notifications that wait for an instant: digests, and those that come into an inbox later. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { maxItemBytes, maxItems, sizeOf } from '../../rules/digest-text.ts';
import { deferredStep, filled, groupsOf, joinedColumns, joinedEntry } from '../digest-rows.ts';
import { movedTo, waitingEntry, windowKey, windowKeysOf } from '../digest-rows.ts';
import type { Group, JoinedRow } from '../digest-rows.ts';
import { columns, newNotification, parseExtra, toNotification, traceText } from '../row.ts';
import type { Extra, Row } from '../row.ts';
import type { Accepted, Full, Joining } from '../notification-store.ts';
import type { Insertion, KeySteps } from './accept.ts';

interface Window {
  readonly n: number;
  readonly ends_at: number;
  readonly items: number;
  readonly size: number;
}

/** As `NotificationStore.join`, within a transaction. */
export function joinStep(
  db: Sqlite,
  keys: KeySteps,
  insert: Insertion,
  find: (n: number) => Row | undefined,
) {
  const windowOf = db.get<Window>(`SELECT n, ends_at, items, size FROM digest
    WHERE user_id = ? AND channel = ? AND key = ? AND ends_at > ?`);
  const open = db.run('REPLACE INTO digest VALUES (?, ?, ?, ?, ?, ?, ?)');

  return (
    joining: Joining,
    key: IdempotencyKey | undefined,
    now: number,
    batch?: number,
  ): Accepted | Full => {
    const earlier = keys.earlier(key, now);
    if (earlier?.kind === 'mismatched') return earlier;
    if (earlier) return { kind: 'repeated', notification: toNotification(find(earlier.n)!) };
    const { draft, digestKey, endsAt } = joining;
    const { user_id, channel } = draft;
    const window = windowKey(digestKey, draft);
    const found = windowOf(user_id, channel, window, now);
    const items = (found?.items ?? 0) + 1;
    const size = (found?.size ?? 0) + sizeOf(draft);
    if (found && (items > maxItems || size > maxItemBytes)) return { kind: 'full' };
    const opening = waitingEntry(digestKey, endsAt);
    const digest = found?.n ?? insert.put({ ...draft, body: '' }, opening, now);
    const ends = found?.ends_at ?? endsAt;
    open(user_id, channel, window, digest, ends, items, size);
    const entry = joinedEntry(joining, digest, ends, now);
    const of = { digest, ...(batch !== undefined && { batch }) };
    const n = insert.put(draft, entry, now, of);
    keys.put(key, n, now);
    return { kind: 'new', notification: newNotification(draft, n, entry) };
  };
}

/**
 * As `NotificationStore.ripen`, within a transaction.
 *
 * @returns how many, and whose inboxes have grown
 */
export function ripenStep(db: Sqlite, insert: Insertion) {
  const due = db.all<Row>(`SELECT ${columns} FROM notification
    WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at LIMIT ?`);
  const deliver = db.run(`UPDATE notification SET n = ?, first_n = n, state = 'delivered',
    due_at = NULL, trace = ifnull(trace || ',', '') || ? WHERE n = ?`);
  const collect = collectStep(db, insert);
  return (limit: number, now: number): { count: number; delivered: string[] } => {
    const rows = due(now, limit);
    const delivered: string[] = [];
    for (const row of rows) {
      const extra = row.extra === null ? {} : parseExtra(row.extra);
      const goesOut = extra.digest_key === undefined || collect(row, extra, now);
      if (!goesOut || row.channel !== 'in_app') continue;
      const step = traceText([{ at: now, step: 'result', status: 'delivered' }]);
      deliver(insert.next(now), step, row.n);
      delivered.push(row.user_id);
    }
    return { count: rows.length, delivered };
  };
}

/**
 * Makes a digest of the notifications that have joined it. Those that wait for the end of quiet
 * hours get one of their own.
 */
function collectStep(db: Sqlite, insert: Insertion) {
  const joined = db.all<JoinedRow>(`SELECT ${joinedColumns} FROM notification
    WHERE digest = ? AND state = 'joined' ORDER BY n`);
  const these = 'n IN (SELECT value FROM json_each(?))';
  const close = db.run(`UPDATE notification SET state = 'digested', due_at = ? WHERE ${these}`);
  const move = db.run(`UPDATE notification SET digest = ?, trace = ifnull(trace || ',', '') || ?
    WHERE ${these}`);
  const forget = db.run(`DELETE FROM digest
    WHERE user_id = ? AND channel = ? AND key IN (?, ?) AND n = ?`);
  const defer = db.run(`UPDATE notification SET due_at = ?, extra = ?,
    trace = ifnull(trace || ',', '') || ? WHERE n = ?`);
  const fill = db.run(`UPDATE notification SET title = ?, body = ?, recipient = ?, extra = ?,
    trace = ifnull(trace || ',', '') || ?, state = 'pending', due_at = ? WHERE n = ?`);
  const cancel = db.run("UPDATE notification SET state = 'cancelled', due_at = ? WHERE n = ?");
  const numbersOf = ({ rows }: Group) => JSON.stringify(rows.map(({ n }) => n));

  /** @returns whether there is anything to go out */
  return (row: Row, extra: Extra, now: number): boolean => {
    const { n, user_id, channel } = row;
    const key = extra.digest_key!;
    forget(user_id, channel, ...windowKeysOf(key, row), n);
    const [own, ...others] = groupsOf(extra, joined(n), now);
    if (own === undefined) {
      cancel(now, n);
      return false;
    }
    for (const group of others) {
      const { draft, entry, stepTo } = movedTo(key, group, now);
      const digest = insert.put(draft, entry, now);
      move(digest, stepTo(digest), numbersOf(group));
    }
    if (own.deliverAt !== undefined) {
      const step = deferredStep(own.deliverAt, now);
      const entry = waitingEntry(key, own.deliverAt, step);
      defer(entry.dueAt, entry.extra, entry.trace, n);
      return false;
    }
    close(now, numbersOf(own));
    const { title, body, recipient, extra: rest, step } = filled(extra, own.rows, now);
    fill(title, body, recipient, rest, traceText([step]), now, n);
    return true;
  };
}
