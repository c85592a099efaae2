/** The embedded store. */
import type { Changes } from '#kit/web/event-streams.ts';
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import {
  columns,
  outcomeColumns,
  parseTrace,
  toClaimed,
  toNotification,
  traceText,
  type Row,
} from '../row.ts';
import type { Accepted, NotificationStore, Preferred } from '../notification-store.ts';
import { acceptSteps, insertion, keySteps } from './accept.ts';
import { batchSteps } from './batches.ts';
import { inboxSteps } from './inboxes.ts';
import { joinStep, ripenStep } from './digests.ts';
import { forgetStep } from './forget.ts';
import { preferenceSteps } from './preferences.ts';

const migrations = new URL('./sql/', import.meta.url);

/** @throws StartupError when another process holds the file or a newer version wrote it */
export function openSqliteStore(options: Omit<SqliteOptions, 'migrations'>): NotificationStore {
  const db = Sqlite.open({ ...options, migrations });
  let changes: Changes<string> | undefined;
  const changed = (userId: string) => changes?.changed(userId);
  const select = (more: string) => `SELECT ${columns}${more} FROM notification`;
  const byId = (more = '') => `${select(more)} WHERE n = ?1 AND first_n IS NULL
    UNION ALL ${select(more)} WHERE first_n = ?1`;
  const find = db.get<Row>(byId());
  const findTrace = db.get<Row & { trace: string | null }>(byId(', trace'));
  const last = db.get<{ last: number }>('SELECT last FROM counter');
  const keys = keySteps(db);
  const insert = insertion(db);
  const { of: preferencesOf, ...preferences } = preferenceSteps(db);
  const accepting = acceptSteps(keys, insert, find, preferencesOf);
  const join = joinStep(db, keys, insert, find);
  const ripen = ripenStep(db, insert);
  const outbox = outboxSteps(db);
  const forget = forgetStep(db);
  return {
    ...lifecycleOf(db),
    ...inboxSteps(db, find, changed),
    ...batchSteps(db, keys, insert, join, changed),
    ...preferences,
    async accept(draft, ...how) {
      const accepted = await db.write(() => accepting.accept(draft, ...how));
      if (isDelivered(accepted)) changed(draft.user_id);
      return accepted;
    },
    async acceptPlanned(draft, ...how) {
      const accepted = await db.write(() => accepting.acceptPlanned(draft, ...how));
      if (isDelivered(accepted)) changed(draft.user_id);
      return accepted;
    },
    join: (joining, key, now) => db.write(() => join(joining, key, now)),
    async ripen(limit, now) {
      const { count, delivered } = await db.write(() => ripen(limit, now));
      for (const userId of delivered) changed(userId);
      return { more: count === limit, delivered: delivered.length };
    },
    claim: (limit, claimedUntil, now) => db.write(() => outbox.claim(claimedUntil, now, limit)),
    settle: (n, attempts, outcome, now, trace = []) =>
      db.write(() => {
        const ends = outcomeColumns(outcome, now);
        return outbox.settle(...ends, traceText(trace), n, attempts) === 1;
      }),
    async find(n) {
      const row = find(n);
      return row && toNotification(row);
    },
    async trace(n) {
      const row = findTrace(n);
      return row && { notification: toNotification(row), steps: parseTrace(row.trace) };
    },
    last: async () => last()!.last,
    pending: async (horizonMs, now) => outbox.pending(now + horizonMs)!.count,
    forget: (now) => db.write(() => forget(now)),
    async watch(added) {
      changes = added;
    },
  };
}

const isDelivered = (accepted: Accepted | Preferred) =>
  accepted.kind === 'new' && accepted.notification.state === 'delivered';

function outboxSteps(db: Sqlite) {
  const claim = db.all<
    Row & { trace: string | null }
  >(`UPDATE notification SET attempts = attempts + 1, due_at = ?
    WHERE n IN (SELECT n FROM notification WHERE state = 'pending' AND due_at <= ?
      ORDER BY due_at LIMIT ?) RETURNING ${columns}, trace`);
  // Without steps, the trace stays as it is.
  const settle = db.run(`UPDATE notification SET state = ?, error = ?, due_at = ?,
    trace = CASE WHEN ?4 IS NULL THEN trace ELSE ifnull(trace || ',', '') || ?4 END
    WHERE n = ? AND attempts = ? AND state = 'pending'`);
  const pending = db.get<{ count: number }>(`SELECT
    (SELECT count(*) FROM notification
      WHERE state = 'pending' AND due_at <= ? AND error IS NULL)
    + (SELECT count(*) FROM notification WHERE state = 'pending' AND error IS NOT NULL) AS count`);
  return {
    claim: (claimedUntil: number, now: number, limit: number) =>
      claim(claimedUntil, now, limit).map(toClaimed),
    settle,
    pending,
  };
}
