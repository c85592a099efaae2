import assert from 'node:assert/strict';
import { it } from 'node:test';
import { operationOf, withExamples, type Example, type Paths } from './examples.ts';

const text = { schema: { type: 'string' } };
const json = () => ({ 'application/json': {} });
const problems = () => ({ 'application/json': {}, 'application/problem+json': {} });
const parameter = (place: string, name: string, type: string) => ({
  in: place,
  name,
  schema: { type },
});

function cups() {
  return {
    paths: {
      '/cups/{id}': {
        put: {
          parameters: [
            parameter('path', 'id', 'string'),
            parameter('query', 'size', 'integer'),
            parameter('query', 'colour', 'string'),
            parameter('header', 'x-user', 'string'),
          ],
          requestBody: { content: { 'application/json': {} } },
          responses: {
            200: { description: 'OK', content: json() },
            404: { description: 'no', content: problems() },
          },
        },
        get: { responses: { 200: { description: 'OK', content: { '*/*': text } } } },
      },
      '/cups/all': { get: { responses: { 200: { description: 'OK', content: json() } } } },
      '/steam': {
        get: { responses: { 200: { description: 'OK', content: { 'text/event-stream': {} } } } },
      },
      '/talk': { get: { responses: { 101: { description: 'a WebSocket' } } } },
    },
  };
}

function shown(...examples: Example[]) {
  const { paths } = withExamples(cups(), examples) as ReturnType<typeof cups>;
  return paths;
}

it('shows parameters as their schemas have them, the body, and the answer', () => {
  const { put } = shown({
    request: 'PUT /cups/a%2Fb?size=2',
    headers: { 'x-user': 'ann' },
    body: { tea: 'green' },
    answer: { status: 200, body: { id: 1 } },
  })['/cups/{id}'];
  const values = put.parameters.map((one) => (one as { example?: unknown }).example);
  assert.deepEqual(values, ['a/b', 2, undefined, 'ann']);
  assert.deepEqual(put.requestBody.content, {
    'application/json': { example: { tea: 'green' } },
  });
  assert.deepEqual(put.responses[200].content, { 'application/json': { example: { id: 1 } } });
});

it('of each operation and of each answer, the first example is shown', () => {
  const request = 'PUT /cups/1';
  const { put } = shown(
    { request, body: 'first', answer: { status: 200, body: { id: 1 } } },
    { request, body: 'second', answer: { status: 200, body: { id: 2 } } },
    { request, body: 'third', answer: { status: 404, body: { code: 'NOT_FOUND' } } },
  )['/cups/{id}'];
  assert.deepEqual(put.requestBody.content, { 'application/json': { example: 'first' } });
  assert.deepEqual(put.responses[200].content, { 'application/json': { example: { id: 1 } } });
  assert.deepEqual(put.responses[404].content, {
    'application/json': {},
    'application/problem+json': { example: { code: 'NOT_FOUND' } },
  });
});

it('shows text, the first event of a stream, headers, and what a WebSocket carries', () => {
  const paths = shown(
    { request: 'GET /cups/1', answer: { status: 200, headers: { ETag: '"x"' }, body: 'green' } },
    { request: 'GET /steam', answer: { status: 200, events: [{ n: 1 }, { n: 2 }] } },
    { request: 'GET /talk', says: ['hot?'], answer: { status: 101, events: ['yes'] } },
  );
  const { 200: cup } = paths['/cups/{id}'].get.responses;
  assert.deepEqual(cup.content, { '*/*': { ...text, example: 'green' } });
  const { headers } = cup as { headers?: Record<string, { example?: string }> };
  assert.equal(headers?.['ETag']?.example, '"x"');
  const { 200: steam } = paths['/steam'].get.responses;
  assert.deepEqual(steam.content, { 'text/event-stream': { example: { n: 1 } } });
  assert.match(paths['/talk'].get.responses[101].description, /`"hot\?"`; received: `"yes"`$/);
});

it('a path without parameters goes before one with', () => {
  const paths = cups().paths as unknown as Paths;
  assert.equal(operationOf(paths, 'GET /cups/all')?.operation, paths['/cups/all']!['get']);
  assert.deepEqual(operationOf(paths, 'GET /cups/any?x=1')?.params, { id: 'any' });
  assert.equal(operationOf(paths, 'POST /cups/any'), undefined);
  assert.equal(operationOf(paths, 'GET /cups/any/more'), undefined);
});
