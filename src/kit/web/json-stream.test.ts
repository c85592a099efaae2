import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { sendList } from './json-stream.ts';

async function* portions(...lists: object[][]) {
  yield* lists;
}

const cases: [what: string, lists: object[][], rest: object][] = [
  ['without portions', [], {}],
  ['of empty portions', [[], []], {}],
  ['of several portions', [[{ id: 1 }], [], [{ id: 2 }, { id: 'ü"' }]], {}],
  ['with further members', [[{ id: 1 }]], { next_cursor: 'x', total: 1 }],
  ['that is empty, with further members', [], { next_cursor: 'x' }],
];

for (const [what, lists, rest] of cases) {
  test(`a list ${what} arrives as JSON`, async () => {
    const app = Fastify();
    app.get('/', (_request, reply) => sendList(reply, 'posts', portions(...lists), rest));
    const { headers, body } = await app.inject('/');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(JSON.parse(body), { posts: lists.flat(), ...rest });
    await app.close();
  });
}
