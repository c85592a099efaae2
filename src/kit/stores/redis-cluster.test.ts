import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Cluster } from 'ioredis';
import { startCluster, type TestCluster } from '../testing/cluster.ts';
import { eventually, missing, readyAgain, unique } from '../testing/testing.ts';
import { command, openRedis, redisLifecycle } from './redis.ts';

const unavailable = { code: 'STORE_UNAVAILABLE', status: 503 };
const ends: (() => unknown)[] = [];
let cluster: TestCluster;

/** A key of its own, with the node that has it and another one. */
async function newKey() {
  const key = unique('key');
  const slot = Number(await cluster.cli('cluster', 'keyslot', key));
  const owner = await cluster.ownerOf(slot);
  return { key, slot, owner, other: cluster.nodes.find((node) => node !== owner)! };
}

async function connect(t: TestContext) {
  const redis = await openRedis(cluster.address);
  t.after(() => redis.disconnect());
  return redis;
}

describe('a Redis Cluster', { skip: missing('redis') }, () => {
  before(async () => {
    cluster = await startCluster({ after: (end) => ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  it('has commands wait for a node that is being connected to', async (t) => {
    const redis = await connect(t);
    // Keys of all nodes: opening has asked two of the three at most.
    const keys = Array.from({ length: 60 }, () => unique('key'));
    const counts = await Promise.all(keys.map((key) => command(redis.incr(key))));
    assert.deepEqual(new Set(counts), new Set([1]));
  });

  it('is not asked again when a connection closes before the reply', async (t) => {
    const redis = await connect(t);
    const { key, owner } = await newKey();
    await redis.incr(key);
    await owner.redis.client('PAUSE', 20_000, 'WRITE');
    const second = command(redis.incr(key)).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    await eventually(async () => (await owner.redis.info('clients')).includes('blocked_clients:1'));
    await owner.redis.call('CLIENT', 'KILL', 'TYPE', 'normal');
    assert.equal(await second, 'STORE_UNAVAILABLE');
    await owner.redis.client('UNPAUSE');
    assert.equal(await command(redis.get(key)), '1');
  });

  it('may stall while a slot moves there: what is asked is refused, and nothing else ends', async (t) => {
    const redis = await connect(t);
    const { key, slot, owner, other } = await newKey();
    await other.redis.cluster('SETSLOT', slot, 'IMPORTING', owner.id);
    await owner.redis.cluster('SETSLOT', slot, 'MIGRATING', other.id);
    assert.equal(await command(redis.get(key)), null);
    other.stop();
    // It is redirected by an ASKING that has no reply either: left to nobody, that fails this test.
    await assert.rejects(command(redis.get(key)), unavailable);
    other.cont();
    // The stall has ended the connection: another one is made first.
    await readyAgain({ ready: async () => void (await command(redis.get(key))) });
    assert.equal(await command(redis.incr(key)), 1);
    await cluster.moveSlot(slot, other);
    assert.equal(await command(redis.incr(key)), 2);
  });

  it('refuses what it cannot do while a slot moves, within a bounded number of tries', async (t) => {
    const redis = await connect(t);
    const { key, slot, owner, other } = await newKey();
    const keys = [`{${key}}:a`, `{${key}}:b`];
    await command(redis.set(keys[0]!, '1'));
    const between = () => assert.rejects(command(redis.del(keys)), unavailable);
    await other.redis.cluster('SETSLOT', slot, 'IMPORTING', owner.id);
    await cluster.moveSlot(slot, other, { between });
    assert.equal(await command(redis.del(keys)), 1);
  });

  it('reads its slots every 5 s, and not after its end, even if it ends during a read', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
    const redis = (await connect(t)) as Cluster;
    const read = t.mock.method(redis, 'refreshSlotsCache');
    t.mock.timers.tick(4_999);
    assert.equal(read.mock.callCount(), 0);
    t.mock.timers.tick(1);
    assert.equal(read.mock.callCount(), 1);
    redis.disconnect();
    await once(redis, 'end');
    // Whatever the end has left to be done is done.
    await cluster.cli('ping');
    t.mock.timers.tick(20_000);
    assert.equal(read.mock.callCount(), 1);
  });

  it('is not ready while it lacks slots', async (t) => {
    const redis = await connect(t);
    const lifecycle = redisLifecycle(redis);
    await lifecycle.ready();
    const { slot, owner } = await newKey();
    // The owner first: what it told before is believed once more by those that have forgotten it.
    await owner.redis.cluster('DELSLOTS', slot);
    await eventually(async () => {
      const states = await Promise.all(
        cluster.nodes.map(async ({ redis: node }) => {
          // An error where it is forgotten already.
          await node.cluster('DELSLOTS', slot).catch(() => {});
          return node.cluster('INFO');
        }),
      );
      return states.every((state) => state.includes('cluster_state:fail'));
    });
    await assert.rejects(lifecycle.ready(), unavailable);
    await assert.rejects(command(redis.get(unique('key'))), unavailable);
    await owner.redis.cluster('ADDSLOTS', slot);
    await readyAgain(lifecycle);
  });
});
