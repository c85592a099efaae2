/** The contract for streams of timelines: no gap, and nothing twice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { journalWindow } from '../journal.ts';
import type { FeedStore } from '../news-feed-store.ts';
import { addUsers, now, post, postMany, timelineOf, type OpenReplicas } from './steps.ts';

/** The posts after a number, some at a time, through the replicas in turn. */
async function walk(stores: readonly FeedStore[], user: string, from: number, limit = 3) {
  const seen: string[] = [];
  for (let [after, i] = [from, 0]; ; i++) {
    const { posts, upTo, more } = (await stores[i % stores.length]!.since(user, after, limit))!;
    seen.push(...posts.map((one) => one.post.id));
    assert.ok(posts.every(({ number }) => number > after && number <= upTo));
    if (!more) return { seen, after: upTo };
    after = upTo;
  }
}

export function journalContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`timelines followed live on ${name}`, { skip }, () => {
    test('posts come in their order, from whatever number on, through whatever replica', async (t) => {
      const { first, second } = await open(t, 2);
      await addUsers(first, 'ann', 'bob', 'eve');
      await post(first, 'ann', 'before');
      await first.follow('eve', 'ann', now, 5);
      const start = await second.last();
      for (let i = 0; i < 5; i++) {
        await post(i % 2 ? first : second, 'ann', `a${i}`);
        await post(second, 'bob', `b${i}`);
        await post(second, 'eve', `e${i}`);
      }
      const wanted = [0, 1, 2, 3, 4].flatMap((i) => [`a${i}`, `e${i}`]);
      const { seen, after } = await walk([first, second], 'eve', start);
      // Also those that the timeline does not keep; none that was there before the follow.
      assert.deepEqual(seen, wanted);
      assert.deepEqual((await walk([second, first], 'eve', 0, 1)).seen, wanted);
      assert.deepEqual(await walk([first], 'eve', after), { seen: [], after });
      assert.deepEqual((await walk([first], 'eve', 1_000_000)).seen, []);
      assert.equal(await first.since('nobody', 0, 5), undefined);
    });

    test('a reader who is far behind gets everything, too', async (t) => {
      const { first, second } = await open(t, 10);
      const authors = Array.from({ length: 12 }, (_, i) => `author ${i}`);
      await addUsers(first, 'eve', 'zoe', ...authors);
      for (const author of authors) await first.follow('eve', author, now);
      const made: string[] = [];
      for (let i = 0; i < 40; i++)
        made.push((await post(second, authors[(i * 7) % 12]!, `p${i}`))!.id);
      await first.unfollow('eve', authors[0]!, now);
      await post(first, authors[0]!, 'not any more');
      await postMany(journalWindow, () => post(first, 'zoe', 'z'));
      await second.removePost('p5', now);
      made.splice(5, 1);
      for (const limit of [3, 7, 100]) {
        assert.deepEqual((await walk([first, second], 'eve', 0, limit)).seen, made);
      }
    });

    test('posts made while their author was muted are not sent later; those made before and after are', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'eve');
      await first.follow('eve', 'ann', now);
      const steps = [
        () => post(first, 'ann', 'before'),
        () => second.setMuted('eve', 'ann', true, now),
        () => post(first, 'ann', 'muted'),
        () => first.setMuted('eve', 'ann', false, now),
        () => post(first, 'ann', 'between'),
        () => second.setMuted('eve', 'ann', true, now),
        () => post(second, 'ann', 'muted again'),
      ];
      for (const step of steps) await step();
      assert.deepEqual((await walk([first, second], 'eve', 0)).seen, []);
      await first.setMuted('eve', 'ann', false, now);
      await post(first, 'ann', 'after');
      assert.deepEqual((await walk([second], 'eve', 0)).seen, ['before', 'between', 'after']);
      const all = ['after', 'muted again', 'between', 'muted', 'before'];
      assert.deepEqual(await timelineOf(second, 'eve'), all);
    });

    test('a hidden post is not sent', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'eve');
      await first.follow('eve', 'ann', now);
      for (const id of ['p', 'q']) await post(first, 'ann', id);
      await second.setHidden('eve', 'p', true, now);
      assert.deepEqual((await walk([first], 'eve', 0)).seen, ['q']);
    });

    test('a store knows which users may have got something', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob', 'cat', 'eve');
      await first.follow('eve', 'ann', now);
      await first.follow('cat', 'bob', now);
      const users = ['ann', 'cat', 'eve', 'nobody'];
      const start = await second.last();
      assert.deepEqual(await second.receivers(users, start), []);
      await post(first, 'ann', 'p');
      assert.deepEqual((await second.receivers(users, start)).toSorted(), ['ann', 'eve']);
      await post(first, 'bob', 'q');
      assert.deepEqual((await first.receivers(users, start)).toSorted(), ['ann', 'cat', 'eve']);
      await first.unfollow('eve', 'ann', now);
      // A post that was delivered before an unfollow is still to be sent.
      assert.ok((await first.receivers(users, start)).includes('eve'));
      const last = await first.last();
      assert.deepEqual(await first.receivers(users, last), []);
    });
  });
}
