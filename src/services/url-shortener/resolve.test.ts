import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#kit/web/problem.ts';
import { Resolver } from './resolve.ts';
import type { MappingStore } from './store/store.ts';

/** A store whose reads are counted and answered when the test says so. */
function countedStore(urls: Record<string, string>) {
  const reads: string[] = [];
  let gate = Promise.resolve();
  const store: MappingStore = {
    insertIfAbsent: async () => false,
    find: async (code) => {
      reads.push(code);
      await gate;
      return urls[code];
    },
    description: 'counted',
    ready: async () => {},
    close: async () => {},
  };
  /** Holds all answers back until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { store, reads, urls, hold };
}

const unknown = (error: unknown) => error instanceof Refusal && error.code === 'UNKNOWN_CODE';

test('a code is read once, then served from memory', async () => {
  const { store, reads } = countedStore({ aaaaaaa: 'https://a.example/' });
  const resolver = new Resolver(store, 10);
  for (let i = 0; i < 3; i++) assert.equal(await resolver.resolve('aaaaaaa'), 'https://a.example/');
  assert.deepEqual(reads, ['aaaaaaa']);
});

test('concurrent requests for one code share one read', async () => {
  const { store, reads, hold } = countedStore({ aaaaaaa: 'https://a.example/' });
  const resolver = new Resolver(store, 10);
  const release = hold();
  const known = Array.from({ length: 20 }, () => resolver.resolve('aaaaaaa'));
  const missing = Array.from({ length: 20 }, () => resolver.resolve('bbbbbbb'));
  release();
  assert.deepEqual(new Set(await Promise.all(known)), new Set(['https://a.example/']));
  for (const each of missing) await assert.rejects(each, unknown);
  assert.deepEqual(reads, ['aaaaaaa', 'bbbbbbb']);
});

test('that a code is unknown is not remembered', async () => {
  const { store, urls } = countedStore({});
  const resolver = new Resolver(store, 10);
  await assert.rejects(resolver.resolve('aaaaaaa'), unknown);
  urls['aaaaaaa'] = 'https://a.example/';
  assert.equal(await resolver.resolve('aaaaaaa'), 'https://a.example/');
});

test('a path that cannot be a code is unknown without a read', async () => {
  const { store, reads } = countedStore({});
  const resolver = new Resolver(store, 10);
  for (const path of ['', 'aaaaaa', 'aaaaaaaa', 'aaa-aaa', 'aaaaaaa\n', 'äaaaaaa', '../../x']) {
    await assert.rejects(resolver.resolve(path), unknown);
  }
  assert.deepEqual(reads, []);
});

test('the cache keeps at most its entries, the latest used ones', async () => {
  const urls = { aaaaaaa: 'http://a/', bbbbbbb: 'http://b/', ccccccc: 'http://c/' };
  const { store, reads } = countedStore(urls);
  const resolver = new Resolver(store, 2);
  for (const code of ['aaaaaaa', 'bbbbbbb', 'aaaaaaa', 'ccccccc', 'aaaaaaa', 'bbbbbbb']) {
    await resolver.resolve(code);
  }
  assert.deepEqual(reads, ['aaaaaaa', 'bbbbbbb', 'ccccccc', 'bbbbbbb']);
});

test('long URLs do not make the cache larger', async () => {
  const long = `http://example.com/${'a'.repeat(2_000)}`;
  const codes = Array.from({ length: 20 }, (_, i) => `long${100 + i}`);
  const { store, reads } = countedStore(Object.fromEntries(codes.map((code) => [code, long])));
  const resolver = new Resolver(store, 20);
  for (const code of [...codes, codes[0]!]) await resolver.resolve(code);
  assert.equal(reads.length, 21);
});

test('a failed read is not remembered either', async () => {
  const { store } = countedStore({ aaaaaaa: 'https://a.example/' });
  let away = true;
  const flaky = {
    ...store,
    find: (code: string) => (away ? Promise.reject(new Error('away')) : store.find(code)),
  };
  const resolver = new Resolver(flaky, 10);
  await assert.rejects(resolver.resolve('aaaaaaa'), /away/);
  away = false;
  assert.equal(await resolver.resolve('aaaaaaa'), 'https://a.example/');
});
