/**
 * The shared store. A room's keys and its channel share the hash tag `{<prefix>:<room>}`, so rooms
 * spread over a Cluster, and one shard gives a room its one order.
 *
 *   {chat:<room>}:seq    string  seq of the latest message
 *   {chat:<room>}:log    list    the messages that are kept, JSON, oldest first; more while it is busy
 *   {chat:<room>}:users  hash    user -> connections on all replicas
 *   {chat:<room>}:names  zset    the same users; all scores are 0, so they are sorted by name
 *   {chat:<room>}:users:<id>  hash  user -> connections on that replica
 *   {chat:<room>}:bans   zset    user -> end of the ban
 *   {chat:<room>}:kick:<id>   list  how many connections each replica has closed
 *   {chat:<room>}        sharded pub/sub channel
 *   chat:rooms           zset    rooms with history, sorted by name as the users are
 *   chat:replicas        zset    replica -> instant of its last heartbeat
 *   chat:silent          set     replicas whose keys are being removed
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
import { checked } from '#kit/web/schema.ts';
import { busyLimit, generalRoom, type Appended, type ChatStore } from '../chat-store.ts';
import { ignoreOutage, roomTag, type RedisChat } from './context.ts';
import { following } from './following.ts';
import { kicks } from './kicks.ts';
import { redisMessages, toMessage } from './messages.ts';
import { replicaPresence } from './presence.ts';

export interface RedisOptions {
  readonly address: string;
  readonly prefix: string;
  /** Messages kept of a room. */
  readonly history: number;
  readonly log: Logger;
}

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(options: RedisOptions): Promise<ChatStore> {
  const redis = await openRedis(options.address, options.prefix);
  // A connection that subscribes can do nothing else.
  const subscriber = await openRedis(options.address, options.prefix).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  return redisChat(redis, subscriber, options);
}

const checkRemoved = checked('reply of remove.lua', Type.Integer({ minimum: 0, maximum: 1 }));
/** A room is busy when all of its history came within this time; then it keeps `busyLimit`. */
const busyMs = 10_000;
/** Rooms that are checked at once for being unused. */
const removalPortion = 200;

function redisChat(
  redis: RedisConnection,
  subscriber: RedisConnection,
  { prefix, history, log }: RedisOptions,
): ChatStore {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url), {
    constants: {
      HISTORY_LIMIT: history,
      BUSY_MS: busyMs,
      BUSY_LIMIT: Math.max(history, busyLimit),
    },
  });
  const tag = (room: string) => roomTag(prefix, room);
  const context: RedisChat = { redis, script, prefix, tag };
  const lifecycle = redisLifecycle(redis);
  const messages = redisMessages(context);
  const presence = replicaPresence(context);
  const { answerKick, ...kick } = kicks(context, log);
  const { listRoom, forgetListed, ...rooms } = roomList(context, presence);
  return {
    ...lifecycle,
    ...messages,
    ...presence.port,
    ...rooms,
    ...kick,
    ...following({ subscriber, channelOf: tag, toMessage, answerKick, log }),
    append: (room, ...of) => listRoom(room, () => messages.append(room, ...of)),
    async heartbeat(now) {
      forgetListed();
      return presence.port.heartbeat(now);
    },
    async close() {
      // If Redis is away, the published numbers expire by themselves.
      await presence.leave().catch(ignoreOutage);
      subscriber.disconnect();
      await lifecycle.close();
    },
  };
}

function roomList(
  { redis, script, prefix, tag }: RedisChat,
  presence: ReturnType<typeof replicaPresence>,
) {
  const remove = script('remove', checkRemoved);
  const roomsKey = `${prefix}:rooms`;
  /** Rooms that this replica has lately entered into the list. */
  const listed = new Set<string>();
  // A Redis that comes back may have lost the list.
  redis.on('ready', () => listed.clear());
  const list = (room: string) => command(redis.zadd(roomsKey, 0, room));
  /** The entries that are under way. All who wait for one go on in the order of arrival. */
  const listing = new Map<string, Promise<unknown>>();
  const listOnce = (room: string) => {
    const underWay = listing.get(room) ?? list(room).finally(() => listing.delete(room));
    listing.set(room, underWay);
    return underWay;
  };
  const namesIn = (key: string, after: string, limit: number): Promise<string[]> =>
    command(redis.zrange(key, `(${after}`, '+', 'BYLEX', 'LIMIT', 0, limit));

  async function removeRoom(room: string, before: number): Promise<void> {
    if ((await remove([`${tag(room)}:seq`, `${tag(room)}:log`], [before])) === 0) return;
    await command(redis.zrem(roomsKey, room));
    // A message may have come in between: it has listed its room before that.
    if ((await command(redis.exists(`${tag(room)}:log`))) === 1) await list(room);
  }

  return {
    forgetListed: () => listed.clear(),

    /** Enters a room into the list, and stores messages: those of this replica in their order. */
    listRoom: async (room: string, append: () => Promise<Appended>): Promise<Appended> => {
      const isListed = listed.has(room);
      // Earlier messages wait for it: a message that comes now must not be stored before them.
      if (!isListed || listing.has(room)) await listOnce(room);
      const appended = await append();
      if (isListed) return appended;
      // All were left out, and nothing was said before: there is no such room.
      if (appended.seq === 0) {
        await removeRoom(room, 0).catch(ignoreOutage);
        return appended;
      }
      // Once more: it may have been removed in between, being old. The messages are stored now:
      // when Redis goes away here, the next message lists the room.
      const relisted = redis.zadd(roomsKey, 0, room).then(() => void listed.add(room));
      await relisted.catch(ignoreOutage);
      return appended;
    },

    rooms: (async (after, limit, now) => {
      const sets = [roomsKey, ...(await presence.openRoomKeys(now))];
      const found = await Promise.all(sets.map((key) => namesIn(key, after, limit)));
      const names = sortedByBytes(new Set([...found.flat(), generalRoom]));
      const page = names.filter((name) => isAfter(name, after)).slice(0, limit);
      const counts = await presence.clientsIn(page, now);
      return page.map((name, i) => ({ name, clients: counts[i]! }));
    }) satisfies ChatStore['rooms'],

    removeRooms: (async (before, now) => {
      let rooms = await namesIn(roomsKey, '', removalPortion);
      while (rooms.length > 0) {
        const clients = await presence.clientsIn(rooms, now);
        const idle = rooms.filter((_, i) => clients[i] === 0);
        await Promise.all(idle.map((room) => removeRoom(room, before)));
        rooms = await namesIn(roomsKey, rooms.at(-1)!, removalPortion);
      }
    }) satisfies ChatStore['removeRooms'],
  };
}

/** As Redis sorts. JavaScript compares UTF-16 units, which is another order. */
const sortedByBytes = (names: Iterable<string>) =>
  Array.from(names, (name) => Buffer.from(name))
    .toSorted((a, b) => a.compare(b))
    .map(String);

const isAfter = (name: string, other: string) => Buffer.from(name).compare(Buffer.from(other)) > 0;
