/**
 * Clients that race through two replicas: each posts, deletes, follows, unfollows and reads for one
 * user, a step at a time. The steps that were over before others began determine what a read may
 * show.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { addUsers, ids, now, type OpenReplicas, post, timelineOf } from './steps.ts';
import type { FeedStore } from '../news-feed-store.ts';

const users = ['ann', 'bob', 'cat'];
const observer = 'eve';

const kinds = ['post', 'read', 'follow', 'unfollow', 'delete'] as const;
type Kind = (typeof kinds)[number];
type Step = readonly [kind: Kind, onSecond: boolean, other: number];

/** The plan of one race (swarm testing, Groce et al., 2012), and the steps of each client. */
interface Plan {
  readonly enabled: readonly Kind[];
  readonly others: number;
  readonly clients: readonly (readonly Step[])[];
}

const plans: fc.Arbitrary<Plan> = fc
  .record({
    enabled: fc.subarray([...kinds], { minLength: 1 }),
    others: fc.integer({ min: 1, max: users.length - 1 }),
  })
  .chain(({ enabled, others }) => {
    // Without posts there is nothing to be seen.
    const kind = fc.constantFrom<Kind[]>('post', ...enabled);
    const step = fc.tuple(kind, fc.boolean(), fc.nat(others - 1));
    return fc.record({
      enabled: fc.constant(enabled),
      others: fc.constant(others),
      clients: fc.array(fc.array(step, { minLength: 5, maxLength: 25 }), {
        minLength: others + 1,
        maxLength: others + 1,
      }),
    });
  });

/** From when to when a step went on, in counted moments. */
interface Span {
  readonly began: number;
  ended: number;
}

interface Made extends Span {
  readonly id: string;
  readonly author: string;
  removal?: Span;
}

interface Followed {
  readonly follower: string;
  readonly followee: string;
  readonly start: Span;
  end?: Span;
}

interface Seen extends Span {
  readonly user: string;
  readonly posts: readonly string[];
}

class Race {
  readonly made: Made[] = [];
  readonly followed: Followed[] = [];
  readonly seen: Seen[] = [];
  #moment = 0;

  async play(user: string, stores: readonly FeedStore[], steps: readonly Step[]): Promise<void> {
    const others = users.filter((name) => name !== user);
    for (const [kind, onSecond, other] of steps) {
      const store = stores[Number(onSecond)]!;
      if (kind === 'post') await this.#post(store, user);
      else if (kind === 'delete') await this.#delete(store, user);
      else if (kind === 'read') await this.read(store, user);
      else await this.#setFollowed(store, user, others[other]!, kind === 'follow');
    }
  }

  #begin(): Span {
    return { began: this.#moment++, ended: Infinity };
  }

  #end(span: Span): void {
    span.ended = this.#moment++;
  }

  async #post(store: FeedStore, author: string): Promise<void> {
    const made: Made = { id: `p${this.made.length}`, author, ...this.#begin() };
    this.made.push(made);
    await post(store, author, made.id);
    this.#end(made);
  }

  async #delete(store: FeedStore, user: string): Promise<void> {
    const made = this.made.find(({ author, removal }) => author === user && !removal);
    if (made === undefined) return;
    made.removal = this.#begin();
    await store.removePost(made.id, now);
    this.#end(made.removal);
  }

  async #setFollowed(store: FeedStore, follower: string, followee: string, followed: boolean) {
    const present = this.followed.find(
      (one) => one.follower === follower && one.followee === followee && !one.end,
    );
    const span = this.#begin();
    if (followed && !present) this.followed.push({ follower, followee, start: span });
    if (!followed && present) present.end = span;
    await store[followed ? 'follow' : 'unfollow'](follower, followee, now);
    this.#end(span);
  }

  async read(store: FeedStore, user: string): Promise<readonly string[]> {
    const span = this.#begin();
    const posts = (await timelineOf(store, user))!;
    this.#end(span);
    this.seen.push({ user, posts, ...span });
    return posts;
  }

  /** Every read shows what it must, and nothing that it must not. */
  check(): void {
    for (const seen of this.seen) {
      for (const made of this.made) {
        const isShown = seen.posts.includes(made.id);
        const what = `${made.id} for ${seen.user}: ${seen.posts.join()}`;
        if (this.#mustShow(seen, made)) assert.ok(isShown, `${what} is missing`);
        if (!this.#mayShow(seen, made)) assert.ok(!isShown, `${what} is shown`);
      }
    }
  }

  #mustShow(seen: Seen, made: Made): boolean {
    const mustDeliver =
      made.author === seen.user ||
      this.#follows(seen, made).some(
        ({ start, end }) => start.ended < made.began && (!end || made.ended < end.began),
      );
    const isRemoved = made.removal !== undefined && made.removal.began < seen.ended;
    return mustDeliver && made.ended < seen.began && !isRemoved;
  }

  #mayShow(seen: Seen, made: Made): boolean {
    const mayDeliver =
      made.author === seen.user ||
      this.#follows(seen, made).some(
        ({ start, end }) => start.began < made.ended && (!end || made.began < end.ended),
      );
    const isRemoved = made.removal !== undefined && made.removal.ended < seen.began;
    return mayDeliver && made.began < seen.ended && !isRemoved;
  }

  #follows({ user }: Seen, { author }: Made): Followed[] {
    return this.followed.filter((one) => one.follower === user && one.followee === author);
  }

  /** All reads show posts in one order, which is that of their times where these do not overlap. */
  checkOrder(all: readonly string[]): void {
    const positions = new Map(all.map((id, i) => [id, i]));
    for (const { posts } of this.seen) {
      const shown = posts.map((id) => positions.get(id)).filter((i) => i !== undefined);
      assert.deepEqual(
        shown,
        shown.toSorted((a, b) => a - b),
      );
    }
    for (const one of this.made) {
      for (const later of this.made.filter(({ began }) => began > one.ended)) {
        const [a, b] = [positions.get(one.id), positions.get(later.id)];
        if (a !== undefined && b !== undefined) assert.ok(b < a, `${later.id} is newer`);
      }
    }
  }
}

export function racesContract(
  name: string,
  skip: string | false,
  open: OpenReplicas,
  options: { readonly runs: number },
): void {
  describe(`clients that race on ${name}`, { skip }, () => {
    test('see what was over before they looked, in one order', async (t) => {
      const race = fc.asyncProperty(plans, async ({ clients }) => {
        const { first, second } = await open(t, 1_000);
        await addUsers(first, ...users, observer);
        for (const user of users) await first.follow(observer, user, now);
        const race = new Race();
        const stores = [first, second];
        await Promise.all(clients.map((steps, i) => race.play(users[i]!, stores, steps)));
        for (const user of users) {
          assert.deepEqual(await race.read(first, user), await race.read(second, user));
          const own = await first.postsOf(user, { limit: 1_000 });
          const wanted = race.made.filter(({ author, removal }) => author === user && !removal);
          assert.deepEqual(ids(own), wanted.map(({ id }) => id).toReversed());
        }
        race.check();
        race.checkOrder((await timelineOf(second, observer))!);
      });
      await fc.assert(race, { numRuns: options.runs });
    });
  });
}
