import type { Mutant } from '../mutants.ts';

const stores = ['store/stores.test.ts'];

export default [
  {
    rule: 'a code that is taken stays taken',
    file: 'store/sqlite/store.ts',
    find: 'ON CONFLICT DO NOTHING',
    replace: 'ON CONFLICT (code) DO UPDATE SET url = excluded.url',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: a code that is taken stays taken',
    file: 'store/postgres/store.ts',
    find: 'ON CONFLICT DO NOTHING',
    replace: 'ON CONFLICT (code) DO UPDATE SET url = excluded.url',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: of two with one code in a batch, one gets it',
    file: 'store/postgres/store.ts',
    find: 'first.get(insert.code) === insert && inserted.has(insert.code)',
    replace: 'inserted.has(insert.code)',
    tests: stores,
  },
  {
    rule: 'PostgreSQL: of two with one code in a batch, the first gets it',
    file: 'store/postgres/store.ts',
    find: 'inserts.toReversed().map',
    replace: 'inserts.map',
    tests: stores,
  },
  {
    rule: 'codes are drawn five times',
    file: 'shorten.ts',
    find: 'attempt < maxAttempts',
    replace: 'attempt < maxAttempts - 1',
    tests: ['test/http.test.ts'],
  },
  {
    rule: 'a code that is taken is not handed out',
    file: 'shorten.ts',
    find: 'await store.insertIfAbsent(code, location, now)',
    replace: '((await store.insertIfAbsent(code, location, now)) || true)',
    tests: ['test/http.test.ts'],
  },
  {
    rule: 'that a code is unknown is not remembered',
    file: 'resolve.ts',
    find: 'if (url !== undefined) this.#cache.set(code, url)',
    replace: "this.#cache.set(code, url ?? 'x')",
    tests: ['resolve.test.ts'],
  },
  {
    rule: 'a read that failed is read again',
    file: 'resolve.ts',
    find: '.finally(() => this.#reads.delete(code))',
    replace: '',
    tests: ['resolve.test.ts'],
  },
  {
    rule: 'what cannot be a code is not looked up',
    file: 'resolve.ts',
    find: 'if (!canBeCode(code)) return undefined;',
    replace: '',
    tests: ['resolve.test.ts', 'test/http.test.ts'],
  },
  {
    rule: 'own addresses are refused with any port of their own only',
    file: 'target.ts',
    find: 'if (url.port !== own.port) return false;',
    replace: '',
    tests: ['target.test.ts'],
  },
  {
    rule: 'the dot of an absolute name hides no own address',
    file: 'target.ts',
    find: ".replace(/\\.+$/, '')",
    replace: '',
    tests: ['target.test.ts'],
  },
  {
    rule: 'the longest URL that is shortened',
    file: 'target.ts',
    find: 'location.length > maxEncodedLength',
    replace: 'location.length >= maxEncodedLength',
    tests: ['target.test.ts'],
  },
] satisfies Mutant[];
