/** A replica whose connection for messages has been replaced. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import type { RedisConnection } from '#kit/stores/redis.ts';
import type { Message } from '../message.ts';
import { following } from './following.ts';

const message: Message = { user: 'ann', room: 'tea', content: 'hello', timestamp: 1, seq: 1 };

for (const event of ['ready', 'subscribersReady']) {
  describe(`when the connection emits ${event}`, () => {
    it('subscribes to every room again, then has it read what it missed', async () => {
      const { subscriber, follow, log } = open();
      const names = Array.from({ length: 450 }, (_, i) => `room ${i}`);
      await Promise.all(names.map(follow));
      subscriber.subscribed.clear();
      subscriber.emit(event);
      for (const _ of ['three', 'portions', 'and more', 'of turns']) await nextTurn();
      assert.deepEqual([...subscriber.subscribed], names);
      assert.deepEqual(
        log,
        names.map((name) => `${name} resumed`),
      );
    });

    it('has a room read what it missed before it gets the first new message', async () => {
      const { subscriber, follow, log } = open();
      await follow('tea');
      subscriber.emit('smessage', 'tea', JSON.stringify(message));
      subscriber.emit(event);
      subscriber.emit('smessage', 'tea', JSON.stringify(message));
      assert.deepEqual(log, ['tea gets 1', 'tea resumed', 'tea gets 1']);
    });

    it('tries again after a second what could not be subscribed to', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const { subscriber, follow, log, lines } = open();
      await follow('rice');
      await follow('tea');
      subscriber.failing.add('rice');
      subscriber.emit(event);
      await nextTurn();
      assert.deepEqual(log, ['tea resumed']);
      assert.equal(lines.length, 1);
      assert.match(lines[0]!, /rooms could not be followed again/);
      subscriber.failing.clear();
      t.mock.timers.tick(1_000);
      await nextTurn();
      assert.deepEqual(log, ['tea resumed', 'rice resumed']);
    });

    it('leaves out a room that nobody follows any more', async () => {
      const { subscriber, follow, unfollow, log } = open();
      await follow('tea');
      await unfollow('tea');
      subscriber.emit(event);
      subscriber.emit('smessage', 'tea', JSON.stringify(message));
      await nextTurn();
      assert.deepEqual([log, subscriber.subscribed.size], [[], 0]);
    });
  });
}

describe('other publications on a channel', () => {
  it('is events for the room, in order', async () => {
    const { subscriber, follow, log } = open();
    await follow('tea');
    const signals = [
      { event: { type: 'deleted', room: 'tea', seq: 1 } },
      { event: { type: 'typing', room: 'tea', user: 'ann', more: true }, from: 'a connection' },
    ];
    subscriber.emit('smessage', 'tea', JSON.stringify(signals));
    assert.deepEqual(log, ['tea gets deleted, typing']);
  });

  it('is kicks, which are answered, also in a room that is just being left', async () => {
    const { subscriber, follow, log } = open();
    await follow('tea');
    const kick = JSON.stringify([{ kick: { id: 'kick-1', user: 'ann' } }]);
    subscriber.emit('smessage', 'tea', kick);
    assert.deepEqual(log, ['tea closes ann', 'tea kick-1 closed 1']);
    subscriber.emit('smessage', 'rice', kick);
    assert.deepEqual(log.slice(2), ['rice kick-1 closed 0']);
  });
});

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
  const { follow, unfollow } = following({
    subscriber: subscriber as unknown as RedisConnection,
    channelOf: (room) => room,
    toMessage: (text) => JSON.parse(text) as Message,
    answerKick: async (channel, id, closed) => void log.push(`${channel} ${id} closed ${closed}`),
    log: pino({}, { write: (line) => void lines.push(line) }),
  });
  return {
    subscriber,
    unfollow,
    log,
    lines,
    follow: (room: string) =>
      follow(room, {
        messages: (messages) => void log.push(`${room} gets ${messages.length}`),
        signals: (signals) =>
          void log.push(`${room} gets ${signals.map(({ event }) => event.type).join(', ')}`),
        kicked: (user) => log.push(`${room} closes ${user}`),
        resumed: () => void log.push(`${room} resumed`),
      }),
  };
}
