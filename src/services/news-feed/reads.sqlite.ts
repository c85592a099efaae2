/** What timelines in memory are made of, read from the embedded store. */
import type { Sqlite } from '#kit/sqlite.ts';
import type { Post } from './store.ts';

/** A follow, present or past: its posts are those with since < seq <= until. */
export interface Following {
  readonly followee: number;
  readonly since: number;
  readonly until: number;
}

/** Numbers of an author's posts with since < seq <= until, descending. */
export type PostReader = (author: number, since: number, until: number, limit: number) => number[];

/** Lists come as JSON: rows of node:sqlite cost three times as much to read. */
export function prepareReads(db: Sqlite) {
  const list = (row: { list: string } | undefined) => JSON.parse(row!.list) as number[];
  const postsWhere = (condition: string): PostReader => {
    const read = db.get<{ list: string }>(`SELECT json_group_array(seq) AS list FROM
      (SELECT seq FROM post WHERE author = ? AND seq > ? AND seq <= ? ${condition}
       ORDER BY seq DESC LIMIT ?)`);
    return (...params) => list(read(...params));
  };
  const deleted = db.get<{ list: string }>(
    'SELECT json_group_array(seq) AS list FROM post WHERE content IS NULL',
  );
  const lastPulled = db.get<{ seq: number | null }>(
    'SELECT max(seq) AS seq FROM post WHERE pulled = 1',
  );
  const post = db.get<Post>(`SELECT post.id, account.id AS user_id, content, post.created_at
    FROM post JOIN account ON account.n = post.author WHERE seq = ?`);
  return {
    posts: postsWhere(''),
    pulled: postsWhere('AND pulled = 1'),
    followings: db.all<Following>('SELECT followee, since, until FROM follow WHERE follower = ?'),
    pulledFollowings: db.all<Following>(
      'SELECT followee, since, until FROM follow WHERE follower = ? AND pulls = 1 AND until > ?',
    ),
    user: db.get<{ n: number }>('SELECT n FROM account WHERE id = ?'),
    deleted: () => list(deleted()),
    lastPulled: () => lastPulled()?.seq ?? 0,
    post: (seq: number) => plain(post(seq)!),
  };
}

/** A plain object: rows of node:sqlite are dictionaries, several times slower to read. */
export const plain = ({ id, user_id, content, created_at }: Post): Post => ({
  id,
  user_id,
  content,
  created_at,
});
