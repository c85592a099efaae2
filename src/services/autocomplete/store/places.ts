/** Where terms are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { Place } from '#kit/moving/place.ts';
import { sqlitePlace } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisTermsPlace, tables } from './redis/moving.ts';

export function places(env: Environment, common: Common): Place[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'redis') return [redisTermsPlace(store.address, store.prefix)];
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  return [sqlitePlace('autocomplete', [{ file: store.file, migrations, tables }])];
}
