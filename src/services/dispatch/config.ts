import { Type } from 'typebox';
import { httpAddress } from '#kit/base/address-form.ts';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { redisOrSqlite, type RedisConfig, type SqliteConfig } from '#kit/host/store-config.ts';

export const Variables = Type.Object({
  DISPATCH_ACCEPT_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    maximum: 3_600_000,
    default: 30_000,
    description: 'how long an offer to a driver stands, milliseconds',
  }),
  DISPATCH_ORDER_HOURS: Type.Integer({
    minimum: 1,
    maximum: 8_760,
    default: 24,
    description: 'hours after which an order that is not delivered ends',
  }),
  DISPATCH_MATCHING: Type.String({
    enum: ['greedy', 'optimal'],
    default: 'greedy',
    description: 'greedy as specified, or optimal: the largest total score of a batch',
  }),
  DISPATCH_KEEP_BATCHES: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    default: 1_000,
    description: 'newest batches whose inputs are kept, to be shown and replayed',
  }),
  GEO_URL: Type.Optional(
    Type.String({
      address: httpAddress('http://localhost:8102'),
      description: 'variant B: address of the geo service whose hubs are used, unless it runs here',
    }),
  ),
  DISPATCH_PREFIX: prefixVariable('dispatch'),
});

export interface Config {
  readonly store: RedisConfig | SqliteConfig;
  /** How long an offer stands, milliseconds. */
  readonly acceptTimeoutMs: number;
  /** How long after its submission an order that is not delivered ends, milliseconds. */
  readonly orderMs: number;
  /** Match for the largest total score of a batch instead of in the variant's order. */
  readonly optimal: boolean;
  /** How many of the newest batches are kept with what they were matched from. */
  readonly keepBatches: number;
  /** The list of hubs of a geo service in another process. */
  readonly hubList: URL | undefined;
}

/** @param name of the variant, which is also the name of its database */
export function readConfig(name: string, env: Environment, common: Common): Config {
  const values = readEnv(Variables, env);
  return {
    store: redisOrSqlite(name, values.DISPATCH_PREFIX, common),
    acceptTimeoutMs: values.DISPATCH_ACCEPT_TIMEOUT_MS,
    orderMs: values.DISPATCH_ORDER_HOURS * 3_600_000,
    optimal: values.DISPATCH_MATCHING === 'optimal',
    keepBatches: values.DISPATCH_KEEP_BATCHES,
    hubList: values.GEO_URL === undefined ? undefined : hubListOf(values.GEO_URL),
  };
}

function hubListOf(address: string): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return new URL('admin/hubs', url);
}
