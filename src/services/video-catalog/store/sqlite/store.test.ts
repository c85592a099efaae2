import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openDatabase, sqliteStore } from './store.ts';

const video = (description: string) => ({
  title: 'Tea',
  description,
  tags: [],
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
  let turns = 0;
  const over = new AbortController();
  const counted = (async () => {
    for (; !over.signal.aborted; turns++) await setImmediate();
  })();
  const videos = await store.list({ before: 51, count: 50 });
  over.abort();
  await counted;
  assert.equal(videos.length, 50);
  assert.ok(turns >= 50, `${turns} turns`);
});
