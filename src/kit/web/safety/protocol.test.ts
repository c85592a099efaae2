import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { createTestApp } from '../../testing/testing.ts';
import { ArrivingBodies } from './stalled-bodies.ts';

const head = (...lines: string[]) => ['POST /things HTTP/1.1', ...lines, '', ''].join('\r\n');
const json = ['Content-Type: application/json', 'Content-Length: 10'];

describe('HTTP itself', () => {
  const cases = [
    ['no Host', head('Content-Length: 0'), 400, '"path":"Host","message":"is required"'],
    [
      'two Hosts',
      head('Host: localhost', 'Host: localhost'),
      400,
      '"path":"Host","message":"must not be repeated"',
    ],
    ['a Host that is none', head('Host: a/b'), 400, '"message":"must be a name or an address"'],
    [
      'an expectation',
      head('Host: localhost', 'Expect: tea', ...json),
      417,
      '"code":"EXPECTATION_FAILED"',
    ],
    [
      'a head of 20 KB',
      head('Host: localhost', `X: ${'x'.repeat(2e4)}`),
      431,
      '"code":"HEADERS_TOO_LARGE"',
    ],
    [
      'a chunk without a size',
      head('Host: localhost', 'Transfer-Encoding: chunked') + 'tea\r\n',
      400,
      '"code":',
    ],
    [
      'two lengths',
      head('Host: localhost', 'Content-Length: 1', 'Content-Length: 2'),
      400,
      '"MALFORMED_HTTP"',
    ],
  ] as const;
  for (const [what, request, status, part] of cases) {
    it(`answers ${what} with a problem document`, async (t) => {
      const { answer } = await send(t, request);
      const { statusLine, headers, body } = await answer();
      assert.equal(Number(statusLine.split(' ')[1]), status, body);
      assert.match(headers, /^content-type: application\/problem\+json/im);
      assert.ok(body.includes(part), body);
    });
  }

  it('closes the connection where it cannot know where the next request begins', async (t) => {
    for (const wrong of [cases[3], cases[4], cases[5], cases[6]]) {
      const { socket, answer } = await send(t, wrong[1]);
      assert.match((await answer()).headers, /^connection: close$/im);
      if (!socket.closed) await once(socket, 'close');
    }
  });

  it('answers a client that reads nothing before it has sent a head of 4 MB', async (t) => {
    const { socket, answer } = await send(t, 'GET / HTTP/1.1\r\nX: ');
    socket.pause();
    const error = await new Promise((resolve) => socket.write('x'.repeat(4_000_000), resolve));
    assert.equal(error ?? undefined, undefined);
    socket.resume();
    assert.equal((await answer()).statusLine, 'HTTP/1.1 431 Request Header Fields Too Large');
  });

  it('meets the expectation 100-continue', async (t) => {
    const { socket, answer } = await send(
      t,
      head('Host: localhost', 'Expect: 100-Continue', ...json),
    );
    assert.equal((await answer()).statusLine, 'HTTP/1.1 100 Continue');
    socket.write('{"id":"ab"');
    assert.equal((await answer()).statusLine, 'HTTP/1.1 400 Bad Request');
  });

  it('never takes the place of an answer that is due to an earlier request', async (t) => {
    const { socket, release } = await send(
      t,
      'GET /held HTTP/1.1\r\nHost: localhost\r\n\r\ntea\r\n\r\n',
    );
    const got = await socket.toArray();
    assert.equal(got.join(''), '');
    release();
  });
});

describe('a body that brings no byte', () => {
  it('for the timeout is answered with 408, and the connection and whoever reads it are ended', async (t) => {
    for (const path of ['/things', '/raw']) {
      const request = head('Host: localhost', ...json).replace('/things', path);
      const { socket, answer, replies } = await send(t, `${request}{"id"`, 90);
      const [reply] = await replies;
      const isOver = once(reply.request.raw, 'close');
      const { statusLine, headers, body } = await answer();
      assert.equal(statusLine, 'HTTP/1.1 408 Request Timeout');
      assert.match(headers, /^content-type: application\/problem\+json/im);
      assert.match(headers, /^connection: close$/im);
      assert.match(body, /"code":"REQUEST_TIMEOUT"/);
      if (!socket.closed) await once(socket, 'close');
      await isOver;
    }
  });

  it('is not cut while it brings some, and not remembered when it is whole', async (t) => {
    const bodies = new ArrivingBodies(30_000);
    const { socket, answer, replies } = await send(t, `${head('Host: localhost', ...json)}{"id"`);
    const [reply] = await replies;
    const { raw } = reply.request;
    bodies.add(reply, 0);
    for (const [part, now] of [
      [':', 29_000],
      ['"a', 58_000],
    ] as const) {
      const came = once(raw, 'data');
      socket.write(part);
      await came;
      bodies.sweep(now);
    }
    bodies.sweep(87_000);
    assert.equal(bodies.size, 1);
    const closed = once(raw, 'close');
    socket.write('"}');
    assert.equal((await answer()).statusLine, 'HTTP/1.1 200 OK');
    await closed;
    assert.equal(bodies.size, 0);
  });

  it('is not to blame while we leave unread what it brought', async (t) => {
    const bodies = new ArrivingBodies(30_000);
    const request = head('Host: localhost', ...json).replace('/things', '/unread');
    const { replies, answer } = await send(t, `${request}{}`);
    const [reply] = await replies;
    const { raw } = reply.request;
    assert.equal(raw.readableLength, 2);
    bodies.add(reply, 0);
    bodies.sweep(30_000);
    bodies.sweep(60_000);
    raw.resume();
    await once(raw, 'data');
    bodies.sweep(90_000);
    assert.equal((await answer()).statusLine, 'HTTP/1.1 408 Request Timeout');
  });
});

/** Sends text to a listener of its own. `answer` yields the next answer on the connection. */
async function send(t: TestContext, request: string, stallTimeoutMs?: number) {
  const app = createTestApp({ stallTimeoutMs });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: replies, resolve: remember } = Promise.withResolvers<[FastifyReply]>();
  app.addHook('onRequest', async (_request, reply) => remember([reply]));
  const body = Type.Object({ id: Type.String() });
  app.post('/things', { schema: { body } }, async () => ({}));
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post('/raw', ({ raw }) => {
      raw.resume();
      return held;
    });
    scope.post('/unread', () => held);
  });
  app.get('/held', () => held);
  t.after(() => {
    release();
    return app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket: Socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.setEncoding('utf8').write(request);
  let text = '';
  const answer = async () => {
    for (;;) {
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)\r?$/im.exec(text.slice(0, end))?.[1] ?? 0);
      if (end >= 0 && text.length >= end + 4 + length) {
        const [statusLine = ''] = text.split('\r\n', 1);
        const headers = text.slice(statusLine.length + 2, end).replaceAll('\r', '');
        const body = text.slice(end + 4, end + 4 + length);
        text = text.slice(end + 4 + length);
        return { statusLine, headers, body };
      }
      const closed = once(socket, 'close').then(() => assert.fail(`no whole answer: ${text}`));
      const [part] = (await Promise.race([once(socket, 'data'), closed])) as [string];
      text += part;
    }
  };
  return { socket, answer, release, replies };
}
