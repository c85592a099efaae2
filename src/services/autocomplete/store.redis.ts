/**
 * The shared store: the frequencies in Redis, and an index of them in the memory of each replica,
 * which follows a stream of changes. Both keys share a hash tag.
 *
 *   {ac}:freq     hash    term -> frequency
 *   {ac}:changes  stream  the latest changes: `term`, `freq`; ids <running number>-<microseconds>
 *
 * A replica knows everything up to its place in the stream. Whenever it may have missed something
 * (the connection broke, the stream was trimmed too early, Redis lost its last writes) it reads
 * all frequencies anew and answers from the old index meanwhile.
 */
import type { Logger } from 'pino';
import { loop } from '#kit/loop.ts';
import { command, loadScript, openRedis, type RedisConnection } from '#kit/redis.ts';
import { Completions } from './completions.ts';
import type { Term } from './ranking.ts';
import { preloaded, type TermStore } from './store.ts';

/** Entries that the stream keeps at least: what a replica may miss without reading everything. */
const keptEntries = 100_000;
/** Entries, or terms, read at a time. */
const page = 1_000;
/** How long a read waits for the next entry, milliseconds: less than the limit of commands. */
const patience = 1_000;
/** Pause after a failure, milliseconds. */
const pause = 50;

export interface RedisStoreOptions {
  readonly address: string;
  readonly prefix: string;
  readonly log: Logger;
  readonly keptEntries?: number;
}

/**
 * Resolves when the index is complete.
 *
 * @throws StartupError when nothing answers at the address
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<TermStore> {
  const redis = await openRedis(options.address);
  // A connection that waits for entries does nothing else.
  const follower = await openRedis(options.address).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  const store = new RedisTerms(redis, follower, options);
  await store.start(options.log).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return store;
}

/** See train.lua. */
type TrainReply = [latest: string, known: 0 | 1, ...frequencies: number[]];

class RedisTerms implements TermStore {
  readonly #redis: RedisConnection;
  readonly #follower: RedisConnection;
  readonly #frequencies: string;
  readonly #changes: string;
  readonly #kept: number;
  readonly #train;
  readonly #closing = new AbortController();
  #following: Promise<void> | undefined;
  #completions = new Completions();
  /** The index that is being read, to replace the other. */
  #reading: Completions | undefined;
  /** The last entry that was followed; undefined while the index may lack something. */
  #last: string | undefined;
  /** The latest entry known of, be it from the stream or from training: `#last` or a later one. */
  #latest = '0-0';

  constructor(redis: RedisConnection, follower: RedisConnection, options: RedisStoreOptions) {
    this.#redis = redis;
    this.#follower = follower;
    this.#frequencies = `{${options.prefix}}:freq`;
    this.#changes = `{${options.prefix}}:changes`;
    this.#kept = options.keptEntries ?? keptEntries;
    const script = new URL('./lua/train.lua', import.meta.url);
    this.#train = loadScript<TrainReply>(redis, script);
  }

  async start(log: Logger): Promise<void> {
    await this.#readAll();
    const { signal } = this.#closing;
    const options = { name: 'following the changes', every: pause, signal, log };
    this.#following = loop(options, () => this.#follow());
  }

  async train(increments: ReadonlyMap<string, number>): Promise<void> {
    const [latest, known, ...frequencies] = await this.#add(increments);
    // Redis lost what it had acknowledged; the new latest entry would hide that from `#isIntact`.
    if (known === 0) this.#last = undefined;
    this.#noteLatest(latest);
    [...increments.keys()].forEach((term, i) => this.#raise(term, frequencies[i]!));
  }

  complete(prefix: string, limit: number): Readonly<Term>[] {
    return this.#completions.best(prefix, limit);
  }

  async ready(): Promise<void> {
    await command(this.#redis.ping());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#follower.disconnect();
    await this.#following;
    this.#redis.disconnect();
  }

  #add(increments: ReadonlyMap<string, number>): Promise<TrainReply> {
    const about = [this.#kept, this.#latest, preloaded.join(' ')];
    return this.#train([this.#frequencies, this.#changes], [...about, ...[...increments].flat()]);
  }

  #raise(term: string, freq: number): void {
    this.#completions.raise(term, freq);
    this.#reading?.raise(term, freq);
  }

  /** Follows the stream until nothing new came for a while; then it is time to look around. */
  async #follow(): Promise<void> {
    try {
      if (!(await this.#isIntact())) await this.#readAll();
      while (await this.#readEntries());
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  /**
   * Whether Redis has all that the index has. What it loses, it loses from the end: while the
   * latest entry is there, so are those before it.
   */
  async #isIntact(): Promise<boolean> {
    if (this.#last === undefined) return false;
    const found = await this.#follower.xrange(this.#changes, this.#latest, this.#latest);
    return found.length === 1;
  }

  /** False when there were none. */
  async #readEntries(): Promise<boolean> {
    if (this.#last === undefined) return false;
    const from = ['STREAMS', this.#changes, this.#last] as const;
    const read = await this.#follower.xread('COUNT', page, 'BLOCK', patience, ...from);
    const entries = read?.[0]?.[1] ?? [];
    for (const [id, [, term, , freq]] of entries) {
      if (this.#last === undefined || place(id) !== place(this.#last) + 1) {
        this.#last = undefined;
        return false;
      }
      this.#raise(term!, Number(freq));
      this.#last = id;
      this.#noteLatest(id);
    }
    return entries.length > 0;
  }

  #noteLatest(id: string): void {
    if (place(id) > place(this.#latest)) this.#latest = id;
  }

  /** Replaces the index by what Redis holds. Entries after the latest of now are followed later. */
  async #readAll(): Promise<void> {
    this.#last = undefined;
    const [latest] = await this.#add(new Map());
    this.#latest = latest;
    const completions = new Completions();
    this.#reading = completions;
    let cursor = '0';
    do {
      const [next, pairs] = await this.#follower.hscan(this.#frequencies, cursor, 'COUNT', page);
      for (let i = 0; i < pairs.length; i += 2) completions.raise(pairs[i]!, Number(pairs[i + 1]));
      cursor = next;
    } while (cursor !== '0');
    this.#completions = completions;
    this.#reading = undefined;
    this.#last = latest;
  }
}

/** The running number of an entry. */
const place = (id: string) => Number.parseInt(id, 10);
