/** Messages of rooms: rows, and the one process's followers. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import type { Draft, Kept, Message } from '../message.ts';
import { defaultHistory, type ChatStore, type Follower } from '../chat-store.ts';
import type { Bans } from './kicks.ts';

interface Row extends Omit<Message, 'deleted'> {
  readonly deleted: 0 | 1;
}

/** Rows that one unit of work removes: more would hold up others. */
const removalPortion = 500;
/**
 * While more are stored than are to be kept, each step removes this many more than it adds, the oldest
 * first.
 */
const trimPortion = 200;

const columns = 'user, room, content, timestamp, seq, deleted';

type SqliteMessages = Pick<
  ChatStore,
  'append' | 'history' | 'latest' | 'missed' | 'lastSeq' | 'deleteMessage'
>;

/** @param limit messages kept of a room */
export function sqliteMessages(
  db: Sqlite,
  followers: ReadonlyMap<string, Follower>,
  bans: Bans,
  limit: number,
): SqliteMessages {
  const append = appendStep(db, bans, limit);
  const remove = deletionStep(db);
  const after = db.all<Row>(`SELECT ${columns} FROM message
    WHERE room = ? AND seq > ? ORDER BY seq LIMIT ?`);
  const before = db.all<Row>(`SELECT ${columns} FROM message
    WHERE room = ? AND seq > ? AND seq < ? ORDER BY seq DESC LIMIT ?`);
  const roomSeq = db.get<{ seq: number }>('SELECT seq FROM room WHERE name = ?');
  const oldest = db.get<{ seq: number | null }>(
    'SELECT min(seq) AS seq FROM message WHERE room = ?',
  );
  const lastSeq = (room: string) => roomSeq(room)?.seq ?? 0;

  function history(room: string, since: number, count: number): Kept {
    const last = lastSeq(room);
    const first = Math.max(oldest(room)!.seq ?? last + 1, last - limit + 1);
    const rows = after(room, atMost(Math.max(since, first - 1)), count);
    return { first, last, messages: rows.map(toMessage) };
  }

  const latest = (room: string, end: number, count: number): Message[] =>
    before(room, lastSeq(room) - limit, end, count)
      .map(toMessage)
      .toReversed();

  return {
    async append(room, drafts, by) {
      const { messages, seq } = await db.write(() => append(room, drafts, by));
      // Units of work are answered in the order of their commits, hence in the order of `seq`.
      if (messages.length > 0) followers.get(room)?.messages(messages);
      return { seq, leftOut: drafts.length - messages.length };
    },
    history: async (room, since, count) => history(room, since, count),
    latest: async (room, end, count) => latest(room, atMost(end), count),
    // Nothing is lost on the way within a process.
    missed: async (room, since) =>
      latest(room, Number.MAX_SAFE_INTEGER, defaultHistory).filter(({ seq }) => seq > since),
    lastSeq: async (room) => lastSeq(room),
    async deleteMessage(room, seq) {
      const { message, isNew } = await db.write(() => remove(room, atMost(seq)));
      if (isNew) followers.get(room)?.signals([{ event: { type: 'deleted', room, seq } }]);
      return message && toMessage(message);
    },
  };
}

/** SQLite has integers where JavaScript goes on with floating point. */
const atMost = (seq: number) => Math.min(seq, Number.MAX_SAFE_INTEGER);

function toMessage({ user, room, content, timestamp, seq, deleted }: Row): Message {
  const message = { user, room, content, timestamp, seq };
  return deleted === 0 ? message : { ...message, deleted: true };
}

/** As `ChatStore.append`, within a transaction. */
function appendStep(db: Sqlite, bans: Bans, limit: number) {
  const advance = db.get<{ seq: number }>(`INSERT INTO room VALUES (?1, ?2)
    ON CONFLICT (name) DO UPDATE SET seq = seq + ?2 RETURNING seq`);
  const latest = db.get<{ seq: number }>('SELECT seq FROM room WHERE name = ?');
  const insert = db.run('INSERT INTO message VALUES (?, ?, ?, ?, ?, 0)');
  const find = db.get('SELECT 1 FROM message WHERE room = ? AND seq = ?');
  const trim = db.run('DELETE FROM message WHERE room = ? AND seq > ? AND seq <= ?');
  const trimOldest = db.run(`DELETE FROM message WHERE room = ?1
    AND seq <= min(?2, (SELECT min(seq) FROM message WHERE room = ?1) + ?3)`);
  const allowed = (room: string, drafts: readonly Draft[]) =>
    bans.mayExist
      ? drafts.filter(({ user, timestamp }) => !bans.has(room, user, timestamp))
      : drafts;

  return (room: string, all: readonly Draft[], by?: 'operator') => {
    const drafts = by === 'operator' ? all : allowed(room, all);
    if (drafts.length === 0) return { messages: [], seq: latest(room)?.seq ?? 0 };
    const last = advance(room, drafts.length)!.seq;
    const first = last - drafts.length + 1;
    const messages = drafts.map(({ user, content, timestamp }, i) => {
      return { user, room, content, timestamp, seq: first + i };
    });
    for (const { seq, user, content, timestamp } of messages.slice(-limit)) {
      insert(room, seq, user, content, timestamp);
    }
    const kept = last - limit - drafts.length;
    if (find(room, kept) === undefined) trim(room, kept, last - limit);
    else trimOldest(room, last - limit, drafts.length + trimPortion); // more were to be kept before
    return { messages, seq: last };
  };
}

/** As `ChatStore.deleteMessage`, within a transaction. */
function deletionStep(db: Sqlite) {
  const empty = db.run(
    "UPDATE message SET content = '', deleted = 1 WHERE room = ? AND seq = ? AND deleted = 0",
  );
  const find = db.get<Row>(`SELECT ${columns} FROM message WHERE room = ? AND seq = ?`);
  return (room: string, seq: number) => {
    const isNew = empty(room, seq) === 1;
    return { message: find(room, seq), isNew };
  };
}

/** As `ChatStore.removeRooms`; `isOpen` says whether a room has clients. */
export function removal(db: Sqlite, isOpen: (room: string) => boolean) {
  const latest = `FROM room JOIN message ON message.room = room.name AND message.seq = room.seq`;
  const page = db.all<{ name: string; at: number }>(
    `SELECT name, timestamp AS at ${latest} WHERE name > ? ORDER BY name LIMIT 200`,
  );
  const find = db.get<{ at: number }>(`SELECT timestamp AS at ${latest} WHERE name = ?`);
  const removeMessages = db.run(`DELETE FROM message WHERE room = ?1 AND seq <= (
    SELECT max(seq) FROM (SELECT seq FROM message WHERE room = ?1 ORDER BY seq LIMIT ?2))`);
  const removeRoom = db.run('DELETE FROM room WHERE name = ?');

  /** From the oldest message to the latest, by which the room is known to be old. */
  async function removeIdle(room: string, before: number): Promise<void> {
    const removePortion = () => {
      const row = find(room);
      if (row === undefined || isOpen(room) || row.at >= before) return false;
      if (removeMessages(room, removalPortion) === removalPortion) {
        // There may be more; a room without its latest message is gone.
        if (find(room) !== undefined) return true;
      }
      removeRoom(room);
      return false;
    };
    while (await db.write(removePortion));
  }

  return async (before: number): Promise<void> => {
    for (let rooms = page(''); rooms.length > 0; rooms = page(rooms.at(-1)!.name)) {
      const idle = rooms.filter(({ name, at }) => at < before && !isOpen(name));
      await Promise.all(idle.map(({ name }) => removeIdle(name, before)));
      await nextTurn();
    }
  };
}
