/** Indexes apart from each other, and their half-lives. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { autocomplete } from '../index.ts';
import { lines, onBothStores, operate, post, terms, trainIndex } from './fixtures.ts';

const hourMs = 3_600_000;

onBothStores((env: () => Environment) => {
  const openAll = (t: TestContext) => openService(t, autocomplete, env());
  const open = async (t: TestContext) => (await openAll(t)).app;

  test('index=<name> on every path: apart from each other, empty at first', async (t) => {
    const app = await open(t);
    const longest = 'a-z_0'.padEnd(64, '9');
    await trainIndex(app, 'food', 'design', 'tea', 'tea');
    await post(app, `/train?index=${longest}`, { term: 'tango' });
    await operate(app, 'PUT', '/admin/terms/tar?index=food', { freq: 1 });
    await operate(app, 'PUT', '/admin/blocked/design?index=food');
    assert.deepEqual(await lines(app, { index: 'food' }), ['tea 2', 'tar 1']);
    assert.deepEqual(await lines(app, { index: longest }), ['tango 1']);
    assert.deepEqual(await terms(app, { q: 't' }), []);
    assert.deepEqual(await terms(app, { q: 'des', index: 'default' }), ['design']);
    await operate(app, 'DELETE', '/admin/terms/tango');
    assert.deepEqual(await lines(app, { index: longest }), ['tango 1']);
    await operate(app, 'DELETE', '/admin/blocked/design?index=food');
    assert.deepEqual(await lines(app, { q: 'd', index: 'food' }), ['design 1']);
  });

  test('reading an unknown index, or taking away in it, answers nothing and makes none', async (t) => {
    const app = await open(t);
    assert.deepEqual(await terms(app, { index: 'none' }), []);
    assert.deepEqual(
      await terms(app, { index: 'none', match: 'folded', fuzzy: '1', q: 'abc' }),
      [],
    );
    const gone = { deleted: false };
    assert.deepEqual(await operate(app, 'DELETE', '/admin/terms/tea?index=none'), gone);
    assert.deepEqual(await operate(app, 'DELETE', '/admin/indexes/none'), gone);
    await operate(app, 'DELETE', '/admin/blocked/tea?index=none');
    await operate(app, 'PUT', '/admin/terms/tea?index=none', { freq: 0 });
    await post(app, '/train/bulk?index=none', { terms: [] });
    assert.deepEqual((await app.inject('/admin/indexes')).json(), {
      indexes: [{ name: 'default', terms: 6, blocked: 0, half_life_hours: 0 }],
    });
  });

  test('there are at most 1,000 indexes: 409 TOO_MANY_INDEXES', async (t) => {
    const app = await open(t);
    const name = (i: number) => `i${String(i).padStart(3, '0')}`;
    await Promise.all(Array.from({ length: 999 }, (_, i) => trainIndex(app, name(i), 'tea')));
    for (const [method, url, payload] of [
      ['POST', '/train?index=more', { term: 'tea' }],
      ['POST', '/train/bulk?index=more', { terms: ['tea'] }],
      ['PUT', '/admin/terms/tea?index=more', { freq: 1 }],
      ['PUT', '/admin/blocked/tea?index=more', undefined],
      ['PUT', '/admin/indexes/more', { half_life_hours: 1 }],
    ] as const) {
      const response = await app.inject({ method, url, ...(payload && { payload }) });
      assert.equal(response.statusCode, 409, response.body);
      assert.equal(response.json().code, 'TOO_MANY_INDEXES');
    }
    await trainIndex(app, name(998), 'tea');
    const all: string[] = [];
    for (let cursor = ''; ;) {
      const page = (await app.inject(`/admin/indexes?limit=400${cursor}`)).json();
      all.push(...page.indexes.map((index: { name: string }) => index.name));
      if (page.next_cursor === undefined) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(all, ['default', ...Array.from({ length: 999 }, (_, i) => name(i))]);
    assert.equal((await app.inject('/admin/indexes')).json().indexes.length, 100);
    for (const query of ['cursor=x', 'limit=0', 'limit=1001']) {
      assert.equal((await app.inject(`/admin/indexes?${query}`)).statusCode, 400, query);
    }
    assert.deepEqual(await operate(app, 'DELETE', `/admin/indexes/${name(5)}`), { deleted: true });
    await trainIndex(app, 'more', 'tea');
  });

  test('DELETE /admin/indexes/:name takes all that it has', async (t) => {
    const app = await open(t);
    await trainIndex(app, 'food', 'tea', 'tar');
    await operate(app, 'PUT', '/admin/blocked/tar?index=food');
    await operate(app, 'PUT', '/admin/indexes/food', { half_life_hours: 3 });
    assert.deepEqual(await operate(app, 'DELETE', '/admin/indexes/food'), { deleted: true });
    assert.deepEqual(await terms(app, { index: 'food' }), []);
    await trainIndex(app, 'food', 'tar');
    assert.deepEqual(await lines(app, { index: 'food' }), ['tar 1']);
    const { indexes } = (await app.inject('/admin/indexes')).json();
    assert.deepEqual(indexes[1], { name: 'food', terms: 1, blocked: 0, half_life_hours: 0 });
  });

  test('the default index can be deleted, too, and is made again by training', async (t) => {
    const app = await open(t);
    assert.deepEqual(await operate(app, 'DELETE', '/admin/indexes/default'), { deleted: true });
    assert.deepEqual(await terms(app, {}), []);
    await trainIndex(app, 'default', 'tea');
    assert.deepEqual(await terms(app, {}), ['tea']);
  });

  test('frequencies decay with the half-life from the instant it was set; freq is rounded', async (t) => {
    const { app, clock } = await openAll(t);
    await trainIndex(app, 'hot', ...Array.from({ length: 5 }, () => 'old'));
    clock.advance(100 * hourMs);
    const set = await operate(app, 'PUT', '/admin/indexes/hot', { half_life_hours: 0.5 });
    assert.deepEqual(set, { name: 'hot', half_life_hours: 0.5 });
    assert.deepEqual(await lines(app, { index: 'hot' }), ['old 5']);
    clock.advance(hourMs / 2);
    await trainIndex(app, 'hot', 'new', 'new', 'new');
    assert.deepEqual(await lines(app, { index: 'hot' }), ['new 3', 'old 3']);
    clock.advance(hourMs / 2);
    assert.deepEqual(await lines(app, { index: 'hot' }), ['new 2', 'old 1']);
    clock.advance(hourMs / 2);
    assert.deepEqual(await lines(app, { index: 'hot' }), ['new 1', 'old 1']);
    clock.advance(hourMs / 2);
    assert.deepEqual(await lines(app, { index: 'hot' }), []);
    assert.deepEqual(await lines(app, { index: 'hot', q: 'nex', fuzzy: '1' }), []);
    assert.deepEqual(await lines(app, { index: 'default', limit: '1' }), ['database 1']);
  });

  test('half_life_hours 0 is never: what has decayed stays so', async (t) => {
    const { app, clock } = await openAll(t);
    await operate(app, 'PUT', '/admin/indexes/hot', { half_life_hours: 1 });
    await operate(app, 'PUT', '/admin/terms/tea?index=hot', { freq: 8 });
    clock.advance(hourMs);
    await operate(app, 'PUT', '/admin/indexes/hot', { half_life_hours: 0 });
    clock.advance(1_000 * hourMs);
    await trainIndex(app, 'hot', 'tea');
    assert.deepEqual(await lines(app, { index: 'hot' }), ['tea 5']);
    assert.equal((await app.inject('/admin/indexes')).json().indexes[1].half_life_hours, 0);
  });

  test('a frequency that is set decays from then on', async (t) => {
    const { app, clock } = await openAll(t);
    await operate(app, 'PUT', '/admin/indexes/hot', { half_life_hours: 1 });
    clock.advance(10 * hourMs);
    await operate(app, 'PUT', '/admin/terms/tea?index=hot', { freq: 8 });
    assert.deepEqual(await lines(app, { index: 'hot' }), ['tea 8']);
    clock.advance(hourMs);
    assert.deepEqual(await lines(app, { index: 'hot' }), ['tea 4']);
  });
});
