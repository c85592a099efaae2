/**
 * A map in memory that drops the entries that nobody has asked for lately. It keeps two
 * generations: entries that were not touched during a whole generation are dropped together with
 * their map. So nothing is ever scanned, and no entry needs a timer.
 */
export class IdleMap<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #youngSince = Number.NEGATIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;
  #keepMs = 0;

  /** How many entries are kept; one that moved between generations counts twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /**
   * @param keepMs how long the entry is needed from now on. `get` or `sweep` drops it after this
   *   time at the earliest, and at the latest after twice the longest `keepMs` so far.
   */
  get(key: string, keepMs: number, now: number): T | undefined {
    if (keepMs > this.#keepMs) this.#keepMs = keepMs;
    this.sweep(now);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.#young.set(key, old);
    return old;
  }

  /** Sets an entry. Call it only right after `get` of the same key. */
  set(key: string, entry: T): void {
    this.#young.set(key, entry);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Drops idle entries, as `get` does: to be called now and then in case nobody calls `get`. */
  sweep(now: number): void {
    // A clock that goes back makes nothing idle.
    if (now > this.#latest) this.#latest = now;
    if (this.#latest - this.#youngSince > this.#keepMs) this.#turn();
  }

  #turn(): void {
    // After two generations without a call the young one is idle as well.
    this.#old = this.#latest - this.#youngSince > 2 * this.#keepMs ? new Map() : this.#young;
    this.#young = new Map();
    this.#youngSince = this.#latest;
  }
}
