/**
 * The connection over which a shard of a Redis Cluster tells of changes is replaced when it breaks and
 * when its slot moves. What was published in between reaches nobody, so followers must read again.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { startCluster, type TestCluster } from '#kit/testing/cluster.ts';
import { eventually, missing } from '#kit/testing/testing.ts';
import { openRedisStore as openChat } from '../services/chat/store/redis/redis-chat-store.ts';
import { variantA } from '../services/dispatch/rules/variant-a.ts';
import { openRedisStore as openDispatch } from '../services/dispatch/store/redis/redis-dispatch-store.ts';
import { openRedisStore as openFlashSale } from '../services/flash-sale/store/redis/redis-flash-sale-store.ts';

const log = pino({ level: 'error' });
const ends: (() => unknown)[] = [];
let cluster: TestCluster;

interface Watcher {
  /** Called for a change that was published. */
  readonly changed: () => void;
  /** Called when changes may have been missed. */
  readonly resumed: () => void;
}

/** How each service follows changes, and the channel on which one of them is published. */
const services = [
  {
    name: 'chat',
    channel: '{chat:tea}',
    change: JSON.stringify([{ event: { type: 'deleted', room: 'tea', seq: 1 } }]),
    follow: async (t: TestContext, { changed, resumed }: Watcher) => {
      const { address } = cluster;
      const store = await openChat({ address, prefix: 'chat', history: 100, log });
      t.after(() => store.close());
      const follower = { messages: changed, signals: changed, kicked: () => 0, resumed };
      await store.follow('tea', follower);
    },
  },
  {
    name: 'dispatch',
    channel: '{dispatch-a}:changed',
    change: 'd1',
    follow: async (t: TestContext, watcher: Watcher) => {
      const store = await openDispatch(cluster.address, 'dispatch', variantA, log);
      t.after(() => store.close());
      await store.watch(watcher);
    },
  },
  {
    name: 'flash-sale',
    channel: '{flash-sale}:changed',
    change: JSON.stringify({ productId: 'lamp' }),
    follow: async (t: TestContext, watcher: Watcher) => {
      const store = await openFlashSale(cluster.address, 'flash-sale', log);
      t.after(() => store.close());
      await store.watch(watcher);
    },
  },
];

describe('a follower on a Redis Cluster', { skip: missing('redis') }, () => {
  before(async () => {
    cluster = await startCluster({ after: (end) => ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  for (const { name, channel, change, follow } of services) {
    const slot = async () => Number(await cluster.cli('cluster', 'keyslot', channel));

    it(`of ${name} reads again what was published while its connection was away`, async (t) => {
      const owner = await cluster.ownerOf(await slot());
      const resumed = Promise.withResolvers<void>();
      await follow(t, { changed: () => {}, resumed: resumed.resolve });
      const steps = owner.redis.multi().call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      const [, published] = (await steps.spublish(channel, change).exec())!;
      assert.deepEqual(published, [null, 0], 'nobody hears of it');
      await resumed.promise;
    });

    it(`of ${name} reads again, and hears of changes, after its slot has moved`, async (t) => {
      const owner = await cluster.ownerOf(await slot());
      const other = cluster.nodes.find((node) => node !== owner)!;
      const resumed = Promise.withResolvers<void>();
      let heard = 0;
      await follow(t, { changed: () => heard++, resumed: resumed.resolve });
      await cluster.moveSlot(await slot(), other);
      await resumed.promise;
      await eventually(async () => {
        await other.redis.spublish(channel, change);
        return heard > 0;
      });
    });
  }
});
