/**
 * The indexes in the memory of a replica, which follow the stream of changes.
 *
 * A replica waits for the next entry of the stream instead of asking for changes now and then, and
 * knows by the numbers of entries that it has all of them. When it may have missed something (the
 * connection broke, the stream was trimmed too early, Redis lost its last writes) it reads everything
 * again, and answers from the old indexes until it has done so.
 */
import type { RedisConnection } from '#kit/stores/redis.ts';
import { Dictionaries } from '../../dictionaries/dictionaries.ts';
import { apply, OwnChanges, readEntry, type Change } from './changes.ts';
import type { Reply } from './scripts.ts';

/** Entries, or terms, read at a time. */
const pageSize = 1_000;
/** How long a read waits for the next entry, milliseconds: less than the timeout of commands. */
const blockMs = 1_000;

interface ReplicaOptions {
  /** A connection that waits for entries does nothing else. */
  readonly redis: RedisConnection;
  /** Hash tag of all keys. */
  readonly tag: string;
  /** Asks for the id of the latest entry; makes the pre-loaded terms of a new deployment. */
  readonly latest: () => Promise<Reply>;
}

export class Replica {
  readonly #redis: RedisConnection;
  readonly #tag: string;
  readonly #changes: string;
  readonly #askLatest: () => Promise<Reply>;
  readonly #own = new OwnChanges();
  #dictionaries = new Dictionaries();
  /** The indexes that are being read, to replace the others. */
  #reading: Dictionaries | undefined;
  /** The last entry that was followed; undefined while the indexes may lack something. */
  #followed: string | undefined;
  /** The running number of the last entry that the indexes have. */
  #seen = 0;
  /** The latest entry known of, from the stream or from own changes: `#followed` or a later one. */
  #latest = '0-0';

  constructor({ redis, tag, latest }: ReplicaOptions) {
    this.#redis = redis;
    this.#tag = tag;
    this.#changes = `${tag}:changes`;
    this.#askLatest = latest;
  }

  get dictionaries(): Dictionaries {
    return this.#dictionaries;
  }

  get latest(): string {
    return this.#latest;
  }

  /** Resolves when the indexes have all that there is. */
  async start(): Promise<void> {
    while (this.#followed === undefined) await this.#readAll();
  }

  /** Follows the stream until nothing new comes for a while; the next call checks for losses. */
  async follow(): Promise<void> {
    if (!(await this.#isIntact())) await this.#readAll();
    while (await this.#readEntries());
  }

  /** Takes in what a step of this replica did to the index of this name. */
  takeIn(reply: Reply, name: string, changes: readonly Change[]): void {
    // Redis lost what it had acknowledged; the new latest entry would hide that from `#isIntact`.
    if (!reply.isKnown) {
      this.#followed = undefined;
      this.#seen = 0;
    }
    this.#noteLatest(reply.latest);
    if (changes.length === 0) return;
    const last = sequenceOf(reply.latest);
    // The stream may be faster than the reply, and have told of later changes already.
    if (last <= this.#seen) return;
    for (const dictionaries of this.#all()) dictionaries.open(name, reply.index);
    for (const [i, change] of changes.entries()) {
      const sequence = last - changes.length + 1 + i;
      if (sequence <= this.#seen) continue;
      this.#own.add(change, sequence);
      this.#apply(change);
    }
  }

  #all(): Dictionaries[] {
    return this.#reading ? [this.#dictionaries, this.#reading] : [this.#dictionaries];
  }

  #apply(change: Change): void {
    for (const dictionaries of this.#all()) apply(dictionaries, change);
  }

  /**
   * Whether Redis has all that the indexes have. Redis loses changes from the end only: while the
   * latest entry is there, so are those before it.
   */
  async #isIntact(): Promise<boolean> {
    if (this.#followed === undefined) return false;
    const found = await this.#redis.xrange(this.#changes, this.#latest, this.#latest);
    return found.length === 1;
  }

  /** False when there were none. */
  async #readEntries(): Promise<boolean> {
    if (this.#followed === undefined) return false;
    const from = ['STREAMS', this.#changes, this.#followed] as const;
    const read = await this.#redis.xread('COUNT', pageSize, 'BLOCK', blockMs, ...from);
    const entries = read?.[0]?.[1] ?? [];
    for (const [id, fields] of entries) {
      const sequence = sequenceOf(id);
      if (this.#followed === undefined || sequence !== sequenceOf(this.#followed) + 1) {
        this.#followed = undefined;
        return false;
      }
      const change = readEntry(fields);
      if (!this.#own.isOlder(change, sequence)) this.#apply(change);
      this.#followed = id;
      this.#seen = sequence;
      this.#noteLatest(id);
    }
    return entries.length > 0;
  }

  #noteLatest(id: string): void {
    if (sequenceOf(id) > sequenceOf(this.#latest)) this.#latest = id;
  }

  /**
   * Replaces the indexes by the contents of Redis. Changes made during the read are followed before
   * the new indexes take over, so that nothing deleted shows again.
   */
  async #readAll(): Promise<void> {
    this.#followed = undefined;
    const { latest } = await this.#askLatest();
    this.#latest = latest;
    this.#seen = sequenceOf(latest);
    this.#own.clear();
    const reading = new Dictionaries();
    this.#reading = reading;
    await this.#readInto(reading);
    const end = sequenceOf((await this.#askLatest()).latest);
    this.#followed = latest;
    while (sequenceOf(this.#followed) < end) {
      await this.#readEntries();
      // Something is missing again; the next call starts over.
      if (this.#followed === undefined) return;
    }
    this.#dictionaries = reading;
    this.#reading = undefined;
  }

  async #readInto(dictionaries: Dictionaries): Promise<void> {
    const indexes = await this.#redis.hgetall(`${this.#tag}:indexes`);
    for (const [name, text] of Object.entries(indexes)) {
      const [id, halfLifeHours, since, halvings] = text.split(' ').map(Number);
      const dictionary = dictionaries.open(name, id!);
      if (dictionary === undefined) continue;
      dictionary.decay = { halfLifeHours: halfLifeHours!, since: since!, halvings: halvings! };
      for await (const terms of this.#pages('sscan', `${this.#tag}:blocked:${id}`)) {
        for (const term of terms) dictionary.setBlocked(term, true);
      }
      for await (const pairs of this.#pages('hscan', `${this.#tag}:freq:${id}`)) {
        for (let i = 0; i < pairs.length; i += 2) {
          const [freq, passed = 0] = pairs[i + 1]!.split(' ').map(Number) as [number, number?];
          dictionary.set(pairs[i]!, { freq, halvings: passed });
        }
      }
    }
  }

  async *#pages(command: 'hscan' | 'sscan', key: string): AsyncGenerator<string[]> {
    let cursor = '0';
    do {
      const [next, page] = await this.#redis[command](key, cursor, 'COUNT', pageSize);
      yield page;
      cursor = next;
    } while (cursor !== '0');
  }
}

/** The running number of an entry. */
const sequenceOf = (id: string) => Number.parseInt(id, 10);
