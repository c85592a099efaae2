/** Permissions of drivers with tokens. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { createDispatchB, dispatchA } from '../index.ts';

const backends = [
  { store: 'SQLite', skip: false, env: () => ({}) },
  {
    store: 'Redis',
    skip: missing('redis'),
    env: () => ({ STORE_ADDR: servers.redis, DISPATCH_PREFIX: unique('t') }),
  },
] as const;

for (const { store, skip, env } of backends) {
  for (const service of [dispatchA, createDispatchB({ hubs: () => undefined })]) {
    describe(`${service.name} on ${store}`, { skip }, () => {
      it('takes as drivers only users with the scope driver, and who services name', async (t) => {
        const full = { ...env(), AUTH_JWT_SECRET: authSecret };
        const { app, clock } = await openService(t, service, full);
        const as = (sub: string, scope?: string) =>
          bearer(tokenOf(sub, clock(), scope === undefined ? {} : { scope }));
        const report = async (headers: Record<string, string>, driver_id?: string) => {
          const url = '/dispatch/driver/location';
          const payload = { driver_id, lat: 12.97, lng: 77.59 };
          const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload });
          return [statusCode, JSON.parse(body).code];
        };
        assert.deepEqual(await report(as('ann')), [403, 'FORBIDDEN']);
        assert.deepEqual(await report(as('ann', 'drivers read')), [403, 'FORBIDDEN']);
        const asked = async (headers: Record<string, string>) =>
          (await app.inject({ url: '/dispatch/drivers/ann', headers })).statusCode;
        assert.equal(await asked(as('shop', 'service')), 404);
        assert.deepEqual(await report(as('ann', 'read driver')), [200, undefined]);
        assert.deepEqual(await report(as('ann', 'driver'), 'bob'), [403, 'FORBIDDEN']);
        assert.deepEqual(await report(as('shop', 'service'), 'bob'), [200, undefined]);
        assert.equal(await asked(as('ann', 'driver')), 200);
        assert.equal(await asked(as('ann')), 403);
      });
    });
  }
}
