/** The contract for backfills, mutes and hides: in force at once, on every replica. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { explain } from '../../reasons.ts';
import type { FeedStore } from '../news-feed-store.ts';
import { changesMax } from '../timelines.ts';
import {
  addUsers,
  now,
  post,
  postMany,
  timelineOf,
  type OpenReplicas,
  type Replicas,
} from './steps.ts';

/** Ann and bob have posted in turn; eve follows both. */
async function followed({ first, second }: Replicas): Promise<void> {
  await addUsers(first, 'ann', 'bob', 'eve');
  for (const author of ['ann', 'bob']) await first.follow('eve', author, now);
  for (const id of ['a1', 'b1', 'a2', 'b2']) {
    await post(second, id.startsWith('a') ? 'ann' : 'bob', id);
  }
}

/** Both replicas show it, whatever they have in memory. */
async function everywhere({ first, second }: Replicas, user: string, wanted: string[]) {
  for (const store of [first, second]) assert.deepEqual(await timelineOf(store, user), wanted);
}

export function mutesAndHidesContract(
  name: string,
  skip: string | false,
  open: OpenReplicas,
): void {
  describe(`mutes, hides and backfills on ${name}`, { skip }, () => {
    test('a muted author is out of the pages at once, on every replica, and back when unmuted', async (t) => {
      const replicas = await open(t, 10);
      const { first, second } = replicas;
      await followed(replicas);
      await everywhere(replicas, 'eve', ['b2', 'a2', 'b1', 'a1']);
      assert.deepEqual(await first.setMuted('eve', 'ann', true, now), { kind: 'done' });
      await everywhere(replicas, 'eve', ['b2', 'b1']);
      await everywhere(replicas, 'ann', ['a2', 'a1']);
      await post(first, 'ann', 'a3');
      await post(second, 'bob', 'b3');
      await everywhere(replicas, 'eve', ['b3', 'b2', 'b1']);
      await second.setMuted('eve', 'ann', true, now);
      await second.setMuted('eve', 'ann', false, now);
      await everywhere(replicas, 'eve', ['b3', 'a3', 'b2', 'a2', 'b1', 'a1']);
    });

    test('a hidden post is out of the pages of its reader alone, and back when shown again', async (t) => {
      const replicas = await open(t, 10);
      const { first, second } = replicas;
      await followed(replicas);
      await everywhere(replicas, 'eve', ['b2', 'a2', 'b1', 'a1']);
      for (const store of [first, second]) {
        assert.deepEqual(await store.setHidden('eve', 'a2', true, now), { kind: 'done' });
        await everywhere(replicas, 'eve', ['b2', 'b1', 'a1']);
      }
      await everywhere(replicas, 'ann', ['a2', 'a1']);
      await second.setHidden('ann', 'a2', true, now);
      await everywhere(replicas, 'ann', ['a1']);
      await first.setHidden('eve', 'a2', false, now);
      await everywhere(replicas, 'eve', ['b2', 'a2', 'b1', 'a1']);
    });

    test('a muted or hidden post takes its place in the timeline, as a deleted one does', async (t) => {
      const replicas = await open(t, 3);
      const { first } = replicas;
      await followed(replicas);
      await first.setMuted('eve', 'bob', true, now);
      await everywhere(replicas, 'eve', ['a2']);
      await first.setHidden('eve', 'a2', true, now);
      await everywhere(replicas, 'eve', []);
    });

    test('a reader may mute and hide many, and undoes them one by one', async (t) => {
      const count = 1_200;
      const replicas = await open(t, 2 * count);
      const { first, second } = replicas;
      await addUsers(first, 'ann', 'bob', 'eve');
      for (const author of ['ann', 'bob']) await first.follow('eve', author, now);
      const authors = Array.from({ length: count }, (_, i) => (i % 2 ? 'ann' : 'bob'));
      await Promise.all(authors.map((author, i) => post(second, author, `${author} ${i}`)));
      await first.setMuted('eve', 'ann', true, now);
      const page = async (store: FeedStore) =>
        (await store.timeline('eve', { offset: 0, limit: 1_000 }))!.posts;
      for (const store of [first, second]) {
        const posts = await page(store);
        assert.equal(posts.length, count / 2);
        assert.ok(posts.every(({ user_id }) => user_id === 'bob'));
      }
      for (const { id } of (await page(first)).slice(0, 10)) {
        await second.setHidden('eve', id, true, now);
      }
      await second.setMuted('eve', 'ann', false, now);
      await second.setMuted('eve', 'bob', true, now);
      assert.equal((await page(first)).length, count / 2);
      await second.setMuted('eve', 'bob', false, now);
      for (const store of [first, second]) {
        const { posts } = (await store.timeline('eve', { offset: 1_000, limit: 1_000 }))!;
        assert.equal(posts.length, count - 10 - 1_000);
      }
    });

    test('names the unknown user or post', async (t) => {
      const { first } = await open(t, 10);
      await addUsers(first, 'ann');
      await post(first, 'ann', 'p');
      const unknown = { kind: 'unknown user', id: 'eve' };
      for (const holds of [true, false]) {
        assert.deepEqual(await first.setMuted('eve', 'ann', holds, now), unknown);
        assert.deepEqual(await first.setMuted('ann', 'eve', holds, now), unknown);
        assert.deepEqual(await first.setHidden('eve', 'p', holds, now), unknown);
        const outcome = await first.setHidden('ann', 'never', holds, now);
        assert.deepEqual(outcome, { kind: 'unknown post' });
      }
    });

    test('a backfill puts the newest posts in their place, once, on every replica', async (t) => {
      const replicas = await open(t, 10);
      const { first, second } = replicas;
      await addUsers(first, 'ann', 'bob', 'eve');
      await first.follow('eve', 'bob', now);
      for (const id of ['a1', 'a2', 'b1', 'a3', 'b2', 'a4']) {
        await post(first, id.startsWith('a') ? 'ann' : 'bob', id);
      }
      await everywhere(replicas, 'eve', ['b2', 'b1']);
      await second.removePost('a3', now);
      await second.follow('eve', 'ann', now, 2);
      await everywhere(replicas, 'eve', ['a4', 'b2', 'b1', 'a2']);
      // A follow that there is adds nothing.
      await first.follow('eve', 'ann', now, 100);
      await everywhere(replicas, 'eve', ['a4', 'b2', 'b1', 'a2']);
      await post(first, 'ann', 'a5');
      await first.unfollow('eve', 'ann', now);
      await post(first, 'ann', 'a6');
      await second.follow('eve', 'ann', now, 100);
      await everywhere(replicas, 'eve', ['a6', 'a5', 'a4', 'b2', 'b1', 'a2', 'a1']);
    });

    test('a backfill joins what earlier follows have delivered in parts', async (t) => {
      const replicas = await open(t, 100);
      const { first, second } = replicas;
      await addUsers(first, 'ann', 'eve');
      const made: string[] = [];
      for (let i = 0; i < 30; i++) {
        const store = i % 2 ? first : second;
        // One post in three is made during a follow; some follows see no post.
        if (i % 3 === 0) await store.follow('eve', 'ann', now, i % 9 === 0 ? 0 : 1);
        made.unshift(`p${i}`);
        await post(store, 'ann', `p${i}`);
        if (i % 3 === 0) await store.unfollow('eve', 'ann', now);
        if (i % 3 === 1) {
          await store.follow('eve', 'ann', now);
          await store.unfollow('eve', 'ann', now);
        }
      }
      await second.follow('eve', 'ann', now, 100);
      await everywhere(replicas, 'eve', made);
    });

    test('a follow that ended before anything was made makes way for the next one', async (t) => {
      const replicas = await open(t, 10);
      const { first, second } = replicas;
      await addUsers(first, 'ann', 'eve');
      await first.follow('eve', 'ann', now);
      await second.unfollow('eve', 'ann', now);
      await first.follow('eve', 'ann', now + 1);
      await post(second, 'ann', 'p');
      await everywhere(replicas, 'eve', ['p']);
      const reason = await explain(second, 'eve', 'p');
      assert.deepEqual(reason, { shown: true, because: 'followed_since', at: now + 1 });
    });

    test('a backfill goes around an earlier follow that has delivered nothing', async (t) => {
      const replicas = await open(t, 100);
      const { first, second } = replicas;
      await addUsers(first, 'ann', 'bob', 'eve');
      await post(first, 'ann', 'a1');
      await first.follow('eve', 'ann', now);
      await post(first, 'bob', 'of somebody else');
      await second.unfollow('eve', 'ann', now);
      await post(first, 'ann', 'a2');
      await second.follow('eve', 'ann', now, 2);
      for (const id of ['a1', 'a2']) {
        assert.equal((await explain(first, 'eve', id)).because, 'backfilled', id);
      }
      await first.unfollow('eve', 'ann', now);
      await second.follow('eve', 'ann', now, 2);
      await everywhere(replicas, 'eve', ['a2', 'a1']);
    });

    test('a reader of a timeline sees a backfill, a mute or a hide whole, or nothing of it', async (t) => {
      const { first, second } = await open(t, 100);
      await addUsers(first, 'ann', 'eve');
      for (let i = 0; i < 20; i++) await post(first, 'ann', `p${i}`);
      const writer = { busy: true };
      const write = async () => {
        await first.follow('eve', 'ann', now, 20);
        for (let i = 0; i < 10; i++) {
          const store = i % 2 ? first : second;
          await store.setMuted('eve', 'ann', true, now);
          await store.setMuted('eve', 'ann', false, now);
        }
        await first.setHidden('eve', 'p0', true, now);
        writer.busy = false;
      };
      const watch = async (store: FeedStore) => {
        while (writer.busy) {
          await turn();
          const { length } = (await timelineOf(store, 'eve'))!;
          assert.ok([0, 19, 20].includes(length), `${length} posts`);
        }
        assert.equal((await timelineOf(store, 'eve'))!.length, 19);
      };
      const readers = [first, second].flatMap((store) => Array.from({ length: 4 }, () => store));
      await Promise.all([write(), ...readers.map(watch)]);
    });

    test('mutes, hides and backfills are there after a restart', async (t) => {
      const replicas = await open(t, 10);
      await followed(replicas);
      await replicas.first.setMuted('eve', 'ann', true, now);
      await replicas.first.setHidden('eve', 'b1', true, now);
      await replicas.first.follow('bob', 'ann', now, 1);
      const again = await replicas.reopen();
      assert.deepEqual(await timelineOf(again, 'eve'), ['b2']);
      assert.deepEqual(await timelineOf(again, 'bob'), ['b2', 'a2', 'b1']);
      await again.setMuted('eve', 'ann', false, now);
      assert.deepEqual(await timelineOf(again, 'eve'), ['b2', 'a2', 'a1']);
    });

    test('lists of followers and of the followed go on behind a user', async (t) => {
      const { first, second } = await open(t, 10);
      const fans = Array.from({ length: 5 }, (_, i) => `fan ${i}`);
      await addUsers(first, 'star', ...fans);
      for (const fan of fans.toReversed()) await second.follow(fan, 'star', now);
      await second.follow('star', fans[0]!, now);
      await first.unfollow(fans[3]!, 'star', now);
      const page = (await first.followers('star', 0, 2))!;
      const rest = (await second.followers('star', page[1]!.n, 10))!;
      const listed = [...page, ...rest].map(({ id }) => id);
      assert.deepEqual(listed, ['fan 0', 'fan 1', 'fan 2', 'fan 4']);
      assert.deepEqual(await second.profile('star'), { followers: 4, following: 1 });
      assert.deepEqual(await second.profile('fan 3'), { followers: 0, following: 0 });
      for (const store of [first, second]) {
        assert.equal(await store.profile('nobody'), undefined);
        assert.equal(await store.followers('nobody', 0, 1), undefined);
        assert.equal(await store.following('nobody', 0, 1), undefined);
      }
    });

    test('a replica that is far behind learns of a mute', async (t) => {
      const replicas = await open(t, 10);
      const { first, second } = replicas;
      await followed(replicas);
      await everywhere(replicas, 'eve', ['b2', 'a2', 'b1', 'a1']);
      await first.setMuted('eve', 'bob', true, now);
      await addUsers(first, 'zoe');
      await postMany(changesMax + 5, () => post(first, 'zoe', 'z'));
      await everywhere({ ...replicas, first: second }, 'eve', ['a2', 'a1']);
    });
  });
}
