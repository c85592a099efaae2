import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createTestApp, fakeClock } from '../../testing/testing.ts';
import { authSecret } from '../../testing/tokens.ts';
import { access } from './access.ts';
import { Identity, type IdentityOptions } from './identity.ts';
import { secretKey } from './keys.ts';

const adminToken = 'the right token';
const fromAddress = '192.0.2.7';

async function open(t: TestContext, options: Partial<IdentityOptions> = {}) {
  const clock = fakeClock();
  const identity = new Identity({ adminToken, boundsGuesses: true, clock, ...options });
  const app = createTestApp({ identity });
  app.get('/admin/stock', { schema: { access: access.admin } }, () => 'stock');
  app.get('/cups', { schema: { access: access.public } }, () => 'cups');
  await app.ready();
  t.after(() => app.close());
  const ask = async (
    token: string | undefined,
    url = '/admin/stock',
    remoteAddress = fromAddress,
  ) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return app.inject({ url, headers, remoteAddress });
  };
  return { ask, clock };
}

for (const [state, rules] of [
  ['off', undefined],
  ['on', { keys: secretKey(authSecret) }],
] as const) {
  describe(`wrong tokens on an operator path, identity ${state}`, () => {
    it('are refused with 429 after five in a minute from one address, the right token too', async (t) => {
      const { ask, clock } = await open(t, { rules });
      for (let i = 0; i < 5; i++) assert.equal((await ask(`guess ${i}`)).statusCode, 401);
      const sixth = await ask('guess 5');
      assert.equal(sixth.statusCode, 429);
      assert.equal(sixth.json().code, 'RATE_LIMITED');
      assert.equal(sixth.headers['retry-after'], '60');
      assert.equal((await ask(adminToken)).statusCode, 429);
      assert.equal((await ask(adminToken, '/admin/stock', '192.0.2.8')).statusCode, 200);
      assert.equal((await ask(undefined, '/cups')).statusCode, 200);
      clock.advance(60_000);
      assert.equal((await ask(adminToken)).statusCode, 200);
    });

    it('are not a request without a token, or one with the right token', async (t) => {
      const { ask } = await open(t, { rules });
      for (let i = 0; i < 10; i++) {
        assert.equal((await ask(undefined)).statusCode, 401);
        assert.equal((await ask(adminToken)).statusCode, 200);
      }
    });
  });
}

it('any number is answered where only this machine can ask', async (t) => {
  const { ask } = await open(t, { boundsGuesses: false });
  for (let i = 0; i < 10; i++) assert.equal((await ask('guess')).statusCode, 401);
});
