/** Sharded pub/sub channels that stay followed when a connection breaks or a slot moves. */
import type { Logger } from 'pino';
import { command, type RedisConnection } from './redis.ts';

/** What a store does with what it hears. */
export interface ChannelListener {
  /** Called for each message, also on a channel that is just being left. */
  message(channel: string, text: string): void;
  /** The channel is followed again: messages until now may have been missed. */
  resumed(channel: string): void;
}

/** How many channels are subscribed to again at once. */
const portion = 200;
/** When to try again if the connection stays but the server does not answer. */
const retryMs = 1_000;

export class RedisChannels {
  readonly #subscriber: RedisConnection;
  readonly #listener: ChannelListener;
  readonly #log: Logger;
  readonly #followed = new Set<string>();
  /** Followed channels whose subscription was lost with its connection. */
  readonly #lapsed = new Set<string>();
  #retry: NodeJS.Timeout | undefined;

  /** @param subscriber a connection that does nothing else; its owner closes it */
  constructor(subscriber: RedisConnection, listener: ChannelListener, log: Logger) {
    this.#subscriber = subscriber;
    this.#listener = listener;
    this.#log = log;
    subscriber.on('smessage', (channel: string, text: string) => this.#receive(channel, text));
    const resume = () => void this.#resume();
    subscriber.on('ready', resume);
    // A Cluster emits this after it has replaced the connection to a shard.
    subscriber.on('subscribersReady', resume);
  }

  /** @throws Refusal STORE_UNAVAILABLE; the channel is then followed once the server is back */
  async follow(channel: string): Promise<void> {
    this.#followed.add(channel);
    await command(this.#subscriber.ssubscribe(channel));
  }

  /** @throws Refusal STORE_UNAVAILABLE; the subscription has then ended with the connection */
  async unfollow(channel: string): Promise<void> {
    this.#followed.delete(channel);
    this.#lapsed.delete(channel);
    await command(this.#subscriber.sunsubscribe(channel));
  }

  #receive(channel: string, text: string): void {
    // The first message comes before the promise of the new subscription resolves.
    if (this.#lapsed.delete(channel)) this.#listener.resumed(channel);
    this.#listener.message(channel, text);
  }

  async #resume(): Promise<void> {
    for (const channel of this.#followed) this.#lapsed.add(channel);
    await this.#followLapsed();
  }

  async #followLapsed(): Promise<void> {
    clearTimeout(this.#retry);
    const failures: unknown[] = [];
    for (let rest = [...this.#lapsed]; rest.length > 0; rest = rest.slice(portion)) {
      const again = rest.slice(0, portion).map((channel) => this.#followAgain(channel));
      const done = await Promise.allSettled(again);
      failures.push(...done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    }
    if (failures.length === 0) return;
    const [err] = failures;
    this.#log.warn({ err, channels: failures.length }, 'channels could not be followed again');
    // If the server is away again, the next `ready` starts over.
    if (this.#subscriber.status !== 'ready') return;
    this.#retry = setTimeout(() => void this.#followLapsed(), retryMs).unref();
  }

  async #followAgain(channel: string): Promise<void> {
    if (!this.#followed.has(channel)) return;
    // On a Cluster the driver keeps a list of subscriptions, to which it adds one that has not ended
    // a second time.
    const ended = this.#subscriber.sunsubscribe(channel);
    await command(Promise.all([ended, this.#subscriber.ssubscribe(channel)]));
    this.#lapsed.delete(channel);
    this.#listener.resumed(channel);
  }
}
