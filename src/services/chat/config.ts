import { Type } from 'typebox';
import {
  commaSeparated,
  prefixVariable,
  readEnv,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';
import { defaultHistory } from './store/store.ts';

export const Variables = Type.Object({
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

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
  readonly origins: readonly string[];
  /** Messages that are kept of a room. */
  readonly history: number;
  /** Days that a room without clients is kept after its latest message; 0: for ever. */
  readonly roomDays: number;
}

export function readConfig(env: Environment, common: Common): Config {
  const { CHAT_ORIGINS, CHAT_PREFIX, CHAT_HISTORY, CHAT_ROOM_DAYS } = readEnv(Variables, env);
  return {
    store: redisOrSqlite('chat', CHAT_PREFIX, common),
    origins: commaSeparated(CHAT_ORIGINS),
    history: CHAT_HISTORY,
    roomDays: CHAT_ROOM_DAYS,
  };
}
