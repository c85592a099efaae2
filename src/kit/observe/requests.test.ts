import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, request as send, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import { createLog } from '../host/log.ts';
import { Metrics } from './metrics.ts';
import { createTestApp, eventually } from '../testing/testing.ts';
import { EventStreams } from '../web/event-streams.ts';
import { authSecret, bearer, tokenOf } from '../testing/tokens.ts';
import { access } from '../web/identity/access.ts';
import { Identity } from '../web/identity/identity.ts';
import { secretKey } from '../web/identity/keys.ts';
import { acceptBuffer } from '../web/content-types.ts';
import { mount } from '../host/listener.ts';
import type { App } from '../web/app.ts';
import { common } from '../base/refusal.ts';

const generated = /^[\w-]{21}$/;

describe('the id of a request', () => {
  it('is what the client sends, 1 to 64 of A-Za-z0-9._-', async (t) => {
    const { app } = open(t);
    for (const id of ['a', 'Order_7.b-2', 'x'.repeat(64)]) {
      const { headers } = await app.inject({ url: '/tea/1', headers: { 'x-request-id': id } });
      assert.equal(headers['x-request-id'], id);
    }
  });

  it('is made where the client sends none, or another text', async (t) => {
    const { app } = open(t);
    for (const id of [undefined, '', 'x'.repeat(65), 'a b', 'a/b', 'é', 'a, b']) {
      const headers = id === undefined ? {} : { 'x-request-id': id };
      const answer = await app.inject({ url: '/tea/1', headers });
      assert.match(String(answer.headers['x-request-id']), generated, String(id));
    }
  });

  it('stands in every problem document, whoever refuses', async (t) => {
    const { app } = open(t);
    const asks = [
      { url: '/refused' },
      { url: '/broken' },
      { url: '/nothing' },
      { url: '/tea/1', method: 'DELETE' },
      { url: '/tea/%zz' },
      { url: '/tea/1', headers: { host: 'evil.example' } },
      {
        url: '/tea',
        method: 'POST',
        payload: '{',
        headers: { 'content-type': 'application/json' },
      },
      { url: '/tea', method: 'POST', payload: { n: 'x' } },
    ] as const;
    for (const { url, ...ask } of asks) {
      const headers = { ...('headers' in ask ? ask.headers : {}), 'x-request-id': 'mine' };
      const answer = await app.inject({ url, ...ask, headers });
      assert.ok(answer.statusCode >= 400, url);
      assert.equal(answer.json().instance, 'urn:hawker:request:mine', url);
      assert.equal(answer.headers['x-request-id'], 'mine', url);
    }
  });

  it('is made for a request that is not HTTP', async (t) => {
    const { port } = await listening(open(t).app);
    const socket = connect(port, '127.0.0.1');
    socket.end('hello\r\n\r\n');
    const text = (await socket.toArray()).join('');
    const [, id] = /^x-request-id: (.*)\r$/im.exec(text) ?? [];
    assert.match(id!, generated);
    assert.ok(text.includes(`"instance":"urn:hawker:request:${id}"`));
  });
});

