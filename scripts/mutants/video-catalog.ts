import type { Planted } from '../mutant-lists.ts';

export default {
  'test/disk-full.test.ts': {
    'store/postgres/views.ts': {
      'on a full disk of PostgreSQL videos are shown': {
        find: 'error.code === common.STORE_FULL.code',
        replace: 'false',
      },
    },
  },
  'store/stores.test.ts': {
    'store/postgres/create.ts': {
      'PostgreSQL: uploaded_at never goes back': {
        find: 'greatest(old.uploaded_at, excluded.uploaded_at)',
        replace: 'excluded.uploaded_at',
      },
    },
    'store/postgres/views.ts': {
      'PostgreSQL: views of one batch get consecutive counts': {
        find: 'viewCount: last.viewCount - later',
        replace: 'viewCount: last.viewCount',
      },
      'PostgreSQL: all views of a batch are counted': {
        find: 'SET view_count = view_count + views',
        replace: 'SET view_count = view_count + 1',
      },
    },
  },
  'store/selections.test.ts': {
    'store/postgres/video-index.ts': {
      'PostgreSQL: a search stays in its deployment': {
        find: 'WHERE deployment = ${deployment} AND n < ${before} AND',
        replace: 'WHERE n < ${before} AND',
      },
      'PostgreSQL: the recent videos begin with the right one': {
        find: 'return (row?.n ?? 0) + 1;',
        replace: 'return (row?.n ?? 0) + 2;',
      },
      'PostgreSQL: the order by views goes on behind a place': {
        find: 'AND (view_count, n) <',
        replace: 'AND (view_count, n) <=',
      },
    },
  },
  'store/sqlite/sqlite-video-catalog-store.test.ts': {
    'store/sqlite/change.ts': {
      'the terms of a deleted video leave the index': {
        find: 'deleteTerms(n, termsOf(n, old));\n          deleteViews',
        replace: 'deleteViews',
      },
    },
  },
  'store/changes.test.ts': {
    'store/postgres/change.ts': {
      'PostgreSQL: edits of one video wait for each other': {
        find: ' FOR UPDATE OF video`',
        replace: '`',
      },
      'PostgreSQL: a change of a video is found by search': {
        find: '${termsOf(terms)}::text[])',
        replace: 'terms)',
      },
      'PostgreSQL: an edit changes what is compared': {
        find: 'searched = ${searched},',
        replace: 'searched = coalesce(${searched}, searched) || chr(9) || searched,',
      },
      'PostgreSQL: a deletion takes the texts as well': {
        find: 'return removed === 1;',
        replace: 'return removed >= 0;',
      },
    },
  },
  'store/keys.test.ts': {
    'store/sqlite/create.ts': {
      'a repeated key stores nothing': {
        find: 'if (earlier !== undefined) {',
        replace: 'if (earlier !== undefined && earlier.n < 0) {',
      },
      'a key is free after 24 hours': { find: 'expires_at > ?', replace: 'expires_at >= ?' },
    },
    'store/postgres/create.ts': {
      'PostgreSQL: a repeated key stores nothing': {
        find: '(!keys.has(key.text) &&',
        replace: '(true &&',
      },
      'PostgreSQL: of one batch only the first with a key is new': {
        find: ' && given.findIndex((other) => other.key?.text === key.text) === place',
        replace: '',
      },
      'PostgreSQL: a key is free after 24 hours': {
        find: 'expires_at > now`',
        replace: 'expires_at >= now`',
      },
      'PostgreSQL: another upload with a key is recognised': {
        find: "if (known.fingerprint !== each.key!.fingerprint) return { kind: 'mismatched' };",
        replace: '',
      },
    },
    'store/postgres/postgres-video-catalog-store.ts': {
      'PostgreSQL: keys are forgotten when they are free, not before': {
        find: 'expires_at <= ${now}',
        replace: 'expires_at <= ${now + 1}',
      },
    },
  },
  'store/postgres/locks.test.ts': {
    'store/postgres/create.ts': {
      'PostgreSQL: uploads with keys wait for each other': {
        find: 'ON CONFLICT (deployment) DO UPDATE SET n = old.n`',
        replace: 'ON CONFLICT DO NOTHING`',
      },
    },
  },
} satisfies Planted;
