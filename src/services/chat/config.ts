import { Type } from 'typebox';
import {
  commaSeparated,
  prefixVariable,
  readEnv,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';

export const Variables = Type.Object({
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
  /** Days that a room without clients is kept after its latest message; 0: for ever. */
  readonly roomDays: number;
}

export function readConfig(env: Environment, common: Common): Config {
  const { CHAT_ORIGINS, CHAT_PREFIX: prefix, CHAT_ROOM_DAYS: roomDays } = readEnv(Variables, env);
  const origins = commaSeparated(CHAT_ORIGINS);
  return { store: redisOrSqlite('chat', prefix, common), origins, roomDays };
}
