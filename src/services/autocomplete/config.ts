import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';

export const Variables = Type.Object({ AUTOCOMPLETE_PREFIX: prefixVariable('ac') });

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
}

export function readConfig(env: Environment, common: Common): Config {
  const { AUTOCOMPLETE_PREFIX: prefix } = readEnv(Variables, env);
  return { store: redisOrSqlite('autocomplete', prefix, common) };
}
