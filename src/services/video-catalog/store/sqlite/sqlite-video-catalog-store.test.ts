import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from '#kit/testing/turns.ts';
import { everything, type VideoStore } from '../video-catalog-store.ts';
import { openDatabase, sqliteStore } from './sqlite-video-catalog-store.ts';

const video = (description: string) => ({
  title: 'Tea',
  description,
  tags: [],
  details: {},
  createdAt: 0,
  durationSecs: 10,
});
const different = (length: number) =>
  Array.from({ length }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');

test('a text with many runs is alone in its transaction; short ones share theirs', async (t) => {
  const commits: number[] = [];
  const db = openDatabase({ file: ':memory:', onCommit: (units) => commits.push(units) });
  t.after(() => db.close());
  const store = sqliteStore(db);
  await Promise.all(Array.from({ length: 5 }, () => store.create(video(different(1_000)))));
  assert.deepEqual(commits, [1, 1, 1, 1, 1]);
  await Promise.all(Array.from({ length: 5 }, () => store.create(video('green'))));
  assert.ok(commits.length < 10, String(commits));
});

test('a long text that is refused does not hold up those after it', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqliteStore(db);
  const broken = { ...video(different(1_000)), createdAt: Number.NaN };
  const [first, second] = await Promise.allSettled([
    store.create(broken),
    store.create(video(different(1_000))),
  ]);
  assert.deepEqual([first.status, second.status], ['rejected', 'fulfilled']);
});

test('videos are listed in slices of time: other work has its turns', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqliteStore(db);
  await Promise.all(Array.from({ length: 50 }, () => store.create(video('green'))));
  let now = performance.now();
  t.mock.method(performance, 'now', () => (now += 5));
  const counted = turns(t);
  const videos = await store.newest(everything, { before: 51, count: 50 });
  const count = counted();
  assert.equal(videos.length, 50);
  assert.ok(count >= 50, `${count} turns`);
});

test('after edits and deletions the index has the terms of what is there, and no others', async (t) => {
  /** How many videos have each term. */
  const termsAfter = async (act: (store: VideoStore) => Promise<unknown>) => {
    const db = openDatabase({ file: ':memory:' });
    t.after(() => db.close());
    await act(sqliteStore(db));
    db.run("CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'term', 'row')")();
    return db.all('SELECT term, doc FROM temp.terms ORDER BY term')();
  };
  const long = different(4_000);
  const changed = await termsAfter(async (store) => {
    for (const text of ['green tea', 'black', long, 'red', 'short'])
      await store.create(video(text));
    await store.edit(1, { description: 'white tea', tags: ['cold', 'Cold'] });
    await store.edit(3, { description: 'no longer', tags: ['a', 'a'] });
    await store.edit(5, { title: 'Coffee', description: long });
    await store.edit(4, { tags: ['red'] });
    await store.edit(4, { tags: ['blue'] });
    await store.remove(2);
    await store.remove(4);
    await store.create(video('brown'));
    await store.remove(6);
  });
  const made = await termsAfter(async (store) => {
    await store.create({ ...video('white tea'), tags: ['cold', 'Cold'] });
    await store.create({ ...video('no longer'), tags: ['a', 'a'] });
    await store.create({ ...video(long), title: 'Coffee' });
  });
  assert.deepEqual(changed, made);
  assert.ok(made.length > 20);
});

test('of a deleted video no row is left', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqliteStore(db);
  await store.create(video('green'));
  await store.view(1);
  await store.remove(1);
  for (const table of ['video', 'views']) {
    assert.deepEqual(db.all(`SELECT n FROM ${table}`)(), [], table);
  }
});

test('an edit that changes nothing leaves the index alone', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqliteStore(db);
  await store.create(video('green'));
  const index = db.all('SELECT id, block FROM term_data ORDER BY id');
  const before = index();
  for (const edit of [{}, { title: 'Tea' }, { description: 'green', tags: [] }]) {
    await store.edit(1, edit);
    assert.deepEqual(index(), before);
  }
  await store.edit(1, { title: 'tea' });
  assert.notDeepEqual(index(), before);
});
