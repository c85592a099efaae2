import { Type } from 'typebox';
import { commaSeparated } from '#kit/base/comma-separated.ts';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import type { Quotas } from '#kit/host/quotas.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';
import { defaultHistory } from './store/chat-store.ts';

export const Variables = Type.Object({
  CHAT_FRAMES_PER_SECOND: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description:
        'most frames of one user, four times as many at once; 0 = any number. Unset: 50 when others can reach hawker, else 0',
    }),
  ),
  CHAT_HISTORY: Type.Integer({
    minimum: 100,
    maximum: 100_000,
    default: defaultHistory,
    description: 'messages that are kept of a room',
  }),
  CHAT_ORIGINS: Type.String({
    default: '',
    description: 'origins whose pages may connect beside those of CORS_ORIGINS, comma-separated',
  }),
  CHAT_PREFIX: prefixVariable('chat'),
  CHAT_ROOM_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 30,
    description: 'days after its latest message that a room without clients is kept; 0 = for ever',
  }),
});

/** Most frames of one user when others can reach hawker. */
const reachableFramesPerSecond = 50;

export const quotas = {
  rooms: { variable: 'CHAT_ROOMS_PER_DAY', default: 100, what: 'new rooms', per: 'day' },
  messages: { variable: 'CHAT_MESSAGES_PER_MINUTE', default: 300, what: 'messages', per: 'minute' },
} as const satisfies Quotas;

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
  readonly origins: readonly string[];
  /** Messages that are kept of a room. */
  readonly history: number;
  /** Most frames of one user; 0: any number. */
  readonly framesPerSecond: number;
  /** Days that a room without clients is kept after its latest message; 0: forever. */
  readonly roomDays: number;
}

export function readConfig(env: Environment, common: Common): Config {
  const own = readEnv(Variables, env);
  const { CHAT_ORIGINS, CHAT_PREFIX, CHAT_HISTORY, CHAT_ROOM_DAYS } = own;
  const framesPerSecond = common.reachedBy === undefined ? 0 : reachableFramesPerSecond;
  return {
    store: redisOrSqlite('chat', CHAT_PREFIX, common),
    origins: commaSeparated(CHAT_ORIGINS),
    history: CHAT_HISTORY,
    framesPerSecond: own.CHAT_FRAMES_PER_SECOND ?? framesPerSecond,
    roomDays: CHAT_ROOM_DAYS,
  };
}
