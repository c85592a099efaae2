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
});

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
  readonly origins: readonly string[];
}

export function readConfig(env: Environment, common: Common): Config {
  const { CHAT_ORIGINS, CHAT_PREFIX: prefix } = readEnv(Variables, env);
  return { store: redisOrSqlite('chat', prefix, common), origins: commaSeparated(CHAT_ORIGINS) };
}
