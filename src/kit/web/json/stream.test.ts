import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { pino } from 'pino';
import { turns } from '#kit/testing/turns.ts';
import { createTestApp } from '../../testing/testing.ts';
import { sendList } from './stream.ts';

async function* portions(lists: object[][], rest?: object) {
  yield* lists;
  return rest;
}

const cases: [what: string, lists: object[][], rest?: object][] = [
  ['without portions', []],
  ['of empty portions', [[], []]],
  ['of several portions', [[{ id: 1 }], [], [{ id: 2 }, { id: 'ü"' }]]],
  ['of several chunks', [[{ id: 'x'.repeat(70_000) }, { id: 2 }], [{ id: 'y'.repeat(70_000) }]]],
  ['with further members', [[{ id: 1 }]], { next_cursor: 'x', total: 1 }],
  ['that is empty, with further members', [], { next_cursor: 'x' }],
];

for (const [what, lists, rest] of cases) {
  test(`a list ${what} arrives as JSON`, async () => {
    const app = Fastify();
    app.get('/', (_request, reply) => sendList(reply, 'posts', portions(lists, rest)));
    const { headers, body } = await app.inject('/');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(JSON.parse(body), { posts: lists.flat(), ...rest });
    await app.close();
  });
}

test('a short list is sent at once, a long one in chunks', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  const ids = Array.from({ length: 1_000 }, (_, id) => ({ id }));
  app.get('/short', (_request, reply) => sendList(reply, 'posts', portions([ids, ids])));
  app.get('/long', (_request, reply) =>
    sendList(reply, 'posts', portions(Array.from({ length: 50 }, () => ids))),
  );
  assert.ok((await app.inject('/short')).headers['content-length'] !== undefined);
  const long = await app.inject('/long');
  assert.equal(long.headers['content-length'], undefined);
  assert.equal(JSON.parse(long.body).posts.length, 50_000);
});

test('a list is written in slices of time: other work has its turns, also within a portion', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  const posts = Array.from({ length: 20 }, (_, id) => ({ id }));
  app.get('/', (_request, reply) => sendList(reply, 'posts', portions([posts])));
  await app.ready();
  let now = performance.now();
  t.mock.method(performance, 'now', () => (now += 5));
  const counted = turns(t);
  const { body } = await app.inject('/');
  const count = counted();
  assert.deepEqual(JSON.parse(body), { posts });
  assert.ok(count >= posts.length, `${count} turns`);
});

test('a client that reads nothing has few portions read for it, and ends the reading when it goes', async () => {
  let read = 0;
  let ended = false;
  async function* endless() {
    try {
      for (; ; read++) yield ['x'.repeat(100_000)];
    } finally {
      ended = true;
    }
  }
  const app = Fastify();
  const { promise: sent, resolve } = Promise.withResolvers<Readable>();
  app.addHook('onSend', async (_request, _reply, payload) => resolve(payload as Readable));
  app.get('/', (_request, reply) => sendList(reply, 'posts', endless()));
  const client = connect(Number(new URL(await app.listen()).port));
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const body = await sent;
  // It stops when all buffers on the way are full: those of the kernel hold some MiB.
  for (let before = -1; before < read || !body.isPaused();) {
    before = read;
    await setImmediate();
  }
  assert.ok(read < 200, `${read} portions`);
  client.destroy();
  await new Promise((done) => body.once('close', done));
  assert.ok(ended);
  await app.close();
});

test('a list that fails when it has begun is cut off, and the log says why', async (t) => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
  const log = pino({ level: 'warn' }, { write });
  const app = createTestApp({ log });
  t.after(() => app.close());
  async function* failing() {
    yield ['x'.repeat(65_536)];
    throw new Error('a portion is lost');
  }
  app.get('/', (_request, reply) => sendList(reply, 'posts', failing()));
  const answer = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
  await assert.rejects(answer.text());
  assert.deepEqual(lines, ['an answer was cut off']);
});
