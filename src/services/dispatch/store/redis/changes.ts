import type { Logger } from 'pino';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import type { Changes } from '#kit/web/event-streams.ts';

/** Follows the channel on which scripts publish what may have changed. */
export class ChangesChannel {
  readonly #subscriber: RedisConnection;
  readonly #channel: string;
  readonly #log: Logger;
  #changes: Changes<string> | undefined;

  /** @param subscriber a connection that does nothing else */
  constructor(subscriber: RedisConnection, channel: string, log: Logger) {
    this.#subscriber = subscriber;
    this.#channel = channel;
    this.#log = log;
    subscriber.on('smessage', (_channel: string, followed: string) =>
      this.#changes?.changed(followed),
    );
    subscriber.on('ready', () => void this.#subscribeAgain());
  }

  async watch(changes: Changes<string>): Promise<void> {
    this.#changes = changes;
    await command(this.#subscriber.ssubscribe(this.#channel));
  }

  /**
   * Subscribes after a reconnection, and has everything read that may have changed during the gap.
   */
  async #subscribeAgain(): Promise<void> {
    if (!this.#changes) return;
    try {
      await command(this.#subscriber.ssubscribe(this.#channel));
      this.#changes.resumed();
    } catch (error) {
      // If the server is gone again, the next `ready` starts over.
      this.#log.warn({ err: error, channel: this.#channel }, 'changes could not be followed again');
    }
  }
}
