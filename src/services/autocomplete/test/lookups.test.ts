/** Mistakes that a lookup forgives. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { autocomplete } from '../index.ts';
import { lines, onBothStores, operate, terms, train } from './fixtures.ts';

onBothStores((env: () => Environment) => {
  const open = async (t: TestContext) => (await openService(t, autocomplete, env())).app;

  test('match=folded sets case and accents aside, in the prefix and in the terms', async (t) => {
    const app = await open(t);
    const all = [
      'Crème',
      'creme',
      'CRE\u0300ME',
      'cream',
      'Straße',
      'STRASSE',
      'strase',
      'Σίσυφος',
    ];
    await train(app, ...all, 'creme');
    const folded = (q: string) => lines(app, { q, match: 'folded' });
    const creams = ['creme 2', 'CRE\u0300ME 1', 'Crème 1'];
    for (const q of ['creme', 'CRÈME', 'cre\u0301me', 'ｃｒｅｍｅ'])
      assert.deepEqual(await folded(q), creams);
    assert.deepEqual(await folded('CRE'), [...creams, 'cream 1'].toSorted(byFreqThenTerm));
    for (const q of ['strasse', 'Straß', 'STRAẞE']) {
      assert.deepEqual(await folded(q), ['STRASSE 1', 'Straße 1']);
    }
    for (const q of ['ΣΊΣ', 'σισυφοσ', 'σισυφος']) assert.deepEqual(await folded(q), ['Σίσυφος 1']);
    assert.deepEqual(await folded('x'), []);
  });

  test('a folded prefix of marks alone is as an empty one', async (t) => {
    const app = await open(t);
    assert.equal((await terms(app, { q: '\u0301', match: 'folded' })).length, 6);
  });

  test('fuzzy=1 forgives one character inserted, removed or replaced; exact matches stand first', async (t) => {
    const app = await open(t);
    const near = ['sugar', 'sugr', 'suggar', 'suxar', 'sugaar', 'sugax', 'sugars', 'sugarx'];
    await train(
      app,
      ...near,
      'suga',
      'sgar',
      'ugar',
      'xsugar',
      'suxgxar',
      'sug',
      'suxxar',
      'sxgar',
    );
    await train(app, ...Array.from({ length: 5 }, () => 'suxar'), 'sugarx');
    assert.deepEqual(await lines(app, { q: 'sugar', fuzzy: '1', limit: '100' }), [
      'sugarx 2',
      'sugar 1',
      'sugars 1',
      'suxar 6',
      'suga 1',
      'sugaar 1',
      'sugax 1',
      'suggar 1',
      'sugr 1',
    ]);
    assert.deepEqual(await terms(app, { q: 'sugar', fuzzy: '1', limit: '4' }), [
      'sugarx',
      'sugar',
      'sugars',
      'suxar',
    ]);
  });

  test('the first two characters must match; a prefix under three stays exact', async (t) => {
    const app = await open(t);
    await train(app, '😀é点', '😀éx', '😀x点', 'x', '😀é');
    assert.deepEqual(await terms(app, { q: '😀é', fuzzy: '1' }), ['😀é', '😀éx', '😀é点']);
    assert.deepEqual(await terms(app, { q: '😀é点', fuzzy: '1' }), ['😀é点', '😀é', '😀éx']);
    assert.deepEqual(await terms(app, { q: '😀a', fuzzy: '1' }), []);
    assert.deepEqual(await terms(app, { q: 'xy', fuzzy: '1' }), []);
  });

  test('folded and fuzzy go together: an edit is one of what the prefix folds to', async (t) => {
    const app = await open(t);
    await train(app, 'Crème', 'CRAME', 'créme brûlée', 'crme', 'CRÈÈME', 'krème', 'crßme');
    assert.deepEqual(await terms(app, { q: 'CREME', match: 'folded', fuzzy: '1' }), [
      'Crème',
      'créme brûlée',
      'CRAME',
      'CRÈÈME',
      'crme',
    ]);
  });

  test('by default, and with match=exact and fuzzy=0, only the exact prefix matches', async (t) => {
    const app = await open(t);
    await train(app, 'tea', 'Tea', 'téa', 'teb');
    assert.deepEqual(await terms(app, { q: 'tea' }), ['tea']);
    assert.deepEqual(await terms(app, { q: 'tea', match: 'exact', fuzzy: '0' }), ['tea']);
  });

  test('a blocked or deleted term is not answered, however it is asked for', async (t) => {
    const app = await open(t);
    await train(app, 'Tée', 'Tée', 'tee', 'teé');
    await operate(app, 'PUT', `/admin/blocked/${encodeURIComponent('Tée')}`);
    await operate(app, 'DELETE', `/admin/terms/${encodeURIComponent('teé')}`);
    for (const q of ['T', 'tee', 'tex', 'Tée', 'Téx', 'teé']) {
      for (const match of ['exact', 'folded']) {
        for (const fuzzy of ['0', '1']) {
          const found = await terms(app, { q, match, fuzzy });
          assert.ok(
            found.every((term) => term === 'tee'),
            `${q}: ${found}`,
          );
        }
      }
    }
    assert.deepEqual(await terms(app, { q: 'TEE', match: 'folded', fuzzy: '1' }), ['tee']);
  });

  for (const [what, query] of [
    ['another match', 'match=loose'],
    ['an empty match', 'match='],
    ['fuzzy=2', 'fuzzy=2'],
    ['fuzzy=yes', 'fuzzy=yes'],
    ['an index in capitals', 'index=Food'],
    ['an index of 65 characters', `index=${'x'.repeat(65)}`],
    ['an empty index', 'index='],
    ['two indexes', 'index=a&index=b'],
  ] as const) {
    test(`${what} is 400 and names the parameter`, async (t) => {
      const response = await (await open(t)).inject(`/autocomplete?${query}`);
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors[0].path, query.split('=')[0]);
    });
  }
});

function byFreqThenTerm(a: string, b: string): number {
  const [left, right] = [a, b].map((line) => Number(line.split(' ')[1])) as [number, number];
  return right - left || (a < b ? -1 : 1);
}
