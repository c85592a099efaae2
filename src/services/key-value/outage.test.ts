/** Redis that goes away, comes back, or turns up at another address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openRedis } from '#kit/redis.ts';
import { privateRedis, relay } from '#kit/testing-process.ts';
import { missing, openService, servers, temporaryFolder, unique } from '#kit/testing.ts';
import { keyValue } from './index.ts';
import { Ring } from './ring.ts';

const ring = new Ring(['a', 'b']);
const keyOf = (node: string) =>
  Array.from({ length: 100 }, (_, i) => `key-${i}`).find((key) => ring.owner(key) === node)!;

describe('a node in a Redis of its own', { skip: missing('redis') }, () => {
  it('is 503 while it is away; keys of other nodes are served', async (t) => {
    const redis = await privateRedis(t);
    const { app, running } = await openService(t, keyValue, {
      KV_NODES: `a,b=redis://127.0.0.1:${redis.port}`,
    });
    const url = `/${keyOf('b')}`;
    const put = (to: string) => app.inject({ method: 'PUT', url: to, payload: 'v' });
    assert.equal((await put(url)).statusCode, 200);
    await redis.kill();
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.inject({ method, url });
      assert.deepEqual([answer.statusCode, answer.json().code], [503, 'STORE_UNAVAILABLE']);
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.equal((await put(url)).statusCode, 503);
    assert.equal((await put(`/${keyOf('a')}`)).statusCode, 200);
    await assert.rejects(running.ready());
    await redis.start();
    while ((await app.inject({ url })).statusCode === 503) await turn();
    assert.equal((await app.inject({ url })).json().data.value, 'v');
    await running.ready();
  });

  it('may move to another address with its data, as in a failover', async (t) => {
    const redis = await openRedis(`${servers.redis}/1`);
    t.after(() => redis.disconnect());
    const prefix = unique('kv-');
    const own = { DATA_DIR: temporaryFolder(), KEY_VALUE_PREFIX: prefix };
    // The old address is gone for good by the time the new one is given.
    const old = await relay(`${servers.redis}/1`);
    const first = await openService(t, keyValue, { ...own, KV_NODES: `a,b=${old.url}` });
    const url = `/${keyOf('b')}`;
    await first.app.inject({ method: 'PUT', url, payload: 'v' });
    await first.close();
    await old.cut();
    for (const part of ['version', 'entries']) {
      const key = `${prefix}:{b}:${part}`;
      assert.equal(await redis.call('COPY', key, key, 'DB', '2'), 1);
    }
    const nodes = `a,b=${servers.redis}/2`;
    const second = await openService(t, keyValue, { ...own, KV_NODES: nodes });
    assert.equal((await second.app.inject({ url })).json().data.value, 'v');
    await second.close();
    const third = await openService(t, keyValue, { ...own, KV_NODES: nodes });
    assert.equal((await third.app.inject({ url })).json().data.value, 'v');
  });

  it('that cannot be reached at the start is named', async (t) => {
    const env = { KV_NODES: 'a,b=redis://:secret@127.0.0.1:1' };
    await assert.rejects(openService(t, keyValue, env), {
      message: /^node b: no Redis answers at redis:\/\/127\.0\.0\.1:1 \(.*\); see KV_NODES$/,
    });
  });
});
