import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import type { Environment } from '../../host/env.ts';
import { startHost } from '../../host/host.ts';
import { headersToDeclare } from '../../base/answer-headers.ts';
import { fakeClock } from '../../testing/testing.ts';
import type { Listener } from '../app.ts';
import { access } from '../identity/access.ts';

const anybody = { schema: { access: access.public } };

const foreign = 'https://evil.example';

/** What others can reach does not start without a token. */
const guarded = { ADMIN_TOKEN: 'a-long-token' };
/** What clients act upon. The routes of tus add their own; a page cannot ask for an upgrade. */
const headersToRead = ['RateLimit', 'RateLimit-Policy', ...headersToDeclare].filter(
  (name) => !/^(Tus-|Upload-|X-File-Id$|Upgrade$)/.test(name),
);

describe('on loopback', () => {
  it('answers requests that name this machine, on every port', async (t) => {
    const { ports, call } = await start(t);
    const names = ['localhost', 'LOCALHOST', 'tea.localhost', '127.0.0.1', '[::1]'];
    for (const port of ports) {
      for (const name of names.flatMap((name) => [name, `${name}:${port}`])) {
        const { status } = await call(port, 'GET', '/tea', { host: name });
        assert.notEqual(status, 421, name);
      }
    }
  });

  it('refuses requests that name another host, on every port and for every path: 421', async (t) => {
    const { ports, call } = await start(t);
    const names = [
      'evil.example',
      'localhost.evil.example',
      '192.168.1.7',
      'evillocalhost',
      '0.0.0.0',
    ];
    for (const port of ports) {
      for (const host of names) {
        for (const path of ['/', '/tea', '/healthz', '/nowhere']) {
          const answer = await call(port, 'GET', path, { host });
          assert.deepEqual([answer.status, answer.code], [421, 'MISDIRECTED_REQUEST'], host + path);
        }
      }
    }
  });

  it('answers to the names in ALLOWED_HOSTS, with any port or with the one that is listed', async (t) => {
    const { ports, call } = await start(t, {
      ...guarded,
      ALLOWED_HOSTS: 'Shop.example, box.lan:8443',
    });
    const statuses = [
      'shop.example',
      'SHOP.example:99',
      'box.lan:8443',
      'box.lan',
      'localhost',
    ].map(async (host) => (await call(ports[0]!, 'GET', '/tea', { host })).status);
    assert.deepEqual(await Promise.all(statuses), [200, 200, 200, 421, 200]);
  });

  it('refuses a Host that is malformed or repeated: 400', async (t) => {
    const { ports, call } = await start(t);
    for (const host of ['a b', 'user@localhost', 'localhost/x', 'localhost:port', 'localhost,a']) {
      const answer = await call(ports[0]!, 'GET', '/tea', { host });
      assert.deepEqual([answer.status, answer.code], [400, 'VALIDATION_FAILED'], host);
      assert.match(answer.body, /Host/);
    }
    const socket = connect(ports[0]!, '127.0.0.1');
    socket.end(
      'GET /tea HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    assert.match(await text(socket), /^HTTP\/1\.1 400 [^]*must not be repeated/);
  });

  it("refuses a stranger's page, whatever it asks, and leaves nothing", async (t) => {
    const { ports, call, poured } = await start(t);
    const strangers: OutgoingHttpHeaders[] = [
      { origin: foreign },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { origin: `${foreign}, http://localhost` },
      { origin: foreign, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ];
    for (const headers of strangers) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const preflight = { ...headers, 'access-control-request-method': 'POST' };
        const answer = await call(ports[0]!, method, '/tea', preflight);
        assert.equal(answer.status, 403, `${method} ${JSON.stringify(headers)}`);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
        if (method !== 'HEAD') assert.equal(answer.code, 'ORIGIN_NOT_ALLOWED');
      }
      assert.equal((await call(ports.at(-1)!, 'GET', '/metrics', headers)).status, 403);
    }
    assert.equal(poured(), 0);
  });

  it("lets anybody follow a link to what is there for it, and to the console's page", async (t) => {
    const { ports, call } = await start(t);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    for (const method of ['GET', 'HEAD']) {
      assert.equal((await call(ports[0]!, method, '/cup', link)).status, 200);
      assert.equal((await call(ports.at(-1)!, method, '/reference', link)).status, 200);
    }
    const embedded = { ...link, 'sec-fetch-mode': 'no-cors' };
    assert.equal((await call(ports[0]!, 'GET', '/cup', embedded)).status, 403);
    assert.equal((await call(ports.at(-1)!, 'GET', '/metrics', link)).status, 403);
  });

  it('lets pages of this machine and of its own origin call, and read the answers', async (t) => {
    const { ports, call } = await start(t);
    const [port] = ports as [number];
    for (const origin of ['http://localhost:3000', 'https://app.localhost', 'http://[::1]:1']) {
      const answer = await call(port, 'POST', '/tea', { origin });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['access-control-allow-origin'], origin);
      const exposed = String(answer.headers['access-control-expose-headers']);
      for (const name of headersToRead) assert.ok(exposed.split(', ').includes(name), name);
      assert.equal(answer.headers['access-control-allow-credentials'], undefined);
      assert.match(String(answer.headers['vary']), /Origin/);
    }
    const origin = 'http://localhost:3000';
    const stream = await call(port, 'GET', '/steam', { origin });
    assert.equal(stream.headers['access-control-allow-origin'], origin);
    assert.equal(stream.headers['content-type'], 'text/event-stream');
    assert.equal(stream.headers['x-content-type-options'], 'nosniff');
    const own = { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' };
    assert.equal((await call(port, 'POST', '/tea', own)).status, 200);
  });

  it('varies every answer by its origin, also where a route names what else it varies by', async (t) => {
    const { ports, call } = await start(t);
    const [port] = ports as [number];
    for (const headers of [{}, { origin: 'http://localhost:3000' }]) {
      const answer = await call(port, 'GET', '/leaves', headers);
      assert.equal(answer.headers['vary'], 'Accept, Origin');
      assert.equal((await call(port, 'GET', '/nowhere', headers)).headers['vary'], 'Origin');
    }
  });

  it('answers preflights of allowed origins, for every path', async (t) => {
    const { ports, call } = await start(t);
    for (const port of ports) {
      const answer = await call(port, 'OPTIONS', '/tea', {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization, x-user-id',
      });
      assert.equal(answer.status, 204);
      assert.match(String(answer.headers['access-control-allow-methods']), /DELETE/);
      assert.match(String(answer.headers['access-control-allow-headers']), /x-user-id/);
    }
  });

  it('answers an OPTIONS request that is not a preflight as before: 405, with the allowed methods', async (t) => {
    const { ports, call } = await start(t);
    const answer = await call(ports[0]!, 'OPTIONS', '/tea', {});
    assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET, HEAD, POST']);
    assert.equal((await call(ports[0]!, 'OPTIONS', '/nowhere', {})).status, 404);
  });

  it('checks requests for a WebSocket too, where a service may name further origins', async (t) => {
    const upgradeOrigins = ['https://chat.example'];
    const { ports, call } = await start(t, {}, upgradeOrigins);
    const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
    const ask = async (headers: OutgoingHttpHeaders) =>
      (await call(ports[0]!, 'GET', '/ws', { ...upgrade, ...headers })).status;
    // The service itself refuses every upgrade with 426.
    assert.equal(await ask({}), 426);
    assert.equal(await ask({ origin: 'https://chat.example' }), 426);
    assert.equal(await ask({ origin: foreign }), 403);
    assert.equal(await ask({ host: 'evil.example' }), 421);
    assert.equal(
      (await call(ports[0]!, 'GET', '/tea', { origin: 'https://chat.example' })).status,
      403,
    );
  });

  it('marks every answer as not to be sniffed, nor embedded by other sites', async (t) => {
    const { ports, call } = await start(t);
    const asked: [string, OutgoingHttpHeaders][] = [
      ['/tea', {}],
      ['/nowhere', {}],
      ['/tea', { origin: foreign }],
      ['/tea', { host: 'evil.example' }],
      ['/%ff', {}],
    ];
    for (const [path, headers] of asked) {
      const answer = await call(ports[0]!, 'GET', path, headers);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', path);
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-site', path);
    }
    const socket = connect(ports[0]!, '127.0.0.1');
    socket.end('this is not HTTP\r\n\r\n');
    assert.match(await text(socket), /nosniff/);
  });
});

