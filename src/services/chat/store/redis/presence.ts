/**
 * Which replicas live, which rooms have clients there, and which users. A replica that is silent
 * counts no more. Another one takes back what it has published; if it lives after all, it publishes
 * everything again, under another id.
 */
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { command } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { presence, type PresenceStore } from '../chat-store.ts';
import type { RedisChat } from './context.ts';
import { roomUsers } from './users.ts';

const checkCount = checked('clients of a room', Type.Integer());
/** Rooms of a replica that are counted, or cleared, at once. */
const portion = 100;

export function replicaPresence(context: RedisChat) {
  const { redis, prefix } = context;
  const users = roomUsers(context);
  const replicasKey = `${prefix}:replicas`;
  /** Replicas that were silent, until nothing is left of what they have published. */
  const silentKey = `${prefix}:silent`;
  const countsKey = (replica: string) => `${prefix}:presence:${replica}`;
  const openKey = (replica: string) => `${prefix}:open:${replica}`;
  let own = randomUUID();
  let isRegistered = false;
  let hasLeft = false;
  /** Whether the numbers that this replica has published were taken back, or are lost. */
  let isTakenBack = false;

  const alive = (now: number): Promise<string[]> =>
    command(redis.zrangebyscore(replicasKey, String(now - presence.lifetimeMs), '+inf'));

  async function silent(now: number): Promise<string[]> {
    const latest = `(${now - presence.lifetimeMs}`;
    const found = await Promise.all([
      command(redis.zrangebyscore(replicasKey, '-inf', latest)),
      command(redis.smembers(silentKey)),
    ]);
    return [...new Set(found.flat())];
  }

  /** Shows that this replica lives. */
  async function register(now: number): Promise<void> {
    const isNew = (await redis.zadd(replicasKey, now, own)) === 1;
    if (isNew && isRegistered) {
      isTakenBack = true;
      // Somebody may be taking back what stands under the old id.
      await redis.sadd(silentKey, own);
      await redis.zrem(replicasKey, own);
      own = randomUUID();
      await redis.zadd(replicasKey, now, own);
    }
    isRegistered = true;
  }

  async function publish(counts: ReadonlyMap<string, number>, now: number): Promise<void> {
    await register(now);
    for (let rest = [...counts]; rest.length > 0; rest = rest.slice(portion)) {
      const some = rest.slice(0, portion);
      const open = some.filter(([, clients]) => clients > 0);
      const empty = some.filter(([, clients]) => clients === 0).map(([room]) => room);
      if (open.length > 0) {
        await redis.hset(countsKey(own), Object.fromEntries(open));
        await redis.zadd(openKey(own), ...open.flatMap(([room]) => [0, room]));
      }
      if (empty.length > 0) {
        await redis.hdel(countsKey(own), ...empty);
        await redis.zrem(openKey(own), ...empty);
      }
    }
  }

  /** Every step may be repeated: another replica may do the same, or go on where one has died. */
  async function takeBack(replica: string): Promise<void> {
    await redis.sadd(silentKey, replica);
    await redis.zrem(replicasKey, replica);
    const rooms = await redis.zrange(openKey(replica), 0, '-1');
    for (let rest = rooms; rest.length > 0; rest = rest.slice(portion)) {
      await Promise.all(rest.slice(0, portion).map((room) => users.takeBack(room, replica)));
    }
    await redis.del(countsKey(replica));
    await redis.del(openKey(replica));
    await redis.srem(silentKey, replica);
  }

  const port: PresenceStore = {
    async heartbeat(now) {
      await command(register(now));
      for (const replica of await silent(now)) await command(takeBack(replica));
      const wasTakenBack = isTakenBack;
      isTakenBack = false;
      return wasTakenBack;
    },

    async publishCounts(counts, now) {
      if (!hasLeft) await command(publish(counts, now));
    },

    clientsIn: async (room, now) => (await clientsIn([room], now))[0]!,

    async publishUsers(room, connections) {
      if (!hasLeft) await users.publish(room, own, connections);
    },

    publishedUsers: (room) => users.of(room, own),

    async users(room, after, limit, now) {
      const replicas = await silent(now);
      await Promise.all(replicas.map((replica) => users.takeBack(room, replica)));
      return users.list(room, after, limit);
    },
  };

  /** Clients in each of the rooms, on all replicas. */
  async function clientsIn(rooms: readonly string[], now: number): Promise<number[]> {
    if (rooms.length === 0) return [];
    const replicas = await alive(now);
    const counts = await Promise.all(
      replicas.map((replica) => command(redis.hmget(countsKey(replica), ...rooms))),
    );
    return rooms.map((_, i) =>
      counts.reduce((sum, ofReplica) => sum + checkCount(Number(ofReplica[i] ?? 0)), 0),
    );
  }

  return {
    port,
    clientsIn,

    /** Keys of sorted sets: the rooms with clients, by name, one set a replica. */
    openRoomKeys: async (now: number) => (await alive(now)).map(openKey),

    /** Takes back what this replica has published. */
    async leave(): Promise<void> {
      hasLeft = true;
      await command(takeBack(own));
    },
  };
}
