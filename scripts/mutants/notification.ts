import type { Planted } from '../mutant-lists.ts';

export default {
  'store/stores.test.ts': {
    'store/sqlite/accept.ts': {
      'a repetition sends nothing': {
        find: 'if (earlier !== undefined) {',
        replace: 'if (earlier !== undefined && earlier.fingerprint !== key!.fingerprint) {',
      },
      'numbers grow when the clock goes back': {
        find: 'max(last + 1, ?)',
        replace: 'max(last, ?)',
      },
    },
    'store/sqlite/sqlite-notification-store.ts': {
      'an attempt is claimed once': {
        find: 'SET attempts = attempts + 1, due_at = ?',
        replace: 'SET attempts = attempts + 1, due_at = ? - 1000000',
      },
      'a claim that lapsed settles nothing': {
        find: "WHERE n = ? AND attempts = ? AND state = 'pending'`",
        replace: "WHERE n = ? AND attempts >= ? AND state = 'pending'`",
      },
    },
    'store/postgres/accept.ts': {
      'PostgreSQL: a key is free after its lifetime': {
        find: 'WHERE k.expires_at <= ${now}::bigint',
        replace: 'WHERE k.expires_at < ${now}::bigint',
      },
      'PostgreSQL: preferences are read only for requests without an earlier answer': {
        find: 'AND k.key = d.key',
        replace: 'AND k.key = d.key AND false',
      },
    },
    'store/postgres/postgres-notification-store.ts': {
      'PostgreSQL: a claim that lapsed settles nothing': {
        find: 'AND n = ${n} AND attempts = ${attempts}',
        replace: 'AND n = ${n}',
      },
    },
    'store/postgres/forget.ts': {
      'PostgreSQL: no notification is forgotten before its key': {
        find: 'least(${now}::bigint, (SELECT min(expires_at) - 1\n              FROM notification.idempotency_key WHERE deployment = ${deployment}))',
        replace: '${now}::bigint',
      },
    },
    'store/sqlite/inboxes.ts': {
      'a count follows a reading of what was summed up': {
        find: 'readAt === null ? 1 : -1, 0)',
        replace: '0, 0)',
      },
      'what was not summed up is not taken from the sum': {
        find: 'WHERE user_id = ? AND upto >= ?',
        replace: 'WHERE user_id = ? AND upto >= ? - 1e9',
      },
    },
    'store/postgres/inboxes.ts': {
      'PostgreSQL: a sum is made under the lock': {
        find: 'const isSummedUp = row.n <= upto;',
        replace: 'const isSummedUp = true;',
      },
    },
    'store/postgres/ripen.ts': {
      'PostgreSQL: a digest goes out once': {
        find: "AND n = ${n} AND state = 'waiting' AND due_at <= ${at(now)}",
        replace: "AND n = ${n} AND extra LIKE '%digest_key%'",
      },
      'PostgreSQL: a cancelled notification is not part of a digest': {
        find: "AND digest = ${n} AND state = 'joined'",
        replace: "AND digest = ${n} AND state IN ('joined', 'cancelled')",
      },
      'PostgreSQL: parts that wait belong to a digest of their own': {
        find: 'await set(sql`digest = ${to}, ${further(stepTo(to))}`, group.rows);',
        replace: '',
      },
    },
    'store/sqlite/batches.ts': {
      'a portion of a batch is made once': {
        find: 'WHERE n = ? AND cursor = ? AND NOT is_over`);',
        replace: "WHERE n = ? AND (cursor = ? OR cursor > '') AND NOT is_over`);",
      },
    },
    'store/postgres/batches.ts': {
      'PostgreSQL: a portion of a batch is made once': {
        find: 'AND n = ${batch} AND cursor = ${after} AND NOT is_over',
        replace: 'AND n = ${batch} AND NOT is_over',
      },
    },
    'store/digest-rows.ts': {
      'each recipient has a digest': {
        find: "if (own === '') return digestKey;",
        replace: 'return digestKey;',
      },
      'a digest is for a device, not only for a user': {
        find: 'JSON.stringify([mailbox, endpoint,',
        replace: 'JSON.stringify([mailbox,',
      },
    },
    'store/sqlite/digests.ts': {
      'parts that wait belong to a digest of their own': {
        find: 'move(digest, stepTo(digest), numbersOf(group));',
        replace: '',
      },
    },
  },
  'store/stores.test.ts store/postgres/postgres-notification-store.test.ts': {
    'store/postgres/accept.ts': {
      'PostgreSQL: of two with one key in a batch the first is stored': {
        find: 'requests.toReversed().map',
        replace: 'requests.map',
      },
    },
  },
  'test/outbox.test.ts': {
    'outbox/outbox.ts': {
      'attempts up to the last, and not one more': {
        find: 'attempts >= maxAttempts',
        replace: 'attempts > maxAttempts',
      },
      'a temporary failure is final only after its time': {
        find: 'now >= since + retryMs',
        replace: 'now >= since',
      },
      'the time for repetitions counts from the first attempt': {
        find: 'triedSince ?? now, now)',
        replace: 'now, now)',
      },
    },
  },
  'test/outbox.test.ts test/http.test.ts': {
    'outbox/outbox.ts': {
      'a claim outlives its attempt': {
        find: 'claimedUntil: now + timeoutMs + leaseMarginMs',
        replace: 'claimedUntil: now',
      },
    },
  },
  'store/sqlite/sqlite-notification-store.test.ts': {
    'store/digest-rows.ts': {
      'a window of several recipients, as they once were, goes out to each': {
        find: 'Map.groupBy(ready, (row) => recipientOf(recipientColumns(row)))',
        replace: "Map.groupBy(ready, () => '')",
      },
    },
  },
  'store/stores.test.ts laws/laws.test.ts': {
    'store/digest-rows.ts': {
      'what is not urgent waits for the end of quiet hours': {
        find: 'instantOf(row) <= due);',
        replace: 'instantOf(row) <= due || true);',
      },
    },
  },
  'test/own-sender.test.ts': {
    'outbox/outbox.ts': {
      'Retry-After is waited for': { find: 'result.retryAfterMs ?? 0', replace: '0' },
    },
  },
  'test/identity.test.ts': {
    'unread.ts': {
      'a user knows of no other than those in the inbox': {
        find: 'if (!wasInInbox && !actsForAll(caller))',
        replace: 'if (false)',
      },
    },
  },
} satisfies Planted;
