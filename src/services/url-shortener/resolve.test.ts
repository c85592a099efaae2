import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Link } from './link.ts';
import { Resolver } from './resolve.ts';
import type { Changes } from './store/links.ts';

const linkTo = (url: string, more: Partial<Link> = {}): Link => ({
  id: 1,
  code: 'aaaaaaa',
  url,
  createdAt: 0,
  notBefore: null,
  expiresAt: null,
  maxClicks: null,
  clicks: 0,
  isDisabled: false,
  tags: [],
  details: {},
  ...more,
});

const maxStaleMs = 1_000;

/** A store whose reads are counted and answered when the test says so, and time to turn. */
function open(urls: Record<string, string>, entries = 10) {
  const reads: string[] = [];
  let gate = Promise.resolve();
  let changes: Changes | Error = { version: 0, codes: [] };
  let time = 0;
  const store = {
    find: async (code: string) => {
      reads.push(code);
      const url = urls[code];
      await gate;
      return url === undefined ? undefined : linkTo(url);
    },
    changesSince: async () => {
      if (changes instanceof Error) throw changes;
      return changes;
    },
  };
  const resolver = new Resolver(store, { entries, maxStaleMs, elapsed: () => time });
  const resolve = async (code: string) => (await resolver.find(code))?.url;
  return {
    store,
    resolver,
    resolve,
    reads,
    urls,
    /** Holds all answers back until the returned function is called. */
    hold: () => {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      gate = promise;
      return release;
    },
    turn: (ms: number) => void (time += ms),
    learn: (told: Changes | Error) => {
      changes = told;
      return resolver.refresh();
    },
  };
}

const known = async (urls: Record<string, string>, entries?: number) => {
  const opened = open(urls, entries);
  await opened.resolver.refresh();
  return opened;
};
const a = 'https://a.example/';
const b = 'https://b.example/';

test('a code is read once, then served from memory', async () => {
  const { resolve, reads } = await known({ aaaaaaa: a });
  for (let i = 0; i < 3; i++) assert.equal(await resolve('aaaaaaa'), a);
  assert.deepEqual(reads, ['aaaaaaa']);
});

test('concurrent requests for one code share one read', async () => {
  const { resolve, reads, hold } = await known({ aaaaaaa: a });
  const release = hold();
  const found = Array.from({ length: 20 }, () => resolve('aaaaaaa'));
  const missing = Array.from({ length: 20 }, () => resolve('bbbbbbb'));
  release();
  assert.deepEqual(new Set(await Promise.all(found)), new Set([a]));
  assert.deepEqual(new Set(await Promise.all(missing)), new Set([undefined]));
  assert.deepEqual(reads, ['aaaaaaa', 'bbbbbbb']);
});

test('that a code is unknown is not remembered', async () => {
  const { resolve, urls } = await known({});
  assert.equal(await resolve('aaaaaaa'), undefined);
  urls['aaaaaaa'] = a;
  assert.equal(await resolve('aaaaaaa'), a);
});

test('a path that cannot be a code is unknown without a read', async () => {
  const { resolve, reads } = await known({});
  const paths = ['', 'aaa', 'a'.repeat(65), 'aaa.aaa', 'aaaaaaa\n', 'äaaaaaa', '../../x', 'a\0bc'];
  for (const path of paths) assert.equal(await resolve(path), undefined);
  assert.deepEqual(reads, []);
});

test('the cache keeps at most its entries, the latest used ones', async () => {
  const urls = { aaaaaaa: 'http://a/', bbbbbbb: 'http://b/', ccccccc: 'http://c/' };
  const { resolve, reads } = await known(urls, 2);
  for (const code of ['aaaaaaa', 'bbbbbbb', 'aaaaaaa', 'ccccccc', 'aaaaaaa', 'bbbbbbb']) {
    await resolve(code);
  }
  assert.deepEqual(reads, ['aaaaaaa', 'bbbbbbb', 'ccccccc', 'bbbbbbb']);
});

test('long URLs do not make the cache larger', async () => {
  const long = `http://example.com/${'a'.repeat(2_000)}`;
  const codes = Array.from({ length: 20 }, (_, i) => `long${100 + i}`);
  const urls = Object.fromEntries(codes.map((code) => [code, long]));
  const { resolve, reads } = await known(urls, 20);
  for (const code of [...codes, codes[0]!]) await resolve(code);
  assert.equal(reads.length, 21);
});

