/** Random histories, through two replicas in turn, show what a naive model shows, and explain it so. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { explain, showReceipt } from '../../reasons.ts';
import type { FeedStore } from '../store.ts';
import { Model } from './model.ts';
import { ids, type OpenReplicas } from './steps.ts';

const users = ['ann', 'bob', 'cat', 'dan'] as const;
/** Also fewer posts than users whom somebody may follow. */
const timelineMax = fc.constantFrom(2, 5);

type Step =
  | { readonly kind: 'post'; readonly user: string }
  | {
      readonly kind: 'follow' | 'unfollow';
      readonly user: string;
      readonly other: string;
      readonly backfill: number;
    }
  | {
      readonly kind: 'mute';
      readonly user: string;
      readonly other: string;
      readonly holds: boolean;
    }
  | {
      readonly kind: 'hide';
      readonly user: string;
      readonly nth: number;
      readonly holds: boolean;
    }
  | { readonly kind: 'delete'; readonly nth: number }
  | {
      readonly kind: 'read';
      readonly user: string;
      readonly offset: number;
      readonly limit: number;
    };

const user = fc.constantFrom(...users);
const nth = fc.nat(20);
const constant = <T extends string>(kind: T) => fc.constant(kind);
const areTwo = (step: { readonly user: string; readonly other: string }) =>
  step.user !== step.other;
const backfill = fc.constantFrom(0, 0, 1, 2, 3, 100);
const relation = (kind: 'follow' | 'unfollow') =>
  fc.record({ kind: fc.constant(kind), user, other: user, backfill }).filter(areTwo);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: constant('post'), user }) },
  { weight: 4, arbitrary: relation('follow') },
  { weight: 3, arbitrary: relation('unfollow') },
  { weight: 1, arbitrary: fc.record({ kind: constant('delete'), nth }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ kind: constant('mute'), user, other: user, holds: fc.boolean() })
      .filter(areTwo),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: constant('hide'), user, nth, holds: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: constant('read'), user, offset: fc.nat(6), limit: fc.nat(6) }),
  },
);

/** Each history begins with some follows, so that posts have somewhere to go. */
const history = fc
  .tuple(
    fc.array(relation('follow'), { minLength: 3, maxLength: 6 }),
    fc.array(step, { minLength: 10, maxLength: 50 }),
  )
  .map(([follows, steps]) => [...follows, ...steps]);

async function play(store: FeedStore, model: Model, one: Step, now: number): Promise<void> {
  if (one.kind === 'post') {
    const baseId = `p${model.posts.length}`;
    await store.addPost({ author: one.user, content: baseId, baseId, now });
    model.post(one.user, baseId, now);
  } else if (one.kind === 'delete') {
    const id = model.posts[one.nth]?.id ?? 'none';
    assert.equal(await store.removePost(id, now), id !== 'none');
    model.delete(id, now);
  } else if (one.kind === 'mute') {
    await store.setMuted(one.user, one.other, one.holds, now);
    model.setMuted(one.user, one.other, one.holds, now);
  } else if (one.kind === 'hide') {
    const id = model.posts[one.nth]?.id ?? 'none';
    const { kind } = await store.setHidden(one.user, id, one.holds, now);
    assert.equal(kind, id === 'none' ? 'unknown post' : 'done');
    model.setHidden(one.user, id, one.holds, now);
  } else if (one.kind === 'read') {
    const { offset, limit } = one;
    const page = await store.timeline(one.user, { offset, limit });
    assert.deepEqual(ids(page), model.timeline(one.user).slice(offset, offset + limit));
  } else if (one.kind === 'follow') {
    await store.follow(one.user, one.other, now, one.backfill);
    model.follow(one.user, one.other, now, one.backfill);
  } else {
    await store.unfollow(one.user, one.other, now);
    model.unfollow(one.user, one.other, now);
  }
}

/** Every way to read shows what the model shows. */
async function compare(store: FeedStore, model: Model): Promise<void> {
  for (const name of users) {
    const wanted = model.timeline(name);
    assert.deepEqual(ids(await store.timeline(name, { offset: 0, limit: 10 })), wanted);
    const walked: string[] = [];
    let before: number | undefined;
    do {
      const page = (await store.timeline(name, { offset: 0, before, limit: 2 }))!;
      walked.push(...page.posts.map(({ id }) => id));
      before = page.next;
    } while (before !== undefined);
    assert.deepEqual(walked, wanted);
    assert.deepEqual(ids(await store.postsOf(name, { limit: 100 })), model.postsOf(name));
    assert.deepEqual(await journalOf(store, name), model.journal(name));
    await comparePeople(store, model, name);
  }
  for (const post of model.posts) {
    const { delivered_to, pushed, merged, followers_then } = await showReceipt(store, post.id);
    assert.equal(followers_then, post.followersThen);
    assert.equal(delivered_to, post.followersThen + 1);
    assert.equal(pushed + merged, delivered_to);
    for (const name of users) {
      const reason = await explain(store, name, post.id);
      assert.deepEqual(reason, model.why(name, post), `${post.id} for ${name}`);
      assert.equal(reason.shown, model.timeline(name).includes(post.id));
    }
  }
}

async function comparePeople(store: FeedStore, model: Model, name: string): Promise<void> {
  const [followers, following] = [model.followersOf(name), model.followingOf(name)];
  assert.deepEqual(await store.profile(name), {
    followers: followers.length,
    following: following.length,
  });
  const listed = async (list: 'followers' | 'following') =>
    (await store[list](name, 0, 100))!.map(({ id }) => id);
  assert.deepEqual(await listed('followers'), followers);
  assert.deepEqual(await listed('following'), following);
}

/** All that a client gets who has followed the timeline from the beginning, two posts at a time. */
async function journalOf(store: FeedStore, name: string): Promise<string[]> {
  const seen: string[] = [];
  for (let after = 0; ;) {
    const { posts, upTo, more } = (await store.since(name, after, 2))!;
    seen.push(...posts.map(({ post }) => post.id));
    if (!more) return seen;
    after = upTo;
  }
}

export function lawsContract(
  name: string,
  skip: string | false,
  open: OpenReplicas,
  options: { readonly runs: number },
): void {
  describe(`timelines on ${name}`, { skip }, () => {
    test('are those of the model, and explained by it', async (t) => {
      await fc.assert(
        fc.asyncProperty(timelineMax, history, async (max, steps) => {
          const { first, second } = await open(t, max);
          const model = new Model(users, max);
          for (const id of users) await first.addUser(id, 0);
          for (const [i, one] of steps.entries()) {
            await play(i % 2 ? first : second, model, one, i + 1);
          }
          await compare(first, model);
          await compare(second, model);
        }),
        { numRuns: options.runs },
      );
    });
  });
}
