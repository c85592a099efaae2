import { join } from 'node:path';
import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';

export const Variables = Type.Object({ AUTOCOMPLETE_PREFIX: prefixVariable('ac') });

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'redis'; readonly address: string; readonly prefix: string };
}

export function readConfig(env: Environment, { STORE_ADDR, DATA_DIR }: Common): Config {
  const { AUTOCOMPLETE_PREFIX: prefix } = readEnv(Variables, env);
  return {
    store:
      STORE_ADDR === undefined
        ? { kind: 'sqlite', file: join(DATA_DIR, 'autocomplete.db') }
        : { kind: 'redis', address: STORE_ADDR, prefix },
  };
}
