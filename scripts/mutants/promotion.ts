import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/sqlite/usage.ts': {
      'a use up to the limit of a user, and not one more': {
        find: 'userCount >= perUser',
        replace: 'userCount > perUser',
      },
      'a use up to the limit of a device, and not one more': {
        find: 'if (deviceCount >= deviceLimit)',
        replace: 'if (deviceCount > deviceLimit)',
      },
      'a repeated order counts nothing': {
        find: 'if (known) return known;',
        replace: "if (known?.kind === 'mismatch') return known;",
      },
    },
    'store/sqlite/counters.ts': {
      'the limit of all users': {
        find: 'WHERE ?4 = 0 OR count < ?4 OR',
        replace: 'WHERE ?4 = 0 OR count <= ?4 OR',
      },
      'a use that has lapsed gives nothing back to all users': {
        find: 'count > 0 AND since <= ?2 AND',
        replace: 'count > 0 AND ?2 > 0 AND',
      },
      'the first use of a counter is the earliest, whatever the clocks of replicas say': {
        find: 'Math.min(since, now)',
        replace: 'since',
      },
    },
    'store/redis/lua/count-uses.lua': {
      'Redis: a use up to the limit of a user, and not one more': {
        find: 'of_user >= candidate.perUser',
        replace: 'of_user > candidate.perUser',
      },
      'Redis: the window of a device begins with its first use': {
        find: 'window_end or now + DEVICE_WINDOW_MS',
        replace: 'now + DEVICE_WINDOW_MS',
      },
      'Redis: a choice holds for what was seen': {
        find: 'if state ~= seen[i] then',
        replace: 'if not seen[i] then',
      },
      'Redis: a code has so many uses, and not one more': {
        find: 'found.uses >= found.limit',
        replace: 'found.uses > found.limit',
      },
    },
    'store/redis/lua/lib.lua': {
      'Redis: a step that fails writes nothing': {
        find: 'writes[#writes + 1] = { ... }',
        replace: 'redis.call(...)',
      },
      'Redis: an order is known for its lifetime': {
        find: '>= ORDER_LIFETIME_MS',
        replace: '> ORDER_LIFETIME_MS',
      },
      'Redis: nobody uses a code of a pending batch': {
        find: 'if batch[4] then',
        replace: 'if false then',
      },
      'a cancelled order is told so whatever its request': {
        find: 'elseif fields[5] then',
        replace: 'elseif fields[5] and fields[1] == fingerprint then',
      },
    },
    'store/postgres/rules.ts': {
      'PostgreSQL: a rule that was removed cannot be replaced': {
        find: 'AND promo_id = ${promoId} AND body IS NOT NULL',
        replace: 'AND promo_id = ${promoId}',
      },
    },
    'store/sqlite/codes.ts': {
      'a code has so many uses, and not one more': {
        find: 'row.uses >= row.uses_per_code',
        replace: 'row.uses > row.uses_per_code',
      },
    },
    'store/redis/lua/add-codes.lua': {
      'Redis: codes are added all or none': {
        find: "redis.call('EXISTS', key('code', ARGV[i])) == 1",
        replace: "i == 2 and redis.call('EXISTS', key('code', ARGV[i])) == 1",
      },
    },
    'store/sqlite/orders.ts': {
      'an order gives its uses back once': {
        find: 'if (returned !== null) return { terms, returned: parseReturned(returned) };',
        replace: '',
      },
    },
    'store/redis/lua/cancel-order.lua': {
      'Redis: an order gives its uses back once': {
        find: 'if not returned then',
        replace: 'if true then',
      },
      'Redis: a use that has lapsed gives nothing back': {
        find: 'if count == 0 or since > at then',
        replace: 'if count == 0 then',
      },
    },
  },
  'catalogue.test.ts': {
    'catalogue.ts': {
      'an older change does not undo a newer one': {
        find: 'if (version <= (this.#versions.get(promoId) ?? 0)) return;',
        replace: '',
      },
    },
  },
  'discounts/money.test.ts discounts/items.test.ts': {
    'discounts/money.ts': {
      'no discount takes more than what is left': {
        find: 'least(cap === undefined ? wanted : least(wanted, cap), left)',
        replace: 'cap === undefined ? wanted : least(wanted, cap)',
      },
      'shares without end add up again': {
        find: 'left : halfUp(ofParts, unitsPerBaseUnit)',
        replace: 'left : ofParts / unitsPerBaseUnit',
      },
      'max_amount is never exceeded': {
        find: 'return (numerator * 100n) / denominator;',
        replace: 'return halfUp(numerator * 100n, denominator);',
      },
    },
  },
} satisfies Planted;
