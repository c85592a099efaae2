import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/sqlite/orders.ts': {
      'an order is taken once': {
        find: 'if (known) return known;',
        replace: 'if (known?.batchId === null) return known;',
      },
      'a batch takes its orders once': {
        find: "SET state = 'claimed', batch_id = ?, at = ? WHERE",
        replace: 'SET batch_id = ?, at = ? WHERE',
      },
    },
    'store/sqlite/order-rows.ts': {
      'a driver who refused an order again is the latest of those who did': {
        find: '[...others, driverId]',
        replace: '[driverId, ...others]',
      },
      'a claim that lapsed offers nothing': {
        find: "state = 'claimed' AND batch_id = ? AND at > ?`",
        replace: "state = 'claimed' AND batch_id = ? AND at > ? - 1000000`",
      },
    },
    'store/sqlite/offers.ts': {
      'an offer that is over cannot be accepted': {
        find: "state === 'offered' && now >= expiresAt",
        replace: "state === 'offered' && now > expiresAt",
      },
      'an offer is answered by its own driver only': {
        find: 'row?.driverId === driverId ? row',
        replace: 'row !== undefined ? row',
      },
    },
    'store/sqlite/assignments.ts': {
      'an offer ends with its order': {
        find: 'Math.min(expiresAt, orders.find(orderId)!.endsAt)',
        replace: 'expiresAt',
      },
      'cancelling an order frees the driver who has it in hand, no other': {
        find: 'if (drivers.find(assignment.driverId)?.assignmentId !== assignmentId) return;',
        replace: '',
      },
    },
    'store/redis/lua/lib.lua': {
      'Redis: an offer that is over cannot be accepted': {
        find: 'now < tonumber(assignment.expiresAt)',
        replace: 'now <= tonumber(assignment.expiresAt)',
      },
      'Redis: an order that was assigned by hand goes back to the manual queue': {
        find: "if order.byHand == '1' then",
        replace: 'if false then',
      },
      'Redis: a driver who refused an order again is the latest of those who did': {
        find: 'if id ~= driver then',
        replace: 'if true then',
      },
      'Redis: a cancelled order leaves the pool, the timers and the queue': {
        find: "{ 'ends', 'pool', 'unmatched', 'claims', 'delayed', 'manual' }",
        replace: "{ 'ends', 'pool', 'unmatched', 'claims', 'delayed' }",
      },
    },
    'store/redis/lua/run-timers.lua': {
      'Redis: claims that lapsed go back to the pool': {
        find: "ipairs({ 'delayed', 'claims' })",
        replace: "ipairs({ 'delayed' })",
      },
    },
    'store/redis/lua/claim-batch.lua': {
      'Redis: a batch holds no more orders than it may': {
        find: 'local room = MAX_ORDERS - #orders',
        replace: 'local room = MAX_ORDERS',
      },
    },
    'store/redis/lua/cancel.lua': {
      'Redis: a cancelled order does not count for the batch that it was to be in': {
        find: "'new_orders', -1)",
        replace: "'new_orders', 0)",
      },
      'Redis: a delivered order cannot be cancelled': {
        find: "order.state == 'delivered' or order.state == 'cancelled'",
        replace: "order.state == 'cancelled'",
      },
    },
    'store/redis/lua/lib/orders.lua': {
      'Redis: an order that is given back waits again': {
        find: 'if is_waiting(state) and not is_waiting(order.state) then',
        replace: 'if is_waiting(state) and not order.state then',
      },
    },
  },
  'matching/matching.test.ts': {
    'matching/ranking.ts': {
      'a driver who refused an order is passed over while another one could take it': {
        find: 'filter((candidate) => refusal(candidate) === undefined)',
        replace: 'filter(() => true)',
      },
    },
  },
  'matching/matching.test.ts test/asked-again.test.ts': {
    'matching/ranking.ts': {
      'when nobody else is left, the driver who refused longest ago is asked again': {
        find: 'refusal(a)! - refusal(b)!',
        replace: 'refusal(b)! - refusal(a)!',
      },
    },
  },
  'test/asked-again.test.ts': {
    'matching/matching.ts': {
      'an order that all in reach refused is not stuck': {
        find: '  askAgain(ranked, choices);\n',
        replace: '',
      },
    },
    'offers.ts': {
      'an order is offered again as a new offer': {
        find: 'attemptsTotal > 0 && (await offers.find(first)) !== undefined',
        replace: 'attemptsTotal < 0',
      },
    },
  },
  'matching/matching.test.ts test/histories.test.ts': {
    'matching/matching.ts': {
      'an order that a driver refuses for ever does not keep others from being asked': {
        find: '  left.sort(([, a], [, b]) => a.attemptsTotal - b.attemptsTotal);\n',
        replace: '',
      },
    },
  },
  '../../test/identity.test.ts': {
    'routes/routes.ts': {
      'an order is followed by services, not by users': {
        find: ', withQuery: { order_id: access.service }',
        replace: '',
      },
    },
  },
} satisfies Planted;
