import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/sqlite/steps.ts': {
      'a repeated order holds nothing more': {
        find: 'if (earlier && isLive(tables, earlier, now)) {',
        replace: 'if (earlier && !isLive(tables, earlier, now)) {',
      },
      'all lines or none': { find: 'isShort: lines.some(', replace: 'isShort: lines.every(' },
      'a reservation of another user is not handed out': {
        find: 'return userId === request.userId && JSON',
        replace: 'return JSON',
      },
      'a reservation is held up to its instant': {
        find: 'now <= reservation.expiresAt',
        replace: 'now < reservation.expiresAt',
      },
      'a confirmation is in the outbox': {
        find: "tables.outbox.add({ id, kind: 'confirm', hubId, orderId, userId, at: now, movements });",
        replace: 'void [orderId, userId, movements];',
      },
      'units return to their bucket': {
        find: 'stock.buckets[buckets[i]! % stock.buckets.length]! += qty',
        replace: 'stock.buckets[0]! += qty',
      },
      'an extension ends within an hour of the reservation': {
        find: 'if (expiresAt > latest)',
        replace: 'if (expiresAt > latest + 1)',
      },
      'a late payment does not give an order two reservations': {
        find: 'if (other && isLive(tables, other, now))',
        replace: 'if (other && !isLive(tables, other, now))',
      },
    },
    'store/sqlite/stock-steps.ts': {
      'the available units are not set below what is held': {
        find: 'quantity < stock.held',
        replace: 'quantity <= stock.held',
      },
      'a reference stands for one adjustment': {
        find: "if (earlier && earlier.body !== body) return { kind: 'reference-used' };",
        replace: '',
      },
    },
    'store/sqlite/outbox.ts': {
      'an entry is claimed once': {
        find: 'for (const { id } of entries) setClaimable(now + lifetimes.claimMs, id);',
        replace: '',
      },
    },
    'store/redis/lua/lib.lua': {
      'Redis: all lines or none': {
        find: 'is_short = is_short or available[i] < line.qty',
        replace: 'is_short = available[i] < line.qty',
      },
      'Redis: a reservation is held up to its instant': {
        find: 'now <= reservation.expires_at',
        replace: 'now < reservation.expires_at',
      },
      'Redis: an order that ended may reserve again': {
        find: "return reservation.status == 'confirmed'",
        replace: 'return true',
      },
    },
    'store/redis/lua/outbox/acknowledge.lua': {
      'Redis: what was acknowledged is not pending any more': {
        find: "write('HDEL', key('pending', in_hub(entry.hubId, movement.sku)), movement.seq)",
        replace: '',
      },
    },
    'store/redis/lua/outbox/reject.lua': {
      'Redis: an entry that is rejected is put off for longer each time': {
        find: 'RETRY_MS * 2 ^ (failures - 1)',
        replace: 'RETRY_MS * failures',
      },
    },
    'store/redis/lua/retake.lua': {
      'Redis: a late payment takes all lines or none': {
        find: 'if is_short then',
        replace: 'if false then',
      },
      'Redis: the order has the reservation that was taken again': {
        find: "write('HSET', order_key, hub, reservation.id)",
        replace: '',
      },
    },
    'store/redis/lua/extend.lua': {
      'Redis: the sweep goes by the extended instant': {
        find: 'save_reservation(reservation, expires_at)',
        replace: 'save_reservation(reservation, now)',
      },
    },
    'store/redis/lua/adjust.lua': {
      'Redis: a revoked grant is good for nothing': {
        find: "redis.call('EXISTS', key('revoked', request.grant)) == 1",
        replace: 'false',
      },
    },
    'store/redis/lua/revoke.lua': {
      'Redis: a grant that was used is not revoked': {
        find: 'if find_adjustment(ARGV[1], tonumber(ARGV[3])) then',
        replace: 'if false then',
      },
    },
    'store/postgres/record.ts': {
      'PostgreSQL: the record takes each movement once': {
        find: 'ON CONFLICT (deployment, entry_id, sku) DO NOTHING',
        replace: 'ON CONFLICT (deployment, entry_id, sku) DO UPDATE SET at = excluded.at',
      },
      'PostgreSQL: later movements do not count in a comparison': {
        find: 'AND m.sku = snapshot.sku AND m.seq > snapshot.seq)',
        replace: 'AND m.sku = snapshot.sku AND m.seq > snapshot.seq + 1)',
      },
    },
  },
  'drain.test.ts': {
    'drain.ts': {
      'one entry that the record rejects keeps no other from it': {
        find: 'else parts.push(part.slice(middle), part.slice(0, middle));',
        replace: 'else parts.push(part.slice(0, middle));',
      },
      'while the record is away nothing stays claimed': {
        find: 'await this.#unclaim([...part, ...parts.flat()]);',
        replace: '',
      },
    },
  },
  'reconcile.test.ts': {
    'reconcile.ts': {
      'a store that was restored from an older state is found': {
        find: 'snapshot.stock.seq >= recorded.lastSeq',
        replace: 'snapshot.stock.seq >= 0',
      },
    },
  },
} satisfies Planted;