describe('the log of a request', () => {
  it('has its id in every line, after its body has arrived and after what it waits for', async (t) => {
    const { app, log, lines } = open(t);
    app.register(async (scope) => {
      acceptBuffer(scope);
      scope.post('/work', async () => {
        log.warn('at once');
        await nextTurn();
        log.child({ service: 'tea' }).warn('later');
        return {};
      });
    });
    const { port } = await listening(app);
    const ask = async (id: string) => {
      const headers = { 'content-type': 'application/json', 'x-request-id': id };
      const sent = send({ port, path: '/work', method: 'POST', headers });
      const arrived = once(app.server, 'request');
      sent.flushHeaders();
      await arrived;
      await nextTurn();
      sent.end('{}');
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await answer.toArray();
    };
    await Promise.all([ask('a'), ask('b')]);
    await eventually(() => lines.length === 6);
    for (const id of ['a', 'b']) {
      const own = lines.filter(({ request_id }) => request_id === id).map(({ msg }) => msg);
      assert.deepEqual(own, ['at once', 'later', 'request']);
    }
  });

  it('is one line: method, pattern, status, ms, service; no path, query, header or body', async (t) => {
    const { app, lines } = open(t);
    const payload = { n: 1, note: 'secret-body' };
    await app.inject({ url: '/tea/secret-path?q=secret-query', headers: { 'x-request-id': 'a' } });
    await app.inject({
      url: '/tea',
      method: 'POST',
      payload,
      headers: { authorization: 'Bearer secret-token' },
    });
    await app.inject('/secret-path');
    await app.inject('/broken?q=secret-query');
    assert.deepEqual(
      lines.map(({ msg, service, method, route, status }) => [msg, service, method, route, status]),
      [
        ['request', 'tea', 'GET', '/tea/:kind', 200],
        ['request', 'tea', 'POST', '/tea', 200],
        ['request', 'none', 'GET', 'none', 404],
        ['request failed', undefined, 'GET', '/broken', undefined],
        ['request', 'none', 'GET', '/broken', 500],
      ],
    );
    assert.equal(lines[0]!['request_id'], 'a');
    assert.ok(Number(lines[0]!['ms']) >= 0);
    assert.doesNotMatch(JSON.stringify(lines), /secret-/);
  });

  it('says who called where that is known', async (t) => {
    const now = Date.now();
    const rules = { keys: secretKey(authSecret) };
    const { app, lines } = open(t, { identity: new Identity({ rules, clock: () => now }) });
    await app.inject({ url: '/tea/1', headers: bearer(tokenOf('ann', now)) });
    assert.equal(lines[0]!['user'], 'ann');
  });

  it('says of a stream when it ends, and of a client that leaves that its answer was cut', async (t) => {
    const { app, lines, log, streams } = open(t);
    const { port } = await listening(app);
    const stream = get({ port, path: '/stream', headers: { 'x-request-id': 'a' } });
    const [answer] = (await once(stream, 'response')) as [IncomingMessage];
    assert.equal(answer.headers['x-request-id'], 'a');
    await once(answer, 'data');
    assert.equal(lines.length, 0);
    // What another request changes is read on behalf of the one that opened the stream.
    streams.changed('tea');
    await eventually(() => lines.length === 1);
    assert.deepEqual([lines[0]!['msg'], lines[0]!['request_id']], ['fed', 'a']);
    log.warn('of no request');
    assert.equal(lines[1]!['request_id'], undefined);
    stream.destroy();
    await eventually(() => lines.length === 3);
    const { msg, status, cut } = lines[2]!;
    assert.deepEqual([msg, status, cut], ['request', 200, true]);
  });

  it('claims nothing that is done after its answer', async (t) => {
    const { app, log, lines } = open(t);
    const { promise: late, resolve: go } = Promise.withResolvers<void>();
    app.get('/later', async () => {
      void late.then(() => log.warn('after the answer'));
      return {};
    });
    await app.inject('/later');
    await eventually(() => lines.length === 1);
    go();
    await eventually(() => lines.length === 2);
    assert.deepEqual([lines[1]!['msg'], lines[1]!['request_id']], ['after the answer', undefined]);
  });
});

function open(t: TestContext, options: { identity?: Identity } = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { output: { write: (line) => void lines.push(JSON.parse(line)) } });
  const app = createTestApp({ log, ...options });
  t.after(() => app.close());
  const streams = new EventStreams<string>({ max: 1, log });
  const body = Type.Object({ n: Type.Integer() });
  mount(app, {
    name: 'tea',
    summary: '',
    metrics: new Metrics(),
    routes(scope) {
      scope.get('/tea/:kind', { schema: { access: access.user() } }, async () => ({}));
      scope.post('/tea', { schema: { body } }, async () => ({}));
    },
  });
  app.get('/refused', async () => {
    throw common.NOT_FOUND();
  });
  app.get('/broken', async () => {
    throw new Error('a defect');
  });
  let fed = 0;
  app.get('/stream', (_request, reply) => {
    streams.answer(reply, 'tea', async () => {
      if (fed++ > 0) log.warn('fed');
    });
  });
  return { app, log, lines, streams };
}

async function listening(app: App) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address() as AddressInfo;
}
