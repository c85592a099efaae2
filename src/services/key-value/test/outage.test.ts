/** Redis that goes away, comes back, or turns up at another address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { privateRedis } from '#kit/testing/process.ts';
import {
  assertUnavailable,
  missing,
  openService,
  servers,
  temporaryFolder,
} from '#kit/testing/testing.ts';
import { keyValue } from '../index.ts';
import { Ring } from '../ring/ring.ts';

const ring = await Ring.of(['a', 'b']);
const keyOf = (node: string) =>
  Array.from({ length: 100 }, (_, i) => `key-${i}`).find((key) => ring.owner(key) === node)!;

describe('a node in a Redis of its own', { skip: missing('redis') }, () => {
  it('is 503 while it is away; keys of other nodes are served', async (t) => {
    const redis = await privateRedis(t);
    const service = await openService(t, keyValue, {
      KV_NODES: `a,b=redis://127.0.0.1:${redis.port}`,
    });
    const { app } = service;
    const url = `/${keyOf('b')}`;
    const put = (to: string) => app.inject({ method: 'PUT', url: to, payload: 'v' });
    assert.equal((await put(url)).statusCode, 200);
    await redis.kill();
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.inject({ method, url });
      assertUnavailable(answer);
    }
    assert.equal((await put(url)).statusCode, 503);
    // A list needs every node.
    assertUnavailable(await app.inject({ url: '/' }));
    assert.equal((await put(`/${keyOf('a')}`)).statusCode, 200);
    // Other replicas would not serve its keys either.
    await service.ready();
    await redis.start();
    while ((await app.inject({ url })).statusCode === 503) await turn();
    assert.equal((await app.inject({ url })).json().data.value, 'v');
  });

  it('that is gone for good can be given up: its keys are lost, no others', async (t) => {
    const redis = await privateRedis(t);
    const own = { DATA_DIR: temporaryFolder() };
    const nodes = `a,b=redis://127.0.0.1:${redis.port}`;
    const first = await openService(t, keyValue, { ...own, KV_NODES: nodes });
    for (const node of ['a', 'b']) {
      await first.app.inject({ method: 'PUT', url: `/${keyOf(node)}`, payload: 'v' });
    }
    await redis.kill();
    await first.close();
    // It starts all the same, and serves what it has.
    const { app, consoleApp } = await openService(t, keyValue, { ...own, KV_NODES: nodes });
    assert.equal((await app.inject({ url: `/${keyOf('a')}` })).statusCode, 200);
    const view = (await consoleApp.inject({ url: '/admin/ring' })).json();
    assert.deepEqual(
      view.nodes.map(({ keys }: { keys: number | null }) => keys),
      [1, null],
    );
    const change = (payload: object) =>
      consoleApp.inject({ method: 'POST', url: '/admin/ring', payload });
    const refused = await change({ nodes: ['a', 'c'] });
    assert.deepEqual([refused.statusCode, refused.json().code], [503, 'NODE_UNREACHABLE']);
    assert.equal((await change({ nodes: ['a', 'c'], lost: ['b'] })).statusCode, 200);
    assert.equal((await app.inject({ url: `/${keyOf('a')}` })).json().data.value, 'v');
    assert.equal((await app.inject({ url: `/${keyOf('b')}` })).statusCode, 404);
  });

  it('that cannot be reached at the first start is named', async (t) => {
    const env = { KV_NODES: 'a,b=redis://:secret@127.0.0.1:1' };
    await assert.rejects(openService(t, keyValue, env), {
      message: 'key-value: the node b does not answer at redis://127.0.0.1:1',
    });
  });

  it('must have the database that its address names', async (t) => {
    const env = { KV_NODES: `a=${servers.redis}/99` };
    await assert.rejects(openService(t, keyValue, env), { message: /the node a does not answer/ });
  });
});
