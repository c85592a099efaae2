import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';

/** Answers of a route that declares `{tea: string}` as 200, one a case. */
const script = `
  import { Type } from 'typebox';
  import { createTestApp } from './testing.ts';
  import { Readable } from 'node:stream';
  import { Metrics } from '../observe/metrics.ts';
  import { mount } from '../host/listener.ts';
  import { common, invalid } from '../web/problem.ts';

  const answers = {
    right: (reply) => reply.send({ tea: 'green' }),
    problem: () => { throw invalid('cup', 'is empty'); },
    fault: () => { throw new Error('spilt'); },
    status: (reply) => reply.code(202).send({ tea: 'green' }),
    type: (reply) => reply.type('text/plain').send('green'),
    member: (reply) => reply.type('application/json').send('{"tea":"green","milk":1}'),
    streamed: (reply) => reply.type('application/json').send(Readable.from(['{"tea":', '3}'])),
    hijacked: (reply) => reply.hijack().raw.writeHead(200, { 'content-type': 'text/csv' }).end(),
    code: () => { throw common.BODY_TOO_LARGE(); },
    header: (reply) => reply.header('etag', '"green"').send({ tea: 'green' }),
  };
  const app = createTestApp();
  const response = { 200: Type.Object({ tea: Type.String() }) };
  const stream = { description: 'cups', content: { 'text/event-stream': { schema: response[200] } } };
  const routes = (scope) => {
    scope.get('/events', { schema: { response: { 200: stream } } }, (_request, reply) => {
      reply.hijack().raw.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.raw.write('event: cup\\ndata: {"tea":"green"}\\n\\n');
      reply.raw.write('event: cup\\ndata: {"tea":4}\\n\\n');
      reply.raw.end();
    });
    for (const [name, answer] of Object.entries(answers))
      scope.get('/' + name, { schema: { response } }, async (_request, reply) => answer(reply));
  };
  mount(app, { name: 'tea', summary: '', metrics: new Metrics(), routes });
  for (const name of Object.keys(answers)) await app.inject('/' + name);
  await app.inject('/nothing');
  await app.inject('/events');
  await app.close();
`;

it('an answer that its document does not declare fails the process that gave it', () => {
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', script],
    { cwd: import.meta.dirname, encoding: 'utf8', timeout: 30_000 },
  );
  assert.deepEqual(stderr.trim().split('\n'), [
    'undocumented answer: GET /status 202: the status is not declared',
    'undocumented answer: GET /type 200: the content type text/plain is not declared',
    'undocumented answer: GET /member 200: body must NOT have unevaluated properties in {"tea":"green","milk":1}',
    'undocumented answer: GET /streamed 200: body/tea must be string in {"tea":3}',
    'undocumented answer: GET /hijacked 200: the content type text/csv is not declared',
    'undocumented answer: GET /code 413: the status is not declared',
    'undocumented answer: GET /header 200: the header etag is not declared',
    'undocumented answer: GET /events 200: body/tea must be string, body must NOT have additional properties, body must match a schema in anyOf in {"tea":4}',
  ]);
  assert.equal(status, 1);
});
