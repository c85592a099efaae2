import { join } from 'node:path';
import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';

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

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres'; readonly url: string; readonly deployment: string };
  /** Newest posts that a timeline keeps. */
  readonly timelineMax: number;
  /** Entries of all timelines in memory. */
  readonly cacheEntries: number;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, { DATABASE_URL: url, DATA_DIR }: Common): Config {
  const values = readEnv(Variables, env);
  const file = join(DATA_DIR, 'news-feed.db');
  return {
    store:
      url === undefined
        ? { kind: 'sqlite', file }
        : { kind: 'postgres', url, deployment: values.FEED_PREFIX },
    timelineMax: values.FEED_TIMELINE_MAX,
    cacheEntries: values.FEED_CACHE_ENTRIES,
  };
}
