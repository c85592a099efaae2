import assert from 'node:assert/strict';
import { test } from 'node:test';
import { list, type ListQuery } from './list.ts';
import { openDatabase, sqliteStore } from './store/sqlite/sqlite-video-catalog-store.ts';
import type { VideoRecord, VideoStore } from './store/video-catalog-store.ts';

const now = Date.UTC(2026, 0, 1);

/** A store with 200 videos, and how many of them it has yielded. */
async function counting() {
  const store = sqliteStore(openDatabase({ file: ':memory:' }));
  for (let i = 0; i < 200; i++) {
    await store.create({
      title: 'Tea',
      description: '',
      tags: [],
      details: {},
      createdAt: now,
      durationSecs: 10,
    });
  }
  let yielded = 0;
  const count = (videos: VideoRecord[]) => {
    yielded += videos.length;
    return videos;
  };
  const counted: VideoStore = {
    ...store,
    newest: async (selection, page) => count(await store.newest(selection, page)),
    read: async (ns, selection) => count(await store.read(ns, selection)),
  };
  return { store: counted, yielded: () => yielded };
}

const queries: ListQuery[] = [
  { sort: 'newest', limit: 10_000 },
  { sort: 'newest', limit: 10_000, q: 'tea' },
  { sort: 'views', limit: 10_000 },
];
for (const query of queries) {
  test(`videos are read only as they are taken: ${JSON.stringify(query)}`, async (t) => {
    const { store, yielded } = await counting();
    t.after(() => store.close());
    const portions = list(store, query, now)[Symbol.asyncIterator]();
    for (let taken = 0, next = await portions.next(); !next.done; next = await portions.next()) {
      taken += next.value.length;
      assert.equal(yielded(), taken);
      assert.ok(next.value.length <= 50);
    }
    assert.equal(yielded(), 200);
  });
}

test('a list by views leaves out what was deleted or edited since its order was read', async (t) => {
  const { store } = await counting();
  t.after(() => store.close());
  const query = { sort: 'views', limit: 100, q: 'tea' } as const;
  const portions = list(store, query, now)[Symbol.asyncIterator]();
  const first = await portions.next();
  assert.ok(!first.done);
  assert.equal(first.value[0]!.id, 'vid_200');
  await store.remove(150);
  await store.edit(149, { title: 'Coffee' });
  await store.view(148);
  const second = await portions.next();
  assert.ok(!second.done);
  const [next] = second.value;
  assert.deepEqual([second.value.length, next!.id, next!.view_count], [48, 'vid_148', 0]);
  assert.deepEqual(await portions.next(), { done: true, value: { next_cursor: '0-vid_101' } });
});
