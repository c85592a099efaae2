/** Messages of a room: the list of those that are kept. */
import { Type } from 'typebox';
import { command } from '#kit/stores/redis.ts';
import { checked, storedJson } from '#kit/web/schema.ts';
import { Message, type Draft, type Kept, type Signal } from '../message.ts';
import { busyLimit, defaultHistory, type ChatStore } from '../chat-store.ts';
import { bansKey, type RedisChat } from './context.ts';

const parseMessage = storedJson('message of a room', Message);
const checkSeq = checked('seq of a room', Type.Integer());
const checkAppended = checked(
  'reply of append.lua',
  Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
);
const checkText = checked('reply of delete.lua', Type.Union([Type.String(), Type.Null()]));
/** Numbers, then texts. */
const checkRead = checked(
  'reply of read.lua',
  Type.Array(Type.Union([Type.Integer(), Type.String()]), { minItems: 2 }),
);

type RedisMessages = Pick<
  ChatStore,
  'append' | 'history' | 'latest' | 'missed' | 'lastSeq' | 'deleteMessage' | 'publish'
>;

export function redisMessages({ redis, script, tag }: RedisChat): RedisMessages {
  const append = script('append', checkAppended);
  const read = script('read', checkRead);
  const remove = script('delete', checkText);
  const keys = (room: string) => [`${tag(room)}:seq`, `${tag(room)}:log`];

  /** The latest of all that the list holds, also beyond history. */
  const latestTexts = (room: string, count: number): Promise<string[]> =>
    command(redis.lrange(`${tag(room)}:log`, -count, -1));

  async function kept(room: string, ...args: [number, number, number, string]): Promise<Kept> {
    const [first, last, ...texts] = await read(keys(room), args);
    return { first: Number(first), last: Number(last), messages: texts.map(String).map(toMessage) };
  }

  return {
    async append(room, drafts, by) {
      const bans = by === 'operator' ? [] : [bansKey(tag(room))];
      const texts = drafts.map((draft) => jsonBeforeSeq(room, draft));
      const [seq, leftOut] = await append([...keys(room), tag(room), ...bans], texts);
      return { seq: seq!, leftOut: leftOut! };
    },
    history: (room, since, limit) => kept(room, since, Number.MAX_SAFE_INTEGER, limit, 'first'),
    latest: async (room, before, limit) => (await kept(room, -1, before, limit, 'latest')).messages,
    async missed(room, since) {
      const latest = await latestTexts(room, defaultHistory);
      const areAll = latest.length < defaultHistory || seqOf(latest[0]!) <= since + 1;
      const texts = areAll ? latest : await latestTexts(room, busyLimit);
      return texts.filter((text) => seqOf(text) > since).map(toMessage);
    },
    async lastSeq(room) {
      return checkSeq(Number(await command(redis.get(`${tag(room)}:seq`))));
    },
    async deleteMessage(room, seq) {
      const signal: Signal = { event: { type: 'deleted', room, seq } };
      const text = await remove([...keys(room), tag(room)], [seq, JSON.stringify([signal])]);
      return text === null ? undefined : toMessage(text);
    },
    async publish(room, signals) {
      await command(redis.spublish(tag(room), JSON.stringify(signals)));
    },
  };
}

/** A message as append.lua takes it: without `seq` and the closing brace. */
function jsonBeforeSeq(room: string, { user, content, timestamp }: Draft): string {
  return JSON.stringify({ user, room, content, timestamp }).slice(0, -1);
}

/** The members in the order that clients see. */
export function toMessage(text: string): Message {
  const { user, room, content, timestamp, seq, deleted } = parseMessage(text);
  const message = { user, room, content, timestamp, seq };
  return deleted === undefined ? message : { ...message, deleted };
}

/** Finds `seq` of a message in history without parsing the rest: append.lua writes it last. */
const seqOf = (text: string) => Number(/,"seq":(\d+)\}$/.exec(text)?.[1] ?? Infinity);
