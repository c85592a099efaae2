/** The contract of every store, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { FeedStore, Page } from '../news-feed-store.ts';
import { changesMax } from '../timelines.ts';

export interface Replicas {
  readonly first: FeedStore;
  readonly second: FeedStore;
  /** A further replica, as one that begins again. */
  readonly another: () => Promise<FeedStore>;
  /** Closes both and opens the state again. */
  readonly reopen: () => Promise<FeedStore>;
}

/** Opens a deployment of its own. */
export type OpenReplicas = (t: TestContext, timelineMax: number) => Promise<Replicas>;

export const now = Date.UTC(2026, 0, 1);

export async function addUsers(store: FeedStore, ...ids: string[]): Promise<void> {
  for (const id of ids) await store.addUser(id, now);
}

/** Posts a text, which is also the id, so that pages read well. */
export const post = (store: FeedStore, author: string, id: string) =>
  store.addPost({ author, content: `text of ${id}`, baseId: id, now });

// In portions, since requests that wait too long for their turn are refused.
export async function postMany(count: number, postOne: (i: number) => Promise<unknown>) {
  const portion = 500;
  for (let from = 0; from < count; from += portion) {
    const length = Math.min(portion, count - from);
    await Promise.all(Array.from({ length }, (_, i) => postOne(from + i)));
  }
}

export const ids = (page: Page | undefined) => page?.posts.map(({ id }) => id);

export const timelineOf = async (store: FeedStore, user: string) =>
  ids(await store.timeline(user, { offset: 0, limit: 1_000 }));

