import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { readConfig } from './config.ts';

const config = (env: Environment) => readConfig(env, readCommon(env));

test('without variables: two SQLite files in the data folder', () => {
  const files = { stock: 'data/inventory.db', record: 'data/inventory-record.db' };
  assert.deepEqual(config({}), { kind: 'embedded', ...files });
});

test('STORE_ADDR and DATABASE_URL move both stores', () => {
  const [redis, postgres] = ['redis://cache', 'postgres://db/hawker'];
  const shared = { kind: 'shared', redis, postgres };
  const env = { STORE_ADDR: redis, DATABASE_URL: postgres };
  assert.deepEqual(config(env), { ...shared, prefix: 'inv' });
  assert.deepEqual(config({ ...env, INVENTORY_PREFIX: 'test' }), { ...shared, prefix: 'test' });
});

test('one of them alone stops the start', () => {
  for (const env of [{ STORE_ADDR: 'redis://cache' }, { DATABASE_URL: 'postgres://db/hawker' }]) {
    assert.throws(() => config(env), /inventory needs STORE_ADDR and DATABASE_URL together/);
  }
});
