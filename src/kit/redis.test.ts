import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { redactUrl } from './env.ts';
import { command, loadScript, openRedis, storeError } from './redis.ts';
import { Refusal } from './problem.ts';
import { missing, servers, temporaryFolder, unique } from './testing.ts';

describe('Redis', { skip: missing('redis') }, () => {
  it('sends a script again when the server does not know it any more', async (t) => {
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    const file = join(temporaryFolder(), 'add.lua');
    writeFileSync(file, "return redis.call('INCRBY', KEYS[1], ARGV[1])");
    const add = loadScript<number>(redis, pathToFileURL(file));
    const key = unique('test');
    assert.equal(await add([key], [2]), 2);
    await redis.script('FLUSH');
    assert.equal(await add([key], [3]), 5);
  });

  it('puts library files in front of a script', async (t) => {
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    const folder = temporaryFolder();
    const [library, main] = [join(folder, 'lib.lua'), join(folder, 'main.lua')];
    writeFileSync(library, 'local function twice(n) return 2 * n end');
    writeFileSync(main, 'return twice(ARGV[1])');
    const double = loadScript<number>(redis, pathToFileURL(library), pathToFileURL(main));
    assert.equal(await double(['k'], [21]), 42);
  });

  it('takes an address with or without its scheme', async (t) => {
    const redis = await openRedis(servers.redis.replace('redis://', ''));
    t.after(() => redis.disconnect());
    assert.equal(await redis.ping(), 'PONG');
  });
});

describe('Redis errors', () => {
  it('turn into 503 when the server is away, and stay themselves otherwise', () => {
    const refusal = storeError(new Error('connect ECONNREFUSED 127.0.0.1:1'));
    assert.ok(refusal instanceof Refusal);
    assert.equal(refusal.status, 503);
    const fault = new Error('WRONGTYPE Operation against a key');
    assert.equal(storeError(fault), fault);
  });

  it('are 503 too while a Cluster connects again', { skip: missing('cluster') }, async (t) => {
    const redis = await openRedis(servers.cluster);
    t.after(() => redis.disconnect());
    redis.disconnect(true);
    await assert.rejects(command(redis.get('a')), { code: 'STORE_UNAVAILABLE', status: 503 });
  });

  it('never show a password', () => {
    assert.equal(redactUrl('redis://user:secret@host:1'), 'redis://host:1');
  });
});
