import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommonVariables, readEnv, StartupError, type Environment } from '#kit/host/env.ts';
import { readConfig } from './config.ts';

const config = (env: Environment) => readConfig(env, readEnv(CommonVariables, env));

test('without variables: SQLite in the data folder, and localhost', () => {
  assert.deepEqual(config({}), {
    store: { kind: 'sqlite', file: 'data/url-shortener.db' },
    baseUrl: 'http://localhost:8080',
    cacheEntries: 100_000,
    maxStaleMs: 1_000,
    countryDatabase: undefined,
  });
});

test('DATABASE_URL moves the mappings to PostgreSQL', () => {
  const url = 'postgres://db.example/hawker';
  assert.deepEqual(config({ DATABASE_URL: url }).store, { kind: 'postgres', url });
});

test('slashes at the end of BASE_URL are dropped', () => {
  assert.equal(config({ BASE_URL: 'https://sho.rt/' }).baseUrl, 'https://sho.rt');
  assert.equal(config({ BASE_URL: 'https://sho.rt/s//' }).baseUrl, 'https://sho.rt/s');
});

test('a BASE_URL that no code can be appended to stops the start', () => {
  for (const BASE_URL of ['sho.rt', 'ftp://sho.rt', 'http://', 'http://a b', 'http://u@sho.rt']) {
    assert.throws(() => config({ BASE_URL }), StartupError);
  }
  assert.throws(() => config({ BASE_URL: 'https://sho.rt/?c=' }), /BASE_URL .*sho\.rt\/\?c=/);
  assert.throws(() => config({ BASE_URL: 'http://sho.rt:99999' }), StartupError);
});

test('how long cached links may outlive the store is at least a second', () => {
  assert.equal(config({ URL_SHORTENER_MAX_STALE_SECONDS: '60' }).maxStaleMs, 60_000);
  const variable = /URL_SHORTENER_MAX_STALE_SECONDS/;
  assert.throws(() => config({ URL_SHORTENER_MAX_STALE_SECONDS: '0' }), variable);
});

test('a cache without room stops the start', () => {
  assert.throws(() => config({ URL_SHORTENER_CACHE: '0' }), /URL_SHORTENER_CACHE/);
});
