import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { listMessages } from './messages.ts';
import { listRooms, removeOldRooms } from './rooms.ts';
import { openSqliteStore } from './store/sqlite/sqlite-chat-store.ts';

const day = 86_400_000;

it('lists thousands of rooms in pages, each once, with history or clients or both', async (t) => {
  const store = open(t);
  const names = Array.from({ length: 2_500 }, (_, i) => `room ${1_000 + i}`);
  await Promise.all(names.map((name) => store.append(name, [draft(1)])));
  // Before, at, between and after the ends of the pages; some without history.
  const clients = ['a room', 'room 1999', 'room 1999a', 'room 2000', 'room 9', 'z', '\uff5e', '😀'];
  const counts = new Map(clients.map((name, i) => [name, i + 1]));
  await store.publishCounts(counts, 1);
  const all = [...new Set(['general', ...names, ...clients])].toSorted();
  // By code points, other than JavaScript sorts.
  const expected = [...all.filter((name) => name < '\ud800'), '\uff5e', '😀'];
  for (const limit of [1_000, 7]) {
    const rooms = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page = await listRooms(store, { limit, cursor }, 1);
      assert.ok(page.rooms.length <= limit);
      rooms.push(...page.rooms);
      cursor = page.next_cursor;
    }
    assert.deepEqual(
      rooms,
      expected.map((name) => ({ name, clients: counts.get(name) ?? 0 })),
    );
  }
});

it('lists general when there is no other room', async (t) => {
  const rooms = [{ name: 'general', clients: 0 }];
  assert.deepEqual(await listRooms(open(t), { limit: 1 }, 1), { rooms });
});

it('rooms and messages wait for a turn of the event loop when others had this one', async (t) => {
  const store = open(t);
  const turns = t.mock.method(TimeSlice.prototype, 'next', async () => {});
  t.mock.getter(TimeSlice.prototype, 'isOver', () => true);
  await listRooms(store, { limit: 1 }, 1);
  assert.equal(turns.mock.callCount(), 1);
  await listMessages(store, { room: 'general', limit: 1 }, 1)[Symbol.asyncIterator]().next();
  assert.equal(turns.mock.callCount(), 2);
});

it('removes thousands of old rooms while others have their turns', async (t) => {
  const store = open(t);
  const names = Array.from({ length: 2_000 }, (_, i) => `room ${i}`);
  await Promise.all(names.map((name) => store.append(name, [draft(1)])));
  await store.append('young', [draft(2)]);
  let turns = 0;
  const over = new AbortController();
  const counted = (async () => {
    for (; !over.signal.aborted; turns++) await nextTurn();
  })();
  await removeOldRooms(store, 30, 30 * day + 2);
  over.abort();
  await counted;
  assert.ok(turns >= 10, `${turns} turns`);
  const { rooms } = await listRooms(store, { limit: 1_000 }, 1);
  assert.deepEqual(
    rooms.map(({ name }) => name),
    ['general', 'young'],
  );
});

function open(t: TestContext) {
  const store = openSqliteStore({ file: join(temporaryFolder(), 'chat.db') });
  t.after(() => store.close());
  return store;
}

const draft = (timestamp: number) => ({ user: 'ann', content: 'hello', timestamp });
