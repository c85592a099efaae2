/** Which rooms have clients, on which replica. A replica that is silent counts no more. */
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { presence } from '../store.ts';

const checkCount = checked('clients of a room', Type.Integer());

export function replicaPresence(redis: RedisConnection, prefix: string) {
  const own = randomUUID();
  const replicasKey = `${prefix}:replicas`;
  const countsKey = (replica: string) => `${prefix}:presence:${replica}`;
  const openKey = (replica: string) => `${prefix}:open:${replica}`;

  const alive = (now: number): Promise<string[]> =>
    command(redis.zrangebyscore(replicasKey, String(now - presence.lifetimeMs), '+inf'));

  async function publish(counts: ReadonlyMap<string, number>, now: number): Promise<void> {
    const open = [...counts].filter(([, clients]) => clients > 0);
    const empty = [...counts].filter(([, clients]) => clients === 0).map(([room]) => room);
    await redis.zremrangebyscore(replicasKey, '-inf', String(now - 4 * presence.lifetimeMs));
    await redis.zadd(replicasKey, now, own);
    if (open.length > 0) {
      await redis.hset(countsKey(own), Object.fromEntries(open));
      await redis.zadd(openKey(own), ...open.flatMap(([room]) => [0, room]));
    }
    if (empty.length > 0) {
      await redis.hdel(countsKey(own), ...empty);
      await redis.zrem(openKey(own), ...empty);
    }
    for (const key of [countsKey(own), openKey(own)]) {
      await redis.pexpire(key, 4 * presence.lifetimeMs);
    }
  }

  return {
    publishCounts: (counts: ReadonlyMap<string, number>, now: number) =>
      command(publish(counts, now)),

    /** Clients in each of the rooms, on all replicas. */
    async clientsIn(rooms: readonly string[], now: number): Promise<number[]> {
      if (rooms.length === 0) return [];
      const replicas = await alive(now);
      const counts = await Promise.all(
        replicas.map((replica) => command(redis.hmget(countsKey(replica), ...rooms))),
      );
      return rooms.map((_, i) =>
        counts.reduce((sum, ofReplica) => sum + checkCount(Number(ofReplica[i] ?? 0)), 0),
      );
    },

    /** Keys of sorted sets: the rooms with clients, by name, one set a replica. */
    openRoomKeys: async (now: number) => (await alive(now)).map(openKey),

    /** Takes back what this replica has published. */
    async leave(): Promise<void> {
      await redis.del(countsKey(own));
      await redis.del(openKey(own));
    },
  };
}
