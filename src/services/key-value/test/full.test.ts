/** No more bytes than KV_MAX_BYTES, over all nodes of the process. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { runToEnd, startProcess } from '#kit/testing/process.ts';
import {
  eventually,
  missing,
  openService,
  servers,
  temporaryFolder,
  unique,
} from '#kit/testing/testing.ts';
import type { Environment } from '#kit/host/env.ts';
import { storeFull } from '#kit/web/problem.ts';
import { changeRing } from '../change.ts';
import { Cluster } from '../cluster.ts';
import { keyValue } from '../index.ts';
import { valueOf } from '../store/contract/entry.ts';
import type { NodePool } from '../store/node.ts';
import { sweep } from '../keys/sweep.ts';
import { openSqlite, poolOf } from './fixtures.ts';

/** Nothing expires here. */
const now = 0;
const named = (...names: string[]) => names.map((name) => ({ name }));

async function openCluster(t: TestContext, maxBytes: number, ...names: string[]) {
  const replicas = await openSqlite(t, maxBytes);
  const { first } = replicas;
  return { cluster: await Cluster.open(first.ring, poolOf(first), named(...names)), replicas };
}

/** Whether a value was stored; fails for any other refusal than 507. */
async function isStored(cluster: Cluster, key: string, value: string): Promise<boolean> {
  try {
    await cluster.put(key, value);
    return true;
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'STORE_FULL');
    return false;
  }
}

