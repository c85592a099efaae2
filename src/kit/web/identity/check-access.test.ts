/** Requests are held against what their routes declare. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { fakeClock, createTestApp } from '../../testing/testing.ts';
import { authSecret, bearer, sign, tokenOf } from '../../testing/tokens.ts';
import { access } from './access.ts';
import { callerOf, demandOwn } from './caller.ts';
import { Identity } from './identity.ts';
import { secretKey } from './keys.ts';
import { refusals } from '../problem.ts';

const adminToken = 'the operator only';
const refuse = refusals({ UNKNOWN_CUP: { status: 404, title: 'No such cup' } });

function open({ isOn = true } = {}) {
  const clock = fakeClock();
  const identity = new Identity({
    rules: isOn ? { keys: secretKey(authSecret) } : undefined,
    adminToken,
    clock,
  });
  const app = createTestApp({ identity });
  app.get('/public', { schema: { access: access.public } }, async ({ raw }) => callerOf(raw));
  app.get('/user', { schema: { access: access.user() } }, async ({ raw }) => callerOf(raw));
  app.get('/service', { schema: { access: access.service } }, async () => 'fine');
  app.get('/admin', { schema: { access: access.admin } }, async () => 'fine');
  app.get('/undeclared', async () => 'fine');
  const named = Type.Object({ user: Type.String() });
  const query = { access: access.user({ query: 'user' }), querystring: named };
  app.get('/query', { schema: query }, async ({ query: asked }) => asked);
  const path = { access: access.user({ path: 'user' }), params: named };
  app.get('/path/:user', { schema: path }, async ({ params }) => params);
  const body = { access: access.user({ body: 'user' }), body: named };
  app.post('/body', { schema: body }, async ({ body: sent }) => sent);
  const inner = Type.Object({ customer: Type.Object({ id: Type.String() }) });
  const deep = { access: access.user({ body: 'customer.id' }), body: inner };
  app.post('/deep', { schema: deep }, async ({ body: sent }) => sent);
  const header = { access: access.user({ header: 'x-user-id' }) };
  app.get('/header', { schema: header }, async ({ headers }) => {
    return Buffer.from(String(headers['x-user-id']), 'latin1').toString();
  });
  app.get(
    '/cups/:owner',
    { schema: { access: access.ownerOf('cup') } },
    async ({ raw, params }) => {
      const { owner } = params as { owner: string };
      const ownerOf = async () => (owner === 'nobody' ? undefined : owner);
      await demandOwn(callerOf(raw), ownerOf, refuse.UNKNOWN_CUP);
      return 'a cup';
    },
  );
  const withQuery = { user: access.user({ query: 'user' }), shop: access.service };
  const either = { ...access.public, withQuery };
  app.get('/either', { schema: { access: either } }, async ({ query: asked }) => asked);
  const events = { 200: { content: { 'text/event-stream': { schema: Type.String() } } } };
  const stream = { access: access.user({ query: 'user' }), querystring: named, response: events };
  app.get('/stream', { schema: stream }, async ({ query: asked }) => asked as never);
  const token = (sub: string, more = {}) => tokenOf(sub, clock(), more);
  const ask = async (url: string, given?: string, options: object = {}) => {
    const headers = given === undefined ? {} : bearer(given);
    const answer = await app.inject({ url, headers, ...options });
    return {
      ...answer,
      status: answer.statusCode,
      data: answer.payload,
      json: () => answer.json(),
    };
  };
  const codeOf = async (url: string, given?: string, options: object = {}) => {
    const { status, payload } = await ask(url, given, options);
    return status === 200 ? 200 : (JSON.parse(payload) as { code: string }).code;
  };
  return { app, clock, token, ask, codeOf };
}

describe('who may call what', () => {
  it('public: anybody; user: who has a token; service and admin: by scope', async () => {
    const { token, codeOf } = open();
    const [ann, shop] = [token('ann'), token('shop', { scope: 'service' })];
    const operator = token('root', { scope: 'admin' });
    const table = {
      '/public': [200, 200, 200, 200, 200],
      '/user': ['AUTHENTICATION_REQUIRED', 200, 200, 200, 200],
      '/service': ['AUTHENTICATION_REQUIRED', 'FORBIDDEN', 200, 200, 200],
      '/admin': ['AUTHENTICATION_REQUIRED', 'FORBIDDEN', 'FORBIDDEN', 200, 200],
      '/undeclared': ['AUTHENTICATION_REQUIRED', 'FORBIDDEN', 'FORBIDDEN', 200, 200],
    };
    for (const [path, expected] of Object.entries(table)) {
      const codes = [undefined, ann, shop, operator, adminToken].map((one) => codeOf(path, one));
      assert.deepEqual(await Promise.all(codes), expected, path);
    }
  });

  it('a parameter of the query may make another declaration hold', async () => {
    const { token, codeOf } = open();
    const [ann, shop] = [token('ann'), token('shop', { scope: 'service' })];
    for (const given of [undefined, ann, shop]) assert.equal(await codeOf('/either', given), 200);
    for (const given of [ann, shop]) assert.equal(await codeOf('/either?user=ann', given), 200);
    assert.equal(await codeOf('/either?user=ann'), 'AUTHENTICATION_REQUIRED');
    assert.equal(await codeOf('/either?user=bob', ann), 'FORBIDDEN');
    assert.equal(await codeOf('/either?user=', ann), 'FORBIDDEN');
    assert.equal(await codeOf('/either?shop=a&shop=b', ann), 'FORBIDDEN');
    assert.equal(await codeOf('/either?shop=a', shop), 200);
  });

  it('401 says how to prove who one is', async () => {
    const { ask } = open();
    const none = await ask('/user');
    assert.deepEqual([none.status, none.headers['www-authenticate']], [401, 'Bearer']);
    const wrong = await ask('/user', 'x.y.z');
    assert.deepEqual(
      [wrong.status, wrong.headers['www-authenticate'], wrong.json().code],
      [401, 'Bearer error="invalid_token"', 'INVALID_TOKEN'],
    );
  });

  it('refuses an invalid token on public routes too', async () => {
    const { codeOf, clock } = open();
    const expired = sign({ sub: 'ann', exp: clock() / 1000 - 60 });
    assert.equal(await codeOf('/public', expired), 'INVALID_TOKEN');
    assert.equal(
      await codeOf('/public', undefined, { headers: { authorization: 'Basic x' } }),
      200,
    );
  });

  it('a token is good for further requests until it ends', async () => {
    const { codeOf, clock, token } = open();
    const ann = token('ann');
    assert.deepEqual([await codeOf('/user', ann), await codeOf('/user', ann)], [200, 200]);
    clock.advance(3_630_000 - 1);
    assert.equal(await codeOf('/user', ann), 200);
    clock.advance(1);
    assert.equal(await codeOf('/user', ann), 'INVALID_TOKEN');
  });

  it('a handler learns who calls', async () => {
    const { ask, token, clock } = open();
    const endsAt = clock() + 3_630_000;
    assert.deepEqual((await ask('/public')).json(), { kind: 'stranger' });
    assert.deepEqual((await ask('/user', token('ann'))).json(), {
      kind: 'user',
      name: 'ann',
      endsAt,
    });
  });

  it('while identity is off, callers are anyone, and admin paths take the admin token', async () => {
    const { ask, codeOf } = open({ isOn: false });
    assert.deepEqual((await ask('/user', 'whatever')).json(), { kind: 'anyone' });
    assert.equal(await codeOf('/query?user=bob'), 200);
    assert.equal(await codeOf('/cups/bob'), 200);
    for (const given of [undefined, 'wrong', `${adminToken}s`]) {
      assert.equal(await codeOf('/admin', given), 'ADMIN_TOKEN_REQUIRED');
    }
    const headers = { authorization: adminToken };
    assert.equal(await codeOf('/admin', undefined, { headers }), 'ADMIN_TOKEN_REQUIRED');
    assert.equal(await codeOf('/admin', adminToken), 200);
  });
});

describe('the user whom a request names', () => {
  const places = [
    ['query', (user?: string) => ({ url: user === undefined ? '/query' : `/query?user=${user}` })],
    ['path', (user = 'ann') => ({ url: `/path/${user}` })],
    ['body', (user?: string) => ({ url: '/body', method: 'POST', payload: { user } })],
    [
      'member in the body',
      (id?: string) => ({ url: '/deep', method: 'POST', payload: { customer: { id } } }),
    ],
    [
      'header',
      (user?: string) => ({ url: '/header', ...(user && { headers: { 'x-user-id': user } }) }),
    ],
  ] as const;

  for (const [place, request] of places) {
    it(`${place}: must be the caller, and is the caller by default; a service names anybody`, async () => {
      const { app, token } = open();
      const send = async (given: string, user?: string) => {
        const { url, headers, ...options } = { headers: {}, ...request(user) };
        const all = { ...bearer(given), ...headers };
        const { statusCode, payload } = await app.inject({
          url,
          ...options,
          headers: all,
        } as never);
        return statusCode === 200 ? payload : statusCode;
      };
      const [ann, shop] = [token('ann'), token('shop', { scope: 'service' })];
      assert.match(String(await send(ann, 'ann')), /ann/);
      assert.match(String(await send(ann)), /ann/);
      assert.equal(await send(ann, 'bob'), 403);
      assert.match(String(await send(shop, 'bob')), /bob/);
      assert.doesNotMatch(String(await send(shop)), /shop/);
    });
  }

  it('is compared as it is written: in any script, also in a header', async () => {
    const { ask, app, token } = open();
    const zoe = 'Zoë 😀';
    const latin1 = Buffer.from(zoe).toString('latin1');
    const header = { ...bearer(token(zoe)), 'x-user-id': latin1 };
    assert.equal((await app.inject({ url: '/header', headers: header })).payload, zoe);
    assert.equal((await ask('/header', token(zoe))).data, zoe);
    assert.equal((await ask(`/query?user=${encodeURIComponent(zoe)}`, token(zoe))).status, 200);
    assert.equal((await ask('/query?user=ANN', token('ann'))).status, 403);
  });

  it('is left to the schema when it is not text, or given twice', async () => {
    const { ask, token } = open();
    const ann = token('ann');
    for (const payload of [{ user: 7 }, { user: ['bob'] }, { user: null }, ['ann'], '"ann"', '']) {
      const headers = { ...bearer(ann), 'content-type': 'application/json' };
      const { status } = await ask('/body', ann, { method: 'POST', payload, headers });
      assert.equal(status, 400, JSON.stringify(payload));
    }
    assert.equal((await ask('/query?user=ann&user=bob', ann)).status, 400);
    assert.equal(
      (await ask('/deep', ann, { method: 'POST', payload: { customer: 7 } })).status,
      400,
    );
  });

  it('what belongs to somebody else does not exist; a service finds it', async () => {
    const { codeOf, token } = open();
    const found = [token('ann'), token('shop', { scope: 'service' })].map(async (given) => {
      return [await codeOf('/cups/ann', given), await codeOf('/cups/bob', given)];
    });
    assert.deepEqual(await Promise.all(found), [
      [200, 'UNKNOWN_CUP'],
      [200, 200],
    ]);
    assert.equal(await codeOf('/cups/nobody', token('ann')), 'UNKNOWN_CUP');
  });
});

describe('a token in the query', () => {
  it('is taken for streams, and refused elsewhere', async () => {
    const { ask, codeOf, token } = open();
    const ann = token('ann');
    assert.deepEqual((await ask(`/stream?access_token=${ann}`)).json(), {
      access_token: ann,
      user: 'ann',
    });
    assert.equal(await codeOf(`/stream?user=bob&access_token=${ann}`), 'FORBIDDEN');
    assert.equal(await codeOf('/stream?access_token=x.y.z'), 'INVALID_TOKEN');
    assert.equal(await codeOf('/stream'), 'AUTHENTICATION_REQUIRED');
    for (const path of ['/user', '/public', '/admin']) {
      assert.equal(await codeOf(`${path}?access_token=${ann}`), 'AUTHENTICATION_REQUIRED', path);
      // Beside a good one as well: it is in the logs already.
      assert.equal(await codeOf(`${path}?a=b&access_token=`, ann), 'AUTHENTICATION_REQUIRED', path);
    }
  });
});
