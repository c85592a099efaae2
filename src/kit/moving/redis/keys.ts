/** Reads the contents of Redis in portions. */
import { Redis } from 'ioredis';
import { command, type RedisConnection } from '../../stores/redis.ts';

/** The number of fields, members or keys that are read at once. */
const portion = 500;

interface ShortLived {
  readonly items: string | readonly string[];
  readonly until: number;
}

/** A reader of Redis keys and their contents, in portions. */
export class Keys {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /** Yields all keys that match; some may come twice. */
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

  /** Returns the strings at these keys, in the same order. */
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

  /** Yields the members of a sorted set in order, with their scores. */
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

  /** Returns a string or list that expires, and when (ms since the epoch); undefined for any other key. */
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

  /** Returns the number of fields or members. */
  async size(kind: 'hash' | 'set', key: string): Promise<number> {
    return command(kind === 'hash' ? this.#redis.hlen(key) : this.#redis.scard(key));
  }

  isThere = async (key: string): Promise<boolean> => (await command(this.#redis.exists(key))) === 1;

  /** Returns the id of the latest entry of a stream. */
  async latestEntry(key: string): Promise<string | undefined> {
    const found = await command(this.#redis.xrevrange(key, '+', '-', 'COUNT', 1));
    return found[0]?.[0];
  }
}

/** The number of items whose parts are read at the same time. */
const atOnce = 50;

/** Reads the parts of each item, for several items at a time. Yields the results in order. */
export async function* together<T, R>(
  items: AsyncIterable<T>,
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let some: T[] = [];
  for await (const item of items) {
    if (some.push(item) < atOnce) continue;
    yield* await Promise.all(some.map(read));
    some = [];
  }
  yield* await Promise.all(some.map(read));
}
