import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { autocomplete } from '../index.ts';
import { lookUp, onBothStores, post, terms, train } from './fixtures.ts';

onBothStores(suite);

function suite(env: () => Environment): void {
  const open = async (t: TestContext, more: Environment = {}) =>
    (await openService(t, autocomplete, { ...env(), ...more })).app;

  test('the six pre-loaded terms are there with frequency 1, in alphabetical order', async (t) => {
    const response = await (await open(t)).inject('/autocomplete?q=de');
    assert.equal(response.statusCode, 200);
    const results = ['deploy', 'design', 'developer'].map((term) => ({ term, freq: 1 }));
    assert.deepEqual(response.json(), { data: { query: 'de', results } });
    assert.deepEqual(await terms(await open(t), {}), [
      'database',
      'deploy',
      'design',
      'developer',
      'distributed',
      'docker',
    ]);
  });

  test('a trained term gains 1 and is found by the very next request', async (t) => {
    const app = await open(t);
    for (const freq of [1, 2, 3]) {
      const trained = await post(app, '/train', { term: 'delta' });
      assert.equal(trained.statusCode, 200);
      assert.deepEqual(trained.json(), { data: { trained: 'delta' } });
      assert.deepEqual((await lookUp(app, { q: 'delta' })).results, [{ term: 'delta', freq }]);
    }
    assert.equal((await terms(app, { q: 'de' }))[0], 'delta');
  });

  test('bulk training counts duplicates each time and answers the number sent', async (t) => {
    const app = await open(t);
    const response = await post(app, '/train/bulk', { terms: ['tea', 'tar', 'tea'] });
    assert.deepEqual(response.json(), { data: { trained: 3 } });
    assert.deepEqual((await lookUp(app, { q: 't' })).results, [
      { term: 'tea', freq: 2 },
      { term: 'tar', freq: 1 },
    ]);
    assert.deepEqual((await post(app, '/train/bulk', { terms: [] })).json(), {
      data: { trained: 0 },
    });
  });

  test('trainings at one moment all count', async (t) => {
    const app = await open(t);
    const many = Array.from({ length: 1_500 }, (_, i) => `t${i % 700}`);
    await Promise.all([
      ...Array.from({ length: 50 }, () => post(app, '/train', { term: 'tea' })),
      ...Array.from({ length: 4 }, () => train(app, 'tea', 'tar', ...many)),
    ]);
    assert.deepEqual((await lookUp(app, { q: 't', limit: '2' })).results, [
      { term: 'tea', freq: 54 },
      { term: 't0', freq: 12 },
    ]);
    const all = await lookUp(app, { q: 't', limit: '1000' });
    assert.equal(
      all.results.reduce((sum, { freq }) => sum + freq, 0),
      50 + 4 * 1_502,
    );
  });

  test('equals stand in the order of code points', async (t) => {
    const app = await open(t);
    await train(app, 'x\u{10000}', 'x\uffff', 'xZ', 'xa', 'x', 'xé', 'xb', 'xb');
    assert.deepEqual(await terms(app, { q: 'x' }), [
      'xb',
      'x',
      'xZ',
      'xa',
      'xé',
      'x\uffff',
      'x\u{10000}',
    ]);
  });

  test('terms are kept as sent: case, blanks, composition, any character', async (t) => {
    const app = await open(t);
    const odd = ['Tea', ' tea ', 'é', 'e\u0301', '\0', '\n', '😀', '{"a":1}', '__proto__', '%2e'];
    for (const term of odd) {
      assert.deepEqual((await post(app, '/train', { term })).json().data, { trained: term });
      const found = await lookUp(app, { q: term });
      assert.deepEqual(found, { query: term, results: [{ term, freq: 1 }] });
    }
  });

  test('a prefix that no term has yields an empty list', async (t) => {
    const app = await open(t);
    for (const q of ['designs', 'z', 'D', ' de', '😀', '\0', 'x'.repeat(256)]) {
      assert.deepEqual(await lookUp(app, { q }), { query: q, results: [] });
    }
  });

  test('limit: 10 when omitted, no cut when 0 or negative, never more than 1,000', async (t) => {
    const app = await open(t);
    await train(app, ...Array.from({ length: 1_200 }, (_, i) => `t${i}`));
    assert.equal((await terms(app, { q: 't' })).length, 10);
    for (const [limit, length] of [
      ['1', 1],
      ['16', 16],
      ['17', 17],
      ['999', 999],
      ['1000', 1_000],
      ['1001', 1_000],
      ['1e99', 1_000],
      ['0', 1_000],
      ['-1', 1_000],
    ] as const) {
      assert.equal((await terms(app, { q: 't', limit })).length, length, limit);
    }
    assert.equal((await terms(app, { q: 'de', limit: '0' })).length, 3);
  });

  test('an empty or missing q yields the most frequent terms overall', async (t) => {
    const app = await open(t);
    await train(app, 'zebra', 'zebra', 'docker');
    for (const q of [undefined, '']) {
      const { query, results } = await lookUp(app, { limit: '2', ...(q !== undefined && { q }) });
      assert.equal(query, '');
      assert.deepEqual(
        results.map(({ term }) => term),
        ['docker', 'zebra'],
      );
    }
  });

  for (const [what, query] of [
    ['a limit that is not a number', 'limit=ten'],
    ['an empty limit', 'limit='],
    ['a limit without end', 'limit=Infinity'],
    ['a limit beyond numbers', 'limit=1e400'],
    ['a limit that is not an integer', 'limit=1.5'],
    ['two limits', 'limit=1&limit=2'],
    ['two prefixes', 'q=a&q=b'],
    ['a prefix of 257 characters', `q=${encodeURIComponent('😀'.repeat(257))}`],
  ] as const) {
    test(`${what} is 400 and names the parameter`, async (t) => {
      const response = await (await open(t)).inject(`/autocomplete?${query}`);
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors[0].path, query.split('=')[0]);
    });
  }

  const tooLong = '😀'.repeat(257);
  for (const [what, path, body, field, detail] of [
    ['an empty term', '/train', { term: '' }, 'term', 'term is required'],
    ['a missing term', '/train', {}, 'term', 'term is required'],
    ['a term that is not a text', '/train', { term: 1 }, 'term', 'term must be string'],
    ['a term that is null', '/train', { term: null }, 'term', 'term must be string'],
    ['a long term', '/train', { term: tooLong }, 'term', /more than 256 characters/],
    ['half a character', '/train', { term: 'a\ud800' }, 'term', /well-formed Unicode/],
    ['a list for a body', '/train', ['a'], 'body', /must be object/],
    ['no terms', '/train/bulk', {}, 'terms', 'terms array is required'],
    [
      'terms that are not a list',
      '/train/bulk',
      { terms: 'tea' },
      'terms',
      'terms array is required',
    ],
    ['terms that are null', '/train/bulk', { terms: null }, 'terms', 'terms array is required'],
    ['a bare list', '/train/bulk', ['tea'], 'terms', 'terms array is required'],
    ['a bulk of null', '/train/bulk', null, 'terms', 'terms array is required'],
    ['an empty entry', '/train/bulk', { terms: ['tea', ''] }, 'terms.1', 'terms.1 is required'],
    ['a number entry', '/train/bulk', { terms: ['tea', 'a', 'b', 4] }, 'terms.3', /string/],
    ['a null entry', '/train/bulk', { terms: [null] }, 'terms.0', /string/],
    ['a long entry', '/train/bulk', { terms: ['tea', tooLong] }, 'terms.1', /256/],
    ['half an entry', '/train/bulk', { terms: ['tea', '\udc00'] }, 'terms.1', /well-formed/],
    [
      'more than 10,000 terms',
      '/train/bulk',
      { terms: Array.from({ length: 10_001 }, () => 'tea') },
      'terms',
      /10000/,
    ],
  ] as const) {
    test(`${path}: ${what} is 400, names the field and trains nothing`, async (t) => {
      const app = await open(t);
      const response = await post(app, path, body);
      assert.equal(response.statusCode, 400, response.body);
      const problem = response.json();
      assert.equal(problem.errors[0].path, field);
      if (typeof detail === 'string') assert.equal(problem.detail, detail);
      else assert.match(problem.detail, detail);
      assert.equal((await terms(app, { limit: '0' })).length, 6);
    });
  }

  test('refuses bodies that are not JSON', async (t) => {
    const app = await open(t);
    for (const url of ['/train', '/train/bulk']) {
      const headers = { 'content-type': 'application/json' };
      const broken = await app.inject({ method: 'POST', url, headers, payload: '{"term":' });
      assert.equal(broken.statusCode, 400);
      const text = { 'content-type': 'text/plain' };
      const plain = await app.inject({ method: 'POST', url, headers: text, payload: 'tea' });
      assert.equal(plain.statusCode, 415);
    }
    const bodiless = await app.inject({ method: 'POST', url: '/train/bulk' });
    assert.equal(bodiless.json().detail, 'terms array is required');
  });

  for (const [what, unit] of [
    ['empty lists', '[],'],
    ['small objects', '{"a":1},'],
    ['empty terms', '"",'],
    ['nothing but quotes', '"'],
    ['numbers', '1,'],
    ['nested lists', '['],
  ] as const) {
    test(`12 MiB of ${what} are 400 before they are parsed`, async (t) => {
      const app = await open(t);
      const headers = { 'content-type': 'application/json' };
      const payload = `{"terms":[${unit}`.padEnd(12 << 20, unit);
      const response = await app.inject({ method: 'POST', url: '/train/bulk', headers, payload });
      assert.equal(response.statusCode, 400);
      const isDeep = unit === '[';
      assert.equal(
        response.json().detail,
        isDeep ? 'the body is nested too deep' : 'the body holds too many values',
      );
    });
  }

  test('large members that are unknown, and quotes in terms, do not count', async (t) => {
    const app = await open(t);
    const terms = Array.from({ length: 5_000 }, () => '"[,"'.repeat(64));
    const response = await post(app, '/train/bulk', { terms, more: '\\"[{,'.repeat(1 << 16) });
    assert.deepEqual(response.json(), { data: { trained: 5_000 } });
    const larger = await post(app, '/train/bulk', { terms, more: '\\"[{,'.repeat(1 << 20) });
    assert.equal(larger.statusCode, 400);
    assert.equal(larger.json().detail, 'the body holds a value of more than 1 MiB');
  });

  test('a full store answers new terms with 507, and known ones as ever, also at one moment', async (t) => {
    const app = await open(t, { AUTOCOMPLETE_MAX_TERMS: '8' });
    const one = (term: string) => post(app, '/train', { term });
    const statuses = await Promise.all(['tea', 'tar'].map(one));
    assert.deepEqual(
      statuses.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    const mixed = await Promise.all([
      one('tea'),
      one('new'),
      post(app, '/train/bulk', { terms: ['tar', 'tea'] }),
      post(app, '/train/bulk', { terms: ['tar', 'newer'] }),
    ]);
    assert.deepEqual(
      mixed.map(({ statusCode }) => statusCode),
      [200, 507, 200, 507],
    );
    assert.equal(mixed[1].json().code, 'STORE_FULL');
    assert.deepEqual(await lookUp(app, { q: 't' }), {
      query: 't',
      results: [
        { term: 'tea', freq: 3 },
        { term: 'tar', freq: 2 },
      ],
    });
    assert.deepEqual(await terms(app, { q: 'new' }), []);
  });

  test('10,000 terms of 256 characters pass; 12 MiB is too much', async (t) => {
    const app = await open(t);
    const long = '😀'.repeat(252);
    const list = Array.from({ length: 10_000 }, (_, i) => `"${long}${1_0000 + (i % 9_000)}"`);
    const headers = { 'content-type': 'application/json' };
    const bulk = (payload: string) =>
      app.inject({ method: 'POST', url: '/train/bulk', headers, payload });
    const response = await bulk(`{"terms":[${list.join(',')}]}`);
    assert.equal(response.statusCode, 400, 'one character too long');
    const fitting = list.map((term) => term.replace('😀', ''));
    const trained = await bulk(`{"terms":[${fitting.join(',')}]}`);
    assert.deepEqual(trained.json(), { data: { trained: 10_000 } });
    assert.equal((await lookUp(app, { q: '😀', limit: '1' })).results[0]?.freq, 2);
    assert.equal((await bulk(`{"terms":["${'x'.repeat(12 << 20)}"]}`)).statusCode, 413);
    const large = JSON.stringify({ term: 'x'.repeat(1 << 20) });
    const single = await app.inject({ method: 'POST', url: '/train', headers, payload: large });
    assert.equal(single.statusCode, 413);
  });
}
