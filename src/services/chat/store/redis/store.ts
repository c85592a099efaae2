/**
 * The shared store. A room's keys and its channel share the hash tag `{<prefix>:<room>}`, so rooms
 * spread over a Cluster, and one shard gives a room its one order.
 *
 *   {chat:<room>}:seq    string  seq of the latest message
 *   {chat:<room>}:log    list    the last 100 messages, JSON, oldest first; more while it is busy
 *   {chat:<room>}        sharded pub/sub channel
 *   chat:rooms           zset    rooms with history; all scores are 0, so they are sorted by name
 *   chat:replicas        zset    replica -> instant of its last heartbeat
 *   chat:presence:<id>   hash    room -> clients on that replica
 *   chat:open:<id>       zset    the same rooms, sorted by name as `chat:rooms`
 */
import { Type } from 'typebox';
import type { Logger } from 'pino';
import {
  command,
  loadScripts,
  openRedis,
  redisLifecycle,
  type RedisConnection,
} from '#kit/stores/redis.ts';
import { checked, storedJson } from '#kit/web/schema.ts';
import {
  busyLimit,
  generalRoom,
  historyLimit,
  Message,
  type ChatStore,
  type Draft,
} from '../store.ts';
import { following, ignoreOutage } from './following.ts';
import { replicaPresence } from './presence.ts';

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(
  address: string,
  prefix: string,
  log: Logger,
): Promise<ChatStore> {
  const redis = await openRedis(address);
  // A connection that subscribes can do nothing else.
  const subscriber = await openRedis(address).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  return redisChat(redis, subscriber, prefix, log);
}

const parseMessage = storedJson('message of a room', Message);
const checkSeq = checked('seq of a room', Type.Integer());
const checkLast = checked('reply of append.lua', Type.Integer());
const checkRemoved = checked('reply of remove.lua', Type.Integer({ minimum: 0, maximum: 1 }));
/** A room is busy when its last 100 messages came within this time; then it keeps `busyLimit`. */
const busyMs = 10_000;
/** Rooms that are looked through at once for those that nobody uses. */
const removalPortion = 200;

function redisChat(
  redis: RedisConnection,
  subscriber: RedisConnection,
  prefix: string,
  log: Logger,
): ChatStore {
  const folder = new URL('./lua/', import.meta.url);
  const script = loadScripts(redis, folder, {
    constants: { HISTORY_LIMIT: historyLimit, BUSY_MS: busyMs, BUSY_LIMIT: busyLimit },
  });
  const append = script('append', checkLast);
  const remove = script('remove', checkRemoved);
  const lifecycle = redisLifecycle(redis);
  const presence = replicaPresence(redis, prefix);
  const roomsKey = `${prefix}:rooms`;
  const tag = (room: string) => `{${prefix}:${encodeURIComponent(room)}}`;
  const keys = (room: string) => [`${tag(room)}:seq`, `${tag(room)}:log`];
  /** Followed rooms that this replica has lately entered into `chat:rooms`. */
  const listed = new Set<string>();
  // A Redis that comes back may have lost the list.
  redis.on('ready', () => listed.clear());
  const listRoom = (room: string) => command(redis.zadd(roomsKey, 0, room));
  const namesIn = (key: string, after: string, limit: number): Promise<string[]> =>
    command(redis.zrange(key, `(${after}`, '+', 'BYLEX', 'LIMIT', 0, limit));

  /** @param first negative: counted from the end */
  const textsOf = (room: string, first: number): Promise<string[]> =>
    command(redis.lrange(`${tag(room)}:log`, first, -1));

  async function removeRoom(room: string, before: number): Promise<void> {
    if ((await remove(keys(room), [before])) === 0) return;
    await command(redis.zrem(roomsKey, room));
    // A message may have come in between: it has listed its room before that.
    if ((await command(redis.exists(`${tag(room)}:log`))) === 1) await listRoom(room);
  }

  return {
    ...lifecycle,
    ...following({ subscriber, channelOf: tag, toMessage, log }),
    async append(room, drafts) {
      const isListed = listed.has(room);
      if (!isListed) await listRoom(room);
      const texts = drafts.map((draft) => jsonBeforeSeq(room, draft));
      await append([...keys(room), tag(room)], texts);
      if (isListed) return;
      // Once more: it may have been removed in between, being old. The messages are stored now:
      // when Redis goes away here, the next message lists the room.
      const relisted = redis.zadd(roomsKey, 0, room).then(() => void listed.add(room));
      await relisted.catch(ignoreOutage);
    },
    async history(room, since) {
      return messagesAfter(since, await textsOf(room, -historyLimit));
    },
    async missed(room, since) {
      const latest = await textsOf(room, -historyLimit);
      const areAll = latest.length < historyLimit || seqOf(latest[0]!) <= since + 1;
      return messagesAfter(since, areAll ? latest : await textsOf(room, 0));
    },
    async lastSeq(room) {
      return checkSeq(Number(await command(redis.get(`${tag(room)}:seq`))));
    },
    async publishCounts(counts, now) {
      listed.clear();
      await presence.publishCounts(counts, now);
    },
    clientsIn: async (room, now) => (await presence.clientsIn([room], now))[0]!,
    async rooms(after, limit, now) {
      const sets = [roomsKey, ...(await presence.openRoomKeys(now))];
      const found = await Promise.all(sets.map((key) => namesIn(key, after, limit)));
      const names = sortedByBytes(new Set([...found.flat(), generalRoom]));
      const page = names.filter((name) => isAfter(name, after)).slice(0, limit);
      const counts = await presence.clientsIn(page, now);
      return page.map((name, i) => ({ name, clients: counts[i]! }));
    },
    async removeRooms(before, now) {
      let rooms = await namesIn(roomsKey, '', removalPortion);
      while (rooms.length > 0) {
        const clients = await presence.clientsIn(rooms, now);
        const idle = rooms.filter((_, i) => clients[i] === 0);
        await Promise.all(idle.map((room) => removeRoom(room, before)));
        rooms = await namesIn(roomsKey, rooms.at(-1)!, removalPortion);
      }
    },
    async close() {
      // If Redis is away, the counts lapse by themselves.
      await presence.leave().catch(ignoreOutage);
      subscriber.disconnect();
      await lifecycle.close();
    },
  };
}

/** A message as append.lua takes it: without `seq` and the closing brace. */
function jsonBeforeSeq(room: string, { user, content, timestamp }: Draft): string {
  return JSON.stringify({ user, room, content, timestamp }).slice(0, -1);
}

/** The members in the order that clients see. */
function toMessage(text: string): Message {
  const { user, room, content, timestamp, seq } = parseMessage(text);
  return { user, room, content, timestamp, seq };
}

const messagesAfter = (since: number, texts: readonly string[]) =>
  texts.filter((text) => seqOf(text) > since).map(toMessage);

/** Of a message in history, without reading the rest: append.lua writes it last. */
const seqOf = (text: string) => Number(/,"seq":(\d+)\}$/.exec(text)?.[1] ?? Infinity);

/** As Redis sorts. JavaScript compares UTF-16 units, which is another order. */
const sortedByBytes = (names: Iterable<string>) =>
  Array.from(names, (name) => Buffer.from(name))
    .toSorted((a, b) => a.compare(b))
    .map(String);

const isAfter = (name: string, other: string) => Buffer.from(name).compare(Buffer.from(other)) > 0;
