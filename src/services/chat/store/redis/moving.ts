/** Rooms, as rows of the embedded store, in Redis: see messages.ts, kicks.ts and lua/append.lua. */
import { redisMovable, type Command } from '#kit/moving/redis.ts';
import type { Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row } from '#kit/moving/movable-store.ts';
import { bansKey, roomTag } from './context.ts';
import { bansKeptMs } from './kicks.ts';
import { toMessage } from './messages.ts';

export const tables = [{ name: 'room' }, { name: 'message' }, { name: 'ban' }];

export const redisRoomsMovable = (address: string, prefix: string): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: tables.map(({ name }) => name),
    patterns: [`{${prefix}:*`, `${prefix}:*`],
    read: (keys) => read(keys, prefix),
    writer: () => ({ write: ({ table, row }) => commandsOf(table, row, prefix) }),
  });

/** Reads the rooms. Present users are not moved: nobody is present during a move. */
async function* read(keys: Keys, prefix: string): AsyncGenerator<Entry> {
  for await (const [room, tag] of roomsWith(keys, prefix, ':seq')) {
    yield { table: 'room', row: { name: room, seq: Number(await keys.get(`${tag}:seq`)) } };
    for await (const text of keys.items(`${tag}:log`)) {
      const { seq, user, content, timestamp, deleted } = toMessage(text);
      const row = { room, seq, user, content, timestamp, deleted: deleted === true ? 1 : 0 };
      yield { table: 'message', row };
    }
  }
  for await (const [room, tag] of roomsWith(keys, prefix, ':bans')) {
    for await (const [user, until] of keys.ranked(bansKey(tag))) {
      yield { table: 'ban', row: { room, user, until } };
    }
  }
}

/** Each room once: its messages are a list, which grows when they come twice. */
async function* roomsWith(
  keys: Keys,
  prefix: string,
  part: string,
): AsyncGenerator<[room: string, tag: string]> {
  const seen = new Set<string>();
  for await (const key of keys.matching(`{${prefix}:*}${part}`)) {
    const tag = key.slice(0, -part.length);
    if (seen.has(tag)) continue;
    seen.add(tag);
    yield [decodeURIComponent(tag.slice(prefix.length + 2, -1)), tag];
  }
}

function commandsOf(table: string, row: Row, prefix: string): Command[] {
  if (table === 'room') {
    const name = String(row['name']);
    return [
      ['SET', `${roomTag(prefix, name)}:seq`, row['seq']!],
      ['ZADD', `${prefix}:rooms`, 0, name],
    ];
  }
  const { room, user } = row;
  const tag = roomTag(prefix, String(room));
  if (table === 'ban') return banCommands(bansKey(tag), String(user), Number(row['until']));
  const { content, deleted, timestamp, seq } = row;
  // The order of the members is that of append.lua and delete.lua, which rely on it.
  const message = { user, room, content, ...(deleted === 1 && { deleted: true }), timestamp, seq };
  return [['RPUSH', `${tag}:log`, JSON.stringify(message)]];
}

/** As kick.lua, the key goes some time after the end of its last ban. */
function banCommands(key: string, user: string, until: number): Command[] {
  // Not in the past: that would remove the key at once.
  const expiresAt = Math.max(until, Date.now()) + bansKeptMs;
  return [
    ['ZADD', key, until, user],
    ['PEXPIREAT', key, expiresAt, 'NX'],
    // The latest of them counts. A key that does not expire yet counts as one that never does.
    ['PEXPIREAT', key, expiresAt, 'GT'],
  ];
}
