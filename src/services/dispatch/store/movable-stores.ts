/** Where orders and drivers are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { MovableStore } from '#kit/moving/movable-store.ts';
import { sqliteMovable } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import type { RuleSet } from '../rules/rules.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import { redisDispatchMovable, tables } from './redis/moving.ts';
import { keyPrefix } from './redis/prefix.ts';

function placesOf(rules: RuleSet, env: Environment, common: Common): MovableStore[] {
  const { store } = readConfig(rules.name, env, common);
  if (store.kind === 'redis') {
    return [redisDispatchMovable(store.address, keyPrefix(rules, store.prefix), rules)];
  }
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  return [sqliteMovable(rules.name, [{ file: store.file, migrations, tables }])];
}

export const movableStoresA = (env: Environment, common: Common) => placesOf(variantA, env, common);
export const movableStoresB = (env: Environment, common: Common) => placesOf(variantB, env, common);
