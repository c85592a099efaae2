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
  book(host: string, earliest: number, spacingMs: number): number {
    const at = Math.max(earliest, this.#next.get(host) ?? 0);
    if (spacingMs > 0) this.#next.set(host, at + spacingMs);
    return at;
  }

  /** Books no request to `host` before `until`. */
  pause(host: string, until: number): void {
    this.#next.set(host, Math.max(until, this.#next.get(host) ?? 0));
  }

  /** Forgets hosts that no longer need spacing, and yields how many there were. */
  forget(now: number): number {
    const before = this.#next.size;
    for (const [host, at] of this.#next) if (at <= now) this.#next.delete(host);
    return before - this.#next.size;
  }
}
