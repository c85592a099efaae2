/** The shared operational store. Each step of the port is one Lua script, hence indivisible. */
import { storedJson } from '#kit/web/schema.ts';
import { command, openRedis, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { sum } from '../buckets.ts';
import { pages } from '../pages.ts';
import type { Reservation, ReserveRequest } from '../reservations.ts';
import { shardCount, shardOfHub, shardOfReservation } from '../shards.ts';
import { Stock, type StockKey } from '../stock.ts';
import { limits, type InventoryStore } from '../inventory-store.ts';
import { adjust } from './adjust.ts';
import { parseReservation, toReservation } from './rows.ts';
import { loadSteps } from './steps.ts';

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(address: string, prefix: string): Promise<InventoryStore> {
  return redisStore(await openRedis(address, prefix), prefix);
}

function redisStore(redis: RedisConnection, prefix: string): InventoryStore {
  /** The hash tag of each shard. */
  const tags = Array.from({ length: shardCount }, (_, shard) => `{${prefix}:${shard}}`);
  const steps = loadSteps(redis, tags);

  const inAllShards = <T>(work: (shard: number) => Promise<T>) =>
    Promise.all(tags.map((_, shard) => work(shard)));

  const reservation = (id: string) =>
    ofReservation<Reservation | undefined>(id, undefined, async (shard) => {
      const text = await command(redis.get(`${tags[shard]!}:reservation:${id}`));
      return text === null ? undefined : parseReservation(text);
    });

  const heldElsewhere = async (own: number, { userId, now }: ReserveRequest) => {
    const others = tags.filter((_, shard) => shard !== own);
    const held = others.map((tag) => command(redis.zcount(`${tag}:held:${userId}`, now, '+inf')));
    return sum(await Promise.all(held));
  };

  return {
    ...redisLifecycle(redis),

    async stock(key) {
      const tag = tags[shardOfHub(key.hubId)]!;
      const text = await command(redis.get(`${tag}:stock:${stockKey(key)}`));
      return text === null ? undefined : parseStock(text);
    },

    load: (load) => steps.load(shardOfHub(load.hubId), JSON.stringify(load)),
    adjust: (adjustment) => adjust(steps, adjustment),
    stockOfHub: (hubId, after, count) =>
      steps.stockOfHub(shardOfHub(hubId), hubId, after ?? '', count),

    async hubs(after, count) {
      const found = (await inAllShards((shard) => steps.hubs(shard, after ?? '', count))).flat();
      return found.toSorted(byBytes).slice(0, count);
    },

    async reserve(request) {
      const lines = JSON.stringify(request.lines);
      const own = shardOfHub(request.hubId);
      const quota = request.maxHeld !== undefined && {
        heldElsewhere: await heldElsewhere(own, request),
      };
      return steps.reserve(own, JSON.stringify({ ...request, lines, ...quota }));
    },

    confirm: (id, now) => ofReservation(id, 'unknown', (shard) => steps.confirm(shard, id, now)),
    retake: (id, now) => ofReservation(id, unknown, (shard) => steps.retake(shard, id, now)),
    extend: (id, holdMs, now) =>
      ofReservation(id, unknown, (shard) => steps.extend(shard, id, holdMs, now)),
    release: (id, now) => ofReservation(id, 'unknown', (shard) => steps.release(shard, id, now)),

    reservation,
    userOf: async (reservationId) => (await reservation(reservationId))?.userId,

    async reservationsOfOrder(orderId, hubId) {
      const ofShard = (shard: number) => steps.ofOrder(shard, orderId, hubId ?? '');
      const found = hubId === undefined ? inAllShards(ofShard) : [await ofShard(shardOfHub(hubId))];
      return (await found).flat().map(toReservation);
    },

    async heldReservations(now, count) {
      const found = (await inAllShards((shard) => steps.held(shard, now, count))).flat();
      return found.map(toReservation).toSorted(byExpiry).slice(0, count);
    },

    async reap(now) {
      const reaped = await inAllShards((shard) => steps.reap(shard, now));
      return {
        expired: sum(reaped.map(([, expired]) => expired)),
        mayHaveMore: reaped.some(([settled]) => settled === limits.reap),
      };
    },

    claim: async (now) => (await inAllShards((shard) => steps.claim(shard, now))).flat(),

    async acknowledge(entries) {
      await byShard(entries, (shard, own) => steps.acknowledge(shard, ...own.map(({ id }) => id)));
    },

    async unclaim(entries) {
      await byShard(entries, (shard, own) =>
        command(
          redis.zadd(`${tags[shard]!}:claimable`, 'XX', ...own.flatMap(({ at, id }) => [at, id])),
        ),
      );
    },

    async reject({ id, hubId }, reason, now) {
      await steps.reject(shardOfHub(hubId), id, reason, now);
    },

    rejections: async () =>
      (await inAllShards((shard) => steps.rejections(shard))).flat().slice(0, limits.rejections),

    async backlog() {
      const shards = await inAllShards((shard) => steps.backlog(shard));
      const instants = shards.flatMap(({ oldestAt }) => oldestAt ?? []);
      return {
        entries: sum(shards.map(({ entries }) => entries)),
        oldestAt: instants.length === 0 ? undefined : Math.min(...instants),
        rejected: sum(shards.map(({ rejected }) => rejected)),
      };
    },

    async *stockKeys() {
      for (const tag of tags) {
        const after = (last: string | undefined) =>
          command(
            redis.zrangebylex(
              `${tag}:stock-keys`,
              last === undefined ? '-' : `(${last}`,
              '+',
              'LIMIT',
              0,
              limits.keys,
            ),
          );
        for await (const page of pages(after)) yield page.map(parseStockKey);
      }
    },

    async snapshots(keys) {
      const taken = await byShard(keys, (shard, own) =>
        steps.snapshots(shard, JSON.stringify(own)),
      );
      const found = new Map(taken.flat().map((one) => [stockKey(one), one]));
      return keys.map((key) => found.get(stockKey(key))!);
    },
  };
}

/** Runs a step about a reservation, whose id names its shard. */
async function ofReservation<T>(
  reservationId: string,
  ifUnknown: T,
  step: (shard: number) => Promise<T>,
): Promise<T> {
  const shard = shardOfReservation(reservationId);
  return shard === undefined ? ifUnknown : step(shard);
}

const unknown = { kind: 'unknown' } as const;

const parseStock = storedJson('stored stock', Stock);

const byBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

const byExpiry = (one: Reservation, other: Reservation) =>
  one.expiresAt - other.expiresAt || (one.id < other.id ? -1 : 1);

/** Works on the members of each shard by themselves. */
function byShard<T extends { readonly hubId: string }, R>(
  members: readonly T[],
  work: (shard: number, own: T[]) => Promise<R>,
): Promise<R[]> {
  const groups = Map.groupBy(members, ({ hubId }) => shardOfHub(hubId));
  return Promise.all([...groups].map(([shard, own]) => work(shard, own)));
}

/** As lua/lib.lua names it. */
function stockKey({ hubId, sku }: StockKey): string {
  return `${hubId}\t${sku}`;
}

function parseStockKey(name: string): StockKey {
  const [hubId, sku] = name.split('\t') as [string, string];
  return { hubId, sku };
}
