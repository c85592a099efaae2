/** Posts by their numbers, read from the embedded store. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { shownPost, type Post } from '../post.ts';

type Plain = Pick<Post, 'id' | 'user_id' | 'content' | 'created_at'>;

interface Whole extends Plain {
  readonly extra: string | null;
  readonly reactions: string | null;
  readonly comments: number | null;
}

/** Yields a function that reads posts, in the order of their numbers; deleted ones are left out. */
export function preparePosts(db: Pick<Sqlite, 'get'>) {
  const loadPlain = db.get<Plain>(`SELECT post.id, account.id AS user_id, content, post.created_at
    FROM post JOIN account ON n = author WHERE seq = ? AND is_plain = 1`);
  const loadWhole = db.get<Whole>(`SELECT post.id, account.id AS user_id, content, post.created_at,
      extra, reactions, comments
    FROM post JOIN account ON n = author LEFT JOIN talk ON talk.post = seq
    WHERE seq = ? AND content IS NOT NULL`);

  /** Loads a post. Columns that most posts lack cost nothing for those posts. */
  function load(number: number): Post | undefined {
    const plain = loadPlain(number);
    if (plain) return toPost(plain);
    const row = loadWhole(number);
    if (row === undefined) return undefined;
    const counts = JSON.parse(row.reactions ?? '{}') as Post['reactions'] & object;
    return shownPost(toPost(row), row.extra, counts, row.comments ?? 0);
  }

  return async (numbers: readonly number[]): Promise<Post[]> => {
    const posts: Post[] = [];
    const slice = new TimeSlice();
    for (const number of numbers) {
      if (slice.isOver) await slice.next();
      const post = load(number);
      if (post) posts.push(post);
    }
    return posts;
  };
}

/** A plain object: rows of node:sqlite are dictionaries, several times slower to read. */
const toPost = ({ id, user_id, content, created_at }: Plain): Post => ({
  id,
  user_id,
  content,
  created_at,
});