export function storeContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`feed on ${name}`, { skip }, () => {
    test('a user is added once, through whatever replica', async (t) => {
      const { first, second } = await open(t, 10);
      const added = await Promise.all([first, second, first].map((s) => s.addUser('ann', now)));
      assert.equal(added.filter(Boolean).length, 1);
      assert.deepEqual(await timelineOf(second, 'ann'), []);
      assert.equal(await second.timeline('bob', { offset: 0, limit: 1 }), undefined);
      assert.equal(await second.postsOf('bob', { limit: 1 }), undefined);
    });

    test('a post is whole in the timelines of its author and of the followers', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob', 'eve');
      assert.deepEqual(await second.follow('bob', 'ann', now), { kind: 'done' });
      const made = await first.addPost({ author: 'ann', content: 'hello', baseId: 'p', now });
      assert.deepEqual(made, { id: 'p', user_id: 'ann', content: 'hello', created_at: now });
      for (const [store, user] of [
        [first, 'ann'],
        [second, 'ann'],
        [first, 'bob'],
        [second, 'bob'],
      ] as const) {
        const page = await store.timeline(user, { offset: 0, limit: 10 });
        assert.deepEqual(page?.posts, [made]);
      }
      assert.deepEqual(await timelineOf(second, 'eve'), []);
    });

    test('a post has its author, also when it is deleted', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob');
      for (const user of ['ann', 'bob']) await post(first, user, `post of ${user}`);
      assert.equal(await second.authorOf('post of bob'), 'bob');
      await first.removePost('post of ann', now);
      assert.equal(await second.authorOf('post of ann'), 'ann');
      assert.equal(await second.authorOf('no post'), undefined);
    });

    test('a post of an unknown author is none', async (t) => {
      const { first } = await open(t, 10);
      assert.equal(await post(first, 'nobody', 'p'), undefined);
      await addUsers(first, 'ann');
      const made = await Promise.all(['ann', 'nobody', 'ann'].map((who) => post(first, who, 'p')));
      assert.deepEqual(
        made.map((one) => one?.id),
        ['p', undefined, 'p_2'],
      );
    });

    test('a taken id is followed by the next number, also when the clock went back', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann');
      const made: (string | undefined)[] = [];
      for (const id of ['a_1', 'a_1', 'a_1', 'a_2', 'a_1', 'a_2']) {
        made.push((await post(made.length % 2 ? first : second, 'ann', id))?.id);
      }
      assert.deepEqual(made, ['a_1', 'a_1_2', 'a_1_3', 'a_2', 'a_1_4', 'a_2_2']);
    });

    test('of 40 posts in one second, through both replicas, each has its id', async (t) => {
      const { first, second } = await open(t, 100);
      await addUsers(first, 'ann');
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, i) => post(i % 2 ? first : second, 'ann', 'p')),
      );
      const wanted = ['p', ...Array.from({ length: 39 }, (_, i) => `p_${i + 2}`)];
      assert.deepEqual(made.map((one) => one!.id).toSorted(), wanted.toSorted());
      assert.deepEqual(await timelineOf(second, 'ann'), wanted.toReversed());
    });

    test('names an unknown user', async (t) => {
      const { first } = await open(t, 10);
      await addUsers(first, 'ann');
      for (const method of ['follow', 'unfollow'] as const) {
        const unknown = { kind: 'unknown user', id: 'eve' };
        assert.deepEqual(await first[method]('ann', 'eve', now), unknown);
        assert.deepEqual(await first[method]('eve', 'ann', now), unknown);
      }
    });

    test('follows and posts that race are one order, the same for all', async (t) => {
      const { first, second } = await open(t, 100);
      const readers = Array.from({ length: 10 }, (_, i) => `reader ${i}`);
      await addUsers(first, 'ann', ...readers);
      await Promise.all(
        readers.flatMap((reader, i) => [
          post(i % 2 ? first : second, 'ann', `p${i}`),
          (i % 2 ? second : first).follow(reader, 'ann', now),
        ]),
      );
      const all = (await timelineOf(first, 'ann'))!;
      assert.equal(all.length, 10);
      for (const reader of readers) {
        const seen = (await timelineOf(second, reader))!;
        assert.deepEqual(seen, all.slice(0, seen.length));
        assert.deepEqual(await timelineOf(first, reader), seen);
      }
    });

    test('the last post before an unfollow is delivered, also to a user who has read before it', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob');
      await first.follow('bob', 'ann', now);
      assert.deepEqual(await timelineOf(second, 'bob'), []);
      await post(first, 'ann', 'p1');
      await first.unfollow('bob', 'ann', now);
      assert.deepEqual(await timelineOf(second, 'bob'), ['p1']);
      await post(first, 'ann', 'p2');
      assert.deepEqual(await timelineOf(second, 'bob'), ['p1']);
    });

    test('a page that one replica has shown does not hide what another one writes', async (t) => {
      const { first, second } = await open(t, 4);
      await addUsers(first, 'ann', 'bob');
      assert.equal(await timelineOf(first, 'eve'), undefined);
      await second.addUser('eve', now);
      const everywhere = async (user: string, wanted: string[]) => {
        assert.deepEqual(await timelineOf(first, user), wanted);
        assert.deepEqual(await timelineOf(second, user), wanted);
      };
      await everywhere('eve', []);
      await second.follow('eve', 'ann', now);
      await second.follow('eve', 'bob', now);
      for (let i = 0; i < 4; i++) await post(i % 2 ? first : second, 'ann', `p${i}`);
      await everywhere('eve', ['p3', 'p2', 'p1', 'p0']);
      await second.removePost('p2', now);
      await everywhere('eve', ['p3', 'p1', 'p0']);
      await first.removePost('p0', now);
      await everywhere('eve', ['p3', 'p1']);
      await post(first, 'bob', 'q');
      await everywhere('eve', ['q', 'p3', 'p1']);
      await second.unfollow('eve', 'bob', now);
      await post(first, 'bob', 'r');
      await everywhere('eve', ['q', 'p3', 'p1']);
      await everywhere('ann', ['p3', 'p1']);
    });

    test('a replica that is far behind shows what it missed', async (t) => {
      const { first, second } = await open(t, 3_000);
      await addUsers(first, 'ann', 'bob');
      await second.follow('bob', 'ann', now);
      await post(first, 'ann', 'old');
      await post(first, 'ann', 'oldest but one');
      assert.deepEqual(await timelineOf(second, 'bob'), ['oldest but one', 'old']);
      await first.removePost('old', now);
      await postMany(changesMax, () => post(first, 'ann', 'p'));
      const newest = Array.from({ length: 1_000 }, (_, i) => `p_${changesMax - i}`);
      assert.deepEqual(await timelineOf(second, 'bob'), newest);
      const end = await second.timeline('bob', { offset: changesMax - 1, limit: 5 });
      assert.deepEqual(ids(end), ['p', 'oldest but one']);
    });

    test('shows the newest of new posts by more authors than a timeline keeps posts', async (t) => {
      const timelineMax = 3;
      const { first, second } = await open(t, timelineMax);
      const authors = Array.from({ length: timelineMax + 2 }, (_, i) => `author ${i}`);
      await addUsers(first, 'bob', ...authors);
      for (const author of authors) await first.follow('bob', author, now);
      for (const store of [first, second]) assert.deepEqual(await timelineOf(store, 'bob'), []);
      // Fewer new posts than users whom the reader follows: the query goes by the posts, not by the
      // follows.
      for (let i = 0; i <= timelineMax; i++) await post(first, authors[i]!, `p${i}`);
      for (const store of [first, second]) {
        assert.deepEqual(await timelineOf(store, 'bob'), ['p3', 'p2', 'p1']);
      }
      await post(second, authors[0]!, 'p4');
      for (const store of [first, second]) {
        assert.deepEqual(await timelineOf(store, 'bob'), ['p4', 'p3', 'p2']);
      }
    });

    test('of reads at once each gets its own page', async (t) => {
      const { first, second } = await open(t, 10);
      await addUsers(first, 'ann', 'bob');
      await first.follow('bob', 'ann', now);
      for (const id of ['p', 'q', 'r']) await post(first, 'ann', id);
      await first.removePost('q', now);
      const page = async (user: string, offset: number, limit: number) =>
        ids(await second.timeline(user, { offset, limit }));
      const read = () =>
        Promise.all([page('bob', 0, 1), page('eve', 0, 1), page('bob', 1, 5), page('ann', 0, 0)]);
      const wanted = [['r'], undefined, ['p'], []];
      assert.deepEqual(await read(), wanted);
      assert.deepEqual(await read(), wanted);
    });

    test('readers of a busy timeline see states that were, in their order', async (t) => {
      const { first, second } = await open(t, 100);
      await addUsers(first, 'ann', 'bob');
      await second.follow('bob', 'ann', now);
      for (let i = 0; i < 20; i++) await post(first, 'ann', `old${i}`);
      const writer = { busy: true };
      const write = async () => {
        // First something new, then something less.
        for (let i = 0; i < 20; i++) {
          await post(i % 2 ? first : second, 'ann', `new${i}`);
          await (i % 2 ? second : first).removePost(`old${i}`, now);
        }
        writer.busy = false;
      };
      const watch = async (store: FeedStore) => {
        let [added, removed] = [0, 0];
        while (writer.busy) {
          await turn();
          const shown = (await timelineOf(store, 'bob'))!;
          const old = shown.filter((id) => id.startsWith('old')).length;
          assert.ok(shown.length === 20 || shown.length === 21, shown.join());
          assert.ok(shown.length - old >= added && 20 - old >= removed, shown.join());
          [added, removed] = [shown.length - old, 20 - old];
        }
      };
      const readers = [first, second].flatMap((store) => Array.from({ length: 8 }, () => store));
      await Promise.all([write(), ...readers.map(watch)]);
    });

    test('acknowledged changes are there after a restart', async (t) => {
      const { first, second, reopen } = await open(t, 5);
      await addUsers(first, 'ann', 'bob');
      await first.follow('bob', 'ann', now);
      for (let i = 0; i < 8; i++) await post(i % 2 ? first : second, 'ann', `p${i}`);
      await second.removePost('p6', now);
      await first.unfollow('bob', 'ann', now);
      const again = await reopen();
      await again.ready();
      await post(again, 'ann', 'p8');
      assert.deepEqual(await timelineOf(again, 'bob'), ['p7', 'p5', 'p4', 'p3']);
      assert.deepEqual(await timelineOf(again, 'ann'), ['p8', 'p7', 'p5', 'p4']);
      const own = await again.postsOf('ann', { limit: 100 });
      assert.deepEqual(ids(own), ['p8', 'p7', 'p5', 'p4', 'p3', 'p2', 'p1', 'p0']);
    });
  });
}
