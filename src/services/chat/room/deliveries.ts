/** The messages that the clients of a room are still to get, in order. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Client } from './client.ts';

/** With more deliveries waiting, all go at once: else messages would come in faster than they leave. */
const maxWaiting = 100;

export class Deliveries {
  readonly #waiting: { clients: readonly Client[]; send: (client: Client) => void }[] = [];
  /** Resolves when the clients have been sent what came here. */
  delivered: Promise<void> = Promise.resolve();

  /** Whether as much waits as may. */
  get isFull(): boolean {
    return this.#waiting.length >= maxWaiting;
  }

  /** @param clients those present now: the list must not change after this */
  add(clients: readonly Client[], send: (client: Client) => void): void {
    this.#waiting.push({ clients, send });
    if (this.#waiting.length === 1) this.delivered = this.#sendAll();
  }

  /** Sends in slices of time: a room may have thousands of clients. */
  async #sendAll(): Promise<void> {
    const slice = new TimeSlice();
    for (let next; (next = this.#waiting[0]) !== undefined; this.#waiting.shift()) {
      for (const client of next.clients) {
        if (slice.isOver && !this.isFull) await slice.next();
        next.send(client);
      }
    }
  }
}
