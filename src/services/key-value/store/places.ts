/** Where keys are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { Place } from '#kit/moving/place.ts';
import { sqlitePlace } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisKeysPlace, tables } from './redis/moving.ts';

export function places(env: Environment, common: Common): Place[] {
  const { store, prefix } = readConfig(env, common);
  if (store.kind === 'redis') return [redisKeysPlace(store.address, prefix)];
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  return [sqlitePlace('key-value', [{ file: store.file, migrations, tables }])];
}
