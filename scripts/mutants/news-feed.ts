import type { Mutant } from '../mutants.ts';

const stores = ['store/stores.test.ts'];

export default [
  {
    rule: 'what was posted before a follow is not delivered',
    file: 'store/sqlite/follows.ts',
    find: 'start(from.n, author.n, last, now);',
    replace: 'start(from.n, author.n, 0, now);',
    tests: stores,
  },
  {
    rule: 'a follow that delivered nothing makes way for another one',
    file: 'store/sqlite/follows.ts',
    find: 'SET until = excluded.until, followed_at = excluded.followed_at, ended_at = NULL`);',
    replace: 'SET followed_at = excluded.followed_at, ended_at = NULL`);',
    tests: stores,
  },
  {
    rule: 'a repeated deletion changes nothing',
    file: 'store/sqlite/store.ts',
    find: 'if (post?.removed === null) erase',
    replace: 'if (post !== undefined) erase',
    tests: stores,
    survives:
      'A second deletion gives a post another number, which readers apply to a post that they do not show: it costs work and shows nothing.',
  },
  {
    rule: 'ids of one second are numbered',
    file: 'store/sqlite/store.ts',
    find: 'last.nth + 1 : 1',
    replace: 'last.nth : 1',
    tests: stores,
    survives: 'The insert refuses a number that is taken, and the next one is tried.',
  },
  {
    rule: 'what was posted after an unfollow is not delivered',
    file: 'store/sqlite/reads.ts',
    find: 'since < seq AND until >= seq',
    replace: 'since < seq',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: what was posted before a follow is not delivered',
    file: 'store/postgres/sql/0003-follows.sql',
    find: 'VALUES (source, target, last, instant)',
    replace: 'VALUES (source, target, 0, instant)',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: the last post before an unfollow is delivered',
    file: 'store/postgres/sql/0004-reads.sql',
    find: 'since < seq AND until >= seq',
    replace: 'since < seq AND until > seq',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: writes of a deployment take turns',
    file: 'store/postgres/sql/0001-feed.sql',
    find: "PERFORM pg_advisory_xact_lock(hashtextextended('news_feed ' || d, 0));",
    replace: '',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: a deleted post is read by nobody',
    file: 'store/postgres/reads.ts',
    find: 'AND seq < ${before} AND removed IS NULL',
    replace: 'AND seq < ${before}',
    tests: stores,
  },
  {
    rule: 'a page says that another one follows only if one does',
    file: 'store/pages.ts',
    find: 'numbers.length > limit',
    replace: 'numbers.length >= limit',
    tests: ['test/http.test.ts'],
  },
  {
    rule: 'a page whose post is deleted meanwhile is looked up again',
    file: 'store/pages.ts',
    find: 'if (posts.length < shown.length) continue;',
    replace: '',
    tests: [...stores, 'store/timelines.test.ts'],
  },
  {
    rule: 'nobody follows oneself',
    file: 'follow.ts',
    find: "if (follower_id === followee_id) throw invalid('followee_id', 'must be another user');",
    replace: '',
    tests: ['test/http.test.ts'],
  },
  {
    rule: 'offset and cursor are not combined',
    file: 'read.ts',
    find: 'offset !== undefined && cursor !== undefined',
    replace: 'false',
    tests: ['test/http.test.ts'],
  },
  {
    rule: 'a mute or hide is learnt of by timelines in memory',
    file: 'store/sqlite/reads.ts',
    find: 'const isAnew = upTo < reader.changed ||',
    replace: 'const isAnew = upTo < 0 ||',
    tests: stores,
  },
  {
    rule: 'what is posted while its author is muted is not shown',
    file: 'store/sqlite/reads.ts',
    find: 'if (reader.quiet > 0) delivered =',
    replace: 'if (reader.quiet > 0 && isAnew) delivered =',
    tests: stores,
  },
  {
    rule: 'a backfill leaves out what an earlier follow has delivered',
    file: 'store/sqlite/follows.ts',
    find: "removed IS NULL AND coalesce(${earlier('until')}, 0) < seq AS joins",
    replace: 'removed IS NULL AS joins',
    tests: stores,
  },
  {
    rule: 'rows of a backfill do not reach over an earlier follow',
    file: 'store/sqlite/follows.ts',
    find: 'GROUP BY run, place',
    replace: 'GROUP BY run',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: rows of a backfill do not reach over an earlier follow',
    file: 'store/postgres/sql/0003-follows.sql',
    find: 'GROUP BY run, place',
    replace: 'GROUP BY run',
    tests: stores,
  },
  {
    rule: 'a backfill does not count deleted posts',
    file: 'store/sqlite/follows.ts',
    find: 'FROM newest WHERE removed IS NULL ORDER BY seq DESC LIMIT ?3',
    replace: 'FROM newest ORDER BY seq DESC LIMIT ?3',
    tests: stores,
  },
  {
    rule: 'a post made while its author was muted is not sent later',
    file: 'store/sqlite/journal.ts',
    find: 'ORDER BY since DESC LIMIT 1), 0) < seq`);',
    replace: 'ORDER BY since DESC LIMIT 1), 0) < seq OR TRUE`);',
    tests: stores,
  },
  {
    rule: 'a stream that fell far behind is sent the oldest posts first',
    file: 'store/sqlite/journal.ts',
    find: 'const upTo = numbers.length < limit ? last : numbers.at(-1)!;',
    replace: 'const upTo = last;',
    tests: stores,
  },
  {
    rule: 'a backfill trims at its own number',
    file: 'store/sqlite/reasons.ts',
    find: 'if (backfill !== null && backfill > filling.number) return followedAt;',
    replace: '',
    tests: stores,
  },
  {
    rule: 'of several causes trimmed comes before hidden',
    file: 'reasons.ts',
    find: `  if (trimmedAt !== null) return because('trimmed', trimmedAt);
  if (hiddenAt !== null) return because('hidden', hiddenAt);`,
    replace: `  if (hiddenAt !== null) return because('hidden', hiddenAt);
  if (trimmedAt !== null) return because('trimmed', trimmedAt);`,
    tests: stores,
  },
  {
    rule: 'a reaction counts once a user',
    file: 'store/sqlite/talk.ts',
    find: "if (change(post.seq, kind, speaker.n) === 0) return { kind: 'done' };",
    replace: 'change(post.seq, kind, speaker.n);',
    tests: stores,
  },
  {
    rule: 'a comment is uncounted once',
    file: 'store/sqlite/talk.ts',
    find: 'if (found?.erased === 0) {',
    replace: 'if (found !== undefined) {',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: what is said of a post at once is counted one after another',
    file: 'store/postgres/sql/0006-talk.sql',
    find: `  PERFORM FROM news_feed.talk WHERE deployment = d AND post = target FOR UPDATE;
END
$$;

-- Adds a reaction`,
    replace: `END
$$;

-- Adds a reaction`,
    tests: stores,
  },
  {
    rule: 'PostgreSQL: a mute or hide is learnt of by timelines in memory',
    file: 'store/postgres/sql/0004-reads.sql',
    find: 'is_anew := up_to < changed OR',
    replace: 'is_anew := up_to < 0 OR',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: a backfill is counted among the arrivals at its own number',
    file: 'store/postgres/sql/0005-journal.sql',
    find: 'SELECT coalesce(backfill, seq) AS arrived',
    replace: 'SELECT seq AS arrived',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: a backfilled post is nothing new',
    file: 'store/postgres/sql/0005-journal.sql',
    find: 'AND followee = author AND since < seq AND until >= seq AND backfill IS NULL LIMIT 1)',
    replace: 'AND followee = author AND since < seq AND until >= seq LIMIT 1)',
    tests: stores,
  },
  {
    rule: 'a post counts the followers of its moment',
    file: 'store/sqlite/follows.ts',
    find: 'countFollowers(to.followed ? 1 : -1, author.n);',
    replace: 'countFollowers(1, author.n);',
    tests: stores,
  },
  {
    rule: 'an extra has at most 4 KiB',
    file: 'publish.ts',
    find: 'Buffer.byteLength(extra) > extraMaxBytes',
    replace: 'extra.length > extraMaxBytes',
    tests: ['test/talk.test.ts'],
  },
  {
    rule: 'a stream goes on behind the last event that its client has',
    file: 'routes/timeline.ts',
    find: 'received === undefined ? last : Math.min(Number(received), last)',
    replace: 'last',
    tests: ['test/stream.test.ts'],
  },
  {
    rule: 'while no stream is open, the store is asked nothing',
    file: 'live.ts',
    find: 'if (this.#streams.count === 0) {',
    replace: 'if (this.#streams.count < 0) {',
    tests: ['live.test.ts'],
  },
] satisfies Mutant[];
