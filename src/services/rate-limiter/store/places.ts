/** Where policies are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { Place } from '#kit/moving/place.ts';
import { sqlitePlace } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisPoliciesPlace, tables, windowTable } from './redis/moving.ts';

export function places(env: Environment, common: Common): Place[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'redis') return [redisPoliciesPlace(store.address, store.prefix)];
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  const file = { file: store.file, migrations, tables };
  return [sqlitePlace('rate-limiter', [file], { ignored: [windowTable] })];
}
