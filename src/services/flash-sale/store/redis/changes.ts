import type { Logger } from 'pino';
import { Type } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import type { Changes } from '#kit/web/event-streams.ts';
import { storedJson } from '#kit/web/schema.ts';
import type { SaleChange } from '../store.ts';

const parseChange = storedJson(
  'a change',
  Type.Object({ productId: Type.String(), userId: Type.Optional(Type.String()) }),
);

/** Follows the channel on which scripts publish whose state in a sale has changed. */
export class ChangesChannel {
  readonly #open: () => Promise<RedisConnection>;
  readonly #channel: string;
  readonly #log: Logger;
  #subscriber: RedisConnection | undefined;

  /** @param open yields a connection that does nothing else */
  constructor(open: () => Promise<RedisConnection>, channel: string, log: Logger) {
    this.#open = open;
    this.#channel = channel;
    this.#log = log;
  }

  async watch(changes: Changes<SaleChange>): Promise<void> {
    const subscriber = await this.#open();
    this.#subscriber = subscriber;
    subscriber.on('smessage', (_channel: string, text: string) => {
      try {
        changes.changed(parseChange(text));
      } catch (error) {
        // No replica of ours publishes this.
        this.#log.error({ err: error, channel: this.#channel }, 'a malformed change is ignored');
      }
    });
    await command(subscriber.ssubscribe(this.#channel));
    subscriber.on('ready', () => void this.#subscribeAgain(subscriber, changes));
  }

  /**
   * Subscribes after a reconnection, and has everything read that may have changed during the gap.
   */
  async #subscribeAgain(subscriber: RedisConnection, changes: Changes<SaleChange>): Promise<void> {
    try {
      await command(subscriber.ssubscribe(this.#channel));
      changes.resumed();
    } catch (error) {
      // If the server is gone again, the next `ready` starts over.
      this.#log.warn({ err: error, channel: this.#channel }, 'sales could not be followed again');
    }
  }

  close(): void {
    this.#subscriber?.disconnect();
  }
}
