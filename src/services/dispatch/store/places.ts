/** Where orders and drivers are kept, to be exported and imported. */
import type { Common, Environment } from '#kit/host/env.ts';
import type { Place } from '#kit/moving/place.ts';
import { sqlitePlace } from '#kit/moving/sqlite.ts';
import { readConfig } from '../config.ts';
import type { RuleSet } from '../rules/rules.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import { redisDispatchPlace, tables } from './redis/moving.ts';
import { keyPrefix } from './redis/prefix.ts';

function placesOf(rules: RuleSet, env: Environment, common: Common): Place[] {
  const { store } = readConfig(rules.name, env, common);
  if (store.kind === 'redis') {
    return [redisDispatchPlace(store.address, keyPrefix(rules, store.prefix), rules)];
  }
  const migrations = new URL('./sqlite/sql/', import.meta.url);
  return [sqlitePlace(rules.name, [{ file: store.file, migrations, tables }])];
}

export const placesA = (env: Environment, common: Common) => placesOf(variantA, env, common);
export const placesB = (env: Environment, common: Common) => placesOf(variantB, env, common);
