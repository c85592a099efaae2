/** The embedded store. */
import { Sqlite, type SqliteOptions } from '#kit/stores/sqlite.ts';
import { lifecycleOf } from '#kit/stores/store.ts';
import { journalOf } from '../journal.ts';
import { pagesOf } from '../pages.ts';
import { endOfTime, type FeedStore, type NewPost } from '../news-feed-store.ts';
import type { TimelineOptions } from '../timelines.ts';
import { prepareFollows, preparePeople } from './follows.ts';
import { sqliteJournal } from './journal.ts';
import type { Account, Prepared } from './prepared.ts';
import { prepareMutesAndHides } from './mutes-and-hides.ts';
import { sqliteReads } from './reads.ts';
import { prepareReasons } from './reasons.ts';
import { prepareCommentsAndReactions } from './comments-and-reactions.ts';

export const openDatabase = (options: Omit<SqliteOptions, 'migrations'>): Sqlite =>
  Sqlite.open({ ...options, migrations: new URL('./sql/', import.meta.url) });

export function sqliteStore(db: Sqlite, options: TimelineOptions): FeedStore {
  const reads = sqliteReads(db, options.timelineMax);
  const account = db.get<Account>('SELECT n, followers FROM account WHERE id = ?');
  const prepared = { db, account, lastChange: reads.lastChange };
  return {
    addUser: prepareAddUser(db),
    ...preparePosts(prepared),
    ...prepareFollows(prepared),
    ...preparePeople(db),
    ...prepareCommentsAndReactions(prepared),
    ...prepareMutesAndHides(prepared),
    ...journalOf(sqliteJournal(prepared), reads),
    ...prepareReasons(prepared, options.timelineMax),
    ...pagesOf(reads, options),
    ...lifecycleOf(db),
  };
}

function prepareAddUser(db: Sqlite): FeedStore['addUser'] {
  const insert = db.get<{ readonly n: number }>(
    'INSERT INTO account (id, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING n',
  );
  const followSelf = db.run(`INSERT INTO follow (follower, followee, since, until, followed_at)
    VALUES (?1, ?1, 0, ${endOfTime}, ?2)`);
  return (id, now) =>
    db.write(() => {
      const made = insert(id, now);
      if (made) followSelf(made.n, now);
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
  const insert = db.run(`INSERT INTO post
    (seq, author, id, nth, content, created_at, followers, took_ms, is_plain, extra)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`);
  const find = db.get<{ removed: number | null }>('SELECT removed FROM post WHERE id = ?');
  const findAuthor = db.get<{ id: string }>(
    'SELECT account.id FROM post JOIN account ON account.n = post.author WHERE post.id = ?',
  );
  const erase = db.run(
    `UPDATE post SET content = NULL, extra = NULL, is_plain = 0, removed = ?, removed_at = ?
      WHERE id = ?`,
  );

  /** Yields the id: the first that is free. */
  function insertPost(author: Account, post: NewPost, arrived: number): string {
    const { baseId, content, now, extra = null } = post;
    const { n, followers } = author;
    const seq = lastChange() + 1;
    const last = latest(n);
    const tookMs = Math.round(performance.now() - arrived);
    const isPlain = Number(extra === null);
    for (let nth = last?.id.startsWith(baseId) ? last.nth + 1 : 1; ; nth++) {
      const id = nth === 1 ? baseId : `${baseId}_${nth}`;
      if (insert(seq, n, id, nth, content, now, followers, tookMs, isPlain, extra) === 1) return id;
    }
  }

  return {
    addPost(post) {
      const arrived = performance.now();
      return db.write(() => {
        const author = account(post.author);
        if (author === undefined) return undefined;
        const id = insertPost(author, post, arrived);
        const { extra } = post;
        const made = { id, user_id: post.author, content: post.content, created_at: post.now };
        return extra === undefined ? made : { ...made, extra: JSON.parse(extra) as object };
      });
    },

    removePost: (id, now) =>
      db.write(() => {
        const post = find(id);
        if (post?.removed === null) erase(lastChange() + 1, now, id);
        return post !== undefined;
      }),

    authorOf: async (id) => findAuthor(id)?.id,
  };
}
