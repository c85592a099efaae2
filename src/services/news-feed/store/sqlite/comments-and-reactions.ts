/** Reactions and comments. */
import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import {
  kindsMax,
  type Comment,
  type CommentOutcome,
  type ReactionOutcome,
  type CommentsAndReactions,
} from '../comments-and-reactions.ts';
import type { Prepared } from './prepared.ts';

const parseCounts = storedJson(
  'reactions of a post',
  Type.Object({}, { additionalProperties: Type.Integer() }),
);

export function prepareCommentsAndReactions(prepared: Prepared): CommentsAndReactions {
  const { db } = prepared;
  const setReaction = prepareReactions(prepared);
  const addComment = prepareComments(prepared);
  const findPost = db.get<{ seq: number }>('SELECT seq FROM post WHERE id = ? AND removed IS NULL');
  const page = db.all<Comment>(`SELECT comment.n, account.id AS user, content,
    comment.created_at AS createdAt FROM comment JOIN account ON account.n = author
    WHERE post = ? AND comment.n > ? AND content IS NOT NULL ORDER BY comment.n LIMIT ?`);
  const find = db.get<{ post: number; user: string; erased: number }>(`SELECT post,
    account.id AS user, content IS NULL AS erased
    FROM comment JOIN account ON account.n = author WHERE comment.n = ?`);
  const erase = db.run('UPDATE comment SET content = NULL WHERE n = ?');
  const uncount = db.run('UPDATE talk SET comments = comments - 1 WHERE post = ?');
  return {
    setReaction: (...of) => db.write(() => setReaction(...of)),
    addComment: (comment) => db.write(() => addComment(comment)),
    removeComment: (n) =>
      db.write(() => {
        const found = find(n);
        if (found?.erased === 0) {
          erase(n);
          uncount(found.post);
        }
        return found !== undefined;
      }),
    commenterOf: async (n) => find(n)?.user,
    async comments(id, after, limit) {
      const post = findPost(id);
      return post && page(post.seq, after, limit).map((one) => ({ ...one }));
    },
  };
}

/** The statements that reactions and comments share: find the user and the post. */
function prepareSpeaking({ db, account }: Prepared) {
  // PostgreSQL has the opposite of `is_plain`, `has_more`: the names of stored columns stay.
  const findPost = db.get<{ seq: number; hasMore: number }>(
    'SELECT seq, NOT is_plain AS hasMore FROM post WHERE id = ? AND removed IS NULL',
  );
  const begin = db.run('INSERT INTO talk (post) VALUES (?) ON CONFLICT DO NOTHING');
  const mark = db.run('UPDATE post SET is_plain = 0 WHERE seq = ?');
  return {
    find: (user: string, id: string) => ({ speaker: account(user), post: findPost(id) }),
    begin({ seq, hasMore }: { seq: number; hasMore: number }): void {
      begin(seq);
      if (hasMore === 0) mark(seq);
    },
  };
}

function prepareReactions(prepared: Prepared) {
  const { db } = prepared;
  const speaking = prepareSpeaking(prepared);
  const add = db.run('INSERT INTO reaction VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const remove = db.run('DELETE FROM reaction WHERE post = ? AND kind = ? AND reactor = ?');
  const read = db.get<{ reactions: string }>('SELECT reactions FROM talk WHERE post = ?');
  const write = db.run('UPDATE talk SET reactions = ? WHERE post = ?');

  return (
    { post: id, user, kind }: { post: string; user: string; kind: string },
    reacted: boolean,
  ): ReactionOutcome => {
    const { speaker, post } = speaking.find(user, id);
    if (speaker === undefined) return { kind: 'unknown user', id: user };
    if (post === undefined) return { kind: 'unknown post' };
    const { reactions = '{}' } = read(post.seq) ?? {};
    const counts = new Map<string, number>(Object.entries(parseCounts(reactions)));
    const count = counts.get(kind) ?? 0;
    if (reacted && count === 0 && counts.size === kindsMax) return { kind: 'too many kinds' };
    const change = reacted ? add : remove;
    if (change(post.seq, kind, speaker.n) === 0) return { kind: 'done' };
    speaking.begin(post);
    if (!reacted && count === 1) counts.delete(kind);
    else counts.set(kind, count + (reacted ? 1 : -1));
    write(JSON.stringify(Object.fromEntries(counts)), post.seq);
    return { kind: 'done' };
  };
}

function prepareComments(prepared: Prepared) {
  const { db } = prepared;
  const speaking = prepareSpeaking(prepared);
  const insert = db.get<{ n: number }>(
    'INSERT INTO comment (post, author, content, created_at) VALUES (?, ?, ?, ?) RETURNING n',
  );
  const count = db.run('UPDATE talk SET comments = comments + 1 WHERE post = ?');

  return ({
    post: id,
    user,
    content,
    now,
  }: Parameters<CommentsAndReactions['addComment']>[0]): CommentOutcome => {
    const { speaker, post } = speaking.find(user, id);
    if (speaker === undefined) return { kind: 'unknown user', id: user };
    if (post === undefined) return { kind: 'unknown post' };
    speaking.begin(post);
    count(post.seq);
    return { kind: 'made', n: insert(post.seq, speaker.n, content, now)!.n };
  };
}
