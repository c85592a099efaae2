import type { Mutant } from '../mutants.ts';

const stores = ['store/stores.test.ts'];
const outbox = ['test/outbox.test.ts'];

export default [
  {
    rule: 'a repetition sends nothing',
    file: 'store/sqlite/accept.ts',
    find: 'if (earlier !== undefined) {',
    replace: 'if (earlier !== undefined && earlier.fingerprint !== key!.fingerprint) {',
    tests: stores,
  },
  {
    rule: 'a key is free after its lifetime',
    file: 'store/sqlite/accept.ts',
    find: 'expires_at > ?',
    replace: 'expires_at >= ?',
    tests: stores,
  },
  {
    rule: 'numbers grow when the clock goes back',
    file: 'store/sqlite/accept.ts',
    find: 'max(last + 1, ?)',
    replace: 'max(last, ?)',
    tests: stores,
  },
  {
    rule: 'an attempt is claimed once',
    file: 'store/sqlite/store.ts',
    find: 'SET attempts = attempts + 1, due_at = ?',
    replace: 'SET attempts = attempts + 1, due_at = ? - 1000000',
    tests: stores,
  },
  {
    rule: 'a claim that lapsed settles nothing',
    file: 'store/sqlite/store.ts',
    find: "WHERE n = ? AND attempts = ? AND state = 'pending'`",
    replace: "WHERE n = ? AND attempts >= ? AND state = 'pending'`",
    tests: stores,
  },
  {
    rule: 'PostgreSQL: a key is free after its lifetime',
    file: 'store/postgres/accept.ts',
    find: 'WHERE k.expires_at <= ${now}::bigint',
    replace: 'WHERE k.expires_at < ${now}::bigint',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: of two with one key in a batch the first is stored',
    file: 'store/postgres/accept.ts',
    find: 'requests.toReversed().map',
    replace: 'requests.map',
    tests: [...stores, 'store/postgres/store.test.ts'],
  },
  {
    rule: 'PostgreSQL: a claim that lapsed settles nothing',
    file: 'store/postgres/store.ts',
    find: 'AND n = ${n} AND attempts = ${attempts}',
    replace: 'AND n = ${n}',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: no notification is forgotten before its key',
    file: 'store/postgres/store.ts',
    find: 'least(${now}::bigint, (SELECT min(expires_at) - 1\n              FROM notification.idempotency_key WHERE deployment = ${deployment}))',
    replace: '${now}::bigint',
    tests: stores,
  },
  {
    rule: 'another request with a key is told so',
    file: 'send.ts',
    find: 'title, body, address, endpoint, keys?.p256dh, keys?.auth]',
    replace: 'title, body, endpoint, keys?.p256dh, keys?.auth]',
    tests: ['test/http.test.ts'],
  },
  {
    rule: 'attempts up to the last, and not one more',
    file: 'outbox/outbox.ts',
    find: 'attempts >= maxAttempts',
    replace: 'attempts > maxAttempts',
    tests: outbox,
  },
  {
    rule: 'a claim outlives its attempt',
    file: 'outbox/outbox.ts',
    find: 'claimedUntil: now + timeoutMs + leaseMarginMs',
    replace: 'claimedUntil: now',
    tests: [...outbox, 'test/http.test.ts'],
  },
  {
    rule: 'senders that are busy refuse',
    file: 'outbox/outbox.ts',
    find: 'limit.activeCount + limit.pendingCount >= 2 * max',
    replace: 'false',
    tests: outbox,
  },
  {
    rule: 'pauses grow',
    file: 'outbox/retry.ts',
    find: '2 ** (attempts - 1)',
    replace: 'attempts',
    tests: outbox,
  },
  {
    rule: 'a page of an inbox begins below the last of the one before',
    file: 'inbox.ts',
    find: 'below = last.n;',
    replace: 'below = last.n + 1;',
    tests: ['test/http.test.ts', ...stores],
  },
  {
    rule: 'a stream shows each notification once',
    file: 'follow.ts',
    find: 'last = notification.n;',
    replace: '',
    tests: ['test/streams.test.ts'],
  },
] satisfies Mutant[];
