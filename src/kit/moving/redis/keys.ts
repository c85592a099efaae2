/** Reads keys of Redis a portion at a time. */
import { Redis } from 'ioredis';
import { command, type RedisConnection } from '../../stores/redis.ts';

/** How many fields, members or keys are read at once. */
const portion = 500;

interface ShortLived {
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

/** Items whose parts are read at the same time. */
const atOnce = 50;

/** Reads what belongs to each item, of some items at the same time; in their order. */
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
