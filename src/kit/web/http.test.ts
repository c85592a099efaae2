import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import { mount } from '../host/listener.ts';
import type { Listener } from './app.ts';
import { createTestApp } from '../testing/testing.ts';
import { Metrics } from '../observe/metrics.ts';
import { refusals, storeUnavailable } from './problem.ts';
import { Id, Name } from './schema.ts';

const refuse = refusals({ TOO_LATE: { status: 409, title: 'It is too late' } });

describe('HTTP', () => {
  it('answers a body that does not fit with 400 naming the field', async (t) => {
    const app = await open(t);
    const cases = [
      [{}, 'id', 'is required'],
      [{ id: 7 }, 'id', 'must be string'],
      [{ id: 'a', n: '3' }, 'n', 'must be integer'],
      [{ id: 'a', items: [{ qty: 0 }] }, 'items.0.qty', 'must be >= 1'],
      [{ id: '' }, 'id', 'must NOT have fewer than 1 characters'],
      [{ id: 'a'.repeat(129) }, 'id', 'must NOT have more than 128 characters'],
      [{ id: 'a\u0000' }, 'id', 'must be well-formed Unicode without control characters'],
      [{ id: 'a\ud800' }, 'id', 'must be well-formed Unicode without control characters'],
      [{ id: 'a', name: 'b\u0000' }, 'name', 'must be well-formed Unicode without NUL'],
    ] as const;
    for (const [payload, path, message] of cases) {
      const answer = await app.inject({ method: 'POST', url: '/things', payload });
      assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
      assert.deepEqual(answer.json(), {
        type: 'urn:hawker:problem:validation-failed',
        title: 'The request is not valid',
        status: 400,
        detail: `${path} ${message}`,
        code: 'VALIDATION_FAILED',
        instance: `urn:hawker:request:${answer.headers['x-request-id']}`,
        errors: [{ path, message }],
      });
    }
  });

  it('lists all errors of a body, up to ten, each once', async (t) => {
    const app = await open(t);
    const ask = async (payload: object) =>
      (await app.inject({ method: 'POST', url: '/things', payload })).json();
    const several = await ask({ n: '3', items: [{ qty: 0 }, {}] });
    assert.equal(several.detail, 'id is required');
    assert.deepEqual(several.errors, [
      { path: 'id', message: 'is required' },
      { path: 'n', message: 'must be integer' },
      { path: 'items.0.qty', message: 'must be >= 1' },
      { path: 'items.1.qty', message: 'is required' },
    ]);
    const items = Array.from({ length: 100 }, () => ({ qty: 0 }));
    assert.equal((await ask({ id: 'a', items })).errors.length, 10);
    // Of a union, one reason: the others speak of what it was not meant to be.
    assert.deepEqual((await ask({ id: 'a', size: { cm: 'x' } })).errors, [
      { path: 'size.cm', message: 'must be number' },
    ]);
  });

  it('lists one error of a body so large that looking for all would take long', async (t) => {
    const app = await open(t);
    const items = Array.from({ length: 20_000 }, () => ({ qty: 0 }));
    const payload = { id: 'a', n: '3', items };
    const answer = await app.inject({ method: 'POST', url: '/things', payload });
    assert.deepEqual(answer.json().errors, [{ path: 'n', message: 'must be integer' }]);
  });

  it('names a query parameter that is given twice', async (t) => {
    const app = await open(t);
    const { status, errors } = (await app.inject('/things?limit=1&limit=2')).json();
    assert.equal(status, 400);
    assert.deepEqual(errors, [{ path: 'limit', message: 'must not be given more than once' }]);
    assert.equal((await app.inject('/things?limit=1&other=1&other=2')).statusCode, 200);
  });

  it('says which content type it expects', async (t) => {
    const app = await open(t);
    for (const type of ['text/csv', 'no type', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type };
      const answer = await app.inject({ method: 'POST', url: '/things', payload: 'a=b', headers });
      const { status, detail } = answer.json();
      assert.deepEqual(
        [status, detail],
        [415, 'the content-type of the body must be application/json'],
      );
      assert.equal(answer.headers['accept'], 'application/json');
    }
  });

  it('refuses a body that is not UTF-8: two different names would become one', async (t) => {
    const app = await open(t);
    const headers = { 'content-type': 'application/json' };
    const payload = Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const answer = await app.inject({ method: 'POST', url: '/things', payload, headers });
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'VALIDATION_FAILED']);
    const umlaut = Buffer.from('{"id":"ä"}');
    const good = await app.inject({ method: 'POST', url: '/things', payload: umlaut, headers });
    assert.deepEqual([good.statusCode, good.json()], [200, { id: 'ä' }]);
  });

  it('refuses a body of so many members that nothing could come in between while it is parsed', async (t) => {
    const app = await open(t);
    const headers = { 'content-type': 'application/json' };
    const send = async (members: number, unit: (i: number) => string) => {
      const more = Array.from({ length: members }, (_, i) => unit(i)).join(',');
      const payload = `{"id":"a","text":"${':{['.repeat(70_000)}",${more}}`;
      return app.inject({ method: 'POST', url: '/things', payload, headers });
    };
    const member = (i: number) => `"_${i.toString(36)}":0`;
    assert.equal((await send(29_000, member)).statusCode, 200);
    const many = await send(30_000, member);
    assert.equal(many.statusCode, 400);
    assert.equal(many.json().detail, 'the body holds too many members');
    const lists = (length: number) => () => `"x":[${Array(length).fill('[]').join(',')}]`;
    assert.equal((await send(1, lists(110_000))).statusCode, 200);
    assert.equal((await send(1, lists(120_000))).statusCode, 400);
  });

  it('refuses a body that is nested too deep, whether it fits the schema or not', async (t) => {
    const app = await open(t);
    const headers = { 'content-type': 'application/json' };
    const send = (depth: number, rest: string) => {
      const nested = '{"a":['.repeat(depth / 2) + ']}'.repeat(depth / 2);
      return app.inject({
        method: 'POST',
        url: '/things',
        headers,
        payload: `{"x":${nested}${rest}}`,
      });
    };
    const rest = {
      fits: ',"id":"a"',
      'does not fit': '',
      'is large': `,"id":"a","y":"${'y'.repeat(20_000)}"`,
    };
    for (const [what, members] of Object.entries(rest)) {
      const answer = await send(5_000, members);
      assert.deepEqual(
        [answer.statusCode, answer.json().detail],
        [400, 'the body is nested too deep'],
        what,
      );
    }
    assert.equal((await send(62, rest.fits)).statusCode, 200);
    assert.equal((await send(64, rest.fits)).statusCode, 400);
  });

  it('takes an empty body with a JSON content type for none', async (t) => {
    const app = await open(t);
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/things', payload: '', headers });
    assert.deepEqual([answer.statusCode, answer.json().errors[0].path], [400, 'body']);
  });

  it('documents members with a default as optional, and takes requests without them', async (t) => {
    const app = createTestApp();
    t.after(() => app.close());
    const Part = Type.Object({ size: Type.Integer({ default: 3 }), colour: Type.String() });
    const body = Type.Object({ parts: Type.Array(Part), only: Part });
    const routes = (scope: Listener) =>
      scope.post('/parts', { schema: { body } }, (request, reply) => reply.send(request.body));
    const document = mount(app, { name: 'parts', summary: '', metrics: new Metrics(), routes });
    await app.ready();
    const text = JSON.stringify(document());
    assert.ok(text.includes('"required":["parts","only"]'));
    assert.ok(!text.includes('"required":["size"'));
    const payload = { parts: [], only: { colour: 'red' } };
    const answer = await app.inject({ method: 'POST', url: '/parts', payload });
    assert.deepEqual(answer.json(), { parts: [], only: { size: 3, colour: 'red' } });
  });

  it('takes a name that JavaScript uses itself as any other name', async (t) => {
    const app = createTestApp();
    t.after(() => app.close());
    const body = Type.Record(Type.String(), Type.Unknown());
    const routes = (scope: Listener) =>
      scope.post('/names', { schema: { body } }, ({ body }, reply) =>
        reply.send(Object.keys(body)),
      );
    mount(app, { name: 'names', summary: '', metrics: new Metrics(), routes });
    const names = ['__proto__', 'constructor', 'toString'];
    const payload = `{${names.map((name) => `"${name}":{"prototype":{"a":1}}`).join()}}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/names', payload, headers });
    assert.deepEqual(answer.json(), names);
    assert.equal('a' in {}, false);
  });

  it('ignores members that would reach for a prototype, as any that are unknown', async (t) => {
    const app = await open(t);
    const payload = '{"id":"a","__proto__":{"n":1},"x":{"constructor":{"prototype":1}}}';
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/things', payload, headers });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { id: 'a' }]);
  });

  it('refuses a query that is not UTF-8, or not percent-encoded: one name would be two', async (t) => {
    const app = await open(t);
    const cases = [
      ['limit=%ff', 'limit'],
      ['x=%', 'x'],
      ['limit=1&x=%ED%A0%80', 'x'],
      ['%zz=1', '%zz'],
    ] as const;
    for (const [query, path] of cases) {
      const answer = await app.inject(`/things?${query}`);
      assert.deepEqual([answer.statusCode, answer.json().errors[0].path], [400, path], query);
    }
    assert.equal((await app.inject('/things?limit=%31&x=%C3%A4+%25')).statusCode, 200);
  });

  it('every 401 says how to prove who one is, and every 503 when to try again', async (t) => {
    const kinds = refusals({
      WHO: { status: 401, title: 'Who is that?' },
      LATER: { status: 503, title: 'Later' },
      MUCH_LATER: { status: 503, title: 'Much later' },
    });
    const app = createTestApp();
    t.after(() => app.close());
    app.get('/who', async () => Promise.reject(kinds.WHO()));
    app.get('/later', async () => Promise.reject(kinds.LATER()));
    app.get('/much-later', async () =>
      Promise.reject(kinds.MUCH_LATER('', { headers: { 'retry-after': '60' } })),
    );
    for (const [path, header, value] of [
      ['/who', 'www-authenticate', 'Bearer'],
      ['/later', 'retry-after', '1'],
      ['/much-later', 'retry-after', '60'],
    ] as const) {
      assert.equal((await app.inject(path)).headers[header], value, path);
    }
    assert.deepEqual(kinds.WHO.headers, ['WWW-Authenticate']);
    assert.deepEqual(kinds.LATER.headers, ['Retry-After']);
  });

  it('refuses a compressed body', async (t) => {
    const app = await open(t);
    const request = { method: 'POST', url: '/things', payload: { id: 'a' } } as const;
    const headers = { 'content-encoding': 'gzip' };
    const answer = await app.inject({ ...request, headers });
    assert.deepEqual([answer.statusCode, answer.json().code], [415, 'UNSUPPORTED_MEDIA_TYPE']);
    assert.equal(answer.headers['accept-encoding'], 'identity');
  });

  it('answers what comes while it stops with a problem document', async (t) => {
    const app = createTestApp();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    app.get('/held', async () => {
      begun.resolve();
      await held;
      return {};
    });
    const closing = Promise.withResolvers<void>();
    app.addHook('preClose', async () => closing.resolve());
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    t.after(() => socket.destroy());
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    const request = 'GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(request);
    await begun.promise;
    const closed = app.close();
    await closing.promise;
    const arrived = once(app.server, 'request');
    socket.write(request);
    await arrived;
    const ended = once(socket, 'end');
    release();
    await Promise.all([closed, ended]);
    const [, first, second = ''] = text.split('HTTP/1.1 ');
    assert.match(first!, /^200 /);
    assert.match(second, /^503 /);
    assert.match(second, /retry-after: 1\r\n/i);
    assert.match(second, /"code":"SHUTTING_DOWN"/);
  });

  it('ignores unknown members', async (t) => {
    const app = await open(t);
    const payload = { id: 'a', what: { ever: 1 } };
    const answer = await app.inject({ method: 'POST', url: '/things', payload });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { id: 'a' }]);
  });

  it('coerces query parameters, and only those', async (t) => {
    const app = await open(t);
    assert.deepEqual((await app.inject('/things?limit=3')).json(), { limit: 3 });
    const wrong = (await app.inject('/things?limit=three')).json();
    assert.deepEqual([wrong.status, wrong.errors[0].path], [400, 'limit']);
  });

  it('answers what HTTP itself forbids with problem documents too', async (t) => {
    const app = await open(t);
    const post = (payload: string, type = 'application/json') =>
      app.inject({ method: 'POST', url: '/things', payload, headers: { 'content-type': type } });
    const cases = [
      [await post('{"id":'), 400, 'VALIDATION_FAILED'],
      [await post('', 'application/json'), 400, 'VALIDATION_FAILED'],
      [await post('{"__proto__":{"a":1}}'), 400, 'VALIDATION_FAILED'],
      [await post('id=a', 'text/csv'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [await post(`{"id":"${'a'.repeat(1024 * 1024)}"}`), 413, 'BODY_TOO_LARGE'],
      [await app.inject('/nothing'), 404, 'NOT_FOUND'],
      [await app.inject('/things/%zz'), 400, 'VALIDATION_FAILED'],
    ] as const;
    for (const [answer, status, code] of cases) {
      assert.equal(answer.statusCode, status, answer.body);
      assert.equal(answer.json().code, code);
      assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
    }
  });

  it('answers a method that a path does not have with 405 and those it has', async (t) => {
    const app = await open(t);
    const ask = async (method: 'DELETE' | 'OPTIONS' | 'POST' | 'TRACE', url: string, type = '') => {
      const body = type === '' ? {} : { headers: { 'content-type': type }, payload: 'a=b' };
      const { statusCode, headers, json } = await app.inject({ method, url, ...body });
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
      return [statusCode, headers.allow, json().code];
    };
    const refused = (allow: string) => [405, allow, 'METHOD_NOT_ALLOWED'];
    assert.deepEqual(await ask('DELETE', '/things?limit=3'), refused('GET, HEAD, POST'));
    assert.deepEqual(await ask('OPTIONS', '/things'), refused('GET, HEAD, POST'));
    assert.deepEqual(await ask('TRACE', '/late'), refused('GET, HEAD'));
    assert.deepEqual(await ask('POST', '/things/a%2Fb'), refused('GET, HEAD'));
    // The body, which nobody reads, is not what is wrong.
    assert.deepEqual(await ask('POST', '/things/1', 'text/csv'), refused('GET, HEAD'));
    assert.deepEqual(await ask('POST', '/nothing', 'text/csv'), [404, undefined, 'NOT_FOUND']);
    assert.deepEqual(await ask('POST', '/things/1/2'), [404, undefined, 'NOT_FOUND']);
    assert.equal((await app.inject({ method: 'HEAD', url: '/things' })).statusCode, 200);
  });

  it('answers a request that is not HTTP with a problem document', async (t) => {
    const app = await open(t);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.end('hello\r\n\r\n');
    const text = (await socket.toArray()).join('');
    assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n.*\r\nContent-Type: application\/problem/is);
    assert.match(text, /"code":"MALFORMED_HTTP"/);
  });

  it('renders a refusal with its members and headers', async (t) => {
    const answer = await (await open(t)).inject('/late');
    assert.equal(answer.headers['retry-after'], '1');
    assert.deepEqual(answer.json(), {
      type: 'urn:hawker:problem:too-late',
      title: 'It is too late',
      status: 409,
      detail: 'since noon',
      code: 'TOO_LATE',
      instance: `urn:hawker:request:${answer.headers['x-request-id']}`,
      noon: 12,
    });
  });

  it('says in the log why a store cannot be reached, not for each request', async (t) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const app = createTestApp({ log });
    t.after(() => app.close());
    app.get('/away', async () => {
      throw storeUnavailable(new Error('connect ECONNREFUSED'));
    });
    for (let i = 0; i < 100; i++) {
      assert.equal((await app.inject('/away')).statusCode, 503);
    }
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /ECONNREFUSED.*the store cannot be reached/);
  });

  it('takes a number in a path in its one canonical form', async (t) => {
    const app = await open(t);
    for (const n of ['0', '7', '140', '-3', '9007199254740991']) {
      assert.deepEqual((await app.inject(`/numbers/${n}`)).json(), { n: Number(n) });
    }
    const others = ['0x8c', '140%20', '%20140', '+5', '1e3', '05', '5.0', '-0', '0b11', '0o17'];
    for (const n of [...others, '9007199254740993', '%09', '٣', 'true', 'null', '1_000', '']) {
      const answer = await app.inject(`/numbers/${n}`);
      assert.equal(answer.statusCode, 400, n);
      assert.equal(answer.json().errors[0].path, 'n', n);
    }
  });

  it('takes decimal numbers in a query and in headers, in no other base and without blanks', async (t) => {
    const app = await open(t);
    for (const n of ['0', '05', '1.50', '.5', '5.', '1e3', '1E-3', '-7']) {
      assert.deepEqual((await app.inject(`/numbers?n=1&m=${n}`)).json(), { n: 1, m: Number(n) });
    }
    for (const m of ['0x8c', '140%20', '%20', '+5', '0b11', '0o17', 'Infinity', '%0a', '']) {
      const answer = await app.inject(`/numbers?n=1&m=${m}`);
      assert.equal(answer.statusCode, 400, m);
      assert.deepEqual(answer.json().errors[0].path, 'm', m);
    }
    for (const [offset, status] of [
      ['05', 200],
      ['0x8c', 400],
    ] as const) {
      const answer = await app.inject({ url: '/numbers', headers: { offset } });
      assert.equal(answer.statusCode, status, offset);
    }
  });

  it('hides the inside of a fault', async (t) => {
    const answer = await (await open(t)).inject('/fault');
    assert.equal(answer.statusCode, 500);
    assert.ok(!answer.body.includes('secret inside'));
    assert.equal(answer.json().code, 'INTERNAL_ERROR');
  });
});

async function open(t: TestContext): Promise<Listener> {
  const app = createTestApp();
  mount(app, { name: 'test', summary: 'Test', metrics: new Metrics(), routes });
  t.after(() => app.close());
  await app.ready();
  return app;
}

function routes(app: Listener): void {
  const body = Type.Object({
    id: Id(),
    n: Type.Optional(Type.Integer()),
    name: Type.Optional(Name()),
    size: Type.Optional(
      Type.Union([Type.Object({ cm: Type.Number() }), Type.Object({ inches: Type.Number() })]),
    ),
    items: Type.Optional(Type.Array(Type.Object({ qty: Type.Integer({ minimum: 1 }) }))),
  });
  app.post('/things', { schema: { body } }, async ({ body: { id } }) => ({ id }));
  const querystring = Type.Object({ limit: Type.Integer({ default: 10 }) });
  app.get('/things', { schema: { querystring } }, async ({ query }) => query);
  const params = Type.Object({ n: Type.Integer({ minimum: -9 }) });
  app.get('/numbers/:n', { schema: { params } }, async ({ params: { n } }) => ({ n }));
  const headers = Type.Object({ offset: Type.Optional(Type.Integer()) });
  const two = Type.Object({ n: Type.Optional(Type.Number()), m: Type.Optional(Type.Number()) });
  app.get('/numbers', { schema: { querystring: two, headers } }, async ({ query }) => query);
  app.get('/things/:id', async ({ params }) => params);
  app.get('/late', async () => {
    const extras = { members: { noon: 12 }, headers: { 'retry-after': '1' } };
    throw refuse.TOO_LATE('since noon', extras);
  });
  app.get('/fault', async () => {
    throw new Error('secret inside');
  });
}