describe('CORS_ORIGINS', () => {
  it('names the origins that may call; pages of this machine are no longer among them', async (t) => {
    const { ports, call } = await start(t, {
      ...guarded,
      CORS_ORIGINS: 'https://a.example, https://b.example',
    });
    const ask = async (origin: string) => (await call(ports[0]!, 'GET', '/tea', { origin })).status;
    assert.equal(await ask('https://a.example'), 200);
    assert.equal(await ask('https://b.example'), 200);
    assert.equal(await ask('https://b.example:444'), 403);
    assert.equal(await ask('http://localhost:3000'), 403);
  });

  it('* lets any page call, never with credentials', async (t) => {
    const { ports, call } = await start(t, { ...guarded, CORS_ORIGINS: '*' });
    const answer = await call(ports[0]!, 'GET', '/tea', { origin: foreign });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [200, '*']);
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    const blind = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await call(ports[0]!, 'GET', '/tea', blind)).status, 200);
  });

  it('refuses to start with a value that is not an origin', async (t) => {
    const wrong = start(t, { CORS_ORIGINS: 'https://a.example/path' });
    await assert.rejects(wrong, /CORS_ORIGINS must have the form https:\/\/example.com/);
  });
});

describe('on an open address', () => {
  const open = { ...guarded, HOST: '0.0.0.0' };

  it('any Host is answered, and with ALLOWED_HOSTS only those that are listed', async (t) => {
    const anyHost = await start(t, open);
    const ask = { host: 'shop.example' };
    assert.equal((await anyHost.call(anyHost.ports[0]!, 'GET', '/tea', ask)).status, 200);
    const listed = await start(t, { ...open, ALLOWED_HOSTS: 'api.shop.example' });
    assert.equal((await listed.call(listed.ports[0]!, 'GET', '/tea', ask)).status, 421);
  });

  it("only pages of its own origin may call, not even this machine's", async (t) => {
    const { ports, call } = await start(t, open);
    const ask = async (origin: string) =>
      (await call(ports[0]!, 'GET', '/tea', { origin, host: 'shop.example' })).status;
    assert.equal(await ask('https://shop.example'), 200);
    assert.equal(await ask('http://localhost:3000'), 403);
    assert.equal(await ask(foreign), 403);
  });
});

