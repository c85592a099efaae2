import type { Mutant } from '../mutants.ts';

const stores = ['store/stores.test.ts'];

export default [
  {
    rule: 'what was posted before a follow is not delivered',
    file: 'store/sqlite/store.ts',
    find: 'if (since === undefined) start(from.n, to.n, last);',
    replace: 'if (since === undefined) start(from.n, to.n, 0);',
    tests: stores,
  },
  {
    rule: 'a follow that delivered nothing makes way for another one',
    file: 'store/sqlite/store.ts',
    find: 'else if (since === last) remove(from.n, to.n, since);',
    replace: '',
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
    file: 'store/postgres/sql/0001-feed.sql',
    find: 'VALUES (source, target, last)',
    replace: 'VALUES (source, target, 0)',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: the last post before an unfollow is delivered',
    file: 'store/postgres/sql/0001-feed.sql',
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
] satisfies Mutant[];
