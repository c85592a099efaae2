import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import { WebSocket, WebSocketServer } from 'ws';
import { access } from '../web/identity/access.ts';
import type { Listener } from '../web/app.ts';
import { freePort } from '../testing/free-port.ts';
import { EventReader, fakeClock } from '../testing/testing.ts';
import type { Environment } from './env.ts';
import { startHost } from './host.ts';
import type { Host, Running, Service } from './service.ts';

const schema = { access: access.public };

describe('/api/<service>/… on the console port', () => {
  it('answers as the service does on its own port: method, path, query, headers, body', async (t) => {
    const { console: consoleUrl, services } = await start(t, [tea()]);
    const targets = ['/cups/a%2Fb?size=2&x', '/cups/x', '/', '/?x=1', '/nowhere', '/cups/%zz'];
    for (const target of targets) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const body = method === 'POST' ? '{"sugar":1}' : '';
        const headers = { 'content-type': 'application/json', 'x-cup': 'red' };
        const own = await call(services[0]!.address, method, target, headers, body);
        const handed = await call(consoleUrl, method, `/api/tea${target}`, headers, body);
        assert.deepEqual(handed, own, `${method} ${target}`);
      }
    }
    const { body } = await call(consoleUrl, 'GET', '/api/tea/cups/a%2Fb?size=2');
    assert.deepEqual(JSON.parse(body), { method: 'GET', cup: 'a/b', query: { size: '2' } });
  });

  it('answers with plain text where a service would answer with a script', async (t) => {
    const scripts = tea({}, (_host, app) => {
      app.get('/stored/*', { schema }, (request, reply) => {
        const { '*': type } = request.params as { '*': string };
        return reply.type(type).send('alert(1)');
      });
    });
    const { console: consoleUrl, services } = await start(t, [scripts]);
    for (const [type, isScript] of [
      ['text/javascript', true],
      ['application/javascript; charset=utf-8', true],
      ['Application/X-JavaScript', true],
      ['text/ecmascript', true],
      ['text/jscript', true],
      ['application/json', false],
      ['image/png', false],
    ] as const) {
      const path = `/stored/${encodeURIComponent(type)}`;
      const own = await fetch(`${services[0]!.address}${path}`);
      const handed = await fetch(`${consoleUrl}/api/tea${path}`);
      const expected = own.headers.get('content-type');
      assert.ok(expected?.startsWith(type.split(';')[0]!), type);
      const shown = isScript ? 'text/plain; charset=utf-8' : expected;
      assert.equal(handed.headers.get('content-type'), shown, type);
    }
  });

  it('takes the name alone for the root, and leaves all else to the console', async (t) => {
    const { console: consoleUrl } = await start(t, [tea()]);
    const statuses = [
      '/api/tea',
      '/api/tea?x',
      '/api/rice/cups/x',
      '/api',
      '/apis/tea',
      '/healthz',
    ];
    const answers = statuses.map((path) => call(consoleUrl, 'GET', path));
    assert.deepEqual(
      (await Promise.all(answers)).map(({ status }) => status),
      [200, 200, 404, 404, 404, 200],
    );
  });

  it('leads to services that share a port, and to operator paths of the console', async (t) => {
    const port = await freePort();
    const operators = {
      console: (app: Listener) => void app.get('/admin/cups', { schema }, () => 'all'),
    };
    const services = [tea({ port, ...operators }), tea({ name: 'rice', path: '/bowls', port })];
    const { console: consoleUrl } = await start(t, services);
    assert.equal((await call(consoleUrl, 'GET', '/api/tea/cups/x')).status, 200);
    assert.equal((await call(consoleUrl, 'GET', '/api/rice/bowls/x')).status, 200);
    assert.equal((await call(consoleUrl, 'GET', '/api/tea-console/admin/cups')).body, 'all');
    const again = await call(consoleUrl, 'GET', '/api/tea-console/api/tea-console/admin/cups');
    assert.equal(again.status, 404);
  });

  it('leads to the routes of the service that is named, and to no other', async (t) => {
    const port = await freePort();
    const operators = {
      console: (app: Listener) => void app.get('/admin/cups', { schema }, () => 'all'),
    };
    const services = [tea({ port, ...operators }), tea({ name: 'rice', path: '/bowls', port })];
    const { console: consoleUrl } = await start(t, services);
    const ofOthers = [
      '/api/tea-console/metrics',
      '/api/tea-console/healthz',
      '/api/tea-console/overview',
      '/api/tea-console/openapi.json',
      '/api/tea-console/reference',
      '/api/tea/bowls/x',
      '/api/rice/cups/x',
    ];
    for (const path of ofOthers) {
      assert.equal((await call(consoleUrl, 'GET', path)).status, 404, path);
      assert.equal((await call(consoleUrl, 'HEAD', path)).status, 404, path);
    }
    assert.equal((await call(consoleUrl, 'GET', '/metrics')).status, 200);
    assert.equal((await call(consoleUrl, 'GET', '/admin/cups')).status, 200);
    assert.equal((await call(consoleUrl, 'HEAD', '/api/tea-console/admin/cups')).status, 200);
  });

  it('counts operator paths in API_LIMIT, and leaves those who watch alone', async (t) => {
    const operators = {
      console: (app: Listener) => void app.get('/admin/cups', { schema }, () => 'all'),
    };
    const { console: consoleUrl } = await start(t, [tea(operators)], { API_LIMIT: '2/1h' });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await call(consoleUrl, 'GET', '/api/tea-console/admin/cups')).status);
    }
    assert.deepEqual(statuses, [200, 200, 429]);
    assert.equal((await call(consoleUrl, 'GET', '/admin/cups')).status, 429);
    for (let i = 0; i < 3; i++) {
      assert.equal((await call(consoleUrl, 'GET', '/healthz')).status, 200);
    }
  });

  it('holds the same rules of access: Host, Origin, navigation, preflights', async (t) => {
    const { console: consoleUrl, services } = await start(t, [tea()]);
    const { host } = new URL(consoleUrl);
    const cases: [string, OutgoingHttpHeaders][] = [
      ['GET', { host: 'evil.example' }],
      ['GET', { host, origin: 'https://evil.example' }],
      ['GET', { host, 'sec-fetch-site': 'cross-site' }],
      ['GET', { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
      ['GET', { host, origin: `http://${host}` }],
      ['OPTIONS', { host, origin: `http://${host}`, 'access-control-request-method': 'POST' }],
      ['OPTIONS', { host, origin: 'https://evil.example', 'access-control-request-method': 'GET' }],
    ];
    const statuses: number[] = [];
    for (const [method, headers] of cases) {
      const own = await call(services[0]!.address, method, '/cups/x', headers);
      const handed = await call(consoleUrl, method, '/api/tea/cups/x', headers);
      assert.deepEqual(handed, own, JSON.stringify(headers));
      statuses.push(handed.status);
    }
    assert.deepEqual(statuses, [421, 403, 403, 403, 200, 204, 403]);
  });

  it('streams events as they come, and ends them when the process stops', async (t) => {
    const streams: { send(): void }[] = [];
    const service = tea({}, (host, app) => {
      const open = host.eventStreams<string>({ max: 10 });
      app.get('/events', { schema }, (_request, reply) => {
        let sent = 0;
        open.answer(reply, 'cups', async (stream) => stream.send('cup', { number: ++sent }));
        streams.push({ send: () => open.changed('cups') });
      });
    });
    const host = await start(t, [service]);
    const asked = request(`${host.console}/api/tea/events`, { agent: false }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const events = new EventReader(response);
    assert.equal(await events.block(), ': open');
    assert.match((await events.block())!, /"number":1/);
    streams[0]!.send();
    assert.match((await events.block())!, /"number":2/);
    await host.stop();
    assert.equal(await events.block(), undefined);
  });

  it('hands over WebSockets, under the same rules, and refuses what has none', async (t) => {
    const server = new WebSocketServer({ noServer: true });
    const urls: unknown[] = [];
    const upgrade: Running['upgrade'] = (incoming, socket, head) => {
      urls.push(incoming.url);
      server.handleUpgrade(incoming, socket, head, (ws) =>
        ws.on('message', (data) => ws.send(data)),
      );
    };
    t.after(() => server.close());
    const services = [tea({ upgrade }), tea({ name: 'rice', path: '/bowls' })];
    const { console: consoleUrl } = await start(t, services);
    const socket = new WebSocket(`${consoleUrl.replace('http', 'ws')}/api/tea/talk?cup=red`);
    await once(socket, 'open');
    socket.send('hot');
    const [answer] = (await once(socket, 'message')) as [Buffer];
    assert.equal(answer.toString(), 'hot');
    socket.terminate();
    assert.deepEqual(urls, ['/talk?cup=red']);
    const asking = { connection: 'upgrade', upgrade: 'websocket' };
    const statuses = [
      call(consoleUrl, 'GET', '/api/tea/talk', { ...asking, origin: 'https://evil.example' }),
      call(consoleUrl, 'GET', '/api/tea/talk', { ...asking, host: 'evil.example' }),
      // As on their own ports: answered as plain requests.
      call(consoleUrl, 'GET', '/api/rice/bowls/x', asking),
      call(consoleUrl, 'GET', '/healthz', asking),
      call(consoleUrl, 'GET', '/api/nobody', asking),
    ];
    assert.deepEqual(
      (await Promise.all(statuses)).map(({ status }) => status),
      [403, 421, 200, 200, 404],
    );
  });

  it('bounds what one connection has in flight, over all services together', async (t) => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const slow = (_host: Host, app: Listener) =>
      void app.get('/slow', { schema }, async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        most = Math.max(most, waiting.push(resolve));
        if (waiting.length === 16) setImmediate(() => waiting.splice(0).forEach((end) => end()));
        await promise;
        return 'done';
      });
    const services = [tea({}, slow), tea({ name: 'rice', path: '/bowls' }, slow)];
    const { console: consoleUrl } = await start(t, services);
    const { port } = new URL(consoleUrl);
    const client = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    t.after(() => client.destroy());
    const get = (name: string) => `GET /api/${name}/slow HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    client.write((get('tea') + get('rice')).repeat(32));
    let received = '';
    for await (const chunk of client as AsyncIterable<string>) {
      received += chunk;
      if (received.split('\r\n\r\ndone').length === 65) break;
    }
    assert.equal(most, 16);
  });
});

interface Parts extends Partial<Running> {
  readonly name?: string;
  readonly path?: string;
  readonly port?: number;
}

/** @param more routes that need the host */
function tea(parts: Parts = {}, more: (host: Host, app: Listener) => void = () => {}): Service {
  const { name = 'tea', path = '/cups', port = 0, ...running } = parts;
  const routes = (app: Listener) => {
    app.get(path === '/cups' ? '/' : `${path}/`, { schema }, () => ({ name }));
    for (const method of ['GET', 'POST'] as const) {
      const handler = async (asked: { params: unknown; query: unknown; body: unknown }) => {
        const { cup } = asked.params as { cup: string };
        return { method, cup, query: asked.query, body: asked.body };
      };
      app.route({ method, url: `${path}/:cup`, schema, handler });
    }
  };
  return {
    name,
    summary: name,
    port,
    variables: Type.Object({}),
    start: async (host) => ({
      routes: (app: Listener) => {
        routes(app);
        more(host, app);
      },
      ...running,
    }),
  };
}

async function start(t: TestContext, services: Service[], own: Environment = {}) {
  const env = { CONSOLE_PORT: '0', ...own };
  const log = pino({ level: 'silent' });
  const host = await startHost(services, { env, clock: fakeClock(), log });
  t.after(() => host.stop());
  return host;
}

/** What is answered, but for what differs each time. */
async function call(
  base: string,
  method: string,
  target: string,
  headers: OutgoingHttpHeaders = {},
  body = '',
) {
  const { hostname, port } = new URL(base);
  const length = body === '' ? {} : { 'content-length': body.length };
  const asked = request({
    hostname,
    port,
    method,
    path: target,
    agent: false,
    // By default each has an id of its own.
    headers: { 'x-request-id': 'cup-1', ...headers, ...length },
  });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { date: _, ...rest } = answer.headers;
  return { status: answer.statusCode!, headers: rest, body: await text(answer) };
}
