import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { storeUnavailable } from '#kit/web/problem.ts';
import type { Signal } from '../store/message.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { Ephemerals } from './ephemerals.ts';

it('publishes one at a time, and keeps 100 waiting frames of each room', async () => {
  const { ephemerals, publications } = open();
  assert.ok(pass(ephemerals, 'tea', 1).every(Boolean));
  await nextTurn();
  assert.deepEqual(
    publications.map(({ count }) => count),
    [1],
  );
  const passed = pass(ephemerals, 'tea', 130);
  assert.deepEqual(
    passed,
    Array.from({ length: 130 }, (_, i) => i < 100),
  );
  assert.deepEqual(pass(ephemerals, 'rice', 1), [true]);
  await nextTurn();
  assert.deepEqual(
    publications.map(({ room }) => room),
    ['tea', 'rice'],
  );
  publications[0]!.done.resolve();
  await nextTurn();
  await nextTurn();
  assert.deepEqual(
    publications.map(({ count }) => count),
    [1, 1, 100],
  );
});

it('goes on after an outage of the store', async () => {
  const { ephemerals, publications } = open();
  pass(ephemerals, 'tea', 1);
  await nextTurn();
  publications[0]!.done.reject(storeUnavailable());
  await nextTurn();
  assert.deepEqual(pass(ephemerals, 'tea', 1), [true]);
  await nextTurn();
  assert.equal(publications.length, 2);
});

const pass = (ephemerals: Ephemerals, room: string, n: number) =>
  Array.from({ length: n }, () =>
    ephemerals.pass(room, { event: { type: 'typing', room, user: 'ann' }, from: 'a connection' }),
  );

function open() {
  const publications: {
    readonly room: string;
    readonly count: number;
    readonly done: PromiseWithResolvers<void>;
  }[] = [];
  const port: Partial<ChatStore> = {
    publish(room: string, signals: readonly Signal[]) {
      const done = Promise.withResolvers<void>();
      publications.push({ room, count: signals.length, done });
      return done.promise;
    },
  };
  return {
    ephemerals: new Ephemerals(port as ChatStore, pino({ level: 'silent' })),
    publications,
  };
}
