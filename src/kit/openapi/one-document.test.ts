import assert from 'node:assert/strict';
import { it } from 'node:test';
import { oneDocument } from './one-document.ts';

const problem = { type: 'object', required: ['code'] };
const options = { servers: ['/'], prefix: (name: string) => `/api/${name}` };

function document(path: string, schemas: object, reference: string) {
  const answer = { $ref: `#/components/schemas/${reference}` };
  return {
    tags: [{ name: path }],
    paths: { [path]: { get: { responses: { 200: answer } } } },
    components: { schemas },
  };
}

it('paths begin with the name of their service, and tags follow each other', () => {
  const documents = new Map([
    ['tea', document('/cups', { Problem: problem }, 'Problem')],
    ['rice', document('/cups', { Problem: problem }, 'Problem')],
  ]);
  const { paths, tags } = oneDocument(documents, options) as { paths: object; tags: object[] };
  assert.deepEqual(Object.keys(paths), ['/api/tea/cups', '/api/rice/cups']);
  assert.deepEqual(tags, [{ name: '/cups' }, { name: '/cups' }]);
});

it('what documents describe alike stands once; what differs has the name of its service', () => {
  const other = { type: 'object' };
  const documents = new Map([
    ['tea', document('/tea', { Problem: problem }, 'Problem')],
    ['brown-rice', document('/rice', { Problem: other, Bowl: other }, 'Problem')],
    ['bread', document('/bread', { Problem: problem }, 'Problem')],
  ]);
  const one = oneDocument(documents, options) as {
    paths: Record<string, { get: { responses: object } }>;
    components: { schemas: object };
  };
  assert.deepEqual(one.components.schemas, {
    Problem: problem,
    BrownRiceProblem: other,
    Bowl: other,
  });
  const references = Object.values(one.paths).map(({ get }) => get.responses);
  assert.deepEqual(references, [
    { 200: { $ref: '#/components/schemas/Problem' } },
    { 200: { $ref: '#/components/schemas/BrownRiceProblem' } },
    { 200: { $ref: '#/components/schemas/Problem' } },
  ]);
});

it('leaves the documents as they are', () => {
  const rice = document('/rice', { Problem: { type: 'object' } }, 'Problem');
  const before = structuredClone(rice);
  oneDocument(
    new Map([
      ['tea', document('/tea', { Problem: problem }, 'Problem')],
      ['rice', rice],
    ]),
    options,
  );
  assert.deepEqual(rice, before);
});
