/** The contract for reactions and comments. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeedStore } from '../news-feed-store.ts';
import { kindsMax } from '../comments-and-reactions.ts';
import { addUsers, now, post, type OpenReplicas } from './steps.ts';

const shown = async (store: FeedStore, user = 'ann') =>
  (await store.timeline(user, { offset: 0, limit: 10 }))!.posts;
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `user ${i}`);
const react = (store: FeedStore, user: string, kind: string, reacted = true) =>
  store.setReaction({ post: 'p', user, kind }, reacted);
const comment = (store: FeedStore, user: string, content: string, of = 'p') =>
  store.addComment({ post: of, user, content, now });

export function commentsAndReactionsContract(
  name: string,
  skip: string | false,
  open: OpenReplicas,
): void {
  describe(`reactions and comments on ${name}`, { skip }, () => {
    test('members that an author adds to a post are kept and shown', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann');
      const extra = { link: 'https://example.com/é', '\u0000\ud800': [1, { deep: null }] };
      const draft = { author: 'ann', content: 'c', extra: JSON.stringify(extra), baseId: 'p', now };
      const made = await first.addPost(draft);
      assert.deepEqual(made?.extra, extra);
      assert.deepEqual(await shown(second), [made]);
      assert.deepEqual((await second.postsOf('ann', { limit: 5 }))?.posts, [made]);
      await react(first, 'ann', 'like');
      assert.deepEqual(await shown(second), [{ ...made, reactions: { like: 1 } }]);
      await first.removePost('p', now);
      assert.deepEqual(await shown(second), []);
    });

    test('posts have reactions and comments once there are any, and not when there are none left', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob');
      const plain = (await post(first, 'ann', 'p'))!;
      const other = (await post(first, 'ann', 'other'))!;
      for (const kind of ['like', 'like', '__proto__', '7']) await react(first, 'bob', kind);
      await react(second, 'ann', 'like');
      const { n } = (await comment(first, 'bob', 'hello')) as { n: number };
      const reactions = Object.fromEntries([
        ['like', 2],
        ['__proto__', 1],
        ['7', 1],
      ]);
      for (const store of [first, second]) {
        assert.deepEqual(await shown(store), [other, { ...plain, reactions, comments: 1 }]);
      }
      for (const kind of ['like', '__proto__', '7', '7', 'never']) {
        await react(second, 'bob', kind, false);
      }
      assert.deepEqual(await shown(first), [
        other,
        { ...plain, reactions: { like: 1 }, comments: 1 },
      ]);
      await react(second, 'ann', 'like', false);
      await second.removeComment(n);
      assert.deepEqual(await shown(first), [other, plain]);
    });

    test('counts are exact when many react and comment at once, through both replicas', async (t) => {
      const { first, second } = await open(t, 10);
      const users = numbered(24);
      await addUsers(first, 'ann', ...users);
      const plain = (await post(first, 'ann', 'p'))!;
      const each = <T>(work: (store: FeedStore, user: string, i: number) => Promise<T>) =>
        Promise.all(users.map((user, i) => work(i % 2 ? first : second, user, i)));
      const made = await Promise.all([
        each((store, user, i) => react(store, user, i % 3 ? 'like' : 'tea')),
        each((store, user) => react(store === first ? second : first, user, 'like')),
        each((store, user) => comment(store, user, user)),
      ]);
      assert.deepEqual(await shown(first), [
        { ...plain, reactions: { like: 24, tea: 8 }, comments: 24 },
      ]);
      const numbers = made[2].map((outcome) => (outcome as { n: number }).n);
      assert.equal(new Set(numbers).size, 24);
      // Each is undone twice, at the same time.
      await Promise.all(
        [first, second].flatMap((store) => [
          ...numbers.slice(0, 20).map((n) => store.removeComment(n)),
          ...users.slice(0, 20).map((user) => react(store, user, 'like', false)),
        ]),
      );
      assert.deepEqual(await shown(second), [
        { ...plain, reactions: { like: 4, tea: 8 }, comments: 4 },
      ]);
    });

    test(`a post has reactions of up to ${kindsMax} kinds`, async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob');
      await post(first, 'ann', 'p');
      const kinds = Array.from({ length: kindsMax }, (_, i) => `kind ${i}`);
      for (const kind of kinds) assert.deepEqual(await react(first, 'ann', kind), { kind: 'done' });
      assert.deepEqual(await react(second, 'ann', 'more'), { kind: 'too many kinds' });
      assert.deepEqual(await react(second, 'bob', kinds[0]!), { kind: 'done' });
      assert.deepEqual(await react(second, 'ann', kinds[1]!, false), { kind: 'done' });
      assert.deepEqual(await react(second, 'ann', 'more'), { kind: 'done' });
    });

    test('comments are listed from the oldest on, page by page', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob');
      for (const id of ['p', 'q']) await post(first, 'ann', id);
      const made: number[] = [];
      for (const text of ['1', '2', '3', '4']) {
        await comment(second, 'ann', 'elsewhere', 'q');
        made.push(((await comment(first, 'bob', text)) as { n: number }).n);
      }
      await first.removeComment(made[1]!);
      const wanted = [0, 2, 3].map((i) => ({
        n: made[i],
        user: 'bob',
        content: String(i + 1),
        createdAt: now,
      }));
      assert.deepEqual(await second.comments('p', 0, 10), wanted);
      assert.deepEqual(await second.comments('p', 0, 2), wanted.slice(0, 2));
      assert.deepEqual(await second.comments('p', made[2]!, 2), wanted.slice(2));
      assert.deepEqual(await second.comments('q', made[3]!, 2), []);
    });

    test('an erased comment has its author; erasing it again changes nothing', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob');
      await post(first, 'ann', 'p');
      const { n } = (await comment(first, 'bob', 'hello')) as { n: number };
      await comment(first, 'ann', 'stays');
      for (const store of [first, second]) assert.equal(await store.removeComment(n), true);
      assert.equal(await second.commenterOf(n), 'bob');
      assert.equal((await shown(second))[0]?.comments, 1);
      assert.equal(await second.removeComment(n + 1_000), false);
      assert.equal(await second.commenterOf(n + 1_000), undefined);
    });

    test('refuses unknown users, and posts that are unknown or deleted', async (t) => {
      const { first } = await open(t, 10);
      await addUsers(first, 'ann');
      await post(first, 'ann', 'p');
      await comment(first, 'ann', 'hello');
      for (const outcome of [await react(first, 'eve', 'like'), await comment(first, 'eve', 'x')]) {
        assert.deepEqual(outcome, { kind: 'unknown user', id: 'eve' });
      }
      await first.removePost('p', now);
      const unknown = { kind: 'unknown post' };
      assert.deepEqual(await react(first, 'ann', 'like'), unknown);
      assert.deepEqual(await comment(first, 'ann', 'x'), unknown);
      assert.deepEqual(await comment(first, 'ann', 'x', 'never'), unknown);
      assert.equal(await first.comments('p', 0, 10), undefined);
      assert.equal(await first.comments('never', 0, 10), undefined);
    });

    test('reactions and comments are there after a restart', async (t) => {
      const { first, reopen } = await open(t, 10);
      await addUsers(first, 'ann');
      const plain = (await post(first, 'ann', 'p'))!;
      await react(first, 'ann', 'like');
      await comment(first, 'ann', 'hello');
      const again = await reopen();
      assert.deepEqual(await shown(again), [{ ...plain, reactions: { like: 1 }, comments: 1 }]);
      await react(again, 'ann', 'like');
      assert.deepEqual((await shown(again))[0]?.reactions, { like: 1 });
    });
  });
}
