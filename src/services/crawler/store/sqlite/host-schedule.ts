/** When the next request to a host may be sent, for one process. */
export class HostSchedule {
  /** By host: the earliest instant of its next request. */
  readonly #next = new Map<string, number>();

  /**
   * Books the next request to `host`.
   *
   * @param spacingMs least time to the request after it
   * @returns when it may be sent: not before `earliest`
   */
  book(host: string, now: number, earliest: number, spacingMs: number): number {
    const free = this.#next.get(host);
    const at = Math.max(earliest, free ?? 0);
    if (spacingMs > 0) this.#next.set(host, at + spacingMs);
    else if (free !== undefined && free <= now) this.#next.delete(host);
    if (this.#next.size > this.#pruneAt) this.#prune(now);
    return at;
  }

  #pruneAt = 1_000;

  #prune(now: number): void {
    for (const [host, at] of this.#next) if (at <= now) this.#next.delete(host);
    this.#pruneAt = Math.max(1_000, this.#next.size * 2);
  }
}
