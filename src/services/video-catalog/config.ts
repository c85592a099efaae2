import { Type } from 'typebox';
import { prefixVariable, readEnv, type Common, type Environment } from '#kit/host/env.ts';
import {
  postgresOrSqlite,
  type PostgresConfig,
  type SqliteConfig,
} from '#kit/host/store-config.ts';

export const Variables = Type.Object({
  VIDEO_CATALOG_PREFIX: prefixVariable('video', 'which catalog, of several in one PostgreSQL'),
});

export interface Config {
  readonly store: PostgresConfig | SqliteConfig;
}

/** @throws StartupError naming the variable */
export function readConfig(env: Environment, common: Common): Config {
  const { VIDEO_CATALOG_PREFIX: deployment } = readEnv(Variables, env);
  return { store: postgresOrSqlite('video-catalog', deployment, common) };
}
