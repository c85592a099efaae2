import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { detailsOf, readDetails } from './details.ts';
import { compileStrict, Name } from './schema.ts';

const details = detailsOf({ title: Name(), rank: Type.Integer({ minimum: 1 }) });

test('details are optional members of a body', () => {
  const isBody = compileStrict(Type.Object({ url: Type.String(), ...details.members }));
  assert.ok(isBody({ url: 'a' }));
  assert.ok(isBody({ url: 'a', title: 'b', rank: 1 }));
  for (const wrong of [{ title: '' }, { title: null }, { rank: 0 }, { rank: '1' }]) {
    assert.ok(!isBody({ url: 'a', ...wrong }), JSON.stringify(wrong));
  }
});

test('a PATCH may have null for a detail', () => {
  const isPatch = compileStrict(Type.Object(details.removable));
  assert.ok(isPatch({}));
  assert.ok(isPatch({ title: null, rank: 2 }));
  assert.ok(!isPatch({ title: '' }));
  assert.deepEqual(details.changesIn({ title: null, url: 'a' } as object), { title: null });
});

test('details are what a body has of them, in the order of their declaration', () => {
  const body = { rank: 2, url: 'a', title: 'b', constructor: 1 };
  assert.equal(JSON.stringify(details.in(body)), '{"title":"b","rank":2}');
  assert.deepEqual(details.in({}), {});
  assert.deepEqual(detailsOf({ toString: Name() }).in({}), {});
});

test('a change sets what it has, removes what is null, and keeps the others', () => {
  const before = { title: 'a', rank: 1, later: true };
  const changed = (body: Parameters<typeof details.changesIn>[0]) => details.changed(before, body);
  assert.deepEqual(changed({}), before);
  assert.deepEqual(changed({ title: 'b' }), { ...before, title: 'b' });
  assert.deepEqual(changed({ title: null, rank: null }), { later: true });
  assert.deepEqual(changed({ url: 'a' } as object), before);
  assert.deepEqual(details.changed({ title: 'a' }, { title: null }), {});
  assert.deepEqual(before, { title: 'a', rank: 1, later: true });
});

test('a column of details is read', () => {
  assert.deepEqual(readDetails('{}'), {});
  assert.deepEqual(readDetails('{"title":"a"}'), { title: 'a' });
});