/** A service and the console; `ports` has both. */
async function start(t: TestContext, env: Environment = {}, upgradeOrigins: string[] = []) {
  let poured = 0;
  const host = await startHost(
    [
      {
        name: 'tea',
        summary: 'tea',
        port: 0,
        variables: Type.Object({}),
        start: async (host) => {
          const streams = host.eventStreams<string>({ max: 1 });
          return {
            upgradeOrigins,
            upgrade: (_request, socket) =>
              void socket.end('HTTP/1.1 426 No\r\nconnection: close\r\n\r\n'),
            routes(app: Listener) {
              app.get('/tea', anybody, async () => ({ poured }));
              app.post('/tea', anybody, async () => ({ poured: ++poured }));
              app.get('/steam', anybody, async (_request, reply) => {
                streams.answer(reply, 'tea', async (stream) => stream.end());
              });
              app.get('/leaves', anybody, async (_request, reply) => {
                return reply.header('vary', 'Accept').send({});
              });
              app.get('/cup', { ...anybody, config: { navigable: true } }, async () => ({}));
            },
          };
        },
      },
    ],
    { env: { CONSOLE_PORT: '0', ...env }, clock: fakeClock(), log: pino({ level: 'silent' }) },
  );
  t.after(() => host.stop());
  const ports = [host.services[0]!.address, host.console].map((url) => Number(new URL(url).port));
  return { ports, call, poured: () => poured };
}

async function call(port: number, method: string, path: string, headers: OutgoingHttpHeaders) {
  const asked = request({ port, method, path, headers, host: '127.0.0.1', agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = await text(answer);
  const isProblem = answer.headers['content-type']?.startsWith('application/problem+json');
  const code = isProblem && body !== '' ? (JSON.parse(body) as { code: string }).code : undefined;
  return { status: answer.statusCode, headers: answer.headers, body, code };
}
