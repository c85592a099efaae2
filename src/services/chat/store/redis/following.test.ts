/** What a replica does with what is published on the channels of its rooms. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { RedisConnection } from '#kit/stores/redis.ts';
import type { Message } from '../message.ts';
import { following } from './following.ts';

const message: Message = { user: 'ann', room: 'tea', content: 'hello', timestamp: 1, seq: 1 };

it('has a room read what it missed before it gets the first new message', async () => {
  const { subscriber, follow, log } = open();
  await follow('tea');
  subscriber.emit('smessage', 'tea', JSON.stringify(message));
  subscriber.emit('ready');
  subscriber.emit('smessage', 'tea', JSON.stringify(message));
  assert.deepEqual(log, ['tea gets 1', 'tea resumed', 'tea gets 1']);
});

it('tells nothing to a room that nobody follows any more', async () => {
  const { subscriber, follow, unfollow, log } = open();
  await follow('tea');
  await unfollow('tea');
  subscriber.emit('ready');
  subscriber.emit('smessage', 'tea', JSON.stringify(message));
  assert.deepEqual(log, []);
});

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
  async ssubscribe(): Promise<void> {}

  async sunsubscribe(): Promise<void> {}
}

function open() {
  const subscriber = new FakeSubscriber();
  const log: string[] = [];
  const { follow, unfollow } = following({
    subscriber: subscriber as unknown as RedisConnection,
    channelOf: (room) => room,
    toMessage: (text) => JSON.parse(text) as Message,
    answerKick: async (channel, id, closed) => void log.push(`${channel} ${id} closed ${closed}`),
    log: pino({ level: 'silent' }),
  });
  return {
    subscriber,
    unfollow,
    log,
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
