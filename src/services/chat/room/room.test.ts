import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { storeUnavailable } from '#kit/web/problem.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import type { Client } from './client.ts';
import { Room } from './room.ts';
import type { Draft, Message } from '../store/message.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-chat-store.ts';
import { kept } from '../test/fixtures.ts';

describe('a room whose messages are lost on the way', () => {
  it('reads them from history when a later one shows the gap', async (t) => {
    const { store, room, say, seen } = await open(t);
    await say(5);
    room.messages(await kept(store, 'tea', 4));
    assert.deepEqual(await seen(5), [1, 2, 3, 4, 5]);
    await say(2);
    room.messages(await kept(store, 'tea', 6));
    assert.deepEqual(await seen(7), [1, 2, 3, 4, 5, 6, 7]);
  });

  it('reads them after a reconnection', async (t) => {
    const { room, say, seen } = await open(t);
    await say(3);
    room.resumed();
    assert.deepEqual(await seen(3), [1, 2, 3]);
  });

  it('reads them at a check, when nothing else shows the gap', async (t) => {
    const { room, say, seen } = await open(t);
    await say(2);
    await room.check();
    assert.deepEqual(await seen(2), [1, 2]);
  });

  it('delivers each once and in order, however often and late they come', async (t) => {
    const { store, room, say, seen } = await open(t);
    await say(4);
    const all = await kept(store, 'tea', 0);
    room.messages(all.slice(0, 2));
    room.messages(all.slice(1, 3));
    room.messages(all.slice(0, 4));
    room.resumed();
    room.messages(all.slice(2));
    await say(1);
    await room.check();
    assert.deepEqual(await seen(5), [1, 2, 3, 4, 5]);
  });

  it('tries again after an outage of the store, and says nothing; any other error is logged', async (t) => {
    const { store, room, say, seen, lines } = await open(t);
    await say(2);
    const missed = store.missed.bind(store);
    const failures = [storeUnavailable(), new Error('a defect'), storeUnavailable()];
    for (const failure of failures) {
      store.missed = () => Promise.reject(failure);
      room.resumed();
      await nextTurn();
    }
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /missed messages could not be recovered/);
    assert.match(lines[0]!, /a defect/);
    store.missed = missed;
    await room.check();
    assert.deepEqual(await seen(2), [1, 2]);
  });

  it('goes on with the oldest that is kept when more than 100 were lost', async (t) => {
    const { room, say, seen } = await open(t);
    await say(130);
    room.resumed();
    assert.deepEqual(
      await seen(100),
      Array.from({ length: 100 }, (_, i) => i + 31),
    );
  });
});

describe('a room with many clients', () => {
  it('sends in slices of time, to each client in order; others have their turns', async (t) => {
    let now = performance.now();
    t.mock.method(performance, 'now', () => now);
    const { store, room, say } = await open(t);
    const log: string[] = [];
    const add = (name: string) => {
      const deliver = (messages: readonly Message[]) => {
        now += 3;
        log.push(...messages.map(({ seq }) => `${name}${seq}`));
      };
      room.clients.add({ deliver } as unknown as Client);
    };
    for (const name of ['a', 'b', 'c']) add(name);
    await say(2);
    const [first, second] = await kept(store, 'tea', 0);
    room.messages([first!]);
    setImmediate(() => log.push('other'));
    add('late');
    room.messages([second!]);
    await room.delivered;
    const wanted = ['a1', 'b1', 'other', 'c1', 'a2', 'b2', 'c2', 'late2'];
    assert.deepEqual(log, wanted);
  });

  it('waits for no other turn while a hundred messages wait', async (t) => {
    let now = performance.now();
    t.mock.method(performance, 'now', () => (now += 10));
    const { room, seen } = await open(t);
    const numbers = Array.from({ length: 150 }, (_, i) => i + 1);
    const message = { user: 'ann', room: 'tea', content: 'hello', timestamp: 1 };
    for (const seq of numbers) room.messages([{ ...message, seq }]);
    assert.deepEqual(await seen(0), []);
    await nextTurn();
    await nextTurn();
    const [...first] = await seen(0);
    assert.ok(first.length >= 50 && first.length < 60, String(first.length));
    await room.delivered;
    assert.deepEqual(await seen(0), numbers);
  });
});

/** A room that follows nothing: appended messages reach it only as the test says. */
async function open(t: TestContext) {
  await nextTurn(); // slices of time that began in a test before, by its clock, are over
  const store = openSqliteStore({ file: join(temporaryFolder(), 'chat.db') });
  t.after(() => store.close());
  store.follow = async () => {};
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const room = new Room('tea', store, log);
  await room.open();
  const delivered: number[] = [];
  let wake = () => {};
  const deliver = (messages: readonly Message[]) => {
    delivered.push(...messages.map(({ seq }) => seq));
    wake();
  };
  room.clients.add({ deliver } as unknown as Client);
  const draft: Draft = { user: 'ann', content: 'hello', timestamp: 1 };
  return {
    store,
    room,
    lines,
    say: (n: number) =>
      store.append(
        'tea',
        Array.from({ length: n }, () => draft),
      ),
    seen: async (n: number) => {
      while (delivered.length < n) await new Promise<void>((resolve) => (wake = resolve));
      return delivered;
    },
  };
}
