import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { startCluster } from '../testing/cluster.ts';
import { privateRedis } from '../testing/process.ts';
import { eventually, missing } from '../testing/testing.ts';
import { watchEviction } from './redis-eviction.ts';

const evicting = ['--maxmemory', '30mb', '--maxmemory-policy', 'allkeys-lru'];

/** A server, a connection of its operator, and the address by which it is watched. */
async function startServer(t: TestContext, options: readonly string[] = []) {
  const server = await privateRedis(t, ['--requirepass', 'hunter2', ...options]);
  const operator = new Redis({ port: server.port, password: 'hunter2' });
  // It loses its connection when a test kills the server.
  operator.on('error', () => {});
  t.after(() => operator.disconnect());
  const at = `127.0.0.1:${server.port}`;
  return { server, operator, at, address: `redis://:hunter2@${at}` };
}

/** Watches a server until the test ends; `lines` are those of the log. */
async function watch(t: TestContext, address: string, mayLoseKeys = false) {
  const lines: string[] = [];
  const stream = {
    write(text: string) {
      const { level, msg } = JSON.parse(text) as { level: number; msg: string };
      lines.push(`${pino.levels.labels[level]}: ${msg}`);
    },
  };
  const watched = await watchEviction({ address, mayLoseKeys, log: pino({}, stream) });
  t.after(() => watched.close());
  return { watched, lines };
}

describe('a Redis that may evict keys', { skip: missing('redis') }, () => {
  it('is refused by a sentence that names the policy, the command and the variable', async (t) => {
    const { at, address } = await startServer(t, evicting);
    await assert.rejects(watch(t, address), {
      message: `Redis at redis://${at} may evict keys (maxmemory-policy allkeys-lru), and its keys must be kept: redis-cli config set maxmemory-policy noeviction, or start with ALLOW_EVICTION=1`,
    });
  });

  it('is refused when it is one master of a Cluster', async (t) => {
    const cluster = await startCluster(t);
    const { redis, port } = cluster.nodes[1]!;
    await redis.config('SET', 'maxmemory-policy', 'volatile-ttl');
    await assert.rejects(watch(t, cluster.address), {
      message: `Redis at 127.0.0.1:${port} may evict keys (maxmemory-policy volatile-ttl), and its keys must be kept: redis-cli config set maxmemory-policy noeviction, or start with ALLOW_EVICTION=1`,
    });
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    assert.deepEqual((await watch(t, cluster.address)).lines, []);
  });

  it('is a warning where keys may be lost, and ready', async (t) => {
    const { at, address } = await startServer(t, evicting);
    const { watched, lines } = await watch(t, address, true);
    assert.deepEqual(lines, [
      `warn: Redis at redis://${at} may evict keys (maxmemory-policy allkeys-lru): acknowledged data may be lost`,
    ]);
    await watched.ready();
  });
});

describe('the eviction policy', { skip: missing('redis') }, () => {
  it('is read where CONFIG is disabled', async (t) => {
    const { address } = await startServer(t, [...evicting, '--rename-command', 'CONFIG', '']);
    await assert.rejects(watch(t, address), /allkeys-lru/);
  });

  it('is read where INFO is forbidden', async (t) => {
    const { at, operator } = await startServer(t, evicting);
    await operator.acl('SETUSER', 'me', 'on', '>hunter2', '~*', '&*', '+@all', '-info');
    await assert.rejects(watch(t, `redis://me:hunter2@${at}`), /allkeys-lru/);
  });

  it('is a warning where it cannot be read', async (t) => {
    const { at, operator } = await startServer(t, evicting);
    await operator.acl('SETUSER', 'me', 'on', '>hunter2', '~*', '&*', '+@all', '-info', '-config');
    const { watched, lines } = await watch(t, `redis://me:hunter2@${at}`);
    assert.deepEqual(lines, [
      `warn: Redis at redis://${at} tells neither INFO memory nor CONFIG GET maxmemory-policy: unless that is noeviction, acknowledged data may be lost`,
    ]);
    await watched.ready();
  });

  it('is checked once a minute: a change is an error in the log, and not ready', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { at, address, operator } = await startServer(t);
    const { watched, lines } = await watch(t, address);
    await watched.ready();
    await operator.config('SET', 'maxmemory-policy', 'allkeys-lfu');
    t.mock.timers.tick(60_000);
    await eventually(() => lines.length === 1);
    assert.deepEqual(lines, [
      `error: Redis at redis://${at} may evict keys (maxmemory-policy allkeys-lfu): acknowledged data may be lost; set it to noeviction`,
    ]);
    await assert.rejects(watched.ready(), {
      message: 'Redis may evict keys (maxmemory-policy allkeys-lfu)',
    });
    await operator.config('SET', 'maxmemory-policy', 'noeviction');
    t.mock.timers.tick(60_000);
    await eventually(() => lines.length === 2);
    assert.equal(lines[1], 'warn: Redis evicts no keys any more');
    await watched.ready();
  });

  it('is checked at each reconnection', async (t) => {
    const { address, operator } = await startServer(t);
    const { watched, lines } = await watch(t, address);
    await operator.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await operator.call('CLIENT', 'KILL', 'TYPE', 'normal');
    await eventually(() => lines.length === 1);
    await assert.rejects(watched.ready(), /allkeys-lru/);
  });
});