describe('a store of KV_MAX_BYTES', () => {
  it('counts keys and values in UTF-8: the difference when overwritten, nothing when deleted', async (t) => {
    const { cluster } = await openCluster(t, 20, 'a', 'b', 'c');
    assert.equal(await isStored(cluster, 'é', '漢字'), true); // 2 + 6
    assert.equal(await isStored(cluster, 'k', 'x'.repeat(11)), true); // 12
    assert.equal(await isStored(cluster, 'l', ''), false);
    assert.equal(await isStored(cluster, 'k', 'x'.repeat(12)), false);
    assert.equal(await valueOf(cluster.get('k', now)), 'x'.repeat(11));
    assert.equal(await isStored(cluster, 'k', 'y'.repeat(11)), true);
    assert.equal(await isStored(cluster, 'é', ''), true); // gives back 6
    assert.equal(await isStored(cluster, 'l', 'z'.repeat(5)), true);
    assert.equal(await isStored(cluster, 'm', ''), false);
    await cluster.delete('k');
    await cluster.delete('k');
    assert.equal(await isStored(cluster, 'm', 'x'.repeat(11)), true);
    assert.equal(await isStored(cluster, 'n', ''), false);
    assert.equal(await valueOf(cluster.get('l', now)), 'zzzzz');
  });

  it('counts what has expired until it is removed, by the sweep or by a request', async (t) => {
    const { cluster, replicas } = await openCluster(t, 20, 'a', 'b');
    const full = async () => !(await isStored(cluster, 'x', ''));
    await cluster.put('k', 'x'.repeat(9), { expiresAt: 5 });
    await cluster.put('l', 'x'.repeat(9), { expiresAt: 5 });
    assert.ok(await full());
    // Found by a read, by a condition, then by the sweep.
    assert.equal(await cluster.get('k', 5), undefined);
    assert.equal(await isStored(cluster, 'k', 'x'.repeat(9)), true);
    const only = { condition: { ifMatch: undefined, ifNoneMatch: '*' }, now: 5 } as const;
    await cluster.put('l', 'y'.repeat(9), { expiresAt: 6, only });
    assert.ok(await full());
    assert.equal(await sweep(cluster, 6), 1);
    assert.equal(await isStored(cluster, 'm', 'x'.repeat(10)), false);
    assert.equal(await isStored(cluster, 'm', 'x'.repeat(9)), true);
    assert.ok(await full());
    await replicas.reopen();
  });

  it('refuses one of two that came at once, and none that was there', async (t) => {
    const { cluster } = await openCluster(t, 1_000, 'a', 'b');
    const puts = Array.from({ length: 40 }, (_, i) =>
      isStored(cluster, `k${i + 10}`, 'x'.repeat(97)),
    );
    const stored = (await Promise.all(puts)).filter(Boolean);
    assert.equal(stored.length, 10);
  });

  it('that is full moves all its keys to other nodes, and counts them once', async (t) => {
    const { cluster, replicas } = await openCluster(t, 100 * 104, 'a');
    const keys = Array.from({ length: 100 }, (_, i) => `k${i + 100}`);
    for (const key of keys) assert.equal(await isStored(cluster, key, 'x'.repeat(100)), true);
    assert.equal(await isStored(cluster, 'more', ''), false);
    for (const names of [['b', 'c'], ['c', 'd', 'e'], ['a']]) {
      const change = changeRing(cluster, named(...names));
      // Reads and writes of keys that are about to move.
      await Promise.all(
        keys.map(async (key, i) => {
          if (i % 3 === 0) assert.equal(await isStored(cluster, key, 'y'.repeat(100)), true);
          if (i % 3 === 1) assert.equal((await cluster.get(key, now))?.value.length, 100);
        }),
      );
      await change;
      assert.equal(await isStored(cluster, 'more', ''), false);
      for (const key of keys) assert.equal((await cluster.get(key, now))?.value.length, 100, key);
    }
    await cluster.delete(keys[0]!);
    assert.equal(await isStored(cluster, 'more', 'x'.repeat(100)), true);
    await replicas.reopen();
  });

  it('without room for the keys of a node elsewhere leaves them there, to be read', async (t) => {
    const small = await openSqlite(t, 500);
    const large = await openSqlite(t, 10_000);
    const pool: NodePool = {
      ...poolOf(small.first),
      open: ({ name }) => (name === 'elsewhere' ? away : here(name)),
    };
    const away = large.first.node('elsewhere');
    const here = (name: string) => small.first.node(name);
    const cluster = await Cluster.open(small.first.ring, pool, named('elsewhere'));
    const keys = Array.from({ length: 20 }, (_, i) => `k${i + 10}`);
    for (const key of keys) await cluster.put(key, 'x'.repeat(97));
    await assert.rejects(changeRing(cluster, named('a')), { code: 'STORE_FULL' });
    for (const key of keys) assert.equal((await cluster.get(key, now))?.value.length, 97, key);
    for (const key of keys.slice(4)) await cluster.delete(key);
    await changeRing(cluster, named('a'));
    assert.equal(await here('a').count(), 4);
    assert.equal(await away.count(), 0);
  });

  it('answers 507, and goes on reading, deleting and overwriting', async (t) => {
    const { app } = await openService(t, keyValue, { KV_MAX_BYTES: '10', KV_NODES: 'a,b' });
    const put = (path: string, payload: string) =>
      app.inject({ method: 'PUT', url: path, payload });
    assert.equal((await put('/k', '123456789')).statusCode, 200);
    const refused = await put('/l', '1');
    assert.equal(refused.statusCode, 507);
    assert.equal(refused.json().code, 'STORE_FULL');
    assert.equal((await put('/k', '1')).statusCode, 200);
    assert.equal((await put('/l', '1')).statusCode, 200);
  });

  it('on a disk that takes no writes answers 404 for what has expired', async (t) => {
    const { first } = await openSqlite(t);
    const pool = poolOf(first, (name, open) => ({
      ...open(name),
      expire: async () => {
        throw storeFull(new Error('no space'));
      },
    }));
    const cluster = await Cluster.open(first.ring, pool, named('a'));
    await cluster.put('k', 'v', { expiresAt: 5 });
    assert.equal(await valueOf(cluster.get('k', 4)), 'v');
    assert.equal(await cluster.get('k', 5), undefined);
  });

  it('has room again soon after values have expired', async (t) => {
    const { app, clock } = await openService(t, keyValue, { KV_MAX_BYTES: '10' });
    const put = (path: string, ttl: string) =>
      app.inject({ method: 'PUT', url: path, payload: '123456789', headers: { ttl } });
    assert.equal((await put('/k', '1')).statusCode, 200);
    assert.equal((await put('/l', '1')).statusCode, 507);
    clock.advance(1_000);
    await eventually(async () => (await put('/l', '1')).statusCode === 200);
  });

  it('does not count what is in Redis', { skip: missing('redis') }, async (t) => {
    const env = { STORE_ADDR: servers.redis, KEY_VALUE_PREFIX: unique('kv-'), KV_MAX_BYTES: '10' };
    const { app } = await openService(t, keyValue, env);
    const stored = await app.inject({ method: 'PUT', url: '/k', payload: 'x'.repeat(100) });
    assert.equal(stored.statusCode, 200);
  });

  it('survives 201 values of 900 kB in a small heap, and a restart; a lower bound is refused in a line', async (t) => {
    const env: Environment = {
      DATA_DIR: temporaryFolder(),
      KV_MAX_BYTES: String(40 * 1024 * 1024),
      NODE_OPTIONS: '--max-old-space-size=96',
    };
    const first = await startProcess(t, ['key-value'], env);
    const address = first.addresses['key-value']!;
    const statuses: number[] = [];
    for (let i = 0; i < 201; i++) {
      const body = String(i).padEnd(900_000, 'x');
      statuses.push((await fetch(`${address}/k${i}`, { method: 'PUT', body })).status);
    }
    const room = Math.floor((40 * 1024 * 1024) / 900_003);
    assert.deepEqual([...new Set(statuses.slice(0, room - 1))], [200]);
    assert.deepEqual([...new Set(statuses.slice(room + 1))], [507]);
    assert.equal(await first.end('SIGKILL'), null);
    const second = await startProcess(t, ['key-value'], env);
    for (let i = 0; i < room - 1; i++) {
      const answer = await fetch(`${second.addresses['key-value']}/k${i}`);
      const { data } = (await answer.json()) as { data: { value: string } };
      assert.equal(data.value, String(i).padEnd(900_000, 'x'));
    }
    assert.equal(await second.end('SIGTERM'), 0);
    const lower = await runToEnd(['key-value'], { ...env, KV_MAX_BYTES: '1000000' });
    assert.notEqual(lower.code, 0);
    assert.match(lower.output, /^[^\n]*holds more than KV_MAX_BYTES \(1000000\)[^\n]*\n$/);
  });
});
