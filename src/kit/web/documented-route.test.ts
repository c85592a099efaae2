import assert from 'node:assert/strict';
import { it } from 'node:test';
import { access } from './identity/access.ts';
import { documented } from './documented-route.ts';

const schemaOf = (schema: object, method = 'GET') =>
  documented('tea')({
    schema: { access: access.public, ...schema },
    url: '/cups',
    route: { method },
  }).schema;
const idOf = (schema: object) => schemaOf(schema).operationId;

it('a HEAD route keeps the operation id that it declares', () => {
  assert.equal(idOf({ operationId: 'teaSteep-head' }), 'teaSteep');
});

it('refuses an operation id that no generated code can call', () => {
  for (const operationId of ['', 'tea-steep', 'tea_steep', '2tea']) {
    assert.throws(() => idOf({ operationId }), /^Error: the operation id of \/cups is /);
  }
});

it('an operation that asks for no body may still be sent one: 413, 415', () => {
  const statuses = (method: string) => Object.keys(schemaOf({}, method).response ?? {});
  assert.deepEqual(statuses('DELETE'), ['400', '413', '415']);
  assert.deepEqual(statuses('GET'), []);
});
