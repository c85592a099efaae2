import { join } from 'node:path';
import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';

export const Variables = Type.Object({
  CHAT_ORIGINS: Type.String({
    default: '',
    description: 'origins whose pages may connect, comma-separated; empty = any',
  }),
  CHAT_PREFIX: prefixVariable('chat'),
});

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'redis'; readonly address: string; readonly prefix: string };
  readonly origins: readonly string[];
}

export function readConfig(env: Environment, { STORE_ADDR, DATA_DIR }: Common): Config {
  const { CHAT_ORIGINS, CHAT_PREFIX: prefix } = readEnv(Variables, env);
  const origins = CHAT_ORIGINS.split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  const store =
    STORE_ADDR === undefined
      ? ({ kind: 'sqlite', file: join(DATA_DIR, 'chat.db') } as const)
      : ({ kind: 'redis', address: STORE_ADDR, prefix } as const);
  return { store, origins };
}
