/** What waits for an instant: digests, and notifications that come into an inbox later. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import { notificationIds, type DigestItem } from '../../schemas.ts';
import { digestText, maxItemBytes, maxItems, sizeOf } from '../../rules/digest-text.ts';
import { columns, digestEntry, joinedEntry, newNotification, parseExtra } from '../row.ts';
import { toNotification, traceText, type Row } from '../row.ts';
import type { Accepted, Joining } from '../store.ts';
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
  ): Accepted => {
    const earlier = keys.earlier(key, now);
    if (earlier?.kind === 'mismatched') return earlier;
    if (earlier) return { kind: 'repeated', notification: toNotification(find(earlier.n)!) };
    const { draft, digestKey, endsAt } = joining;
    const { user_id, channel } = draft;
    const found = windowOf(user_id, channel, digestKey, now);
    const items = (found?.items ?? 0) + 1;
    const size = (found?.size ?? 0) + sizeOf(draft);
    if (found && (items > maxItems || size > maxItemBytes)) return { kind: 'full' };
    const digest = found?.n ?? insert.put({ ...draft, body: '' }, digestEntry(joining), now);
    const ends = found?.ends_at ?? endsAt;
    open(user_id, channel, digestKey, digest, ends, items, size);
    const step = { at: now, step: 'digest', key: digestKey, ends_at: ends };
    const entry = joinedEntry(joining, { ...step, digest: notificationIds.format(digest) });
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
  const collect = collectStep(db);
  return (limit: number, now: number): { count: number; delivered: string[] } => {
    const rows = due(now, limit);
    const delivered: string[] = [];
    for (const row of rows) {
      const { digest_key } = row.extra === null ? {} : parseExtra(row.extra);
      const goesOut = digest_key === undefined || collect(row, digest_key, now);
      if (!goesOut || row.channel !== 'in_app') continue;
      const step = traceText([{ at: now, step: 'result', status: 'delivered' }]);
      deliver(insert.next(now), step, row.n);
      delivered.push(row.user_id);
    }
    return { count: rows.length, delivered };
  };
}

/** Makes a digest of what has joined it. */
function collectStep(db: Sqlite) {
  const joined = db.all<DigestItem>(`SELECT title, body, n AS at FROM notification
    WHERE digest = ? AND state = 'joined' ORDER BY n`);
  const close = db.run(`UPDATE notification SET state = 'digested', due_at = ?
    WHERE digest = ? AND state = 'joined'`);
  const forget = db.run(
    'DELETE FROM digest WHERE user_id = ? AND channel = ? AND key = ? AND n = ?',
  );
  const fill = db.run(`UPDATE notification SET title = ?, body = ?, extra = ?, trace = ?,
    state = 'pending', due_at = ? WHERE n = ?`);
  const cancel = db.run("UPDATE notification SET state = 'cancelled', due_at = ? WHERE n = ?");

  /** @returns whether there is anything to go out */
  return (row: Row, digestKey: string, now: number): boolean => {
    const { n, user_id, channel, extra } = row;
    const items = joined(n).map((item) => ({ ...item }));
    close(now, n);
    forget(user_id, channel, digestKey, n);
    if (items.length === 0) {
      cancel(now, n);
      return false;
    }
    const { title, body } = digestText(channel, items);
    const step = { at: now, step: 'digest', key: digestKey, items: items.length };
    const rest = { ...parseExtra(extra!), digest_key: undefined, items };
    fill(title, body, JSON.stringify(rest), traceText([step]), now, n);
    return true;
  };
}
