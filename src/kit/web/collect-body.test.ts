import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { createTestApp } from '../testing/testing.ts';
import { Pieces } from './collect-body.ts';
import { access } from './identity/access.ts';

/** A connection to a route that answers with the body, and to one of WebSockets. */
async function connectToEcho(t: TestContext) {
  const app = createTestApp();
  t.after(() => app.close());
  const schema = { access: access.public };
  app.post('/echo', { schema }, (request, reply) => reply.send({ got: request.body }));
  app.get('/socket', { schema }, (_request, reply) => {
    void reply.code(426).header('connection', 'upgrade, close').send({});
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  // The server may close before it has read all.
  return socket.on('error', () => {});
}

/** Posts a chunked body, whose bytes are the characters of a string, over a real socket, and returns the whole answer. */
async function post(t: TestContext, chunks: string): Promise<string> {
  const socket = await connectToEcho(t);
  const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`, 'latin1');
  return text(socket);
}

const inChunks = (body: string, size: number) => {
  let chunks = '';
  for (let i = 0; i < body.length; i += size) {
    const chunk = body.slice(i, i + size);
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return `${chunks}0\r\n\r\n`;
};

describe('a collected body', () => {
  it('is whole, in whatever pieces it came', async (t) => {
    const body = JSON.stringify({ a: 'é'.repeat(300), b: 'x'.repeat(1_000) });
    for (const size of [1, 7, 10_000]) {
      const bytes = Buffer.from(body).toString('latin1');
      const answer = await post(t, inChunks(bytes, size));
      assert.ok(answer.includes(`{"got":${body}}`), answer);
    }
  });

  it('is cut off when it comes in thousands of pieces of one byte', async (t) => {
    const answer = await post(t, inChunks(JSON.stringify('x'.repeat(20_000)), 1));
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /connection: close/i);
    assert.match(answer, /too many pieces of a few bytes/);
  });

  it('is refused above the limit, with a length and without', async (t) => {
    const body = JSON.stringify('x'.repeat(1024 * 1024));
    assert.match(await post(t, inChunks(body, 65_536)), /^HTTP\/1\.1 413 /);
    const app = createTestApp();
    t.after(() => app.close());
    app.post('/echo', { schema: { access: access.public } }, () => ({}));
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/echo', headers, payload: body });
    assert.equal(answer.statusCode, 413);
  });

  it('is refused above the limit also to a client that reads no answer before it has sent all', async (t) => {
    const body = 'x'.repeat(16 * 1024 * 1024);
    for (const [framing, sent] of [
      [`Content-Length: ${body.length}`, body],
      ['Transfer-Encoding: chunked', inChunks(body, 65_536)],
    ]) {
      const socket = await connectToEcho(t);
      const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
      const error = await new Promise((resolve) => {
        socket.write(`${head}${framing}\r\n\r\n${sent}`, resolve);
      });
      assert.equal(error ?? undefined, undefined);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      assert.match(answer.toString(), /^HTTP\/1\.1 413 /);
      socket.destroy();
    }
  });
});

it('an answer that does not wait for the body reaches a client that sends all of it first', async (t) => {
  const size = 8 * 1024 * 1024;
  const body = `Content-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
  for (const [first, status] of [
    ['GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close', 405],
    ['GET /socket HTTP/1.1\r\nHost: localhost', 426],
    // As nginx asks.
    ['POST /nothing HTTP/1.0\r\nHost: localhost', 404],
    ['POST /echo HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json', 413],
  ] as const) {
    const socket = await connectToEcho(t);
    const error = await new Promise((resolve) => socket.write(`${first}\r\n${body}`, resolve));
    assert.equal(error ?? undefined, undefined);
    assert.match(
      await text(socket),
      new RegExp(`^HTTP/1\\.1 ${status} .*\r\nconnection: (upgrade, )?close\r\n`, 'is'),
    );
  }
});

it('pieces of many bytes are taken in any number, small ones for a while', () => {
  const large = new Pieces();
  for (let i = 0; i < 10_000; i++) large.add(16);
  const small = new Pieces();
  for (let i = 0; i < 4_096; i++) small.add(1);
  assert.throws(() => small.add(1), { code: 'VALIDATION_FAILED' });
});
