/** Posts by their numbers, read from the embedded store. */
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { TimeSlice } from '#kit/time-slice.ts';
import { shownPost, type Post } from '../post.ts';

interface Row extends Pick<Post, 'id' | 'user_id' | 'content' | 'created_at'> {
  /** 1: there is more of it. */
  readonly has_more: number;
}

interface More {
  readonly extra: string | null;
  readonly reactions: string | null;
  readonly comments: number | null;
}

/** Yields a function that reads posts, in the order of their numbers; deleted ones are left out. */
export function preparePosts(db: Pick<Sqlite, 'get'>) {
  const load =
    db.get<Row>(`SELECT post.id, account.id AS user_id, content, post.created_at, has_more
    FROM post JOIN account ON n = author WHERE seq = ? AND content IS NOT NULL`);
  const loadMore = db.get<More>(`SELECT extra, reactions, comments
    FROM post LEFT JOIN talk ON talk.post = seq WHERE seq = ?`);

  /** A plain object: rows of node:sqlite are dictionaries, several times slower to read. */
  function toPost({ id, user_id, content, created_at, has_more }: Row, number: number): Post {
    const post = { id, user_id, content, created_at };
    if (has_more === 0) return post;
    const { extra, reactions, comments } = loadMore(number)!;
    const counts = JSON.parse(reactions ?? '{}') as Post['reactions'] & object;
    return shownPost(post, extra, counts, comments ?? 0);
  }

  return async (numbers: readonly number[]): Promise<Post[]> => {
    const posts: Post[] = [];
    const slice = new TimeSlice();
    for (const number of numbers) {
      if (slice.isOver) await slice.next();
      const row = load(number);
      if (row) posts.push(toPost(row, number));
    }
    return posts;
  };
}
