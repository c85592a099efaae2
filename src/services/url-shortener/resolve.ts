import { LRUCache } from 'lru-cache';
import { canBeCode } from './code.ts';
import type { Link } from './link.ts';
import type { LinkStore } from './store/links.ts';

/** Characters of a cached link, on average at most: bounds the memory whatever clients store. */
const averageLength = 256;

/** How often a replica asks for changes: it knows one long before a second has passed, milliseconds. */
export const refreshEveryMs = 250;

interface ResolverOptions {
  /** Links in the cache at most, 1 or more. */
  readonly entries: number;
  /** How old the knowledge of changes may be, milliseconds. */
  readonly maxStaleMs: number;
  /** Time that only goes forward, milliseconds. */
  readonly elapsed: () => number;
}

interface Read {
  readonly begun: number;
  readonly link: Promise<Link | undefined>;
}

/**
 * Finds the link of a code: in memory while all changes up to `maxStaleMs` ago are known, else in
 * the store. So a change is in force that long after it, also where the store cannot be asked. Changes
 * are names of links, which are only forgotten, since this is a cache and not a copy. That a code is
 * unknown is not remembered: another replica may hand it out the next moment.
 */
export class Resolver {
  readonly #store: Pick<LinkStore, 'find' | 'changesSince'>;
  readonly #cache: LRUCache<string, Link>;
  /** Reads under way; requests for the same code wait for the same read. */
  readonly #reads = new Map<string, Read>();
  readonly #options: ResolverOptions;
  #version: number | undefined;
  /** All changes up to this instant are known. */
  #knownUntil = Number.NEGATIVE_INFINITY;

  constructor(store: Pick<LinkStore, 'find' | 'changesSince'>, options: ResolverOptions) {
    this.#store = store;
    this.#options = options;
    this.#cache = new LRUCache({
      max: options.entries,
      maxSize: options.entries * averageLength,
      sizeCalculation: sizeOf,
    });
  }

  /**
   * The link of a code as it was up to `maxStaleMs` ago, or undefined; its `clicks` may be older.
   *
   * @throws Refusal STORE_UNAVAILABLE
   */
  find(code: string): Link | undefined | Promise<Link | undefined> {
    const isKnown = this.#isRecent(this.#knownUntil);
    return (isKnown ? this.#cache.get(code) : undefined) ?? this.#read(code);
  }

  /**
   * Learns what has changed.
   *
   * @throws Refusal STORE_UNAVAILABLE; cached links count as long as they may
   */
  async refresh(): Promise<void> {
    const begun = this.#options.elapsed();
    const { version, codes } = await this.#store.changesSince(this.#version);
    if (codes === undefined) this.#forgetAll();
    else for (const code of codes) this.forget(code);
    this.#version = version;
    this.#knownUntil = begun;
  }

  /** The link has changed: the cached link, or one just being read, may be old. */
  forget(code: string): void {
    this.#cache.delete(code);
    this.#reads.delete(code);
  }

  #forgetAll(): void {
    this.#cache.clear();
    this.#reads.clear();
  }

  #isRecent(instant: number): boolean {
    return this.#options.elapsed() - instant <= this.#options.maxStaleMs;
  }

  #read(code: string): Promise<Link | undefined> | undefined {
    if (!canBeCode(code)) return undefined;
    const underWay = this.#reads.get(code);
    if (underWay !== undefined && this.#isRecent(underWay.begun)) return underWay.link;
    const read: Read = { begun: this.#options.elapsed(), link: this.#store.find(code) };
    this.#reads.set(code, read);
    const settle = (link: Link | undefined) => {
      // Else it was forgotten in the meantime.
      if (this.#reads.get(code) !== read) return;
      this.#reads.delete(code);
      if (link !== undefined) this.#cache.set(code, link);
    };
    read.link.then(settle, () => settle(undefined));
    return read.link;
  }
}

const sizeOf = ({ url, tags }: Link) => tags.reduce((size, tag) => size + tag.length, url.length);
