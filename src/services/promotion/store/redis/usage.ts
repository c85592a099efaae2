/** The shared store of uses and codes. Each step of the port is one Lua script, hence indivisible. */
import { Type } from 'typebox';
import { batch } from '#kit/stores/batch.ts';
import {
  keysOfTag,
  loadScripts,
  openRedis,
  redisLifecycle,
  storeError,
  type RedisConnection,
} from '#kit/stores/redis.ts';
import { storedJson } from '#kit/web/schema.ts';
import { batchLifetimeMs, codePortion, type CodeStore } from '../codes.ts';
import {
  deviceLimit,
  deviceWindowMs,
  orderLifetimeMs,
  Cancelled,
  Counted,
  KnownOrder,
  Seen,
  type UsageStore,
  type UseRequest,
} from '../usage.ts';
import { redisCodeStore } from './codes.ts';

const CountReplies = Type.Array(
  Type.Union([
    Counted,
    Seen,
    KnownOrder,
    Type.Object({ kind: Type.Literal('failed'), error: Type.String() }),
  ]),
);
const parseReplies = storedJson('reply of count-uses.lua', CountReplies);
const parseOrder = storedJson('reply of find-order.lua', Type.Union([KnownOrder, Type.Null()]));
const parseCancelled = storedJson(
  'reply of cancel-order.lua',
  Type.Union([Cancelled, Type.Null()]),
);

/** @throws StartupError when nothing answers at `address` */
export async function openRedisUsage(
  address: string,
  prefix: string,
): Promise<UsageStore & CodeStore> {
  return redisUsageStore(await openRedis(address, prefix), prefix);
}

function redisUsageStore(redis: RedisConnection, prefix: string): UsageStore & CodeStore {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url), {
    constants: {
      DEVICE_LIMIT: deviceLimit,
      DEVICE_WINDOW_MS: deviceWindowMs,
      ORDER_LIFETIME_MS: orderLifetimeMs,
      BATCH_LIFETIME_MS: batchLifetimeMs,
      CODE_PORTION: codePortion,
    },
  });
  const countUses = script('count-uses', (reply) => parseReplies(String(reply)));
  const findOrder = script('find-order', (reply) => parseOrder(String(reply)));
  const cancelOrder = script('cancel-order', (reply) => parseCancelled(String(reply)));
  const keys = keysOfTag(`{${prefix}}`);
  // The calls of one turn of the event loop travel together.
  const count = batch(
    (requests: readonly UseRequest[]) => countUses(keys, [JSON.stringify(requests)]),
    { split: splitByCandidates },
  );

  return {
    ...redisLifecycle(redis),
    ...redisCodeStore(script, keys),
    async countUses(request) {
      const outcome = await count(request);
      if (outcome.kind === 'failed') throw storeError(new Error(outcome.error));
      return outcome;
    },
    findOrder: async (orderId, fingerprint, now) =>
      (await findOrder(keys, [orderId, fingerprint, now])) ?? undefined,
    cancelOrder: async (orderId, now) => (await cancelOrder(keys, [orderId, now])) ?? undefined,
    /** Keys expire by themselves. */
    sweep: async () => false,
  };
}

/**
 * Candidates in one run of the script, at most: it then holds up the other clients of Redis for a
 * few milliseconds. A single request with more candidates travels alone.
 */
const maxCandidates = 500;

function splitByCandidates(requests: readonly UseRequest[]): UseRequest[][] {
  const parts: UseRequest[][] = [];
  let room = 0;
  for (const request of requests) {
    const size = request.candidates.length + 1;
    if (size > room) {
      parts.push([]);
      room = maxCandidates;
    }
    parts.at(-1)!.push(request);
    room -= size;
  }
  return parts;
}
