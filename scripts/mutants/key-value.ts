import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/sqlite/node.ts': {
      'a node refuses a caller of another version': {
        find: 'if (table.servedVersion(name) !== versionId) throw new VersionMismatch();',
        replace: 'void versionId;',
      },
      'a value that arrives does not replace a newer one': {
        find: 'if (!rows.has(key) && !table.set',
        replace: 'if (!table.set',
      },
      'a key that was deleted while it moves does not come back': {
        find: 'if (leaveTombstone) table.set(tx, name, key, undefined);\n    else table',
        replace: 'void leaveTombstone;\n    table',
      },
      'a condition is judged by what is left at the former owner, unless something is here': {
        find: 'const head = row === undefined ? left : kept(row);',
        replace: 'const head = kept(row) ?? left;',
      },
    },
    'store/redis/lua/accept.lua': {
      'Redis: a value that arrives does not replace a newer one': {
        find: 'if entry or redis.call',
        replace: 'if redis.call',
      },
      'Redis: a key that was deleted while it moves does not come back': {
        find: " or redis.call('SISMEMBER', KEYS[5], ARGV[2]) == 1",
        replace: '',
      },
    },
    'store/redis/lua/fence.lua': {
      'Redis: no version comes back after a later one': {
        find: 'tonumber(version) > tonumber(ARGV[2]) or ',
        replace: '',
      },
      'Redis: tombstones do not outlive their change': {
        find: "redis.call('UNLINK', KEYS[3])",
        replace: '',
      },
    },
    'store/redis/lua/replace.lua': {
      'Redis: of two changes at once one is made': {
        find: "(redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1]",
        replace: 'false',
      },
    },
    'store/redis/lua/put.lua': {
      'Redis: a condition is judged': {
        find: 'if ARGV[5] and not is_met',
        replace: 'if false and not is_met',
      },
    },
    'store/redis/lua/lib.lua': {
      'Redis: a deleted value does not count because it is left elsewhere': {
        find: " and redis.call('SISMEMBER', KEYS[5], key) == 0",
        replace: '',
      },
      'Redis: what has expired is gone for all who come later': {
        find: '    remove(key, leave_tombstone)\n    head = nil',
        replace: '    head = nil',
      },
      'Redis: a value expires at its instant, not after it': {
        find: 'expiry <= tonumber(now)',
        replace: 'expiry < tonumber(now)',
      },
      'Redis: a PUT without TTL makes a key permanent': {
        find: `  else
    redis.call('ZREM', KEYS[4], key)
  end`,
        replace: '  end',
      },
      'Redis: the index has the keys that have a value': {
        find: "  redis.call('ZREM', KEYS[3], key)\n",
        replace: '',
      },
    },
    'store/redis/lua/gone.lua': {
      'Redis: a key that was set again is not gone': {
        find: "is_gone = redis.call('HEXISTS', KEYS[2], key) == 0",
        replace: 'is_gone = true',
      },
    },
  },
  'test/full.test.ts store/sqlite/entry-table.test.ts': {
    'store/sqlite/entry-table.ts': {
      'values up to the bound, and not a byte more': {
        find: 'growth > 0 && this.#bytes + growth > this.#maxBytes',
        replace: 'growth > 0 && this.#bytes + growth >= this.#maxBytes',
      },
    },
  },
  'store/sqlite/entry-table.test.ts test/full.test.ts store/stores.test.ts': {
    'store/sqlite/entry-table.ts': {
      'what a rollback takes back is gone from memory': {
        find: 'tx.onRollback(() => this.#replace(state, key, before));\n    return true;',
        replace: 'return true;',
      },
    },
  },
  'test/cluster.test.ts': {
    'change.ts': {
      'a key that moved is deleted where it was': {
        find: 'await former!.delete(versionId, key, false);',
        replace: '',
      },
    },
    'keys/at-owner.ts': {
      'a key that moves is read where it was first': {
        find: 'const left = await former?.get(versionId, key);',
        replace: 'const left = await owner.get(versionId, key); void former;',
      },
    },
  },
  'test/cluster.test.ts test/console.test.ts': {
    'change.ts': {
      'a node that joins is empty': { find: 'await expectEmpty(pool, joining);', replace: '' },
      'a change that is under way is not replaced by another': {
        find: 'if (!sameNodes(cluster.view.record.nodes, nodes)) throw refuse.RING_CHANGING();',
        replace: '',
      },
    },
  },
  'test/sweep.test.ts': {
    'keys/at-owner.ts': {
      'a read that finds an expired value makes that final': {
        find: 'return await owners.owner.expire(versionId, key, now, owners.former !== undefined);',
        replace: 'return undefined;',
      },
    },
    'keys/sweep.ts': {
      'the sweep leaves a tombstone while a key moves': {
        find: 'return node.expire(view.versionId, key, now, isMoving);',
        replace: 'return node.expire(view.versionId, key, now, isMoving && false);',
      },
    },
  },
  'keys/conditions.test.ts': {
    'keys/conditions.ts': {
      'If-Match compares strongly': { find: "!(isWeak && name === 'if-match')", replace: 'true' },
    },
  },
  'test/conditions.test.ts': {
    'keys/conditions.ts': {
      'the envelope and the bytes each have an ETag of their own': {
        find: 'form === \'bytes\' ? `"${tag}.bytes"` : `"${tag}"`;',
        replace: 'form && `"${tag}"`;',
      },
    },
  },
  'test/conditions.test.ts keys/conditions.test.ts': {
    'keys/conditions.ts': {
      'If-None-Match of a GET means the ETag of the form that is asked for': {
        find: 'return write === undefined || isOther ? [] : [write];',
        replace: 'return write === undefined || (isOther && false) ? [] : [write];',
      },
    },
  },
  'test/listing-laws.test.ts': {
    'keys/list.ts': {
      'what was deleted while it moves is not listed': {
        find: '.filter(({ key }) => !gone.has(key))',
        replace: '.filter(() => gone !== undefined)',
      },
    },
  },
} satisfies Planted;
