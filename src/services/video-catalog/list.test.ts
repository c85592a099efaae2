import assert from 'node:assert/strict';
import { test } from 'node:test';
import { list, search } from './list.ts';
import { openDatabase, sqliteStore } from './store/sqlite/store.ts';
import type { VideoStore } from './store/store.ts';

const now = Date.UTC(2026, 0, 1);

/** A store with 200 videos, and how many of them it has yielded. */
async function counting() {
  const store = sqliteStore(openDatabase({ file: ':memory:' }));
  for (let i = 0; i < 200; i++) {
    await store.create({
      title: 'Tea',
      description: '',
      tags: [],
      createdAt: now,
      durationSecs: 10,
    });
  }
  let yielded = 0;
  const counted: VideoStore = {
    ...store,
    async list(page) {
      const videos = await store.list(page);
      yielded += videos.length;
      return videos;
    },
    async search(query, page) {
      const videos = await store.search(query, page);
      yielded += videos.length;
      return videos;
    },
  };
  return { store: counted, yielded: () => yielded };
}

test('videos are read from the store only as they are taken', async () => {
  const paging = { limit: 10_000 };
  for (const read of [
    (store: VideoStore) => list(store, paging, now),
    (store: VideoStore) => search(store, { q: 'tea', ...paging }, now),
  ]) {
    const { store, yielded } = await counting();
    const portions = read(store)[Symbol.asyncIterator]();
    for (let taken = 0, next = await portions.next(); !next.done; next = await portions.next()) {
      taken += next.value.length;
      assert.equal(yielded(), taken);
      assert.ok(next.value.length <= 50);
    }
    assert.equal(yielded(), 200);
    await store.close();
  }
});
