import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/sqlite/checkout.ts': {
      'a repeated key sells nothing more': {
        find: "if (original !== undefined) return { kind: 'repeated', original };",
        replace: 'void original;',
      },
      'a request that was refused is not counted': {
        find: 'if (isResult(outcome)) sale.windows.record(c.devices, c.now, tx);',
        replace: 'sale.windows.record(c.devices, c.now, tx);',
      },
      'a repeated checkout shows no end of a hold that is over': {
        find: 'if (isHeld(sale.reservations.find(original.reservationId)!, now)) return original;',
        replace: 'if (now > 0) return original;',
      },
      'a pause between admission and sale refuses the sale': {
        find: 'return notOpen(product, c.now) ?? lastTwoSteps(sale, product, c);',
        replace: 'return lastTwoSteps(sale, product, c);',
      },
      'a user has no more holds and places than the quota': {
        find: "if (isBeyondQuota(sale, c)) return { kind: 'quota' };",
        replace: '',
      },
    },
    'store/sqlite/selling.ts': {
      'a sale of a former ledger gives nothing back': {
        find: 'if (product.generation !== generation) return undefined;',
        replace: '',
      },
      'the later promotion of a user is told': {
        find: 'if (promoted) sale.reservations.forgetPromotion(userId, product_id);',
        replace: '',
      },
      'released units count no more for the purchase limit': {
        find: 'if (product.user_limit !== null) sale.owned.takeBack(product_id, generation, user_id, qty);',
        replace: '',
      },
      'lapsed units count no more for the purchase limit, swept or not': {
        find: '- lapsed + wanted',
        replace: '- 0 * lapsed + wanted',
      },
    },
    'store/sqlite/ledger.ts': {
      'a confirmed sale cannot be released': {
        find: "if (reservation.status === 'confirmed') return { kind: 'confirmed' };",
        replace: '',
      },
    },
    'store/sqlite/promotion.ts': {
      'who wants more than was ever loaded is passed over, nobody else': {
        find: 'head.qty > loaded',
        replace: 'head.qty >= loaded',
      },
    },
    'store/sqlite/waiting-room.ts': {
      'a newcomer never stands behind the mark of those who were passed over': {
        find: 'Math.max(mark, ',
        replace: 'Math.max(-1, ',
      },
      'who is passed over is in nobody’s way': {
        find: 'AND b.largest > ?4 AND w.qty <= ?4',
        replace: 'AND b.largest > ?4',
      },
      'a place that the units just serve is reachable, whatever its block': {
        find: 'blocks.units + qty > servable',
        replace: 'blocks.units + qty >= servable',
      },
      'units that others want in blocks with larger wishes count': {
        find: '(blocks.largest ?? 0) > loaded ? unitsOfOthers(...place, loaded)!.units : 0',
        replace: '(blocks.largest ?? 0) < 0 ? unitsOfOthers(...place, loaded)!.units : 0',
      },
      'places count in the quota, but not those in a stale room': {
        find: 'AND (p.generation > 0 OR p.last_joined_at >= ?)',
        replace: 'AND ? > 0',
      },
    },
    'store/redis/lua/lib/room.lua': {
      'Redis: a newcomer never stands behind the mark of those who were passed over': {
        find: "redis.call('HINCRBY', hash, 'joined', 1)",
        replace: "redis.call('ZCARD', room) + 1",
      },
      'Redis: who wants more than was ever loaded is passed over, nobody else': {
        find: 'waiter.qty > product.loaded',
        replace: 'waiter.qty >= product.loaded',
      },
      'Redis: the waiting room keeps the order of arrival': {
        find: '(premium and 0 or REGULAR) + sequence',
        replace: '(premium and 0 or REGULAR) - sequence',
      },
    },
    'store/redis/lua/lib/stock.lua': {
      'Redis: a sale of a former ledger gives nothing back': {
        find: `if product.generation ~= reservation.generation then
    return false
  end`,
        replace: '',
      },
      'Redis: a repeated checkout shows no end of a hold that is over': {
        find: 'is_kept(reservation, now) and hold_of(reservation) or nil',
        replace: 'reservation and original.expiresAt',
      },
      'Redis: a hold lapses at its instant, not after it': {
        find: 'now >= expires_at',
        replace: 'now > expires_at',
      },
      'Redis: what was confirmed does not lapse': {
        find: "redis.call('ZREM', key('holds'), id)",
        replace: '',
      },
      'Redis: lapsed units count no more for the purchase limit, swept or not': {
        find: 'owned = owned - (',
        replace: 'owned = owned - 0 * (',
      },
      'on Redis a hold that ends no longer counts in the quota': {
        find: "redis.call('ZREM', key('open', reservation.userId), id)",
        replace: '',
      },
    },
    'store/redis/lua/checkout.lua': {
      'Redis: a request that was refused is not counted': {
        find: 'if is_result(outcome) then\n    count_request(c)',
        replace: 'if true then\n    count_request(c)',
      },
      'Redis: a slot pool that is full admits nobody': {
        find: "redis.call('ZCARD', key('slots')) >= a.poolSize",
        replace: "redis.call('ZCARD', key('slots')) > a.poolSize",
      },
      'Redis: a slot is given back after the sale': {
        find: "redis.call('ZREM', key('slots'), c.reservationId)",
        replace: '',
      },
      'Redis: a pause between admission and sale refuses the sale': {
        find: 'local outcome = not_open(product, c.now) or last_two_steps(product, c)',
        replace: 'local outcome = last_two_steps(product, c)',
      },
      'on Redis places count in the quota, but not those in a stale room': {
        find: 'places = places + (is_stale(product_of(id), c.now) and 0 or 1)',
        replace: 'places = places + 1',
      },
    },
    'store/redis/lua/confirm.lua': {
      'Redis: a confirmation moves the units once': {
        find: "if status == 'held' then",
        replace: 'if true then',
      },
    },
    'store/redis/lua/claim-voucher.lua': {
      'Redis: a voucher is given once to a user': {
        find: "return 'already-claimed'",
        replace: 'local again = true',
      },
    },
    'lottery/sqlite/steps.ts': {
      'lottery: a prize whose hold is over has expired': {
        find: "if (!isKept(reservation, now)) return 'expired';",
        replace: '',
      },
    },
    'lottery/lua/lib.lua': {
      'Redis: a prize whose hold is over has expired': {
        find: 'if not is_kept(reservation, now) then',
        replace: 'if not reservation then',
      },
    },
    'lottery/lua/return-prizes.lua': {
      'lottery: a prize that its holder released by id is not given back twice': {
        find: "prize.reservation.status == 'held' and",
        replace: "prize.reservation.status ~= 'confirmed' and",
      },
    },
    'store/sqlite/reservations.ts': {
      'a hold that was swept is over for a replica whose clock is behind': {
        find: "status === 'expired' || (",
        replace: '(',
      },
      'a hold counts in the quota until it lapses': {
        find: "status = 'held' AND expires_at IS NOT NULL AND expires_at > ?`,\n  ),\n  /** Some",
        replace: "status = 'held' AND expires_at IS NOT NULL AND ? > 0`,\n  ),\n  /** Some",
      },
    },
    'store/redis/lua/load.lua': {
      'Redis: the limit of a former ledger is forgotten': {
        find: "redis.call('UNLINK', key('owned', id), ",
        replace: "redis.call('UNLINK', ",
      },
    },
    'store/redis/lua/slice.lua': {
      'Redis: a closed sale promotes nobody while its room is emptied': {
        find: "if product.promoting and product.mode == 'closed' then",
        replace: 'if false then',
      },
    },
    'store/redis/lua/leave.lua': {
      'Redis: there may be more behind those whom a leave looked at': {
        find: '#waiters == limit and #others or #others + 1',
        replace: '#others + 1',
      },
    },
    'store/redis/lua/queue-position.lua': {
      'Redis: who is passed over is in nobody’s way': {
        find: 'if qty <= product.loaded then',
        replace: 'if true then',
      },
    },
    'lottery/lua/claim-prize.lua': {
      'on Redis a claimed prize counts in the quota until its hold lapses': {
        find: "redis.call('ZADD', key('open', reservation.userId), expires_at, prize.reservationId)",
        replace: '',
      },
    },
  },
  'store/stores.test.ts test/checkout.test.ts': {
    'store/redis/lua/lib/base.lua': {
      'Redis: a key that failed is usable, one that sold is not': {
        find: "'running' and LOCK_MS or RESULT_MS",
        replace: "'running' and RESULT_MS or LOCK_MS",
      },
    },
  },
  'lottery/lottery.test.ts': {
    'lottery/lua/enter.lua': {
      'lottery: a device enters once': {
        find: "redis.call('HSET', key('entry_devices', id), a.device, a.userId)",
        replace: '',
      },
      'lottery: nobody enters after the enrolment': {
        find: 'a.now - opened >= ENROLMENT_MS',
        replace: 'a.now - opened > ENROLMENT_MS',
      },
    },
    'lottery/sqlite/steps.ts': {
      'lottery: a winner keeps the prize when the round is drawn twice at once': {
        find: 'if (hasWon(lottery.entryOf(product_id, generation, userId)!)) continue;',
        replace: '',
      },
    },
    'lottery/draw.ts': {
      'lottery: the digest binds the seed to the list of entrants': {
        find: '`${seed}:${round}:${digest}:${entrant.entry}`',
        replace: '`${seed}:${round}:${entrant.entry}`',
      },
    },
  },
  'test/events.test.ts': {
    'store/redis/lua/lib/room.lua': {
      'Redis: a promotion is told on every replica': {
        find: 'changed(product.id, user)',
        replace: '',
      },
    },
    'routes/queue.ts': {
      'a place is told to its user only': {
        find: ", withQuery: { user_id: access.user({ query: 'user_id' }) }",
        replace: '',
      },
    },
  },
} satisfies Planted;
