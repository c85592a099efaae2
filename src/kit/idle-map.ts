/**
 * Entries by key in memory, of which those that nobody asks for vanish. There are two generations:
 * what is not touched for a whole one is dropped together with its map, so that nothing is ever
 * scanned and no timer is kept for an entry.
 */
export class IdleMap<T> {
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #youngSince = Number.NEGATIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;
  #keep = 0;

  /** How many entries are kept; one that moved between generations counts twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /**
   * @param keep how long the entry is needed after this, milliseconds; it vanishes after at least
   *   that and at most twice the longest that was ever asked for, once `get` or `sweep` is called
   */
  get(key: string, keep: number, now: number): T | undefined {
    if (keep > this.#keep) this.#keep = keep;
    this.sweep(now);
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.#young.set(key, old);
    return old;
  }

  /** Of use only right after a `get` of this key. */
  set(key: string, entry: T): void {
    this.#young.set(key, entry);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Drops what is idle; to be called now and then where nobody else may call. */
  sweep(now: number): void {
    // A clock that goes back makes nothing idle.
    if (now > this.#latest) this.#latest = now;
    if (this.#latest - this.#youngSince > this.#keep) this.#turn();
  }

  #turn(): void {
    // After two generations without a call the young one is idle as well.
    this.#old = this.#latest - this.#youngSince > 2 * this.#keep ? new Map() : this.#young;
    this.#young = new Map();
    this.#youngSince = this.#latest;
  }
}
