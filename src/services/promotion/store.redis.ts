/** The shared store of uses. Each step of the port is one Lua script, hence indivisible. */
import { gather } from '#kit/gather.ts';
import { command, loadScript, openRedis, type RedisConnection } from '#kit/redis.ts';
import { verdicts, type UsageStore, type Use, type UseOutcome } from './usage-store.ts';

type Reply = ['used' | 'repeated', verdicts: string, terms: string] | ['mismatch'];

/** @throws StartupError when nothing answers at `address` */
export async function openRedisUsage(address: string, prefix: string): Promise<UsageStore> {
  return new RedisUsage(await openRedis(address), prefix);
}

class RedisUsage implements UsageStore {
  readonly #redis: RedisConnection;
  /**
   * The calls of one turn travel together, in portions that hold up the other clients of Redis for
   * a few milliseconds each; each call is a step of its own.
   */
  readonly use: (use: Use) => Promise<UseOutcome>;
  readonly #earlier: (...args: (string | number)[]) => Promise<Reply | null>;

  constructor(redis: RedisConnection, prefix: string) {
    this.#redis = redis;
    const keys = [`{${prefix}}`];
    const file = (name: string) => new URL(`./lua/${name}.lua`, import.meta.url);
    const use = loadScript<Reply[]>(redis, file('lib'), file('use'));
    const earlier = loadScript<Reply | null>(redis, file('lib'), file('earlier'));
    this.use = gather(async (calls: readonly Use[]) => {
      const replies = await use(keys, [JSON.stringify(calls.map(luaUse))]);
      return replies.map(outcomeOf);
    }, portionsOf);
    this.#earlier = (...args) => earlier(keys, args);
  }

  async earlier(orderId: string, fingerprint: string, now: number) {
    const reply = await this.#earlier(orderId, fingerprint, now);
    return reply ? outcomeOf(reply) : undefined;
  }

  /** Keys expire by themselves. */
  async sweep(): Promise<boolean> {
    return false;
  }

  async ready(): Promise<void> {
    await command(this.#redis.ping());
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }
}

/** Candidates in one script call; more only if one call alone has them. */
const portionSize = 500;

function portionsOf(calls: readonly Use[]): Use[][] {
  const portions: Use[][] = [];
  let room = 0;
  for (const call of calls) {
    const size = call.candidates.length + 1;
    if (size > room) {
      portions.push([]);
      room = portionSize;
    }
    portions.at(-1)!.push(call);
    room -= size;
  }
  return portions;
}

/** A use as the script reads it: see use.lua. */
function luaUse({ candidates, userId, device, order, now }: Use) {
  return {
    user: userId,
    device,
    now,
    order: order && { id: order.orderId, fingerprint: order.fingerprint, terms: order.terms },
    candidates: candidates.map(({ incarnation, stackable, perUser, global, lifetime }) => [
      incarnation,
      stackable ? 1 : 0,
      perUser,
      global,
      lifetime,
    ]),
  };
}

function outcomeOf(reply: Reply): UseOutcome {
  if (reply[0] === 'mismatch') return { kind: 'mismatch' };
  const [kind, numbers, terms] = reply;
  const named = (JSON.parse(numbers) as number[]).map((n) => verdicts[n]!);
  return kind === 'used' ? { kind, verdicts: named } : { kind, verdicts: named, terms };
}
