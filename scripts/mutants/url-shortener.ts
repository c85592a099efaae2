import type { Planted } from '../mutant-lists.ts';

export default {
  'test/stats.test.ts store/stores.test.ts': {
    'follow.ts': {
      'a prefetch uses nothing up': {
        find: 'isLook || isPrefetch ? store.find',
        replace: 'isLook ? store.find',
      },
    },
  },
  'store/stores.test.ts': {
    'store/sqlite/links.ts': {
      'a code that is taken stays taken': {
        find: 'ON CONFLICT DO NOTHING RETURNING id',
        replace: 'ON CONFLICT (code) DO UPDATE SET url = excluded.url RETURNING id',
      },
    },
    'store/postgres/links.ts': {
      'PostgreSQL: a code that is taken stays taken': {
        find: 'ON CONFLICT DO NOTHING RETURNING',
        replace: 'ON CONFLICT (code) DO UPDATE SET url = excluded.url RETURNING',
      },
      'PostgreSQL: of two with one code in a batch, the first gets it': {
        find: 'links.toReversed().map',
        replace: 'links.map',
      },
    },
    'store/postgres/click.ts': {
      'PostgreSQL: clicks are counted on what others have left': {
        find: 'ORDER BY id FOR NO KEY UPDATE',
        replace: 'ORDER BY id',
      },
      'PostgreSQL: no more clicks are counted than are left': {
        find: 'least(n, greatest(0, coalesce(before.max_clicks - before.clicks, n)))',
        replace: 'n',
      },
      'PostgreSQL: nothing is taken back from a link that is over its limit': {
        find: 'greatest(0, coalesce(before.max_clicks - before.clicks, n))',
        replace: 'coalesce(before.max_clicks - before.clicks, n)',
      },
      'PostgreSQL: each click is decided by its own instant': {
        find: 'now < expires_at',
        replace: 'now <= expires_at',
      },
      'PostgreSQL: clicks of one statement share what is left': {
        find: 'clicks: link.clicks + 1',
        replace: 'clicks: link.clicks',
      },
    },
    'store/postgres/changes.ts': {
      'PostgreSQL: a change builds on what others have left': {
        find: 'WHERE code = ${code} FOR UPDATE',
        replace: 'WHERE code = ${code}',
      },
      'PostgreSQL: a tag that is taken off finds the link no more': {
        find: '          await removeTags(tx, link);\n          await tx',
        replace: '          await tx',
      },
      'PostgreSQL: a removal is told': {
        find: 'VALUES (${link.id})`);\n        await noteChange(tx, code);',
        replace: 'VALUES (${link.id})`);',
      },
      'PostgreSQL: that changes were missed is told': {
        find: 'version === undefined || codes.length === latest - version',
        replace: 'true',
      },
    },
    'store/postgres/clicks.ts': {
      'PostgreSQL: a portion that comes again counts no more': {
        find: '  if (isNew === 0) return;\n',
        replace: '',
      },
      'PostgreSQL: a removed link counts nothing': {
        find: 'clicks.filter(({ linkId }) => present.has(linkId))',
        replace: '[...clicks]',
      },
      'PostgreSQL: links are locked in one order': {
        find: 'ORDER BY id FOR NO KEY UPDATE',
        replace: 'ORDER BY random() FOR NO KEY UPDATE',
      },
    },
  },
  'resolve.test.ts': {
    'resolve.ts': {
      'a link read before a change is not cached after it': {
        find: 'if (this.#reads.get(code) !== read) return;',
        replace: '',
      },
      'memory serves only while changes are known': {
        find: '(isKnown ? this.#cache.get(code) : undefined)',
        replace: 'this.#cache.get(code)',
      },
    },
  },
  'clicks/clicks.test.ts': {
    'clicks/clicks.ts': {
      'a portion that failed comes again as it is': {
        find: 'await store.record(next, clock());\n      this.#portions.shift();',
        replace: 'this.#portions.shift();\n      await store.record(next, clock());',
      },
      'a flush ends before the next one begins': {
        find: 'return (this.#flushing = this.#flushing.then(flush, flush));',
        replace: 'return flush();',
      },
    },
  },
  'test/stats.test.ts': {
    'index.ts': {
      'a clean stop loses no click': { find: '    await clicks.flush();\n', replace: '' },
    },
  },
} satisfies Planted;
