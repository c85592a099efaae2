/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { endOfTime, type FeedStore, type FollowOutcome, type NewPost } from '../store.ts';
import { pagesOf } from '../pages.ts';
import type { TimelineOptions } from '../timelines.ts';
import { sqliteReads } from './reads.ts';

export const openDatabase = (options: Omit<SqliteOptions, 'migrations'>): Sqlite =>
  Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });

interface Account {
  readonly n: number;
}

/** What the units of work have in common. */
interface Prepared {
  readonly db: Sqlite;
  readonly account: (id: string) => Account | undefined;
  /** The number of the last post or deletion. */
  readonly lastChange: () => number;
}

export function sqliteStore(db: Sqlite, options: TimelineOptions): FeedStore {
  const reads = sqliteReads(db, options.timelineMax);
  const account = db.get<Account>('SELECT n FROM account WHERE id = ?');
  const prepared = { db, account, lastChange: reads.lastChange };
  return {
    addUser: prepareAddUser(db),
    ...preparePosts(prepared),
    ...prepareFollows(prepared),
    ...pagesOf(reads, options),
    ...lifecycleOf(db),
  };
}

function prepareAddUser(db: Sqlite): FeedStore['addUser'] {
  const insert = db.get<Account>(
    'INSERT INTO account (id, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING n',
  );
  const followSelf = db.run(`INSERT INTO follow VALUES (?1, ?1, 0, ${endOfTime})`);
  return (id, now) =>
    db.write(() => {
      const made = insert(id, now);
      if (made) followSelf(made.n);
      return made !== undefined;
    });
}

function preparePosts({
  db,
  account,
  lastChange,
}: Prepared): Pick<FeedStore, 'addPost' | 'removePost' | 'authorOf'> {
  const latest = db.get<{ id: string; nth: number }>(
    'SELECT id, nth FROM post WHERE author = ? ORDER BY seq DESC LIMIT 1',
  );
  const insert = db.run(`INSERT INTO post (seq, author, id, nth, content, created_at)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`);
  const find = db.get<{ removed: number | null }>('SELECT removed FROM post WHERE id = ?');
  const findAuthor = db.get<{ id: string }>(
    'SELECT account.id FROM post JOIN account ON account.n = post.author WHERE post.id = ?',
  );
  const erase = db.run('UPDATE post SET content = NULL, removed = ? WHERE id = ?');

  /** Yields the id: the first that is free. */
  function insertPost(author: number, { baseId, content, now }: NewPost): string {
    const seq = lastChange() + 1;
    const last = latest(author);
    for (let nth = last?.id.startsWith(baseId) ? last.nth + 1 : 1; ; nth++) {
      const id = nth === 1 ? baseId : `${baseId}_${nth}`;
      if (insert(seq, author, id, nth, content, now) === 1) return id;
    }
  }

  return {
    addPost: (post) =>
      db.write(() => {
        const author = account(post.author);
        if (author === undefined) return undefined;
        const id = insertPost(author.n, post);
        return { id, user_id: post.author, content: post.content, created_at: post.now };
      }),

    removePost: (id) =>
      db.write(() => {
        const post = find(id);
        if (post?.removed === null) erase(lastChange() + 1, id);
        return post !== undefined;
      }),

    authorOf: async (id) => findAuthor(id)?.id,
  };
}

function prepareFollows({
  db,
  account,
  lastChange,
}: Prepared): Pick<FeedStore, 'follow' | 'unfollow'> {
  const present = db.get<{ since: number }>(
    `SELECT since FROM follow WHERE follower = ? AND followee = ? AND until = ${endOfTime}`,
  );
  const start = db.run(`INSERT INTO follow VALUES (?, ?, ?, ${endOfTime})`);
  const end = db.run(
    'UPDATE follow SET until = ? WHERE follower = ? AND followee = ? AND since = ?',
  );
  const remove = db.run('DELETE FROM follow WHERE follower = ? AND followee = ? AND since = ?');
  const count = db.run('UPDATE account SET followees = followees + ? WHERE n = ?');

  function change(follower: string, followee: string, followed: boolean): FollowOutcome {
    const [from, to] = [account(follower), account(followee)];
    if (from === undefined) return { kind: 'unknown user', id: follower };
    if (to === undefined) return { kind: 'unknown user', id: followee };
    const since = present(from.n, to.n)?.since;
    if ((since !== undefined) === followed) return { kind: 'done' };
    const last = lastChange();
    if (since === undefined) start(from.n, to.n, last);
    // Nothing was delivered in between: another follow may start at this number.
    else if (since === last) remove(from.n, to.n, since);
    else end(last, from.n, to.n, since);
    count(followed ? 1 : -1, from.n);
    return { kind: 'done' };
  }

  return {
    follow: (follower, followee) => db.write(() => change(follower, followee, true)),
    unfollow: (follower, followee) => db.write(() => change(follower, followee, false)),
  };
}
