import { join } from 'node:path';
import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';

export const Variables = Type.Object({
  VIDEO_CATALOG_PREFIX: prefixVariable('video', 'which catalog, of several in one PostgreSQL'),
});

export interface Config {
  readonly store:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'postgres'; readonly url: string; readonly deployment: string };
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, { DATABASE_URL: url, DATA_DIR }: Common): Config {
  const { VIDEO_CATALOG_PREFIX: deployment } = readEnv(Variables, env);
  return url === undefined
    ? { store: { kind: 'sqlite', file: join(DATA_DIR, 'video-catalog.db') } }
    : { store: { kind: 'postgres', url, deployment } };
}
