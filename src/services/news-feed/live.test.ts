import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NewPosts } from './live.ts';
import type { Live } from './store/live.ts';

/** A store that records its calls, and streams that record their notifications. */
function open(last: number, receivers: readonly string[] = []) {
  const asked: string[] = [];
  const told: string[] = [];
  const present = { last, users: [] as string[] };
  const store: Live = {
    async last() {
      asked.push('last');
      return present.last;
    },
    async receivers(users, after) {
      asked.push(`receivers ${users.join()} after ${after}`);
      return receivers;
    },
    since: async () => undefined,
  };
  const streams = {
    get count() {
      return present.users.length;
    },
    keys: () => present.users,
    changed: (user: string) => void told.push(user),
  };
  return { asked, told, present, store, newPosts: new NewPosts(store, streams) };
}

test('while no stream is open, the store is asked nothing', async () => {
  const { asked, present, newPosts } = open(1);
  await newPosts.look();
  present.users = ['eve'];
  await newPosts.look();
  present.users = [];
  await newPosts.look();
  assert.deepEqual(asked, ['last']);
});

test('while nothing is posted, no stream reads again; then those do that may get something', async () => {
  const { asked, told, present, newPosts } = open(5, ['eve']);
  present.users = ['ann', 'eve'];
  // Posts made before the first look are not known, so all of them read.
  await newPosts.look();
  assert.deepEqual(told.splice(0), ['ann', 'eve']);
  await newPosts.look();
  assert.deepEqual(told, []);
  present.last = 7;
  await newPosts.look();
  assert.deepEqual(told, ['eve']);
  assert.deepEqual(asked, ['last', 'last', 'last', 'receivers ann,eve after 5']);
});

test('a look that fails is made up for by the next one', async (t) => {
  const { told, present, newPosts, store } = open(5, ['eve']);
  present.users = ['eve'];
  await newPosts.look();
  told.length = 0;
  present.last = 6;
  const away = t.mock.method(store, 'receivers', () => Promise.reject(new Error('away')));
  await assert.rejects(newPosts.look());
  away.mock.restore();
  await newPosts.look();
  assert.deepEqual(told, ['eve']);
});
