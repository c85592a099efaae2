/** Exports what Redis holds as rows of the embedded store, and imports them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../host/env.ts';
import {
  clientsOf,
  command,
  openRedis,
  unfinishedImportKey,
  type RedisConnection,
} from '../stores/redis.ts';
import type { Entry, Filling, Place } from './place.ts';
import { Keys } from './redis/keys.ts';

/** A command and its arguments. */
export type Command = readonly [name: string, key: string, ...args: (string | number)[]];

export interface RedisPlan {
  readonly address: string;
  readonly prefix: string;
  readonly tables: readonly string[];
  /** Which keys are ours, as SCAN takes it. */
  readonly patterns: readonly string[];
  readonly read: (keys: Keys) => AsyncGenerator<Entry>;
  /** Made anew for each import. */
  readonly writer: () => Writer;
}

export interface Writer {
  /** The commands that make a row. A row may come twice. */
  write(entry: Entry): readonly Command[];
  /** What is derived, when all rows are there. */
  derive?(keys: Keys): Promise<readonly Command[]>;
}

/** Commands that are sent at once. */
const portion = 500;

/** How soon the server notices that a process has ended, milliseconds. */
const goneAfterMs = 1_000;

/** Removes the keys that match, as of caches. */
export async function clearKeys(address: string, patterns: readonly string[]): Promise<void> {
  const redis = await openRedis(address);
  try {
    await removeKeys(redis, patterns);
  } finally {
    redis.disconnect();
  }
}

async function removeKeys(redis: RedisConnection, patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns) {
    for await (const key of new Keys(redis).matching(pattern)) await command(redis.unlink(key));
  }
}

export function redisPlace(plan: RedisPlan): Place {
  const { address, prefix, patterns } = plan;
  const mark = unfinishedImportKey(prefix);

  const connected = async <T>(work: (redis: RedisConnection) => Promise<T>): Promise<T> => {
    const redis = await openRedis(address);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  };
  const clear = async (redis: RedisConnection) => {
    await removeKeys(redis, patterns);
    await command(redis.del(mark));
  };

  return {
    description: 'redis',
    tables: plan.tables,
    async *read() {
      const redis = await openRedis(address);
      try {
        await expectAlone(redis, prefix);
        if (await new Keys(redis).isThere(mark)) {
          throw new StartupError(`an import into the keys of "${prefix}" was broken off`);
        }
        yield* plan.read(new Keys(redis));
        await expectAlone(redis, prefix);
      } finally {
        redis.disconnect();
      }
    },
    isHalfFilled: () => connected((redis) => new Keys(redis).isThere(mark)),
    clear: () => connected(clear),
    async begin() {
      const redis = await openRedis(address);
      try {
        await expectAlone(redis, prefix);
        await expectEmpty(redis, plan);
        await command(redis.set(mark, new Date().toISOString()));
        return redisFilling(redis, plan.writer(), mark, () => clear(redis));
      } catch (error) {
        redis.disconnect();
        throw error;
      }
    },
  };
}

/** @throws StartupError when a process of ours is connected; a server that tells nobody is believed */
async function expectAlone(redis: RedisConnection, prefix: string): Promise<void> {
  const since = performance.now();
  let clients: number;
  do {
    clients = await clientsOf(redis, prefix);
    if (clients === 0) return;
    // The server may not have noticed yet that a process has ended.
    await sleep(50);
  } while (performance.now() - since < goneAfterMs);
  throw new StartupError(
    `Redis: ${clients} connections of running processes use the keys of "${prefix}": stop them first`,
  );
}

async function expectEmpty(redis: RedisConnection, { patterns, prefix }: RedisPlan): Promise<void> {
  for (const pattern of patterns) {
    const { value: key } = await new Keys(redis).matching(pattern).next();
    if (key === undefined) continue;
    throw new StartupError(
      `Redis is not empty: there is ${key}; import before the first start, or set another prefix than "${prefix}"`,
    );
  }
}

function redisFilling(
  redis: RedisConnection,
  writer: Writer,
  mark: string,
  clear: () => Promise<void>,
): Filling {
  const send = async (commands: readonly Command[]) => {
    for (let rest = commands; rest.length > 0; rest = rest.slice(portion)) {
      const some = rest.slice(0, portion);
      await command(Promise.all(some.map(([name, ...args]) => redis.call(name, ...args))));
    }
  };
  return {
    write: (entries) => send(entries.flatMap((entry) => writer.write(entry))),
    async finish() {
      await send((await writer.derive?.(new Keys(redis))) ?? []);
      await command(redis.del(mark));
      redis.disconnect();
    },
    async abandon() {
      await clear();
      redis.disconnect();
    },
  };
}
