import type { Store } from '#kit/stores/store.ts';

/**
 * Codes and their URLs. A mapping never changes and is never removed.
 * Every method throws STORE_UNAVAILABLE (503) while the store is away.
 */
export interface MappingStore extends Store {
  /**
   * One indivisible, durable step: of any number of calls with one code exactly one yields true,
   * and its URL stays. False when the code is taken, or is just being taken.
   *
   * @param url ASCII
   * @param now milliseconds since the epoch
   */
  insertIfAbsent(code: string, url: string, now: number): Promise<boolean>;
  /** The URL of a code, or undefined. */
  find(code: string): Promise<string | undefined>;
}
