import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { redactUrl } from '../host/env.ts';
import { Type } from 'typebox';
import { Refusal } from '../web/problem.ts';
import { command, loadScripts, openRedis, storeError } from './redis.ts';
import { checked } from '../web/schema.ts';
import { privateRedis } from '../testing/process.ts';
import { missing, servers, temporaryFolder, unique } from '../testing/testing.ts';

describe('Redis', { skip: missing('redis') }, () => {
  it('sends a script again when the server does not know it any more', async (t) => {
    // Other tests run the scripts that the shared one knows.
    const { port } = await privateRedis(t);
    const redis = await openRedis(`127.0.0.1:${port}`);
    t.after(() => redis.disconnect());
    const folder = pathToFileURL(`${temporaryFolder()}/`);
    writeFileSync(new URL('add.lua', folder), "return redis.call('INCRBY', KEYS[1], ARGV[1])");
    const add = loadScripts(redis, folder)('add', Number);
    const key = unique('test');
    assert.equal(await add([key], [2]), 2);
    await redis.script('FLUSH');
    assert.equal(await add([key], [3]), 5);
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

describe('scripts of a folder', { skip: missing('redis') }, () => {
  it('are preceded by constants, libraries and lib.lua, and their replies are checked', async (t) => {
    const folder = pathToFileURL(`${temporaryFolder()}/`);
    const library = new URL('shared.lua.txt', folder);
    writeFileSync(library, 'local function twice(n) return 2 * n end');
    writeFileSync(new URL('lib.lua', folder), 'local function key() return KEYS[1] .. SUFFIX end');
    writeFileSync(
      new URL('add.lua', folder),
      "return redis.call('INCRBY', key(), twice(ARGV[1] + STEP))",
    );
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    const constants = { STEP: 1, SUFFIX: ':"quoted"\\' };
    const script = loadScripts(redis, folder, { constants, libraries: [library] });
    const add = script('add', checked('reply of add.lua', Type.Integer({ maximum: 6 })));
    const name = unique('scripts');
    assert.equal(await add([name], [2]), 6);
    assert.equal(await redis.get(`${name}:"quoted"\\`), '6');
    await assert.rejects(add([name], [2]), /^Error: reply of add\.lua: must be <= 6$/);
  });
});
