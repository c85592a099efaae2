import type { Planted } from '../mutant-lists.ts';

export default {
  'train.test.ts test/routes.test.ts store/stores.test.ts': {
    'train.ts': {
      'a request without room does not refuse those that came with it': {
        find: "outcome === 'done' || lists.length === 1",
        replace: 'outcome !== undefined',
      },
    },
  },
  'store/stores.test.ts': {
    'store/sqlite/sqlite-autocomplete-store.ts': {
      'terms up to the bound, and not one more': {
        find: 'held.total + added.length <= limits.maxTerms;',
        replace: 'held.total + added.length <= limits.maxTerms + 1;',
      },
      'SQLite: a blocked term needs room': {
        find: 'if (held.total + added > limits.maxTerms) {',
        replace: 'if (held.total > limits.maxTerms) {',
      },
    },
    'store/redis/lua/train.lua': {
      'Redis: terms up to the bound, and not one more': {
        find: 'added > 0 and added > free',
        replace: 'added > 0 and added > free + 1',
      },
      'Redis: known terms are trained in a full store': {
        find: "if not index or redis.call('HEXISTS', freqs_of(index), ARGV[i]) == 0 then",
        replace: 'if true then',
      },
      'Redis: a clock that is behind makes nothing grow': {
        find: 'at = math.max(halvings, passed)',
        replace: 'at = halvings',
      },
    },
    'store/sqlite/rows.ts': {
      'SQLite: what a dropped index has left is deleted in steps': {
        find: 'const deletedAtATime = 500;',
        replace: 'const deletedAtATime = 5_000;',
      },
    },
    'store/redis/lua/lib.lua': {
      'Redis: counts that decay are not simply added up': {
        find: 'decays = hours > 0 or passed > 0',
        replace: 'decays = hours > 0',
      },
    },
    'store/redis/lua/set-half-life.lua': {
      'Redis: a half-life begins when it is set': {
        find: 'save_index(name, index.id, hours, now, index.halvings)',
        replace: 'save_index(name, index.id, hours, 0, index.halvings)',
      },
    },
    'store/redis/lua/block.lua': {
      'Redis: a blocked term needs room': {
        find: 'if room() < 1 then',
        replace: 'if room() < 0 then',
      },
    },
    'store/redis/lua/forget.lua': {
      'Redis: a deleted term gives its room back': {
        find: "redis.call('DECR', held)",
        replace: '',
      },
    },
    'store/redis/lua/drop.lua': {
      'Redis: a dropped index gives its room back': {
        find: "redis.call('HLEN', freqs) + redis.call('SCARD', blocked)",
        replace: '0',
      },
    },
  },
  'store/stores.test.ts test/routes.test.ts': {
    'store/sqlite/rows.ts': {
      'what a rollback takes back needs no room': {
        find: 'tx?.onRollback(() => this.add(id, -n));',
        replace: '',
      },
    },
  },
  'test/replicas.test.ts': {
    'store/redis/replica.ts': {
      'Redis: a gap in the stream is noticed': {
        find: 'sequence !== sequenceOf(this.#followed) + 1',
        replace: 'false',
      },
      'Redis: a loss that training hides is noticed': {
        find: 'if (!reply.isKnown) {',
        replace: 'if (reply.isKnown === undefined) {',
      },
      'Redis: what is trained while the index is read is not lost': {
        find: 'this.#followed = latest;\n',
        replace: 'this.#followed = this.#latest;\n',
      },
    },
  },
  'completions/completions.test.ts': {
    'completions/completions.ts': {
      'a term that falls leaves the lists': {
        find: 'if (change < 0) for',
        replace: 'if (change > 0) for',
      },
    },
    'completions/branch.ts': {
      'a short list takes no term that may have others before it': {
        find: 'if (this.isShort && (',
        replace: 'if (this.isShort && false && (',
      },
    },
  },
  'complete.test.ts store/stores.test.ts': {
    'dictionaries/decay.ts': {
      'what has decayed stays so under another half-life': {
        find: 'halvings: halvingsAt(decay, now),',
        replace: 'halvings: 0,',
      },
    },
  },
  'dictionaries/dictionaries.test.ts': {
    'dictionaries/dictionaries.ts': {
      'an index that took the place of another is not that one': {
        find: 'present.id >= id',
        replace: 'present.id >= 0',
      },
    },
  },
  'store/redis/replica.test.ts': {
    'store/redis/changes.ts': {
      'Redis: earlier entries do not undo an own change': {
        find: 'if (own > sequence) return true;',
        replace: '',
      },
    },
    'store/redis/replica.ts': {
      'Redis: a late reply does not undo what the stream told': {
        find: 'if (sequence <= this.#seen) continue;',
        replace: '',
      },
      'Redis: nothing that was deleted shows while all is read': {
        find: 'while (sequenceOf(this.#followed) < end) {',
        replace: 'while (sequenceOf(this.#followed) < 0) {',
      },
      'Redis: a late reply does not create a dropped index again': {
        find: 'if (last <= this.#seen) return;',
        replace: '',
      },
    },
  },
} satisfies Planted;
