/** Exports what Redis holds as rows of the embedded store, and imports them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { StartupError } from '../host/env.ts';
import {
  clientsOf,
  command,
  openRedis,
  unfinishedImportKey,
  type RedisConnection,
} from '../stores/redis.ts';
import type { Entry, Filling, Place } from './place.ts';

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

/** How many fields, members or keys are read at once, and commands sent. */
const portion = 500;

/** How soon the server notices that a process has ended, milliseconds. */
const goneAfterMs = 1_000;

export interface ShortLived {
  readonly items: string | readonly string[];
  readonly until: number;
}

/** Reads keys a portion at a time. */
export class Keys {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /** All keys that match, some perhaps twice. */
  async *matching(pattern: string): AsyncGenerator<string> {
    const nodes = this.#redis instanceof Redis ? [this.#redis] : this.#redis.nodes('master');
    for (const node of nodes) {
      let cursor = '0';
      do {
        const [next, keys] = await command(node.scan(cursor, 'MATCH', pattern, 'COUNT', portion));
        yield* keys;
        cursor = next;
      } while (cursor !== '0');
    }
  }

  get(key: string): Promise<string | null> {
    return command(this.#redis.get(key));
  }

  /** The strings at some keys, in their order. */
  getAll(keys: readonly string[]): Promise<(string | null)[]> {
    return Promise.all(keys.map((key) => this.get(key)));
  }

  record(key: string): Promise<Record<string, string>> {
    return command(this.#redis.hgetall(key));
  }

  field(key: string, name: string): Promise<string | null> {
    return command(this.#redis.hget(key, name));
  }

  async *fields(key: string): AsyncGenerator<[name: string, value: string]> {
    let cursor = '0';
    do {
      const [next, found] = await command(this.#redis.hscan(key, cursor, 'COUNT', portion));
      for (let i = 0; i < found.length; i += 2) yield [found[i]!, found[i + 1]!];
      cursor = next;
    } while (cursor !== '0');
  }

  async *members(key: string): AsyncGenerator<string> {
    let cursor = '0';
    do {
      const [next, found] = await command(this.#redis.sscan(key, cursor, 'COUNT', portion));
      yield* found;
      cursor = next;
    } while (cursor !== '0');
  }

  /** Members of a sorted set in their order, with their scores. */
  async *ranked(key: string): AsyncGenerator<[member: string, score: number]> {
    for (let from = 0; ; from += portion) {
      const last = String(from + portion - 1);
      const found = await command(this.#redis.zrange(key, String(from), last, 'WITHSCORES'));
      for (let i = 0; i < found.length; i += 2) yield [found[i]!, Number(found[i + 1])];
      if (found.length < 2 * portion) return;
    }
  }

  async score(key: string, member: string): Promise<number | undefined> {
    const score = await command(this.#redis.zscore(key, member));
    return score === null ? undefined : Number(score);
  }

  async *items(key: string): AsyncGenerator<string> {
    for (let from = 0; ; from += portion) {
      const found = await command(this.#redis.lrange(key, from, from + portion - 1));
      yield* found;
      if (found.length < portion) return;
    }
  }

  /** A string or a list that expires, with its end (ms); undefined when it has ended. */
  async shortLived(key: string): Promise<ShortLived | undefined> {
    const until = await command(this.#redis.pexpiretime(key));
    if (until < 0) return undefined;
    const type = await command(this.#redis.type(key));
    if (type === 'string') {
      const items = await this.get(key);
      return items === null ? undefined : { items, until };
    }
    if (type !== 'list') return undefined;
    const items = await command(this.#redis.lrange(key, 0, -1));
    return items.length === 0 ? undefined : { items, until };
  }

  /** How many fields or members there are. */
  async size(kind: 'hash' | 'set', key: string): Promise<number> {
    return command(kind === 'hash' ? this.#redis.hlen(key) : this.#redis.scard(key));
  }

  isThere = async (key: string): Promise<boolean> => (await command(this.#redis.exists(key))) === 1;

  /** The id of the latest entry of a stream. */
  async latestEntry(key: string): Promise<string | undefined> {
    const found = await command(this.#redis.xrevrange(key, '+', '-', 'COUNT', 1));
    return found[0]?.[0];
  }
}

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
