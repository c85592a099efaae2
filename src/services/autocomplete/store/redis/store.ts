/**
 * The shared store: the frequencies in Redis, and an index of them in the memory of each replica,
 * which follows a stream of changes. Both keys share a hash tag.
 *
 *   {ac}:freq     hash    term -> frequency
 *   {ac}:changes  stream  the latest changes: `term`, `freq`; ids <running number>-<microseconds>
 *
 * A replica knows everything up to the last entry that it followed. Whenever it may have missed something
 * (the connection broke, the stream was trimmed too early, Redis lost its last writes) it reads
 * all frequencies anew and answers from the old index meanwhile.
 */
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { loop } from '#kit/host/loop.ts';
import { loadScripts, openRedis, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import { Completions } from '../../completions/completions.ts';
import type { Term } from '../../completions/ranking.ts';
import { preloaded, type TermStore } from '../store.ts';

/** Entries that the stream keeps at least: what a replica may miss without reading everything. */
const keptEntries = 100_000;
/** Entries, or terms, read at a time. */
const pageSize = 1_000;
/** How long a read waits for the next entry, milliseconds: less than the timeout of commands. */
const blockMs = 1_000;
/** Pause after a failure, milliseconds. */
const pauseMs = 50;

export interface RedisStoreOptions {
  readonly address: string;
  readonly prefix: string;
  readonly maxTerms: number;
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
const readReply = checked(
  'reply of train.lua',
  Type.Tuple([
    Type.String(),
    Type.Integer(),
    Type.Union([Type.Array(Type.Integer()), Type.Null()]),
  ]),
);

class RedisTerms implements TermStore {
  readonly description = 'redis';
  readonly #redis: RedisConnection;
  readonly #follower: RedisConnection;
  readonly #frequencies: string;
  readonly #changes: string;
  readonly #maxTerms: number;
  readonly #kept: number;
  readonly #train;
  readonly #closing = new AbortController();
  #following: Promise<void> | undefined;
  #completions = new Completions();
  /** The index that is being read, to replace the other. */
  #reading: Completions | undefined;
  /** The last entry that was followed; undefined while the index may lack something. */
  #followed: string | undefined;
  /** The latest entry known of, be it from the stream or from training: `#followed` or a later one. */
  #latest = '0-0';

  constructor(redis: RedisConnection, follower: RedisConnection, options: RedisStoreOptions) {
    this.#redis = redis;
    this.#follower = follower;
    this.#frequencies = `{${options.prefix}}:freq`;
    this.#changes = `{${options.prefix}}:changes`;
    this.#maxTerms = options.maxTerms;
    this.#kept = options.keptEntries ?? keptEntries;
    this.#train = loadScripts(redis, new URL('./lua/', import.meta.url))('train', readReply);
  }

  async start(log: Logger): Promise<void> {
    await this.#readAll();
    const { signal } = this.#closing;
    const options = { name: 'following the changes', every: pauseMs, signal, log };
    this.#following = loop(options, () => this.#follow());
  }

  async train(increments: ReadonlyMap<string, number>): Promise<'trained' | 'full'> {
    const [latest, known, frequencies] = await this.#add(increments);
    // Redis lost what it had acknowledged; the new latest entry would hide that from `#isIntact`.
    if (known === 0) this.#followed = undefined;
    this.#noteLatest(latest);
    if (frequencies === null) return 'full';
    [...increments.keys()].forEach((term, i) => this.#raise(term, frequencies[i]!));
    return 'trained';
  }

  complete(prefix: string, limit: number): Readonly<Term>[] {
    return this.#completions.best(prefix, limit);
  }

  ready(): Promise<void> {
    return redisLifecycle(this.#redis).ready();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#follower.disconnect();
    await this.#following;
    this.#redis.disconnect();
  }

  #add(increments: ReadonlyMap<string, number>) {
    const about = [this.#kept, this.#latest, preloaded.join(' '), this.#maxTerms];
    return this.#train([this.#frequencies, this.#changes], [...about, ...[...increments].flat()]);
  }

  #raise(term: string, freq: number): void {
    this.#completions.raise(term, freq);
    this.#reading?.raise(term, freq);
  }

  /** Follows the stream until nothing new comes for a while; the next run checks for losses. */
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
    if (this.#followed === undefined) return false;
    const found = await this.#follower.xrange(this.#changes, this.#latest, this.#latest);
    return found.length === 1;
  }

  /** False when there were none. */
  async #readEntries(): Promise<boolean> {
    if (this.#followed === undefined) return false;
    const from = ['STREAMS', this.#changes, this.#followed] as const;
    const read = await this.#follower.xread('COUNT', pageSize, 'BLOCK', blockMs, ...from);
    const entries = read?.[0]?.[1] ?? [];
    for (const [id, [, term, , freq]] of entries) {
      if (this.#followed === undefined || sequenceOf(id) !== sequenceOf(this.#followed) + 1) {
        this.#followed = undefined;
        return false;
      }
      this.#raise(term!, Number(freq));
      this.#followed = id;
      this.#noteLatest(id);
    }
    return entries.length > 0;
  }

  #noteLatest(id: string): void {
    if (sequenceOf(id) > sequenceOf(this.#latest)) this.#latest = id;
  }

  /** Replaces the index by what Redis holds. Entries added meanwhile are followed later. */
  async #readAll(): Promise<void> {
    this.#followed = undefined;
    const [latest] = await this.#add(new Map());
    this.#latest = latest;
    const completions = new Completions();
    this.#reading = completions;
    let cursor = '0';
    do {
      const [next, pairs] = await this.#follower.hscan(
        this.#frequencies,
        cursor,
        'COUNT',
        pageSize,
      );
      for (let i = 0; i < pairs.length; i += 2) completions.raise(pairs[i]!, Number(pairs[i + 1]));
      cursor = next;
    } while (cursor !== '0');
    this.#completions = completions;
    this.#reading = undefined;
    this.#followed = latest;
  }
}

/** The running number of an entry. */
const sequenceOf = (id: string) => Number.parseInt(id, 10);
