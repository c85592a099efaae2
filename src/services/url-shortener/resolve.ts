import { LRUCache } from 'lru-cache';
import { canBeCode } from './code.ts';
import { refuse } from './errors.ts';
import type { MappingStore } from './store/store.ts';

/** Characters of a cached URL, on average at most: bounds the memory whatever clients store. */
const averageLength = 256;

/**
 * Finds the URL of a code. A mapping never changes, so what was read once is served from memory
 * for good, also while the store is away. That a code is unknown is not remembered: another
 * replica may hand it out the next moment.
 */
export class Resolver {
  readonly #store: MappingStore;
  readonly #cache: LRUCache<string, string>;
  /** Reads under way; requests for the same code wait for the same read. */
  readonly #reads = new Map<string, Promise<string | undefined>>();

  /** @param entries mappings in the cache at most, 1 or more */
  constructor(store: MappingStore, entries: number) {
    this.#store = store;
    this.#cache = new LRUCache({
      max: entries,
      maxSize: entries * averageLength,
      sizeCalculation: (url) => url.length,
    });
  }

  /** @throws Refusal UNKNOWN_CODE, STORE_UNAVAILABLE */
  async resolve(code: string): Promise<string> {
    const url = this.#cache.get(code) ?? (await this.#read(code));
    if (url === undefined) throw refuse.UNKNOWN_CODE();
    return url;
  }

  #read(code: string): Promise<string | undefined> | undefined {
    if (!canBeCode(code)) return undefined;
    let read = this.#reads.get(code);
    if (read === undefined) {
      read = this.#fetch(code).finally(() => this.#reads.delete(code));
      this.#reads.set(code, read);
    }
    return read;
  }

  async #fetch(code: string): Promise<string | undefined> {
    const url = await this.#store.find(code);
    if (url !== undefined) this.#cache.set(code, url);
    return url;
  }
}
