/** The specification, taken literally: each timeline is a list into which posts are put. */

export interface Reason {
  readonly shown: boolean;
  readonly because: string;
  readonly at: number;
}

interface Made {
  readonly id: string;
  readonly author: string;
  readonly at: number;
  readonly followersThen: number;
}

interface Entry {
  /** Position among all posts. */
  readonly index: number;
  readonly because: string;
  readonly at: number;
  trimmedAt?: number;
  /** The author was muted when it was made. */
  readonly isMutedThen: boolean;
}

export class Model {
  readonly posts: Made[] = [];
  readonly users: readonly string[];
  readonly #timelineMax: number;
  /** Since when, by `follower followee`. */
  readonly #follows = new Map<string, number>();
  readonly #unfollowedAt = new Map<string, number>();
  readonly #entries: Map<string, Entry[]>;
  /** Why a post was not delivered when it was made, by `user id`. */
  readonly #missed = new Map<string, Reason>();
  readonly #deletedAt = new Map<string, number>();
  /** Since when, by `user author`, and by `user id`. */
  readonly #muted = new Map<string, number>();
  readonly #hidden = new Map<string, number>();

  constructor(users: readonly string[], timelineMax: number) {
    this.users = users;
    this.#timelineMax = timelineMax;
    this.#entries = new Map(users.map((name) => [name, []]));
  }

  post(author: string, id: string, at: number): void {
    const followersThen = this.followersOf(author).length;
    const index = this.posts.push({ id, author, at, followersThen }) - 1;
    for (const name of this.users) {
      const pair = `${name} ${author}`;
      const followedAt = this.#follows.get(pair);
      const isMutedThen = this.#muted.has(pair);
      if (name === author) this.#put(name, { index, because: 'own', at, isMutedThen }, at);
      else if (followedAt !== undefined) {
        const because = 'followed_since';
        this.#put(name, { index, because, at: followedAt, isMutedThen }, at);
      } else {
        const ended = this.#unfollowedAt.get(pair);
        const because = ended === undefined ? 'not_followed_then' : 'unfollowed';
        this.#missed.set(`${name} ${id}`, { shown: false, because, at: ended ?? at });
      }
    }
  }

  follow(follower: string, followee: string, at: number, backfill: number): void {
    const pair = `${follower} ${followee}`;
    if (this.#follows.has(pair)) return;
    this.#follows.set(pair, at);
    const present = [...this.posts.entries()].filter(
      ([, { author, id }]) => author === followee && !this.#deletedAt.has(id),
    );
    for (const [index] of present.slice(present.length - Math.min(backfill, present.length))) {
      const has = this.#entries.get(follower)!.some((entry) => entry.index === index);
      if (has) continue;
      this.#put(follower, { index, because: 'backfilled', at, isMutedThen: false }, at, false);
    }
    this.#trim(follower, at);
  }

  unfollow(follower: string, followee: string, at: number): void {
    const pair = `${follower} ${followee}`;
    if (this.#follows.delete(pair)) this.#unfollowedAt.set(pair, at);
  }

  delete(id: string, at: number): void {
    if (!this.#deletedAt.has(id)) this.#deletedAt.set(id, at);
  }

  setMuted(user: string, author: string, muted: boolean, at: number): void {
    set(this.#muted, `${user} ${author}`, muted, at);
  }

  setHidden(user: string, id: string, hidden: boolean, at: number): void {
    set(this.#hidden, `${user} ${id}`, hidden, at);
  }

  #put(name: string, entry: Entry, at: number, isLast = true): void {
    const entries = this.#entries.get(name)!;
    entries.push(entry);
    entries.sort((a, b) => b.index - a.index);
    if (isLast) this.#trim(name, at);
  }

  #trim(name: string, at: number): void {
    for (const entry of this.#entries.get(name)!.slice(this.#timelineMax)) entry.trimmedAt ??= at;
  }

  timeline(name: string): string[] {
    const newest = this.#entries.get(name)!.slice(0, this.#timelineMax);
    return newest.map(({ index }) => this.posts[index]!).flatMap((post) => this.#shown(name, post));
  }

  #shown(name: string, { id, author }: Made): string[] {
    const isShown =
      !this.#deletedAt.has(id) &&
      !this.#hidden.has(`${name} ${id}`) &&
      !this.#muted.has(`${name} ${author}`);
    return isShown ? [id] : [];
  }

  /** All that a client gets when it has followed the timeline from the beginning, and asks now. */
  journal(name: string): string[] {
    return this.#entries
      .get(name)!
      .toReversed()
      .filter(({ because, isMutedThen }) => because !== 'backfilled' && !isMutedThen)
      .flatMap(({ index }) => this.#shown(name, this.posts[index]!));
  }

  why(name: string, { id, author }: Made): Reason {
    const entry = this.#entries.get(name)!.find(({ index }) => this.posts[index]!.id === id);
    const causes = {
      deleted: this.#deletedAt.get(id),
      trimmed: entry?.trimmedAt,
      hidden: this.#hidden.get(`${name} ${id}`),
      muted: this.#muted.get(`${name} ${author}`),
    };
    for (const [because, at] of Object.entries(causes)) {
      if (at !== undefined) return { shown: false, because, at };
    }
    if (entry === undefined) return this.#missed.get(`${name} ${id}`)!;
    return { shown: true, because: entry.because, at: entry.at };
  }

  postsOf(name: string): string[] {
    const own = this.posts.filter(({ author, id }) => author === name && !this.#deletedAt.has(id));
    return own.map(({ id }) => id).toReversed();
  }

  followersOf(name: string): string[] {
    return this.users.filter((other) => this.#follows.has(`${other} ${name}`));
  }

  followingOf(name: string): string[] {
    return this.users.filter((other) => this.#follows.has(`${name} ${other}`));
  }
}

function set(map: Map<string, number>, key: string, holds: boolean, at: number): void {
  if (!holds) map.delete(key);
  else if (!map.has(key)) map.set(key, at);
}
