/**
 * Frames of clients that are not kept. Each room has one publication under way; the frames that
 * arrive during it go with the next one, and those beyond the limit are dropped.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Signal } from '../store/message.ts';
import type { ChatStore } from '../store/chat-store.ts';

/** Most that wait in a room. */
const maxWaiting = 100;

export class Ephemerals {
  readonly #store: ChatStore;
  readonly #log: Logger;
  readonly #waiting = new Map<string, Signal[]>();

  constructor(store: ChatStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** @returns false when it was dropped */
  pass(room: string, signal: Signal): boolean {
    const waiting = this.#waiting.get(room);
    if (waiting === undefined) {
      this.#waiting.set(room, [signal]);
      void this.#publish(room, this.#waiting.get(room)!);
      return true;
    }
    if (waiting.length >= maxWaiting) return false;
    waiting.push(signal);
    return true;
  }

  async #publish(room: string, waiting: Signal[]): Promise<void> {
    try {
      while (waiting.length > 0) {
        await nextTurn();
        await this.#store.publish(room, waiting.splice(0));
      }
    } catch (error) {
      this.#log.debug({ err: error }, 'ephemeral frames are lost');
    } finally {
      this.#waiting.delete(room);
    }
  }
}
