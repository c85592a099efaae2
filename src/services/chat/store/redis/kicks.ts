/** Bans, and connections that are closed on all replicas. */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Type, type Static } from 'typebox';
import { command } from '#kit/stores/redis.ts';
import { checked } from '#kit/web/schema.ts';
import type { KickStore } from '../chat-store.ts';
import { bansKey, type RedisChat } from './context.ts';

/** The notice of a kick on the channel of a room. */
export const KickNotice = Type.Object({
  kick: Type.Object({
    /** Names the list for the answers of the replicas. */
    id: Type.String(),
    user: Type.String(),
    bannedUntil: Type.Optional(Type.Integer()),
  }),
});
export type KickNotice = Static<typeof KickNotice>;

const checkTold = checked('reply of kick.lua', Type.Integer({ minimum: 0 }));
const checkClosed = checked('connections closed by a kick', Type.Integer({ minimum: 0 }));
const checkEnd = checked('end of a ban', Type.Number());

/** How long the replicas may take to answer; one that has died closes nothing. */
const answersTimeoutMs = 2_000;
const lookEveryMs = 5;
/** The lifetime of answers that nobody reads. */
const answersKeptMs = 60_000;
/** Bans are kept longer than the clocks of replicas may differ. */
export const bansKeptMs = 3_600_000;

type RedisKicks = KickStore & {
  /** Says how many connections this replica has closed. */
  readonly answerKick: (channel: string, id: string, closed: number) => Promise<void>;
};

export function kicks({ redis, script, tag }: RedisChat, log: Logger): RedisKicks {
  const note = script('kick', checkTold);
  const bansOf = (room: string) => bansKey(tag(room));
  const answersKey = (channel: string, id: string) => `${channel}:kick:${id}`;

  /** Looks until all who were told have answered: a kick is rare, and takes them a moment. */
  async function closedBy(room: string, id: string, told: number): Promise<number> {
    const deadline = performance.now() + answersTimeoutMs;
    for (;;) {
      const answers = await command(redis.lrange(answersKey(tag(room), id), 0, -1));
      const isLate = performance.now() > deadline;
      if (isLate && answers.length < told) {
        log.warn({ room, told, answered: answers.length }, 'a kick was not answered by all');
      }
      if (isLate || answers.length >= told) {
        return answers.reduce((sum, closed) => sum + checkClosed(Number(closed)), 0);
      }
      await sleep(lookEveryMs);
    }
  }

  return {
    async kick(room, { user, bannedUntil, now }) {
      const id = randomUUID();
      const kick = { id, user, ...(bannedUntil !== undefined && { bannedUntil }) };
      const notice: KickNotice = { kick };
      const keys = [bansOf(room), tag(room)];
      const text = JSON.stringify([notice]);
      const told = await note(keys, [user, bannedUntil ?? '', now, text, bansKeptMs]);
      return closedBy(room, id, told);
    },

    async bannedUntil(room, user) {
      const end = await command(redis.zscore(bansOf(room), user));
      return end === null ? undefined : checkEnd(Number(end));
    },

    banned: (room, now) => command(redis.zrangebyscore(bansOf(room), `(${now}`, '+inf')),

    async answerKick(channel, id, closed) {
      const key = answersKey(channel, id);
      await nextTurn(); // what the user has said in this turn is stored before
      await command(redis.rpush(key, closed));
      await command(redis.pexpire(key, answersKeptMs));
    },
  };
}
