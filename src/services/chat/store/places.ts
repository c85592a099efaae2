/** Where rooms are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { Place } from '#kit/moving/place.ts';
import { sqlitePlace } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisRoomsPlace, tables } from './redis/moving.ts';

export function places(env: Environment, common: Common): Place[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'redis') return [redisRoomsPlace(store.address, store.prefix)];
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  return [sqlitePlace('chat', [{ file: store.file, migrations, tables }])];
}
