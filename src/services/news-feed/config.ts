import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import type { Quotas } from '#kit/host/quotas.ts';
import {
  postgresOrSqlite,
  type PostgresConfig,
  type SqliteConfig,
} from '#kit/host/store-config.ts';

export const Variables = Type.Object({
  FEED_PREFIX: prefixVariable(
    'feed',
    'name of the deployment: several may share a PostgreSQL database',
  ),
  FEED_TIMELINE_MAX: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1_000,
    description: 'newest posts that a timeline keeps',
  }),
  FEED_CACHE_ENTRIES: Type.Integer({
    minimum: 1,
    maximum: 4_000_000_000,
    default: 8_388_608, // 64 MiB
    description: 'entries of timelines kept in memory, 8 bytes each; a timeline takes 64 more',
  }),
});

export const quotas = {
  posts: {
    variable: 'FEED_POSTS_PER_MINUTE',
    default: 60,
    what: 'posts and comments',
    per: 'minute',
  },
} as const satisfies Quotas;

export interface Config {
  readonly store: PostgresConfig | SqliteConfig;
  /** Newest posts that a timeline keeps. */
  readonly timelineMax: number;
  /** Entries of all timelines in memory. */
  readonly cacheEntries: number;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  return {
    store: postgresOrSqlite('news-feed', values.FEED_PREFIX, common),
    timelineMax: values.FEED_TIMELINE_MAX,
    cacheEntries: values.FEED_CACHE_ENTRIES,
  };
}