test('a failed read is not remembered either', async () => {
  const opened = await known({ aaaaaaa: a });
  const { find } = opened.store;
  opened.store.find = () => Promise.reject(new Error('away'));
  await assert.rejects(opened.resolve('aaaaaaa'), /away/);
  opened.store.find = find;
  assert.equal(await opened.resolve('aaaaaaa'), a);
});

test('a link that has changed is read again, others are not', async () => {
  const { resolve, reads, urls, learn } = await known({ aaaaaaa: a, bbbbbbb: a });
  for (const code of ['aaaaaaa', 'bbbbbbb']) await resolve(code);
  urls['aaaaaaa'] = b;
  await learn({ version: 1, codes: ['aaaaaaa'] });
  assert.deepEqual([await resolve('aaaaaaa'), await resolve('bbbbbbb')], [b, a]);
  assert.deepEqual(reads, ['aaaaaaa', 'bbbbbbb', 'aaaaaaa']);
});

test('when it is not known which links have changed, all are read again', async () => {
  const { resolve, urls, learn } = await known({ aaaaaaa: a, bbbbbbb: a });
  for (const code of ['aaaaaaa', 'bbbbbbb']) await resolve(code);
  Object.assign(urls, { aaaaaaa: b, bbbbbbb: b });
  await learn({ version: 5_000, codes: undefined });
  assert.deepEqual([await resolve('aaaaaaa'), await resolve('bbbbbbb')], [b, b]);
});

test('a link read before a change is not cached after it', async () => {
  for (const codes of [['aaaaaaa'], undefined]) {
    const { resolve, urls, hold, learn } = await known({ aaaaaaa: a });
    const release = hold();
    const early = resolve('aaaaaaa');
    urls['aaaaaaa'] = b;
    await learn({ version: 1, codes });
    release();
    assert.equal(await early, a);
    assert.equal(await resolve('aaaaaaa'), b);
  }
});

test('a request after a change does not share a read that began before it', async () => {
  for (const codes of [['aaaaaaa'], undefined]) {
    const { resolve, urls, hold, learn } = await known({ aaaaaaa: a });
    const release = hold();
    const early = resolve('aaaaaaa');
    urls['aaaaaaa'] = b;
    await learn({ version: 1, codes });
    const late = resolve('aaaaaaa');
    release();
    assert.deepEqual([await early, await late], [a, b]);
    assert.equal(await resolve('aaaaaaa'), b);
  }
});

test('while changes are known up to a second ago, memory serves; then each request is read', async () => {
  const { resolve, reads, urls, turn, learn } = await known({ aaaaaaa: a });
  await resolve('aaaaaaa');
  urls['aaaaaaa'] = b;
  turn(maxStaleMs);
  assert.equal(await resolve('aaaaaaa'), a);
  turn(1);
  assert.equal(await resolve('aaaaaaa'), b);
  await assert.rejects(learn(new Error('away')), /away/);
  assert.equal(await resolve('aaaaaaa'), b);
  assert.equal(reads.length, 3);
  await learn({ version: 1, codes: [] });
  assert.equal(await resolve('aaaaaaa'), b);
  assert.equal(reads.length, 3);
});

test('changes are known up to the instant at which they were asked for', async () => {
  const opened = await known({ aaaaaaa: a });
  await opened.resolve('aaaaaaa');
  const { promise, resolve: answer } = Promise.withResolvers<Changes>();
  opened.store.changesSince = () => promise;
  const refresh = opened.resolver.refresh();
  opened.turn(maxStaleMs + 1);
  answer({ version: 0, codes: [] });
  await refresh;
  opened.urls['aaaaaaa'] = b;
  assert.equal(await opened.resolve('aaaaaaa'), b);
});

test('before the first look at changes, nothing is served from memory', async () => {
  const { resolve, reads } = open({ aaaaaaa: a });
  for (let i = 0; i < 2; i++) await resolve('aaaaaaa');
  assert.equal(reads.length, 2);
});

test('a read that takes too long is not shared any more', async () => {
  const { resolve, reads, urls, hold, turn } = await known({ aaaaaaa: a });
  const release = hold();
  const early = resolve('aaaaaaa');
  turn(maxStaleMs);
  const shared = resolve('aaaaaaa');
  urls['aaaaaaa'] = b;
  turn(1);
  const late = resolve('aaaaaaa');
  release();
  assert.deepEqual([await early, await shared, await late], [a, a, b]);
  assert.equal(reads.length, 2);
});
