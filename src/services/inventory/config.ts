import { join } from 'node:path';
import { Type } from 'typebox';
import {
  confirmByUserVariable,
  prefixVariable,
  readEnv,
  type Common,
  type Environment,
} from '#kit/host/env.ts';
import { sharedStores } from '#kit/host/store-config.ts';
import type { Quotas } from '#kit/host/quotas.ts';

export const Variables = Type.Object({
  INVENTORY_PREFIX: prefixVariable('inv'),
  CONFIRM_BY_USER: confirmByUserVariable,
});

export const quotas = {
  holds: { variable: 'INVENTORY_HOLDS_PER_USER', default: 20, what: 'open reservations' },
} as const satisfies Quotas;

export type Config =
  | { readonly kind: 'embedded'; readonly stock: string; readonly record: string }
  | {
      readonly kind: 'shared';
      readonly redis: string;
      readonly postgres: string;
      /** The prefix of the Redis keys; the rows of the record carry it, too. */
      readonly prefix: string;
    };

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const { INVENTORY_PREFIX: prefix } = readEnv(Variables, env);
  const shared = sharedStores('inventory', common);
  if (shared) return { kind: 'shared', ...shared, prefix };
  const file = (name: string) => join(common.DATA_DIR, name);
  return {
    kind: 'embedded',
    stock: file('inventory.db'),
    record: file('inventory-record.db'),
  };
}
