/** Messages and signals of other replicas, and of this one, by sharded pub/sub. */
import type { Logger } from 'pino';
import { Type, type Static } from 'typebox';
import type { RedisConnection } from '#kit/stores/redis.ts';
import { RedisChannels } from '#kit/stores/redis-channels.ts';
import { storedJson } from '#kit/web/schema.ts';
import { Signal, type Message } from '../message.ts';
import type { ChatStore, Follower } from '../chat-store.ts';
import { ignoreOutage } from './context.ts';
import { KickNotice } from './kicks.ts';

const Notice = Type.Union([Signal, KickNotice]);
type Notice = Static<typeof Notice>;
const parseNotices = storedJson('signals of a room', Type.Array(Notice, { minItems: 1 }));

interface FollowingOptions {
  /** A connection that does nothing else. */
  readonly subscriber: RedisConnection;
  /** The channel of a room. */
  readonly channelOf: (room: string) => string;
  /** @throws Error if the text is not a message */
  readonly toMessage: (text: string) => Message;
  /** Tells the one who kicked a user how many connections were closed here. */
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
  const channels = new RedisChannels(
    subscriber,
    {
      // The room may be about to be left. Kicks are answered all the same.
      message: (channel, text) => receive(followers.get(channel) ?? nobody, channel, text),
      resumed: (channel) => followers.get(channel)?.resumed(),
    },
    log,
  );

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
      await channels.follow(channelOf(room));
    },
    async unfollow(room) {
      followers.delete(channelOf(room));
      await channels.unfollow(channelOf(room)).catch(ignoreOutage);
    },
  };
}

const nobody: Follower = { messages() {}, signals() {}, kicked: () => 0, resumed() {} };
