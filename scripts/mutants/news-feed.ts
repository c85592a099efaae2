import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/sqlite/follows.ts': {
      'what was posted before a follow is not delivered': {
        find: 'start(from.n, author.n, last, now);',
        replace: 'start(from.n, author.n, 0, now);',
      },
      'a backfill leaves out what an earlier follow has delivered': {
        find: "removed IS NULL AND coalesce(${earlier('until')}, 0) < seq AS joins",
        replace: 'removed IS NULL AS joins',
      },
      'a backfill does not count deleted posts': {
        find: 'FROM newest WHERE removed IS NULL ORDER BY seq DESC LIMIT ?3',
        replace: 'FROM newest ORDER BY seq DESC LIMIT ?3',
      },
      'a post counts the followers of its moment': {
        find: 'countFollowers(to.followed ? 1 : -1, author.n);',
        replace: 'countFollowers(1, author.n);',
      },
    },
    'store/postgres/sql/functions/follows.sql': {
      'PostgreSQL: what was posted before a follow is not delivered': {
        find: 'VALUES (source, target, last, instant)',
        replace: 'VALUES (source, target, 0, instant)',
      },
      'PostgreSQL: rows of a backfill do not reach over an earlier follow': {
        find: 'GROUP BY run, place',
        replace: 'GROUP BY run',
      },
    },
    'store/postgres/sql/functions/reads.sql': {
      'PostgreSQL: the last post before an unfollow is delivered': {
        find: 'since < seq AND until >= seq',
        replace: 'since < seq AND until > seq',
      },
      'PostgreSQL: a mute or hide is learnt of by timelines in memory': {
        find: 'is_anew := up_to < changed OR',
        replace: 'is_anew := up_to < 0 OR',
      },
    },
    'store/postgres/sql/functions/turns.sql': {
      'PostgreSQL: writes of a deployment take turns': {
        find: "PERFORM pg_advisory_xact_lock(hashtextextended('news_feed ' || d, 0));",
        replace: '',
      },
    },
    'store/postgres/reads.ts': {
      'PostgreSQL: a deleted post is read by nobody': {
        find: 'AND seq < ${before} AND removed IS NULL',
        replace: 'AND seq < ${before}',
      },
    },
    'store/sqlite/journal.ts': {
      'a post made while its author was muted is not sent later': {
        find: 'ORDER BY since DESC LIMIT 1), 0) < seq`);',
        replace: 'ORDER BY since DESC LIMIT 1), 0) < seq OR TRUE`);',
      },
    },
    'store/sqlite/comments-and-reactions.ts': {
      'a reaction counts once a user': {
        find: "if (change(post.seq, kind, speaker.n) === 0) return { kind: 'done' };",
        replace: 'change(post.seq, kind, speaker.n);',
      },
    },
    'store/postgres/sql/functions/comments-and-reactions.sql': {
      'PostgreSQL: what is said of a post at once is counted one after another': {
        find: `  PERFORM FROM news_feed.talk WHERE deployment = d AND post = target FOR UPDATE;
END
$$;

-- Adds a reaction`,
        replace: `END
$$;

-- Adds a reaction`,
      },
    },
    'store/postgres/sql/functions/reasons.sql': {
      'PostgreSQL: a backfill is counted among the arrivals at its own number': {
        find: 'SELECT coalesce(backfill, seq) AS arrived',
        replace: 'SELECT seq AS arrived',
      },
    },
    'store/postgres/sql/functions/journal.sql': {
      'PostgreSQL: a backfilled post is nothing new': {
        find: 'AND followee = author AND since < seq AND until >= seq AND backfill IS NULL LIMIT 1)',
        replace: 'AND followee = author AND since < seq AND until >= seq LIMIT 1)',
      },
    },
  },
} satisfies Planted;
