import type { Logger } from 'pino';
import { Type } from 'typebox';
import type { RedisConnection } from '#kit/stores/redis.ts';
import { RedisChannels } from '#kit/stores/redis-channels.ts';
import type { Changes } from '#kit/web/event-streams.ts';
import { storedJson } from '#kit/web/schema.ts';
import type { SaleChange } from '../flash-sale-store.ts';

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

  /** @param open returns a connection that does nothing else */
  constructor(open: () => Promise<RedisConnection>, channel: string, log: Logger) {
    this.#open = open;
    this.#channel = channel;
    this.#log = log;
  }

  async watch(changes: Changes<SaleChange>): Promise<void> {
    this.#subscriber = await this.#open();
    const listener = {
      message: (_channel: string, text: string) => this.#receive(text, changes),
      resumed: () => changes.resumed(),
    };
    await new RedisChannels(this.#subscriber, listener, this.#log).follow(this.#channel);
  }

  #receive(text: string, changes: Changes<SaleChange>): void {
    try {
      changes.changed(parseChange(text));
    } catch (error) {
      // No replica of ours publishes this.
      this.#log.error({ err: error, channel: this.#channel }, 'a malformed change is ignored');
    }
  }

  close(): void {
    this.#subscriber?.disconnect();
  }
}
