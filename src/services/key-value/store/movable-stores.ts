/** Where keys are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisKeysMovable, tables } from './redis/moving.ts';

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store, prefix } = readConfig(env, common);
  if (store.kind === 'redis') return [redisKeysMovable(store.address, prefix)];
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  return [sqliteMovable('key-value', [{ file: store.file, migrations, tables }])];
}
