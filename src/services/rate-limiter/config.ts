import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';
import { algorithms, type Algorithm } from './store/rate-limiter-store.ts';

export const Variables = Type.Object({
  RATE_LIMIT_ALGORITHM: Type.Unsafe<Algorithm>(
    Type.String({
      enum: [...algorithms],
      default: 'sliding-window',
      description: 'how requests to /limited are counted',
    }),
  ),
  RATE_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 5,
    description: 'requests that a client may send to /limited in one window',
  }),
  RATE_LIMIT_WINDOW_MS: Type.Integer({
    minimum: 1,
    maximum: 86_400_000,
    default: 1_000,
    description: 'length of the window in milliseconds',
  }),
  RATE_LIMITER_PREFIX: prefixVariable('rl'),
});

export interface Config {
  /** With SQLite, windows are in memory. */
  readonly store: RedisConfig | SqliteConfig;
  /** The algorithm of the limited route. */
  readonly algorithm: Algorithm;
  readonly limit: number;
  readonly windowMs: number;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  const { RATE_LIMIT_ALGORITHM: algorithm, RATE_LIMIT: limit } = values;
  const { RATE_LIMIT_WINDOW_MS: windowMs, RATE_LIMITER_PREFIX: prefix } = values;
  return { store: redisOrSqlite('rate-limiter', prefix, common), algorithm, limit, windowMs };
}
