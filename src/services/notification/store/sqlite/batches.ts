/** Batches and topics. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { IdempotencyKey } from '#kit/web/idempotency-key.ts';
import type { BatchStore, BatchSummary, Begun, Message, Part, Portion } from '../batches.ts';
import type { Recipients } from '../batches.ts';
import { entryOf } from '../row.ts';
import type { Insertion, KeySteps } from './accept.ts';
import type { joinStep } from './digests.ts';

interface BatchRow {
  readonly n: number;
  readonly cursor: string;
  readonly topic: string | null;
  readonly users: string | null;
  readonly draft: string;
}

/** Notifications of a batch that are counted at once: some 2 ms. */
const countLimit = 2_000;

export function batchSteps(
  db: Sqlite,
  keys: KeySteps,
  insert: Insertion,
  join: ReturnType<typeof joinStep>,
  changed: (userId: string) => void,
): BatchStore {
  const begin = beginStep(db, keys, insert);
  const make = makeStep(db, insert, join);
  const summary = summaryOf(db);
  const topics = topicSteps(db);
  // The fewest so far first: a large batch does not hold up a small one.
  const next = db.get<BatchRow>(`SELECT n, cursor, topic, users, draft FROM batch
    WHERE NOT is_over ORDER BY made, n LIMIT 1`);
  return {
    begin: (message, recipients, key, now) => db.write(() => begin(message, recipients, key, now)),
    async portion(limit, maxBytes) {
      const row = next();
      if (row === undefined) return undefined;
      const message = JSON.parse(row.draft) as Message;
      const size = Math.max(1, Buffer.byteLength(message.body));
      const count = Math.max(1, Math.min(limit, Math.floor(maxBytes / size)));
      return { batch: row.n, message, after: row.cursor, userIds: topics.after(row, count) };
    },
    async makePortion(portion, parts, now) {
      const users = await db.write(() => make(portion, parts, now));
      for (const userId of users ?? []) changed(userId);
      return users !== undefined;
    },
    batch: (batch, now) => summary(batch, now),
    subscribe: (topic, userId) => db.write(() => topics.add(topic, userId)),
    unsubscribe: (topic, userId) => db.write(() => topics.remove(topic, userId)),
    openTopic: (topic, isOpen) => db.write(() => topics.open(topic, isOpen ? 1 : 0)),
    isTopicOpen: async (topic) => topics.isOpen(topic)?.is_open === 1,
  };
}

/** As `BatchStore.begin`, within a transaction. */
function beginStep(db: Sqlite, keys: KeySteps, insert: Insertion) {
  const put = db.run("INSERT INTO batch VALUES (?, ?, 0, 0, '', ?, ?, ?)");
  const subscribers = db.get<{ count: number }>(
    'SELECT subscribers AS count FROM topic WHERE name = ?',
  );
  return (
    message: Message,
    recipients: Recipients,
    key: IdempotencyKey | undefined,
    now: number,
  ): Begun => {
    const earlier = keys.earlier(key, now);
    if (earlier?.kind === 'mismatched') return earlier;
    if (earlier) return { kind: 'repeated', batch: earlier.n };
    const n = insert.next(now);
    const draft = JSON.stringify(message);
    if ('topic' in recipients) {
      const { topic } = recipients;
      put(n, subscribers(topic)?.count ?? 0, topic, null, draft);
    } else {
      const { userIds } = recipients;
      put(n, userIds.length, null, JSON.stringify(userIds), draft);
    }
    keys.put(key, n, now);
    return { kind: 'new', batch: n };
  };
}

/** As `BatchStore.makePortion`, within a transaction. Yields whose inboxes have grown. */
function makeStep(db: Sqlite, insert: Insertion, join: ReturnType<typeof joinStep>) {
  const advance = db.run(`UPDATE batch SET cursor = ?, made = made + ?
    WHERE n = ? AND cursor = ? AND NOT is_over`);
  const end = db.run(
    'UPDATE batch SET is_over = 1, total = made WHERE n = ? AND cursor = ? AND NOT is_over',
  );
  return (
    { batch, after, userIds }: Portion,
    parts: readonly Part[],
    now: number,
  ): Set<string> | undefined => {
    const grown = new Set<string>();
    const last = userIds.at(-1);
    if (last === undefined) return end(batch, after) === 1 ? grown : undefined;
    if (advance(last, parts.length, batch, after) === 0) return undefined;
    for (const { draft, plan, joining } of parts) {
      if (joining && join(joining, undefined, now, batch).kind === 'new') continue;
      const entry = entryOf(draft, plan, now, now);
      insert.put(draft, entry, now, { batch });
      if (entry.state === 'delivered') grown.add(draft.user_id);
    }
    return grown;
  };
}

/** As `BatchStore.batch`, piece by piece. */
function summaryOf(db: Sqlite) {
  const find = db.get<{ total: number; made: number }>('SELECT total, made FROM batch WHERE n = ?');
  type Counted = BatchSummary['states'][number] & { readonly last: number };
  type Group = Omit<Counted, 'hasFailed' | 'isLater'> & { hasFailed: number; isLater: number };
  const counts = db.all<Group>(`
    SELECT state, hasFailed, isLater, count(*) AS count, max(n) AS last FROM (
      SELECT n, state, error IS NOT NULL AS hasFailed,
        state = 'pending' AND attempts = 0 AND due_at > ?1 AS isLater FROM notification
      WHERE batch = ?2 AND n > ?3 ORDER BY n LIMIT ${countLimit})
    GROUP BY state, hasFailed, isLater`);
  return async (batch: number, now: number): Promise<BatchSummary | undefined> => {
    const found = find(batch);
    if (found === undefined) return undefined;
    const states: BatchSummary['states'][number][] = [];
    for (let last = 0; ;) {
      const groups = counts(now, batch, last);
      for (const { hasFailed, isLater, ...group } of groups) {
        states.push({ ...group, hasFailed: hasFailed === 1, isLater: isLater === 1 });
      }
      if (groups.reduce((sum, { count }) => sum + count, 0) < countLimit) break;
      last = Math.max(...groups.map((group) => group.last));
      await nextTurn();
    }
    return { total: found.total, made: found.made, states };
  };
}

function topicSteps(db: Sqlite) {
  const put = db.run('INSERT OR IGNORE INTO subscriber VALUES (?, ?)');
  const drop = db.run('DELETE FROM subscriber WHERE topic = ? AND user_id = ?');
  const add = db.run(`INSERT INTO topic (name, subscribers) VALUES (?1, ?2)
    ON CONFLICT (name) DO UPDATE SET subscribers = subscribers + ?2`);
  const open = db.run(`INSERT INTO topic VALUES (?1, 0, ?2)
    ON CONFLICT (name) DO UPDATE SET is_open = ?2`);
  const isOpen = db.get<{ is_open: number }>('SELECT is_open FROM topic WHERE name = ?');
  const after = db.all<{ user_id: string }>(`SELECT user_id FROM subscriber
    WHERE topic = ? AND user_id > ? ORDER BY user_id LIMIT ?`);
  return {
    add: (topic: string, userId: string) => void (put(topic, userId) > 0 && add(topic, 1)),
    remove: (topic: string, userId: string) => void (drop(topic, userId) > 0 && add(topic, -1)),
    open: (topic: string, to: 0 | 1) => void open(topic, to),
    isOpen,
    after({ topic, users, cursor }: BatchRow, limit: number): string[] {
      if (topic !== null) return after(topic, cursor, limit).map(({ user_id }) => user_id);
      const all = JSON.parse(users!) as string[];
      return all.filter((userId) => userId > cursor).slice(0, limit);
    },
  };
}
