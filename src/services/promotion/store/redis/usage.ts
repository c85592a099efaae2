/** The shared store of uses. Each step of the port is one Lua script, hence indivisible. */
import { Type, type Static } from 'typebox';
import { batch } from '#kit/stores/batch.ts';
import { loadScripts, openRedis, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import {
  deviceLimit,
  deviceWindowMs,
  orderLifetimeMs,
  parseVerdicts,
  type KnownOrder,
  type UsageStore,
  type UseOutcome,
  type UseRequest,
} from '../usage.ts';

const RepeatedReply = Type.Tuple([Type.Literal('repeated'), Type.String(), Type.String()]);
const MismatchReply = Type.Tuple([Type.Literal('mismatch')]);
const KnownReply = Type.Union([RepeatedReply, MismatchReply]);
const CountedReply = Type.Tuple([Type.Literal('counted'), Type.String()]);

/** @throws StartupError when nothing answers at `address` */
export async function openRedisUsage(address: string, prefix: string): Promise<UsageStore> {
  return redisUsageStore(await openRedis(address), prefix);
}

function redisUsageStore(redis: RedisConnection, prefix: string): UsageStore {
  const script = loadScripts(redis, new URL('./lua/', import.meta.url), {
    constants: {
      DEVICE_LIMIT: deviceLimit,
      DEVICE_WINDOW_MS: deviceWindowMs,
      ORDER_LIFETIME_MS: orderLifetimeMs,
    },
  });
  const countUses = script(
    'count-uses',
    checked('reply of count-uses.lua', Type.Array(Type.Union([CountedReply, KnownReply]))),
  );
  const findOrder = script(
    'find-order',
    checked('reply of find-order.lua', Type.Union([Type.Null(), KnownReply])),
  );
  const keys = [`{${prefix}}`];

  return {
    ...redisLifecycle(redis),
    // The calls of one turn of the event loop travel together.
    countUses: batch(
      async (requests: readonly UseRequest[]) => {
        const replies = await countUses(keys, [JSON.stringify(requests.map(toCall))]);
        return replies.map(toOutcome);
      },
      { split: splitByCandidates },
    ),
    async findOrder(orderId, fingerprint, now) {
      const reply = await findOrder(keys, [orderId, fingerprint, now]);
      return reply ? toKnownOrder(reply) : undefined;
    },
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

/** A request as the script reads it: see count-uses.lua. */
function toCall({ candidates, userId, device, order, now }: UseRequest) {
  return {
    user: userId,
    device,
    now,
    order: order && { id: order.orderId, fingerprint: order.fingerprint, terms: order.terms },
    candidates: candidates.map(({ incarnation, stackable, perUser, global, lifetimeMs }) => [
      incarnation,
      stackable ? 1 : 0,
      perUser,
      global,
      lifetimeMs,
    ]),
  };
}

function toOutcome(reply: Static<typeof CountedReply | typeof KnownReply>): UseOutcome {
  if (reply[0] !== 'counted') return toKnownOrder(reply);
  return { kind: 'counted', verdicts: parseVerdicts(reply[1]) };
}

function toKnownOrder(reply: Static<typeof KnownReply>): KnownOrder {
  if (reply[0] === 'mismatch') return { kind: 'mismatch' };
  return { kind: 'repeated', verdicts: parseVerdicts(reply[1]), terms: reply[2] };
}
