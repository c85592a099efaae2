/** The shared store: counts in Redis (see lua/lib.lua), indexes in the memory of each replica. */
import type { Logger } from 'pino';
import { loop } from '#kit/host/loop.ts';
import type { Clock } from '#kit/host/service.ts';
import { openRedis, redisLifecycle, type RedisConnection } from '#kit/stores/redis.ts';
import type { Dictionary } from '../../dictionaries/dictionary.ts';
import { defaultIndex } from '../../dictionaries/dictionaries.ts';
import type { Limits, Outcome, TermStore } from '../autocomplete-store.ts';
import type { Change } from './changes.ts';
import { Replica } from './replica.ts';
import { scriptsOf, type Reply, type Run } from './scripts.ts';

/** The least number of entries that the stream keeps: a replica that misses more reads everything. */
const keptEntries = 100_000;
/** Pause after a failure, milliseconds. */
const pauseMs = 50;

interface RedisStoreOptions extends Limits {
  readonly address: string;
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keptEntries?: number;
}

/**
 * Resolves when the indexes are complete.
 *
 * @throws StartupError when nothing answers at the address
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<TermStore> {
  const redis = await openRedis(options.address, options.prefix);
  // A connection that waits for entries does nothing else.
  const follower = await openRedis(options.address, options.prefix).catch((error: unknown) => {
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

interface Step {
  readonly script: Run;
  readonly index: string;
  readonly now: number;
  readonly args: readonly (string | number)[];
}

/** The changes that a finished step has made in the index of this id, in the order of the entries. */
type ChangesOf = (index: number, numbers: readonly number[]) => Change[];

class RedisTerms implements TermStore {
  readonly description = 'redis';
  readonly #redis: RedisConnection;
  readonly #follower: RedisConnection;
  readonly #scripts;
  readonly #replica: Replica;
  readonly #closing = new AbortController();
  #following: Promise<void> | undefined;

  constructor(redis: RedisConnection, follower: RedisConnection, options: RedisStoreOptions) {
    const { prefix, clock } = options;
    const tag = `{${prefix}}`;
    this.#redis = redis;
    this.#follower = follower;
    const scripts = scriptsOf(redis, { keptEntries, ...options, tag });
    this.#scripts = scripts;
    // No entry has this id: it is not lost either.
    const latest = () => scripts.latest('0-0', clock(), defaultIndex);
    this.#replica = new Replica({ redis: follower, tag, latest });
  }

  async start(log: Logger): Promise<void> {
    await this.#replica.start();
    const { signal } = this.#closing;
    const options = { name: 'following the changes', every: pauseMs, signal, log };
    this.#following = loop(options, async () => {
      try {
        await this.#replica.follow();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  }

  train(index: string, increments: ReadonlyMap<string, number>, now: number): Promise<Outcome> {
    const step = { script: this.#scripts.train, index, now, args: [...increments].flat() };
    return this.#change(step, (id, numbers) =>
      Array.from(increments.keys(), (term, i) => {
        const [freq, halvings] = [numbers[2 * i]!, numbers[2 * i + 1]!];
        return { kind: 'term', index: id, term, freq, halvings };
      }),
    );
  }

  setFreq(index: string, term: string, freq: number, now: number): Promise<Outcome> {
    const step = { script: this.#scripts.setFreq, index, now, args: [term, freq] };
    return this.#change(step, (id, [, halvings]) => [
      { kind: 'term', index: id, term, freq, halvings: halvings! },
    ]);
  }

  forget(index: string, term: string, now: number): Promise<boolean> {
    const step = { script: this.#scripts.forget, index, now, args: [term] };
    return this.#takeAway(step, (id) => [{ kind: 'term', index: id, term, freq: 0, halvings: 0 }]);
  }

  block(index: string, term: string, now: number): Promise<Outcome> {
    const step = { script: this.#scripts.block, index, now, args: [term] };
    return this.#change(step, (id) => [{ kind: 'blocked', index: id, term, is: true }]);
  }

  unblock(index: string, term: string, now: number): Promise<boolean> {
    const step = { script: this.#scripts.unblock, index, now, args: [term] };
    return this.#takeAway(step, (id) => [{ kind: 'blocked', index: id, term, is: false }]);
  }

  setHalfLife(index: string, hours: number, now: number): Promise<Outcome> {
    const step = { script: this.#scripts.setHalfLife, index, now, args: [hours] };
    return this.#change(step, (id, [halvings]) => {
      const decay = { halfLifeHours: hours, since: now, halvings: halvings! };
      return [{ kind: 'half-life', index: id, decay }];
    });
  }

  drop(index: string, now: number): Promise<boolean> {
    const step = { script: this.#scripts.drop, index, now, args: [] };
    return this.#takeAway(step, (id) => [{ kind: 'dropped', index: id }]);
  }

  /** Redis frees what was dropped. */
  async sweep(): Promise<void> {}

  find(index: string): Dictionary | undefined {
    return this.#replica.dictionaries.get(index);
  }

  list(): readonly Dictionary[] {
    return this.#replica.dictionaries.all();
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

  async #change(step: Step, changesOf: ChangesOf): Promise<Outcome> {
    const how = await this.#run(step, changesOf);
    if (how === 'nothing') throw new Error('a script that changes something did nothing');
    return how;
  }

  async #takeAway(step: Step, changesOf: ChangesOf): Promise<boolean> {
    return (await this.#run(step, changesOf)) === 'done';
  }

  async #run({ script, index, now, args }: Step, changesOf: ChangesOf): Promise<Reply['how']> {
    const reply = await script(this.#replica.latest, now, index, ...args);
    const changes = reply.how === 'done' ? changesOf(reply.index, reply.numbers) : [];
    this.#replica.takeIn(reply, index, changes);
    return reply.how;
  }
}
