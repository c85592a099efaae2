import { join } from 'node:path';
import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import { sharedStores } from '#kit/host/store-config.ts';

export const Variables = Type.Object({
  PROMOTION_PREFIX: prefixVariable('promo'),
});

export type Config =
  | { readonly kind: 'embedded'; readonly file: string }
  | {
      readonly kind: 'shared';
      readonly redis: string;
      readonly postgres: string;
      /** The prefix of the Redis keys; the rules in PostgreSQL carry it, too. */
      readonly prefix: string;
    };

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const { PROMOTION_PREFIX: prefix } = readEnv(Variables, env);
  const shared = sharedStores('promotion', common);
  if (shared) return { kind: 'shared', ...shared, prefix };
  return { kind: 'embedded', file: join(common.DATA_DIR, 'promotion.db') };
}
