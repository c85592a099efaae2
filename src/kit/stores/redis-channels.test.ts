import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { privateRedis } from '../testing/process.ts';
import { eventually, missing } from '../testing/testing.ts';
import { RedisChannels } from './redis-channels.ts';
import { openRedis, type RedisConnection } from './redis.ts';

for (const event of ['ready', 'subscribersReady']) {
  describe(`when the connection of channels emits ${event}`, () => {
    it('subscribes to every channel again, then says that messages may be missing', async () => {
      const { subscriber, channels, log } = open();
      const names = Array.from({ length: 450 }, (_, i) => `channel ${i}`);
      await Promise.all(names.map((name) => channels.follow(name)));
      subscriber.subscribed.clear();
      subscriber.emit(event);
      for (const _ of ['three', 'portions', 'and more', 'of turns']) await nextTurn();
      assert.deepEqual([...subscriber.subscribed], names);
      assert.deepEqual(
        log,
        names.map((name) => `${name} resumed`),
      );
    });

    it('says that messages may be missing before it passes on the first new one', async () => {
      const { subscriber, channels, log } = open();
      await channels.follow('tea');
      subscriber.emit('smessage', 'tea', 'one');
      subscriber.emit(event);
      subscriber.emit('smessage', 'tea', 'two');
      assert.deepEqual(log, ['tea: one', 'tea resumed', 'tea: two']);
    });

    it('tries again after a second what could not be subscribed to', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const { subscriber, channels, log, lines } = open();
      await channels.follow('rice');
      await channels.follow('tea');
      subscriber.failing.add('rice');
      subscriber.emit(event);
      await nextTurn();
      assert.deepEqual(log, ['tea resumed']);
      assert.equal(lines.length, 1);
      assert.match(lines[0]!, /channels could not be followed again/);
      subscriber.failing.clear();
      t.mock.timers.tick(1_000);
      await nextTurn();
      assert.deepEqual(log, ['tea resumed', 'rice resumed']);
    });

    it('leaves out a channel that is no longer followed', async () => {
      const { subscriber, channels, log } = open();
      await channels.follow('tea');
      await channels.unfollow('tea');
      subscriber.emit(event);
      await nextTurn();
      assert.deepEqual([log, subscriber.subscribed.size], [[], 0]);
    });
  });
}

it('passes on a message of a channel that is just being left', async () => {
  const { subscriber, channels, log } = open();
  await channels.follow('tea');
  const left = channels.unfollow('tea');
  subscriber.emit('smessage', 'tea', 'one');
  await left;
  assert.deepEqual(log, ['tea: one']);
});

it(
  'a channel that may not be followed again ends nothing: the log says so',
  { skip: missing('redis') },
  async (t) => {
    const { port } = await privateRedis(t);
    let logged = '';
    const log = pino({}, { write: (line: string) => void (logged += line) });
    const subscriber = await openRedis(`127.0.0.1:${port}`);
    const operator = new Redis(port, { retryStrategy: null });
    t.after(() => subscriber.disconnect());
    t.after(() => operator.disconnect());
    await new RedisChannels(subscriber, { message() {}, resumed() {} }, log).follow('tea');
    // Redis closes the connections that follow what they now may not.
    await operator.acl('SETUSER', 'default', 'resetchannels');
    await eventually(() => logged.includes('channels could not be followed again'));
  },
);

class FakeSubscriber extends EventEmitter {
  readonly status = 'ready';
  readonly subscribed = new Set<string>();
  readonly failing = new Set<string>();

  async ssubscribe(channel: string): Promise<void> {
    if (this.failing.has(channel)) throw new Error('Command timed out');
    this.subscribed.add(channel);
  }

  async sunsubscribe(channel: string): Promise<void> {
    this.subscribed.delete(channel);
  }
}

function open() {
  const subscriber = new FakeSubscriber();
  const lines: string[] = [];
  const log: string[] = [];
  const listener = {
    message: (channel: string, text: string) => void log.push(`${channel}: ${text}`),
    resumed: (channel: string) => void log.push(`${channel} resumed`),
  };
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const connection = subscriber as unknown as RedisConnection;
  return { subscriber, log, lines, channels: new RedisChannels(connection, listener, logger) };
}
