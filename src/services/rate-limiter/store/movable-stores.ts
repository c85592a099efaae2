/** Where policies are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import { redisPoliciesMovable, tables, windowTable } from './redis/moving.ts';

export function movableStores(env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(env, common);
  if (store.kind === 'redis') return [redisPoliciesMovable(store.address, store.prefix)];
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  const file = { file: store.file, migrations, tables };
  return [sqliteMovable('rate-limiter', [file], { ignored: [windowTable] })];
}
