/** What deploy/caddy/Caddyfile promises, kept by a Caddy that runs it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { noCaddy, startCaddy } from '#kit/testing/caddy.ts';
import { freePort } from '#kit/testing/free-port.ts';
import { startProcess, type TestProcess } from '#kit/testing/process.ts';
import { EventReader, temporaryFolder, type Ends } from '#kit/testing/testing.ts';

/** Requests of one address: more than the other tests ask. */
const limit = 50;

describe('deploy/caddy/Caddyfile', { skip: noCaddy() }, () => {
  const ends: (() => unknown)[] = [];
  const t: Ends = { after: (end) => void ends.push(end) };
  let hawker: TestProcess;
  let port: number;
  before(async () => {
    hawker = await startProcess(t, ['url-shortener', 'notification', 'chat'], {
      DATA_DIR: temporaryFolder(),
      // As the head of the file says.
      ALLOWED_HOSTS: 'hawker.example.com,go.example.com,console.example.com',
      ADMIN_TOKEN: 'the operator of this shop',
      TRUSTED_PROXIES: '127.0.0.1',
      BASE_URL: 'https://go.example.com',
      API_LIMIT: `${limit}/60s`,
    });
    port = await freePort();
    await startCaddy(t, hawker, { port, hasTls: true });
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  /** Asks Caddy by TLS, from an address of loopback. */
  async function ask(host: string, path: string, { from = '127.0.0.1', body = '' } = {}) {
    const asked = request({
      port,
      path,
      localAddress: from,
      servername: host,
      // Signed by an authority that Caddy has made for this run.
      rejectUnauthorized: false,
      agent: false,
      method: body === '' ? 'GET' : 'POST',
      headers: { host, ...(body !== '' && { 'content-type': 'application/json' }) },
    });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  }

  it('serves every service under /api, and nothing that is to stay inside', async () => {
    const body = JSON.stringify({ url: 'https://example.com/tea', alias: 'tea-time' });
    const made = await ask('hawker.example.com', '/api/url-shortener/shorten', { body });
    assert.equal(made.statusCode, 201);
    assert.match(await text(made), /"https:\/\/go\.example\.com\/tea-time"/);
    const documents = await ask('hawker.example.com', '/openapi.json');
    assert.match(await text(documents), /"openapi":"3\.1/);
    for (const path of ['/', '/metrics', '/healthz', '/readyz', '/services/chat']) {
      const inside = await ask('hawker.example.com', path);
      assert.deepEqual([inside.statusCode, await text(inside)], [404, ''], path);
    }
  });

  it('follows short links on a name of their own', async () => {
    const { statusCode, headers } = await ask('go.example.com', '/tea-time');
    assert.deepEqual([statusCode, headers.location], [302, 'https://example.com/tea']);
  });

  it('has the console on a name of its own, with all its streams on one connection', async (t) => {
    const session = connect(`https://127.0.0.1:${port}`, {
      servername: 'console.example.com',
      rejectUnauthorized: false,
    });
    t.after(() => session.destroy());
    const get = (path: string) =>
      session.request({ ':authority': 'console.example.com', ':path': path });
    // More than a browser has connections over plain HTTP.
    const streams = Array.from({ length: 10 }, () => get('/overview/events'));
    await Promise.all(
      streams.map(async (stream) => {
        const [{ ':status': status }] = (await once(stream, 'response')) as [IncomingHttpHeaders];
        assert.equal(status, 200);
        await once(stream, 'data');
      }),
    );
    assert.match(await text(get('/')), /<title>hawker<\/title>/);
  });

  it('sends events on as they come, and passes WebSockets through', async () => {
    const path = '/api/notification/notifications/stream?user=ann';
    const stream = await ask('hawker.example.com', path);
    const events = new EventReader(stream);
    assert.equal(await events.block(), ': open');
    assert.match((await events.block())!, /^id: \w+$/);
    const body = JSON.stringify({ user_id: 'ann', channel: 'in_app', title: 'Tea', body: '' });
    (await ask('hawker.example.com', '/api/notification/send', { body })).resume();
    assert.match((await events.block())!, /"title":"Tea"/);
    stream.destroy();

    const url = `wss://127.0.0.1:${port}/api/chat/ws?room=kitchen&user=ann`;
    const headers = { host: 'hawker.example.com' };
    const options = { rejectUnauthorized: false, servername: 'hawker.example.com', headers };
    const socket = new WebSocket(url, options);
    await once(socket, 'open');
    socket.send(JSON.stringify({ content: 'The tea is ready.' }));
    const [message] = (await once(socket, 'message')) as [Buffer];
    assert.match(message.toString(), /The tea is ready/);
    socket.terminate();
  });

  it('tells who the client is: one that asks too often is refused, another one is not', async () => {
    const path = '/api/chat/rooms/kitchen/history';
    const codes: (number | undefined)[] = [];
    for (let i = 0; i <= limit; i++) {
      const response = await ask('hawker.example.com', path, { from: '127.0.0.2' });
      response.resume();
      codes.push(response.statusCode);
    }
    assert.equal(codes.at(-1), 429);
    const another = await ask('hawker.example.com', path, { from: '127.0.0.3' });
    another.resume();
    assert.notEqual(another.statusCode, 429);
  });
});
