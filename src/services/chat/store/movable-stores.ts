/** Where rooms are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisRoomsMovable, tables } from './redis/moving.ts';

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'redis') return [redisRoomsMovable(store.address, store.prefix)];
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  return [sqliteMovable('chat', [{ file: store.file, migrations, tables }])];
}
