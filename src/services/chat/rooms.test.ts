import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { listRooms, type RoomCount } from './rooms.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

it('lists thousands of rooms, each once, with history or clients or both', async (t) => {
  const store = open(t);
  const draft = { user: 'ann', content: 'hello', timestamp: 1 };
  const names = Array.from({ length: 2_500 }, (_, i) => `room ${1_000 + i}`);
  await Promise.all(names.map((name) => store.append(name, [draft])));
  // Before, at, between and after the ends of the pages; some without history.
  const clients = ['a room', 'room 1999', 'room 1999a', 'room 2000', 'room 9', 'z', '\uff5e', '😀'];
  const counts = new Map(clients.map((name, i) => [name, i + 1]));
  await store.publishCounts(counts, 1);
  const { rooms, portions } = await collect(store);
  const all = [...new Set(['general', ...names, ...clients])].toSorted();
  // By code points, other than JavaScript sorts.
  const expected = [...all.filter((name) => name < '\ud800'), '\uff5e', '😀'];
  assert.deepEqual(
    rooms,
    expected.map((name) => ({ name, clients: counts.get(name) ?? 0 })),
  );
  assert.ok(Math.max(...portions) < 1_100, 'one portion is much longer than a page');
});

it('lists general when there is no other room', async (t) => {
  assert.deepEqual((await collect(open(t))).rooms, [{ name: 'general', clients: 0 }]);
});

function open(t: TestContext) {
  const store = openSqliteStore({ file: join(temporaryFolder(), 'chat.db') });
  t.after(() => store.close());
  return store;
}

async function collect(store: ReturnType<typeof open>) {
  const rooms: RoomCount[] = [];
  const portions: number[] = [];
  for await (const portion of await listRooms(store, 1)) {
    rooms.push(...portion);
    portions.push(portion.length);
  }
  return { rooms, portions };
}
