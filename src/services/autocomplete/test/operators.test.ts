/** Tests how operators change terms. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { autocomplete } from '../index.ts';
import { lines, onBothStores, operate, terms, train } from './fixtures.ts';

onBothStores((env: () => Environment) => {
  const open = async (t: TestContext, more: Environment = {}) =>
    (await openService(t, autocomplete, { ...env(), ...more })).app;

  test('DELETE /admin/terms/:term answers 200; `deleted` says whether the term existed', async (t) => {
    const app = await open(t);
    assert.deepEqual(await operate(app, 'DELETE', '/admin/terms/design'), { deleted: true });
    assert.deepEqual(await operate(app, 'DELETE', '/admin/terms/design'), { deleted: false });
    assert.deepEqual(await operate(app, 'DELETE', '/admin/terms/de'), { deleted: false });
    assert.deepEqual(await terms(app, { q: 'de' }), ['deploy', 'developer']);
    await train(app, 'design');
    assert.deepEqual(await lines(app, { q: 'des' }), ['design 1']);
  });

  test('PUT /admin/terms/:term sets the frequency; 0 removes the term', async (t) => {
    const app = await open(t);
    const put = (term: string, freq: number) =>
      operate(app, 'PUT', `/admin/terms/${encodeURIComponent(term)}`, { freq });
    assert.deepEqual(await put('design', 7), { term: 'design', freq: 7 });
    await put('de/über 100%', 9);
    await train(app, 'design');
    await put('deploy', 0);
    assert.deepEqual(await operate(app, 'DELETE', '/admin/terms/deploy'), { deleted: false });
    assert.deepEqual(await lines(app, { q: 'de' }), ['de/über 100% 9', 'design 8', 'developer 1']);
    await put('design', 1);
    await put('nothing', 0);
    assert.deepEqual(await lines(app, { q: 'des' }), ['design 1']);
    assert.deepEqual(await terms(app, { q: 'n' }), []);
    assert.deepEqual(await put('most', 1_000_000_000_000), { term: 'most', freq: 1e12 });
  });

  test('a blocked term is never returned; training it still counts, which shows once it is unblocked', async (t) => {
    const app = await open(t);
    await train(app, 'tea', 'tar');
    const blocked = { term: 'tea', blocked: true };
    assert.deepEqual(await operate(app, 'PUT', '/admin/blocked/tea'), blocked);
    assert.deepEqual(await operate(app, 'PUT', '/admin/blocked/tea'), blocked);
    await train(app, 'tea', 'tea', 'tar');
    assert.deepEqual(await lines(app, { q: 't' }), ['tar 2']);
    const unblocked = { term: 'tea', blocked: false };
    assert.deepEqual(await operate(app, 'DELETE', '/admin/blocked/tea'), unblocked);
    assert.deepEqual(await operate(app, 'DELETE', '/admin/blocked/tea'), unblocked);
    assert.deepEqual(await lines(app, { q: 't' }), ['tea 3', 'tar 2']);
  });

  test('a term may have any characters, and up to 256 of them', async (t) => {
    const app = await open(t);
    for (const term of ['\0', ' ', '%', '?', 'a/b', '{"a":1}', '😀'.repeat(256)]) {
      const path = encodeURIComponent(term);
      assert.deepEqual(await operate(app, 'PUT', `/admin/terms/${path}`, { freq: 3 }), {
        term,
        freq: 3,
      });
      assert.deepEqual(await lines(app, { q: term }), [`${term} 3`]);
      await operate(app, 'PUT', `/admin/blocked/${path}`);
      assert.deepEqual(await lines(app, { q: term }), []);
      assert.deepEqual(await operate(app, 'DELETE', `/admin/terms/${path}`), { deleted: true });
    }
  });

  for (const [what, method, url, payload, field] of [
    ['no body', 'PUT', '/admin/terms/tea', undefined, 'body'],
    ['no freq', 'PUT', '/admin/terms/tea', {}, 'freq'],
    ['a freq below 0', 'PUT', '/admin/terms/tea', { freq: -1 }, 'freq'],
    ['a freq that is not whole', 'PUT', '/admin/terms/tea', { freq: 0.5 }, 'freq'],
    ['a freq that is text', 'PUT', '/admin/terms/tea', { freq: '3' }, 'freq'],
    ['a freq beyond a million million', 'PUT', '/admin/terms/tea', { freq: 1e12 + 1 }, 'freq'],
    ['an index in capitals', 'PUT', '/admin/terms/tea?index=A', { freq: 1 }, 'index'],
    ['an empty term', 'DELETE', '/admin/terms/', undefined, 'term'],
    ['a long term', 'DELETE', `/admin/terms/${'x'.repeat(257)}`, undefined, 'term'],
    ['a long blocked term', 'PUT', `/admin/blocked/${'x'.repeat(257)}`, undefined, 'term'],
    ['an odd index', 'DELETE', '/admin/blocked/tea?index=a.b', undefined, 'index'],
    ['no half-life', 'PUT', '/admin/indexes/a', {}, 'half_life_hours'],
    ['a half-life below 0', 'PUT', '/admin/indexes/a', { half_life_hours: -1 }, 'half_life_hours'],
    ['a half-life of text', 'PUT', '/admin/indexes/a', { half_life_hours: '1' }, 'half_life_hours'],
    [
      'an endless half-life',
      'PUT',
      '/admin/indexes/a',
      { half_life_hours: 2e9 },
      'half_life_hours',
    ],
    ['a long name', 'DELETE', `/admin/indexes/${'x'.repeat(65)}`, undefined, 'name'],
    ['an odd name', 'PUT', '/admin/indexes/A', { half_life_hours: 1 }, 'name'],
  ] as const) {
    test(`${method} ${url.slice(0, 30)}: ${what} gets 400, which names the member`, async (t) => {
      const app = await open(t);
      const response = await app.inject({ method, url, ...(payload && { payload }) });
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors[0].path, field);
      assert.equal((await terms(app, {})).length, 6);
    });
  }

  test('a term that is not valid UTF-8 gets 400', async (t) => {
    const app = await open(t);
    const response = await app.inject({ method: 'DELETE', url: '/admin/terms/%ff' });
    assert.equal(response.statusCode, 400, response.body);
  });

  test('a full store refuses to set or block a new term: 507', async (t) => {
    const app = await open(t, { AUTOCOMPLETE_MAX_TERMS: '7' });
    await operate(app, 'PUT', '/admin/blocked/tea');
    for (const [url, payload] of [
      ['/admin/blocked/tar', undefined],
      ['/admin/terms/tar', { freq: 1 }],
      ['/admin/terms/tar?index=other', { freq: 1 }],
    ] as const) {
      const response = await app.inject({ method: 'PUT', url, ...(payload && { payload }) });
      assert.equal(response.statusCode, 507, response.body);
      assert.equal(response.json().code, 'STORE_FULL');
    }
    await operate(app, 'PUT', '/admin/terms/design', { freq: 2 });
    await operate(app, 'DELETE', '/admin/terms/deploy');
    await operate(app, 'PUT', '/admin/terms/tar', { freq: 1 });
  });

  test('only operators may change terms and indexes', async (t) => {
    const app = await open(t, { ADMIN_TOKEN: 'a-token-of-the-operators' });
    for (const [method, url] of [
      ['PUT', '/admin/terms/design'],
      ['DELETE', '/admin/terms/design'],
      ['PUT', '/admin/blocked/design'],
      ['DELETE', '/admin/blocked/design'],
      ['GET', '/admin/indexes'],
      ['PUT', '/admin/indexes/default'],
      ['DELETE', '/admin/indexes/default'],
    ] as const) {
      assert.equal((await app.inject({ method, url })).statusCode, 401, `${method} ${url}`);
    }
    assert.equal((await terms(app, {})).length, 6);
  });
});
