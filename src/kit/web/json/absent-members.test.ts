import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Type, type TSchema } from 'typebox';
import { createTestApp } from '../../testing/testing.ts';
import { droppingNulls } from './absent-members.ts';

const { Object: Members, Optional, Array: List, Union, Null, String: Text, Integer } = Type;

function dropped(schema: TSchema, value: unknown): unknown {
  const copy = structuredClone(value);
  droppingNulls(schema)?.(copy);
  return copy;
}

describe('null for an optional member', () => {
  const size = Members({ cm: Integer(), inches: Optional(Integer()) });
  const thing = Members({
    id: Text(),
    name: Optional(Text()),
    limit: Optional(Union([Integer(), Null()])),
    extra: Optional(Members({}, { additionalProperties: true })),
    anything: Optional(Type.Unknown()),
    size: Optional(size),
    sizes: Optional(List(size)),
    bySize: Optional(Type.Record(Text(), size)),
    tags: List(Text(), { default: [] }),
  });

  const cases: [what: string, value: object, expected: object][] = [
    ['is absent', { id: 'a', name: null, tags: null }, { id: 'a' }],
    ['is absent inside a member', { size: { cm: 1, inches: null } }, { size: { cm: 1 } }],
    ['is absent in items of a list', { sizes: [{ inches: null }, null] }, { sizes: [{}, null] }],
    ['is absent in entries', { bySize: { s: { inches: null } } }, { bySize: { s: {} } }],
    ['stays where the schema takes it', { limit: null }, { limit: null }],
    ['stays where anything goes', { anything: null }, { anything: null }],
    ['stays among unknown members', { other: null }, { other: null }],
    ['stays in an object of any members', { extra: { a: null } }, { extra: { a: null } }],
    ['stays in a list of strings', { tags: [null] }, { tags: [null] }],
    ['that is required stays', { id: null, size: { cm: null } }, { id: null, size: { cm: null } }],
    ['leaves a member of another type', { size: 'big', sizes: 7 }, { size: 'big', sizes: 7 }],
  ];
  for (const [what, value, expected] of cases) {
    it(what, () => assert.deepEqual(dropped(thing, value), expected));
  }

  it('is absent when no form of a body takes it, and one does not need it', () => {
    const one = Members({ sku: Text(), qty: Integer(), note: Optional(Text()) });
    const many = Members({ items: List(one), note: Optional(Union([Text(), Null()])) });
    const either = Union([one, many]);
    assert.deepEqual(dropped(either, { sku: 'tea', qty: 1, items: null }), { sku: 'tea', qty: 1 });
    assert.deepEqual(dropped(either, { sku: null, items: [{ note: null }], note: null }), {
      items: [{}],
      note: null,
    });
    const both = Type.Intersect([one, Members({ at: Optional(Integer()) })]);
    assert.deepEqual(dropped(both, { sku: 'tea', qty: 1, at: null }), { sku: 'tea', qty: 1 });
  });

  it('costs nothing where no member is optional', () => {
    assert.equal(droppingNulls(Members({ id: Text(), tags: List(Text()) })), undefined);
  });
});

describe('over HTTP', () => {
  const limit = Integer({ default: 10 });
  const body = Members({ id: Text(), n: Optional(Integer()), limit });

  async function open(t: TestContext) {
    const app = createTestApp();
    t.after(() => app.close());
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      app.route({ method, url: '/things', schema: { body }, handler: async (one) => one.body });
    }
    return (method: 'POST' | 'PUT' | 'PATCH', payload: object) =>
      app.inject({ method, url: '/things', payload });
  }

  it('null for an optional member gives it its default, if it has one', async (t) => {
    const send = await open(t);
    for (const method of ['POST', 'PUT'] as const) {
      const answer = await send(method, { id: 'a', n: null, limit: null });
      assert.deepEqual([answer.statusCode, answer.json()], [200, { id: 'a', limit: 10 }]);
    }
  });

  it('null for a required member is 400 and names it', async (t) => {
    const answer = await (await open(t))('POST', { id: null });
    assert.deepEqual([answer.statusCode, answer.json().errors[0].path], [400, 'id']);
  });

  it('null in a PATCH is not taken for absent: it asks for a removal', async (t) => {
    const answer = await (await open(t))('PATCH', { id: 'a', n: null });
    assert.deepEqual([answer.statusCode, answer.json().errors[0].path], [400, 'n']);
  });
});
