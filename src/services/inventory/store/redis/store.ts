/** The shared operational store. Each step of the port is one Lua script, hence indivisible. */
import { Type, type TSchema } from 'typebox';
import { checked, storedJson } from '#kit/web/schema.ts';
import {
  command,
  keysOfTag,
  loadScripts,
  openRedis,
  redisLifecycle,
  type RedisConnection,
} from '#kit/stores/redis.ts';
import { bucketCount, sum } from '../buckets.ts';
import { OutboxEntry, Rejection, Snapshot } from '../outbox.ts';
import { pages } from '../pages.ts';
import { Ending, ReserveOutcome } from '../reservations.ts';
import { shardCount, shardOfHub, shardOfReservation } from '../shards.ts';
import { LoadOutcome, Stock, type StockKey } from '../stock.ts';
import { lifetimes, limits, type InventoryStore } from '../store.ts';

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

    async stock(key) {
      const tag = tags[shardOfHub(key.hubId)]!;
      const text = await command(redis.get(`${tag}:stock:${stockKey(key)}`));
      return text === null ? undefined : parseStock(text);
    },

    load: (load) => steps.load(shardOfHub(load.hubId), JSON.stringify(load)),

    reserve(request) {
      const lines = JSON.stringify(request.lines);
      return steps.reserve(shardOfHub(request.hubId), JSON.stringify({ ...request, lines }));
    },

    confirm: ending(steps.confirm),
    release: ending(steps.release),

    async userOf(reservationId) {
      const shard = shardOfReservation(reservationId);
      if (shard === undefined) return undefined;
      const text = await command(redis.get(`${tags[shard]!}:reservation:${reservationId}`));
      return text === null ? undefined : parseUser(text).user;
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

function loadSteps(redis: RedisConnection, tags: readonly string[]) {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url), {
    constants: {
      HOLD_MS: lifetimes.holdMs,
      ENDED_MS: lifetimes.endedMs,
      CLAIM_MS: lifetimes.claimMs,
      RETRY_MS: lifetimes.retryMs,
      MAX_RETRY_MS: lifetimes.maxRetryMs,
      REAP_LIMIT: limits.reap,
      CLAIM_LIMIT: limits.claim,
      PENDING_LIMIT: limits.pending,
      REJECTIONS_LIMIT: limits.rejections,
      BUCKETS: bucketCount,
    },
  });
  const step = <T>(name: string, decode: (reply: unknown) => T) => {
    const run = script(name, decode);
    return (shard: number, ...args: (string | number)[]) => run(keysOfTag(tags[shard]!), args);
  };
  const reply = <T extends TSchema>(name: string, schema: T) =>
    step(name, checked(`reply of ${name}.lua`, schema));
  const json = <T extends TSchema>(name: string, schema: T) => {
    const parse = storedJson(`reply of ${name}.lua`, schema);
    return step(name, (reply) => parse(String(reply)));
  };
  const EndingReply = Type.Union([Ending, Type.Literal('unknown')]);
  return {
    load: json('load', LoadOutcome),
    reserve: json('reserve', ReserveOutcome),
    confirm: reply('confirm', EndingReply),
    release: reply('release', EndingReply),
    reap: reply('reap', Type.Tuple([Type.Integer(), Type.Integer()])),
    claim: json('claim', Type.Array(OutboxEntry)),
    acknowledge: reply('acknowledge', Type.Null()),
    reject: reply('reject', Type.Null()),
    rejections: json('rejections', Type.Array(Rejection)),
    backlog: json('backlog', Backlog),
    snapshots: json('snapshots', Type.Array(Snapshot)),
  };
}

/** A step that ends a reservation, whose id names its shard. */
function ending(step: (shard: number, id: string, now: number) => Promise<Ending | 'unknown'>) {
  return async (reservationId: string, now: number) => {
    const shard = shardOfReservation(reservationId);
    return shard === undefined ? 'unknown' : step(shard, reservationId, now);
  };
}

const parseStock = storedJson('stored stock', Stock);
const parseUser = storedJson('stored reservation', Type.Object({ user: Type.String() }));

const Backlog = Type.Object({
  entries: Type.Integer(),
  oldestAt: Type.Optional(Type.Integer()),
  rejected: Type.Integer(),
});

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
