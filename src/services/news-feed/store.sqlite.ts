/** The embedded store. */
import { readFileSync } from 'node:fs';
import { Sqlite, type SqliteOptions } from '#kit/sqlite.ts';
import { Memory, type MemoryOptions } from './memory.ts';
import { plain } from './reads.sqlite.ts';
import { endOfTime, type FeedStore, type FollowOutcome, type NewPost, type Post } from './store.ts';

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');

export interface FeedDatabase {
  readonly db: Sqlite;
  readonly memory: Memory;
}

export function openDatabase(
  options: Omit<SqliteOptions, 'migrations'> & MemoryOptions,
): FeedDatabase {
  const db = new Sqlite({ ...options, migrations: [schema] });
  return { db, memory: new Memory(db, options) };
}

interface Account {
  readonly n: number;
  readonly followers: number;
  readonly pulls: number;
}

type FindAccount = (id: string) => Account | undefined;

export function sqliteStore({ db, memory }: FeedDatabase): FeedStore {
  const account = db.get<Account>('SELECT n, followers, pulls FROM account WHERE id = ?');
  const addUser = db.run(
    'INSERT INTO account (id, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const ownPosts = db.all<Post & { seq: number }>(`SELECT seq, id, content, created_at FROM post
    WHERE author = ? AND seq < ? AND content IS NOT NULL ORDER BY seq DESC LIMIT ?`);
  const ping = db.get('SELECT 1');
  return {
    addUser: (id, now) => db.write(() => addUser(id, now) === 1),
    ...preparePosts(db, memory, account),
    ...prepareFollows(db, account),

    async timeline(id, { offset, before = endOfTime, limit }) {
      const user = memory.user(id);
      if (user === undefined) return undefined;
      const seqs = limit === 0 ? [] : memory.page(user, offset, before, limit + 1);
      const posts = seqs.slice(0, limit).map((seq) => memory.post(seq));
      return { posts, next: seqs.length > limit ? seqs[limit - 1] : undefined };
    },

    async postsOf(id, { before = endOfTime, limit }) {
      const user = memory.user(id);
      if (user === undefined) return undefined;
      const rows = limit === 0 ? [] : ownPosts(user, before, limit + 1);
      const posts = rows.slice(0, limit).map((row) => plain({ ...row, user_id: id }));
      return { posts, next: rows.length > limit ? rows[limit - 1]!.seq : undefined };
    },

    ready: async () => void ping(),
    close: () => db.close(),
  };
}

function preparePosts(
  db: Sqlite,
  memory: Memory,
  account: FindAccount,
): Pick<FeedStore, 'addPost' | 'removePost'> {
  const latest = db.get<{ id: string; nth: number }>(
    'SELECT id, nth FROM post WHERE author = ? ORDER BY seq DESC LIMIT 1',
  );
  const insert = db.get<{ seq: number }>(`INSERT INTO post
    (author, id, nth, content, created_at, pulled) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING RETURNING seq`);
  const followers = db.get<{ list: string }>(
    `SELECT json_group_array(follower) AS list FROM follow
     WHERE followee = ? AND until = ${endOfTime}`,
  );
  const markAuthor = db.run('UPDATE account SET pulls = 1 WHERE n = ?');
  const markFollows = db.run(
    `UPDATE follow SET pulls = 1 WHERE followee = ? AND until = ${endOfTime}`,
  );
  const find = db.get<{ seq: number }>('SELECT seq FROM post WHERE id = ?');
  const erase = db.run('UPDATE post SET content = NULL WHERE seq = ?');

  function store(author: number, post: NewPost, pulled: boolean): { seq: number; id: string } {
    const { baseId, content, now } = post;
    const last = latest(author);
    for (let nth = last?.id.startsWith(baseId) ? last.nth + 1 : 1; ; nth++) {
      const id = nth === 1 ? baseId : `${baseId}_${nth}`;
      const row = insert(author, id, nth, content, now, Number(pulled));
      if (row) return { seq: row.seq, id };
    }
  }

  return {
    addPost: (post) =>
      db.write(() => {
        const author = account(post.author);
        if (author === undefined) return undefined;
        const { n, followers: count, pulls } = author;
        const pulled = count > post.pushMax;
        const { seq, id } = store(n, post, pulled);
        memory.push(seq, [n]);
        if (pulled) memory.pull(seq);
        else if (count > 0) memory.push(seq, JSON.parse(followers(n)!.list));
        if (pulled && !pulls) {
          markAuthor(n);
          markFollows(n);
        }
        return { id, user_id: post.author, content: post.content, created_at: post.now };
      }),

    removePost: (id) =>
      db.write(() => {
        const post = find(id);
        if (post === undefined) return false;
        erase(post.seq);
        memory.remove(post.seq);
        return true;
      }),
  };
}

function prepareFollows(db: Sqlite, account: FindAccount): Pick<FeedStore, 'follow' | 'unfollow'> {
  const newest = db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM post');
  const present = db.get<{ since: number }>(
    `SELECT since FROM follow WHERE follower = ? AND followee = ? AND until = ${endOfTime}`,
  );
  const insert = db.run(`INSERT INTO follow (follower, followee, since, until, pulls)
    VALUES (?, ?, ?, ${endOfTime}, ?)`);
  const end = db.run(
    'UPDATE follow SET until = ? WHERE follower = ? AND followee = ? AND since = ?',
  );
  const remove = db.run('DELETE FROM follow WHERE follower = ? AND followee = ? AND since = ?');
  const count = db.run('UPDATE account SET followers = followers + ? WHERE n = ?');
  const lastSeq = () => newest()?.seq ?? 0;

  function change(
    follower: string,
    followee: string,
    make: (from: Account, to: Account, since: number | undefined) => void,
  ): FollowOutcome {
    const [from, to] = [account(follower), account(followee)];
    if (from === undefined) return { kind: 'unknown user', id: follower };
    if (to === undefined) return { kind: 'unknown user', id: followee };
    make(from, to, present(from.n, to.n)?.since);
    return { kind: 'done' };
  }

  function start(from: Account, to: Account, since: number | undefined): void {
    if (since !== undefined) return;
    insert(from.n, to.n, lastSeq(), to.pulls);
    count(1, to.n);
  }

  function stop(from: Account, to: Account, since: number | undefined): void {
    if (since === undefined) return;
    // Without a post in between, nothing was delivered: another follow may start here.
    const until = lastSeq();
    if (until === since) remove(from.n, to.n, since);
    else end(until, from.n, to.n, since);
    count(-1, to.n);
  }

  return {
    follow: (follower, followee) => db.write(() => change(follower, followee, start)),
    unfollow: (follower, followee) => db.write(() => change(follower, followee, stop)),
  };
}
