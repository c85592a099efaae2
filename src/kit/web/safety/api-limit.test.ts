import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { startProcess, runToEnd } from '../../testing/process.ts';
import { createTestApp, fakeClock, temporaryFolder } from '../../testing/testing.ts';
import { checkSlidingForm } from '../../testing/sliding-model.ts';
import { authSecret, bearer, tokenOf } from '../../testing/tokens.ts';
import { access } from '../identity/access.ts';
import { Identity, type IdentityOptions } from '../identity/identity.ts';
import { secretKey } from '../identity/keys.ts';
import { limitRequests, parseLimit } from './api-limit.ts';
import type { Limit } from './rate-limit-headers.ts';

describe('API_LIMIT', () => {
  it('is a number of requests and a time', () => {
    assert.deepEqual(parseLimit('100/1s'), { limit: 100, windowMs: 1_000 });
    assert.deepEqual(parseLimit('5/500ms'), { limit: 5, windowMs: 500 });
    assert.deepEqual(parseLimit('10000/m'), { limit: 10_000, windowMs: 60_000 });
    assert.deepEqual(parseLimit('1/1h'), { limit: 1, windowMs: 3_600_000 });
    for (const text of ['', '100', '0/1s', '10001/1s', '1/0s', '1/2h', '1/1d', '-1/1s', '1.5/s']) {
      assert.equal(parseLimit(text), undefined, text);
    }
  });

  it('lets exactly that many pass in any such time, and says what is left', async (t) => {
    const { ask, clock } = open(t);
    const first = await ask();
    assert.deepEqual(
      [first.statusCode, first.headers['ratelimit-policy'], first.headers['ratelimit']],
      [200, '"default";q=3;w=1', '"default";r=2;t=1'],
    );
    clock.advance(600);
    assert.deepEqual([(await ask()).statusCode, (await ask()).statusCode], [200, 200]);
    const refused = await ask();
    assert.equal(refused.statusCode, 429);
    const { code, limit, window_ms, retry_after_ms } = refused.json();
    assert.deepEqual([code, limit, window_ms, retry_after_ms], ['RATE_LIMITED', 3, 1_000, 400]);
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal(refused.headers['ratelimit'], '"default";r=0;t=1');
    clock.advance(399);
    assert.equal((await ask()).statusCode, 429);
    clock.advance(1);
    assert.equal((await ask()).statusCode, 200);
    assert.equal((await ask()).statusCode, 429);
  });

  it('decides as every other sliding window, with a clock that never goes back', async (t) => {
    const form = async (limit: Limit) => {
      const { ask, clock } = open(t, {}, limit);
      return {
        async ask(user: string, _limit: Limit, now: number) {
          clock.advance(now - clock());
          const answer = await ask({}, user === 'ann' ? '192.0.2.1' : '192.0.2.2');
          const left = /r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1];
          return { allowed: answer.statusCode === 200, left: Number(left) };
        },
      };
    };
    await checkSlidingForm(form, { goesBack: false, numRuns: 30 });
  });

  it('counts by user where one is known, else by address', async (t) => {
    const { ask, clock } = open(t, { rules: { keys: secretKey(authSecret) } });
    const ann = bearer(tokenOf('ann', clock()));
    for (const [headers, remoteAddress] of [
      [ann, '192.0.2.1'],
      [bearer(tokenOf('bob', clock())), '192.0.2.1'],
      [{}, '192.0.2.1'],
      [{}, '192.0.2.2'],
      [{}, '2001:db8::1'],
    ] as const) {
      for (let i = 0; i < 3; i++) assert.equal((await ask(headers, remoteAddress)).statusCode, 200);
      assert.equal((await ask(headers, remoteAddress)).statusCode, 429);
    }
    assert.equal((await ask(ann, '192.0.2.9')).statusCode, 429);
    // Of the same /56.
    assert.equal((await ask({}, '2001:db8:0:ff::2')).statusCode, 429);
  });

  it('does not hold for operators and services, and counts wrong tokens by address', async (t) => {
    for (const rules of [undefined, { keys: secretKey(authSecret) }]) {
      const { ask, clock } = open(t, { adminToken: 'a-long-token', rules });
      const exempt = [bearer('a-long-token')];
      if (rules) exempt.push(bearer(tokenOf('shop', clock(), { scope: 'service' })));
      for (const headers of exempt) {
        for (let i = 0; i < 10; i++) assert.equal((await ask(headers)).statusCode, 200);
      }
      const wrong = bearer('another-token');
      const status = rules ? 401 : 200;
      for (let i = 0; i < 3; i++) assert.equal((await ask(wrong)).statusCode, status);
      assert.equal((await ask(wrong)).statusCode, 429);
    }
  });

  it('refuses before the body is read, and so that a page can read why', async (t) => {
    const { app, ask } = open(t);
    for (let i = 0; i < 3; i++) await ask({}, '127.0.0.1');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const head = ['POST / HTTP/1.1', 'Host: localhost', 'Origin: http://localhost:3000'];
    const body = ['Content-Type: application/json', 'Content-Length: 100', '', '{'];
    socket.setEncoding('utf8').write([...head, ...body].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    assert.match(answer, /^HTTP\/1\.1 429 /);
    assert.match(answer, /^access-control-allow-origin: http:\/\/localhost:3000\r$/im);
    assert.match(answer, /^access-control-expose-headers: .*Retry-After/im);
  });

  it('is checked at start; an open address without one says so; the console is free of it', async (t) => {
    const wrong = { DATA_DIR: temporaryFolder(), API_LIMIT: 'often' };
    const { code, output: said } = await runToEnd(['geo'], wrong);
    assert.equal(code, 1);
    assert.match(said, /^hawker: API_LIMIT: "often" is not a limit such as 100\/1s/);

    const open = { HOST: '0.0.0.0', ADMIN_TOKEN: 'a-long-token', DATA_DIR: temporaryFolder() };
    const unlimited = await startProcess(t, ['geo'], open);
    await unlimited.end('SIGTERM');
    assert.match(unlimited.output(), /HOST lets others in, and callers may ask as often/);

    const env = { ...open, DATA_DIR: temporaryFolder(), API_LIMIT: '2/1h' };
    const { addresses, output, end } = await startProcess(t, ['geo'], env);
    const port = (name: string) => `http://127.0.0.1:${new URL(addresses[name]!).port}`;
    const status = async (address: string) => (await fetch(address)).status;
    const url = `${port('geo')}/serviceability?lat=1&lng=1`;
    assert.deepEqual([await status(url), await status(url), await status(url)], [200, 200, 429]);
    for (let i = 0; i < 5; i++) assert.equal(await status(`${port('console')}/healthz`), 200);
    assert.equal(await end('SIGTERM'), 0);
    assert.doesNotMatch(output(), /as often/);
  });
});

function open(
  t: TestContext,
  options: Partial<IdentityOptions> = {},
  limit: Limit = { limit: 3, windowMs: 1_000 },
) {
  const clock = fakeClock();
  const identity = new Identity({ ...options, clock });
  const app = createTestApp({ identity });
  t.after(() => app.close());
  limitRequests(app, { ...limit, clock });
  const schema = { access: access.public };
  app.get('/', { schema }, async () => ({}));
  app.post('/', { schema }, async () => ({}));
  const ask = (headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    app.inject({ url: '/', headers, remoteAddress });
  return { app, ask, clock };
}
