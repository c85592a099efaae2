/** Messages of other replicas, and of this one, by sharded pub/sub. */
import type { Logger } from 'pino';
import { command, storeError, type RedisConnection } from '#kit/stores/redis.ts';
import type { ChatStore, Follower, Message } from '../store.ts';

/** How many rooms are followed again at once. */
const portion = 200;
/** How soon that is tried again where the connection stays but the server does not answer. */
const retryMs = 1_000;

export interface FollowingOptions {
  /** A connection that does nothing else. */
  readonly subscriber: RedisConnection;
  /** The channel of a room. */
  readonly channelOf: (room: string) => string;
  /** @throws Error for what is no message */
  readonly toMessage: (text: string) => Message;
  readonly log: Logger;
}

export function following({
  subscriber,
  channelOf,
  toMessage,
  log,
}: FollowingOptions): Pick<ChatStore, 'follow' | 'unfollow'> {
  const followers = new Map<string, Follower>();
  /** Channels that must be subscribed to again, as their connection broke. */
  const lapsed = new Set<string>();
  let retry: NodeJS.Timeout | undefined;
  subscriber.on('smessage', (channel: string, text: string) => {
    const follower = followers.get(channel);
    if (follower === undefined) return;
    // The first message comes before the promise of the new subscription resolves.
    if (lapsed.delete(channel)) follower.resumed();
    receive(follower, channel, text);
  });
  subscriber.on('ready', resume);
  // This is how a Cluster says that it has replaced the connection to a shard.
  subscriber.on('subscribersReady', resume);

  function resume(): void {
    for (const channel of followers.keys()) lapsed.add(channel);
    void subscribeAgain();
  }

  async function subscribeAgain(): Promise<void> {
    clearTimeout(retry);
    const failures: unknown[] = [];
    for (let rest = [...lapsed]; rest.length > 0; rest = rest.slice(portion)) {
      const done = await Promise.allSettled(rest.slice(0, portion).map(followAgain));
      failures.push(...done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    }
    if (failures.length === 0) return;
    log.warn({ err: failures[0], rooms: failures.length }, 'rooms could not be followed again');
    // If the server is away again, the next `ready` starts over.
    if (subscriber.status === 'ready')
      retry = setTimeout(() => void subscribeAgain(), retryMs).unref();
  }

  /** Subscribes again, then has the follower fetch what it missed. */
  async function followAgain(channel: string): Promise<void> {
    const follower = followers.get(channel);
    if (follower === undefined) return;
    // For a Cluster the driver lists each subscription that is not ended first once more.
    const ended = subscriber.sunsubscribe(channel);
    await command(Promise.all([ended, subscriber.ssubscribe(channel)]));
    lapsed.delete(channel);
    follower.resumed();
  }

  function receive(follower: Follower, channel: string, text: string): void {
    let messages: Message[];
    try {
      messages = text.split('\n').map(toMessage);
    } catch (error) {
      // No replica of ours publishes this. If messages were meant, history has them.
      log.error({ err: error, channel }, 'a malformed publish is ignored');
      return follower.resumed();
    }
    follower.messages(messages);
  }

  return {
    async follow(room, follower) {
      followers.set(channelOf(room), follower);
      await command(subscriber.ssubscribe(channelOf(room)));
    },
    async unfollow(room) {
      followers.delete(channelOf(room));
      lapsed.delete(channelOf(room));
      await subscriber.sunsubscribe(channelOf(room)).catch(ignoreOutage);
    },
  };
}

/** @throws any error but that the server is away */
export function ignoreOutage(error: unknown): void {
  if (storeError(error) === error) throw error;
}
