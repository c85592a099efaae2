/** Random histories, through two replicas in turn, show what a naive model shows, and explain it so. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { explain, showReceipt } from '../../reasons.ts';
import type { FeedStore } from '../news-feed-store.ts';
import { Model } from './model.ts';
import { ids, type OpenReplicas } from './steps.ts';

/**
 * The configuration of one history: so small that its steps meet (swarm testing, Groce et al.,
 * 2012).
 */
interface Configuration {
  readonly users: readonly string[];
  /** Also fewer posts than users whom somebody may follow. */
  readonly timelineMax: number;
  readonly enabled: readonly Kind[];
  readonly backfills: readonly number[];
  /** How far the clock goes from step to step: it may stand still, and jump. */
  readonly ticks: readonly number[];
}

const kinds = ['post', 'follow', 'unfollow', 'mute', 'hide', 'delete', 'read', 'restart'] as const;
type Kind = (typeof kinds)[number];

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
    }
  /** A replica begins again, without what it had in memory. */
  | { readonly kind: 'restart' };

interface History {
  readonly configuration: Configuration;
  readonly steps: readonly { readonly tick: number; readonly step: Step }[];
}

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });

const configurations: fc.Arbitrary<Configuration> = fc.record({
  users: fc.integer({ min: 1, max: 4 }).map((n) => ['ann', 'bob', 'cat', 'dan'].slice(0, n)),
  timelineMax: fc.constantFrom(1, 2, 3, 5),
  enabled: some(kinds),
  backfills: some([0, 1, 2, 3, 100]),
  ticks: some([0, 1, 86_400_000]),
});

function stepsOf({ users, enabled, backfills }: Configuration): fc.Arbitrary<Step> {
  const user = fc.constantFrom(...users);
  const nth = fc.nat(7);
  const pair = () => fc.shuffledSubarray([...users], { minLength: 2, maxLength: 2 });
  const holds = fc.boolean();
  const backfill = fc.constantFrom(...backfills);
  const relation = (kind: 'follow' | 'unfollow') =>
    fc.record({ pair: pair(), backfill }).map(({ pair: [one, other], ...rest }) => ({
      ...rest,
      kind,
      user: one!,
      other: other!,
    }));
  const of: Record<Kind, () => fc.Arbitrary<Step>> = {
    post: () => user.map((author) => ({ kind: 'post', user: author })),
    follow: () => relation('follow'),
    unfollow: () => relation('unfollow'),
    mute: () =>
      fc.record({ pair: pair(), holds }).map(({ pair: [one, other], ...rest }) => ({
        ...rest,
        kind: 'mute',
        user: one!,
        other: other!,
      })),
    hide: () => fc.record({ kind: fc.constant('hide' as const), user, nth, holds }),
    delete: () => nth.map((n) => ({ kind: 'delete', nth: n })),
    read: () =>
      fc.record({ kind: fc.constant('read' as const), user, offset: fc.nat(6), limit: fc.nat(6) }),
    restart: () => fc.constant({ kind: 'restart' }),
  };
  const isAlone = users.length === 1;
  const possible = enabled.filter(
    (kind) => !isAlone || !['follow', 'unfollow', 'mute'].includes(kind),
  );
  // Without posts there is nothing to be shown.
  return fc.oneof(of.post(), ...possible.map((kind) => of[kind]()));
}

const histories: fc.Arbitrary<History> = configurations.chain((configuration) =>
  fc.record({
    configuration: fc.constant(configuration),
    steps: fc.array(
      fc.record({ tick: fc.constantFrom(...configuration.ticks), step: stepsOf(configuration) }),
      { minLength: 5, maxLength: 40, size: 'max' },
    ),
  }),
);

type Played = Exclude<Step, { readonly kind: 'restart' }>;

async function play(store: FeedStore, model: Model, one: Played, now: number): Promise<void> {
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
  for (const name of model.users) {
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
    for (const name of model.users) {
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

/**
 * Reads all that a client gets when it follows the timeline from the beginning, two posts at a
 * time.
 */
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
        fc.asyncProperty(histories, async ({ configuration: { users, timelineMax }, steps }) => {
          const { first, second, another } = await open(t, timelineMax);
          const replicas = [first, second];
          const model = new Model(users, timelineMax);
          for (const id of users) await first.addUser(id, 0);
          let now = 1;
          for (const [i, { tick, step }] of steps.entries()) {
            now += tick;
            if (step.kind === 'restart') replicas[i % 2] = await another();
            else await play(replicas[i % 2]!, model, step, now);
          }
          for (const replica of replicas) await compare(replica, model);
        }),
        { numRuns: options.runs },
      );
    });
  });
}
