import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { StartupError } from '#kit/base/startup-error.ts';
import { readConfig } from './config.ts';

const config = (env: Environment) => readConfig(env, readCommon(env));

test('without variables: SQLite, a second of delay, robots.txt obeyed, loopback crawled', () => {
  assert.deepEqual(config({}), {
    store: { kind: 'sqlite', file: 'data/crawler.db' },
    delayMs: 1_000,
    maxJobs: 10,
    leaseMs: 15_000,
    userAgent: 'hawker/1.0',
    robotsToken: 'hawker',
    publicOnly: false,
    retentionMs: undefined,
    webhookSecret: undefined,
  });
});

test('DATABASE_URL moves the jobs to PostgreSQL', () => {
  const url = 'postgres://db.example/hawker';
  assert.deepEqual(config({ DATABASE_URL: url, CRAWLER_PREFIX: 'blue' }).store, {
    kind: 'postgres',
    url,
    deployment: 'blue',
  });
});

test('private addresses are refused unless the service listens on loopback, and by variable', () => {
  const publicOnly = (env: Environment) => config(env).publicOnly;
  assert.equal(publicOnly({ HOST: '0.0.0.0' }), true);
  assert.equal(publicOnly({ HOST: '::' }), true);
  assert.equal(publicOnly({ HOST: '0.0.0.0', CRAWL_BLOCK_PRIVATE: '0' }), true);
  assert.equal(publicOnly({ HOST: '::1' }), false);
  assert.equal(publicOnly({ CRAWL_BLOCK_PRIVATE: '1' }), true);
});

test('robots.txt is obeyed under the first word of the user agent', () => {
  assert.equal(config({ CRAWL_USER_AGENT: 'My-Bot/2 (+https://x.example)' }).robotsToken, 'my-bot');
  assert.equal(config({ CRAWL_IGNORE_ROBOTS: '1' }).robotsToken, undefined);
});

test('jobs stay for ever, or for some days after their end', () => {
  assert.equal(config({ CRAWL_RETENTION_DAYS: '0' }).retentionMs, undefined);
  assert.equal(config({ CRAWL_RETENTION_DAYS: '2' }).retentionMs, 2 * 24 * 60 * 60 * 1000);
});

test('wrong values stop the start', () => {
  for (const env of [
    { CRAWL_DELAY_MS: '-1' },
    { CRAWL_DELAY_MS: 'soon' },
    { CRAWL_JOBS: '0' },
    { CRAWL_LEASE_MS: '10' },
    { CRAWL_IGNORE_ROBOTS: 'yes' },
    { CRAWL_BLOCK_PRIVATE: '2' },
    { CRAWL_USER_AGENT: '2bot' },
    { CRAWL_USER_AGENT: 'bot/1\r\nx: y' },
    { CRAWLER_PREFIX: 'a b' },
    { CRAWL_RETENTION_DAYS: '-1' },
    { CRAWL_RETENTION_DAYS: '1.5' },
    { WEBHOOK_SECRET: 'secret' },
    { WEBHOOK_SECRET: 'whsec_short' },
  ]) {
    assert.throws(() => config(env), StartupError, JSON.stringify(env));
  }
});
