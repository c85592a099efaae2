import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { pino } from 'pino';
import { missing, servers } from '../testing/testing.ts';
import { StoreFailure } from '../stores/store.ts';
import { storeFull } from '../web/problem.ts';
import { createLog, loggable, traceOf } from './log.ts';

const secret = 'hunter2';

describe('a logged error', () => {
  it('ends, although errors led to one another in a circle', () => {
    const error = new Error('a');
    error.cause = new Error('b', { cause: error });
    assert.match(JSON.stringify(loggable(error)), /"b"/);
  });

  it('has its type, message, stack and code, and those of what led to it', () => {
    const cause = Object.assign(new TypeError('no tea'), { code: 'ENOTEA' });
    const logged = loggable(new Error('no breakfast', { cause }));
    assert.deepEqual(
      [logged.type, logged.message, logged.cause?.code],
      ['Error', 'no breakfast', 'ENOTEA'],
    );
    assert.match(logged.stack, /log\.test\.ts/);
    const both = loggable(new AggregateError([cause, 'rice'], 'nothing'));
    assert.deepEqual(
      both.errors?.map(({ message }) => message),
      ['no tea', 'rice'],
    );
    const nested = new AggregateError([new Error('no rice', { cause })], 'nothing');
    assert.match(
      traceOf(nested),
      /nothing[^]*caused by: Error: no rice[^]*caused by: TypeError: no tea/,
    );
    assert.match(
      traceOf(new AggregateError([cause], 'nothing')),
      /nothing[^]*caused by: TypeError: no tea/,
    );
  });

  it('has no other member, and no credentials of an address', () => {
    const error = Object.assign(new Error(`cannot reach redis://default:${secret}@host:1`), {
      input: secret,
      command: { name: 'set', args: [secret] },
    });
    assert.doesNotMatch(JSON.stringify(loggable(error)) + traceOf(error), new RegExp(secret));
    assert.match(loggable(error).message, /redis:\/\/host:1/);
    const url = `redis://u:${secret}@host:port`;
    const invalid = loggable(attempt(() => new URL(url)));
    assert.doesNotMatch(JSON.stringify(invalid), new RegExp(secret));
  });

  it('has no argument of a Redis command', { skip: missing('redis') }, async (t) => {
    const redis = new Redis(servers.redis.replace(/^(?!redis:)/, 'redis://'));
    t.after(() => redis.disconnect());
    for (const failing of [
      () => redis.call('nonsense', secret),
      () => redis.call('hset', 'key', secret),
      () => redis.eval('return redis.call("incr", ARGV[1], ARGV[2])', 0, secret, secret),
    ]) {
      const error = await failing().catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      assert.doesNotMatch(logLine(error), new RegExp(secret));
    }
  });

  it('has no value of a PostgreSQL statement', { skip: missing('postgres') }, async (t) => {
    const client = new Client(servers.postgres);
    await client.connect();
    t.after(() => client.end());
    await client.query('CREATE TEMP TABLE word (word text PRIMARY KEY, CHECK (length(word) > 1))');
    await client.query('INSERT INTO word VALUES ($1)', [secret]);
    for (const statement of [
      'INSERT INTO word VALUES ($1)',
      'SELECT $1::text::bigint',
      'SELECT $1::text::json',
    ]) {
      const error = await client.query(statement, [secret]).catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      assert.doesNotMatch(logLine(error), new RegExp(secret));
    }
  });
});

function logLine(error: Error): string {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  pino({ serializers: { err: loggable } }, stream).error({ err: error }, 'failed');
  assert.match(text, /"failed"/);
  return text;
}

function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

it('the failure of a store is logged once in 10 seconds, whatever meets it; other stores and errors are', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const lines: string[] = [];
  const log = createLog('info', {
    output: { write: (line) => void lines.push(JSON.parse(line).msg) },
  });
  const chat = new StoreFailure('chat.db', new Error('no space'));
  log.warn({ err: chat }, 'request');
  log.child({ service: 'chat' }).error({ err: storeFull(chat) }, 'loop');
  log.error({ err: new StoreFailure('geo.db', new Error('no space')) }, 'geo');
  log.error({ err: new Error('other') }, 'other');
  log.info('nothing failed');
  now = 9_999;
  log.warn({ err: new StoreFailure('chat.db', new Error('no space')) }, 'too early');
  now = 10_000;
  log.warn({ err: chat }, 'again');
  assert.deepEqual(lines, ['request', 'geo', 'other', 'nothing failed', 'again']);
});
