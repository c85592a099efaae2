import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { readConfig } from './config.ts';

const config = (env: Environment) => readConfig(env, readCommon(env));

test('without variables: SQLite in the data folder, and localhost', () => {
  assert.deepEqual(config({}), {
    store: { kind: 'sqlite', file: 'data/url-shortener.db' },
    own: { baseUrl: 'http://localhost:8080', port: 8080, consolePort: 8100, names: [] },
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
  assert.equal(config({ BASE_URL: 'https://sho.rt/' }).own.baseUrl, 'https://sho.rt');
  assert.equal(config({ BASE_URL: 'https://sho.rt/s//' }).own.baseUrl, 'https://sho.rt/s');
});

test('it knows by which ports and names this machine leads to it', () => {
  const ports = { URL_SHORTENER_PORT: '9000', CONSOLE_PORT: '9100' };
  const own = (env: Environment) => config({ ...ports, ...env }).own;
  assert.deepEqual(own({}), {
    baseUrl: 'http://localhost:8080',
    port: 9000,
    consolePort: 9100,
    names: [],
  });
  const named = { HOST: '2001:DB8:0::7', ALLOWED_HOSTS: 'Links.internal, sho.rt:8443' };
  assert.deepEqual(own(named).names, ['[2001:db8::7]', 'links.internal', 'sho.rt']);
  assert.ok(own({ HOST: '0.0.0.0' }).names.includes('127.0.0.1'));
});

test('a BASE_URL that no code can be appended to stops the start', () => {
  for (const BASE_URL of ['sho.rt', 'ftp://sho.rt', 'http://', 'http://a b', 'http://u@sho.rt']) {
    assert.throws(() => config({ BASE_URL }), StartupError);
  }
  assert.throws(
    () => config({ BASE_URL: 'https://sho.rt/?c=' }),
    /^Error: BASE_URL must have the form https:\/\/sho\.rt, without/,
  );
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
