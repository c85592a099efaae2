import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';

export const Variables = Type.Object({
  AUTOCOMPLETE_PREFIX: prefixVariable('ac'),
  AUTOCOMPLETE_MAX_TERMS: Type.Integer({
    minimum: 1,
    maximum: 100_000_000,
    default: 2_000_000,
    description:
      'most terms of all indexes; each takes some 230 bytes of memory, or 520 if folding changes it',
  }),
});

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
  readonly maxTerms: number;
}

export function readConfig(env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  const store = redisOrSqlite('autocomplete', values.AUTOCOMPLETE_PREFIX, common);
  return { store, maxTerms: values.AUTOCOMPLETE_MAX_TERMS };
}
