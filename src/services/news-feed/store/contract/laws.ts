/** Random histories, through two replicas in turn, show what a naive model shows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { ids, type OpenReplicas } from './steps.ts';
import type { FeedStore } from '../store.ts';

const users = ['ann', 'bob', 'cat', 'dan'] as const;
/** Also fewer posts than users whom somebody may follow. */
const timelineMax = fc.constantFrom(2, 5);

type Step =
  | { readonly kind: 'post'; readonly user: string }
  | { readonly kind: 'follow' | 'unfollow'; readonly user: string; readonly other: string }
  | { readonly kind: 'delete'; readonly nth: number }
  | {
      readonly kind: 'read';
      readonly user: string;
      readonly offset: number;
      readonly limit: number;
    };

const user = fc.constantFrom(...users);
const relation = (kind: 'follow' | 'unfollow') =>
  fc
    .record({ kind: fc.constant(kind), user, other: user })
    .filter((step) => step.user !== step.other);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('post' as const), user }) },
  { weight: 4, arbitrary: relation('follow') },
  { weight: 2, arbitrary: relation('unfollow') },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      user,
      offset: fc.nat(6),
      limit: fc.nat(6),
    }),
  },
);

/** Each history begins with some follows, so that posts have somewhere to go. */
const history = fc
  .tuple(
    fc.array(relation('follow'), { minLength: 3, maxLength: 6 }),
    fc.array(step, { minLength: 10, maxLength: 40 }),
  )
  .map(([follows, steps]) => [...follows, ...steps]);

/** What the specification says, taken literally. */
class Model {
  readonly #follows = new Set<string>();
  readonly #delivered = new Map<string, string[]>(users.map((name) => [name, []]));
  readonly #deleted = new Set<string>();
  readonly posts: { id: string; author: string }[] = [];
  readonly #timelineMax: number;

  constructor(timelineMax: number) {
    this.#timelineMax = timelineMax;
  }

  post(author: string, id: string): void {
    this.posts.push({ id, author });
    for (const name of users) {
      const gets = name === author || this.#follows.has(`${name} ${author}`);
      if (gets) this.#delivered.get(name)!.unshift(id);
    }
  }

  setFollowed(follower: string, followee: string, followed: boolean): void {
    if (followed) this.#follows.add(`${follower} ${followee}`);
    else this.#follows.delete(`${follower} ${followee}`);
  }

  delete(id: string): void {
    this.#deleted.add(id);
  }

  timeline(name: string): string[] {
    const newest = this.#delivered.get(name)!.slice(0, this.#timelineMax);
    return newest.filter((id) => !this.#deleted.has(id));
  }

  postsOf(name: string): string[] {
    const own = this.posts.filter(({ author, id }) => author === name && !this.#deleted.has(id));
    return own.map(({ id }) => id).toReversed();
  }
}

async function play(store: FeedStore, model: Model, one: Step): Promise<void> {
  if (one.kind === 'post') {
    const baseId = `p${model.posts.length}`;
    await store.addPost({ author: one.user, content: baseId, baseId, now: 0 });
    model.post(one.user, baseId);
  } else if (one.kind === 'delete') {
    const id = model.posts[one.nth]?.id ?? 'none';
    assert.equal(await store.removePost(id), id !== 'none');
    model.delete(id);
  } else if (one.kind === 'read') {
    const { offset, limit } = one;
    const page = await store.timeline(one.user, { offset, limit });
    assert.deepEqual(ids(page), model.timeline(one.user).slice(offset, offset + limit));
  } else {
    await store[one.kind](one.user, one.other);
    model.setFollowed(one.user, one.other, one.kind === 'follow');
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
  }
}

export function lawsContract(
  name: string,
  skip: string | false,
  open: OpenReplicas,
  options: { readonly runs: number },
): void {
  describe(`timelines on ${name}`, { skip }, () => {
    test('are those of the model', async (t) => {
      await fc.assert(
        fc.asyncProperty(timelineMax, history, async (max, steps) => {
          const { first, second } = await open(t, max);
          const model = new Model(max);
          for (const id of users) await first.addUser(id, 0);
          for (const [i, one] of steps.entries()) await play(i % 2 ? first : second, model, one);
          await compare(first, model);
          await compare(second, model);
        }),
        { numRuns: options.runs },
      );
    });
  });
}
