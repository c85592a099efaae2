/** The shared operational store. Each step of the port is one Lua script, hence indivisible. */
import {
  command,
  loadScripts,
  openRedis,
  redisLifecycle,
  type RedisConnection,
} from '#kit/stores/redis.ts';
import { bucketCount, sum } from '../buckets.ts';
import { shardCount, shardOfHub, shardOfReservation } from '../shards.ts';
import { pages } from '../pages.ts';
import type { StockKey } from '../stock.ts';
import { lifetimes, limits, type InventoryStore } from '../store.ts';
import * as replies from './replies.ts';

/** @throws StartupError when nothing answers at `address` */
export async function openRedisStore(address: string, prefix: string): Promise<InventoryStore> {
  return redisStore(await openRedis(address), prefix);
}

function redisStore(redis: RedisConnection, prefix: string): InventoryStore {
  /** The hash tag of each shard. */
  const tags = Array.from({ length: shardCount }, (_, shard) => `{${prefix}:${shard}}`);
  const steps = loadSteps(redis, tags);

  const inAllShards = <T>(work: (shard: number) => Promise<T>) =>
    Promise.all(tags.map((_, shard) => work(shard)));

  return {
    ...redisLifecycle(redis),

    stock: (key) => steps.stock(shardOfHub(key.hubId), stockKey(key)),

    load({ hubId, sku, quantity, partitioned, entryId, now }) {
      const buckets = partitioned === undefined ? '' : partitioned ? bucketCount : 1;
      const hub = encodeURIComponent(hubId);
      return steps.load(shardOfHub(hubId), hub, sku, quantity, buckets, entryId, now);
    },

    reserve({ reservationId, hubId, orderId, userId, lines, primaryBuckets, now }) {
      const shard = shardOfHub(hubId);
      const hub = encodeURIComponent(hubId);
      const [goods, primaries] = [JSON.stringify(lines), primaryBuckets.join()];
      return steps.reserve(shard, reservationId, hub, orderId, userId, goods, primaries, now);
    },

    async confirm(reservationId, now) {
      const shard = shardOfReservation(reservationId);
      return shard === undefined ? 'unknown' : steps.confirm(shard, reservationId, now);
    },

    async release(reservationId, now) {
      const shard = shardOfReservation(reservationId);
      return shard === undefined ? 'unknown' : steps.release(shard, reservationId, now);
    },

    async reap(now) {
      const counts = await inAllShards((shard) => steps.reap(shard, now));
      return counts.includes(limits.reap);
    },

    claim: async (now) => (await inAllShards((shard) => steps.claim(shard, now))).flat(),

    async acknowledge(entries) {
      await byShard(entries, (shard, own) => steps.acknowledge(shard, ...own.map(({ id }) => id)));
    },

    async unclaim(entries) {
      await byShard(entries, (shard, own) =>
        command(redis.zrem(`${tags[shard]!}:claims`, ...own.map(({ id }) => id))),
      );
    },

    async backlog() {
      const shards = await inAllShards((shard) => steps.backlog(shard));
      const instants = shards.flatMap(({ oldestAt }) => oldestAt ?? []);
      return {
        entries: sum(shards.map(({ entries }) => entries)),
        oldestAt: instants.length === 0 ? undefined : Math.min(...instants),
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
      const groups = await byShard(keys, async (shard, own) => {
        const snapshots = await steps.snapshots(shard, own);
        return own.map((key, i) => [key, snapshots[i]!] as const);
      });
      const found = new Map(groups.flat());
      return keys.map((key) => found.get(key)!);
    },
  };
}

function loadSteps(redis: RedisConnection, tags: readonly string[]) {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url), {
    constants: {
      HOLD_MS: lifetimes.holdMs,
      ENDED_MS: lifetimes.endedMs,
      CLAIM_MS: lifetimes.claimMs,
      REAP_LIMIT: limits.reap,
      CLAIM_LIMIT: limits.claim,
      PENDING_LIMIT: limits.pending,
    },
  });
  const step = <T>(name: string, decode: (reply: unknown) => T) => {
    const run = script(name, decode);
    return (shard: number, ...args: (string | number)[]) => run([tags[shard]!], args);
  };
  const snapshots = step('snapshots', (reply) => reply);
  return {
    stock: step('stock', replies.stockReply),
    load: step('load', replies.loadReply),
    reserve: step('reserve', replies.reserveReply),
    confirm: step('confirm', replies.confirmReply),
    release: step('release', replies.releaseReply),
    reap: step('reap', replies.reapReply),
    claim: step('claim', replies.claimReply),
    acknowledge: step('acknowledge', replies.acknowledgeReply),
    backlog: step('backlog', replies.backlogReply),
    snapshots: async (shard: number, keys: readonly StockKey[]) =>
      replies.toSnapshots(await snapshots(shard, ...keys.map(stockKey)), keys),
  };
}

/** Works on the members of each shard by themselves. */
function byShard<T extends { readonly hubId: string }, R>(
  members: readonly T[],
  work: (shard: number, own: T[]) => Promise<R>,
): Promise<R[]> {
  const groups = Map.groupBy(members, ({ hubId }) => shardOfHub(hubId));
  return Promise.all([...groups].map(([shard, own]) => work(shard, own)));
}

/** As lua/lib.lua names it: the first slash ends the hub. */
function stockKey({ hubId, sku }: StockKey): string {
  return `${encodeURIComponent(hubId)}/${sku}`;
}

function parseStockKey(name: string): StockKey {
  const slash = name.indexOf('/');
  return { hubId: decodeURIComponent(name.slice(0, slash)), sku: name.slice(slash + 1) };
}
