/** Messages and signals of other replicas, and of this one, by sharded pub/sub. */
import type { Logger } from 'pino';
import { Type, type Static } from 'typebox';
import { command, type RedisConnection } from '#kit/stores/redis.ts';
import { storedJson } from '#kit/web/schema.ts';
import { Signal, type Message } from '../message.ts';
import type { ChatStore, Follower } from '../store.ts';
import { ignoreOutage } from './context.ts';
import { KickNotice } from './kicks.ts';

const Notice = Type.Union([Signal, KickNotice]);
type Notice = Static<typeof Notice>;
const parseNotices = storedJson('signals of a room', Type.Array(Notice, { minItems: 1 }));

/** How many rooms are followed again at once. */
const portion = 200;
/** How soon that is tried again where the connection stays but the server does not answer. */
const retryMs = 1_000;

interface FollowingOptions {
  /** A connection that does nothing else. */
  readonly subscriber: RedisConnection;
  /** The channel of a room. */
  readonly channelOf: (room: string) => string;
  /** @throws Error for a text that is not a message */
  readonly toMessage: (text: string) => Message;
  /** Tells the sender of a kick how many connections were closed here. */
  readonly answerKick: (channel: string, id: string, closed: number) => Promise<void>;
  readonly log: Logger;
}

export function following({
  subscriber,
  channelOf,
  toMessage,
  answerKick,
  log,
}: FollowingOptions): Pick<ChatStore, 'follow' | 'unfollow'> {
  const followers = new Map<string, Follower>();
  /** Channels that must be subscribed to again, as their connection broke. */
  const lapsed = new Set<string>();
  let retry: NodeJS.Timeout | undefined;
  subscriber.on('smessage', (channel: string, text: string) => {
    // The room is being left. Kicks are answered all the same.
    const follower = followers.get(channel) ?? nobody;
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
    let messages: Message[] = [];
    let notices: readonly Notice[] = [];
    try {
      if (text.startsWith('[')) notices = parseNotices(text);
      else messages = text.split('\n').map(toMessage);
    } catch (error) {
      // No replica of ours publishes this. If messages were meant, history has them.
      log.error({ err: error, channel }, 'a malformed publish is ignored');
      return follower.resumed();
    }
    if (messages.length > 0) return follower.messages(messages);
    const signals = notices.filter((notice) => !('kick' in notice)) as Signal[];
    if (signals.length > 0) follower.signals(signals);
    for (const notice of notices) if ('kick' in notice) kicked(follower, channel, notice);
  }

  function kicked(follower: Follower, channel: string, { kick }: KickNotice): void {
    const closed = follower.kicked(kick.user, kick.bannedUntil);
    answerKick(channel, kick.id, closed).catch((error: unknown) => {
      log.warn({ err: error, channel }, 'a kick could not be answered');
    });
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

const nobody: Follower = { messages() {}, signals() {}, kicked: () => 0, resumed() {} };
