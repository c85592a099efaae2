/** Permissions of users and services with tokens. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { flashSale } from '../index.ts';
import { sign, stores } from './fixtures.ts';

async function open(t: TestContext, env: Environment) {
  const full = { ...env, AUTH_JWT_SECRET: authSecret };
  const { app, clock } = await openService(t, flashSale, full);
  const as = (sub: string, scope?: string) => {
    const headers = bearer(tokenOf(sub, clock(), scope === undefined ? {} : { scope }));
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, headers, payload });
    const buy = (idempotency_key: string, more: object = {}) => {
      const device_fp = `device of ${sub}`;
      const expires_at = Math.floor(clock() / 1000) + 20;
      const attestation = sign(device_fp, expires_at);
      const device = { device_fp, expires_at, attestation };
      const purchase = { product_id: 'p', qty: 1, idempotency_key };
      return post('/flash-sale/checkout', { ...purchase, ...device, ...more });
    };
    return { post, buy };
  };
  const root = as('root', 'admin');
  await root.post('/admin/flash-sale/init-product', {
    product_id: 'p',
    total_stock: 10,
    hold_seconds: 600,
  });
  return { as, ann: as('ann'), bob: as('bob'), shop: as('shop', 'service') };
}

for (const { name, skip, env } of stores) {
  describe(`identity on ${name}`, { skip }, () => {
    it('idempotency keys of users do not collide, and tell nothing of another one', async (t) => {
      const { ann, bob, shop } = await open(t, env());
      const first = (await ann.buy('k')).json().data;
      // Refused for its attestation, and not answered with what ann has bought.
      const forged = await bob.buy('k', { attestation: 'f'.repeat(64) });
      assert.deepEqual([forged.statusCode, forged.json().code], [401, 'ATTESTATION_REFUSED']);
      for (const other of [bob.buy('k'), shop.buy('k', { user_id: 'ann' })]) {
        const { statusCode, body } = await other;
        assert.equal(statusCode, 200, body);
        assert.ok(!body.includes(first.order_id));
      }
      const again = await ann.buy('k');
      assert.deepEqual([again.statusCode, again.json().data.order_id], [409, first.order_id]);
    });

    it('a user has at most FLASH_SALE_HOLDS_PER_USER holds and places', async (t) => {
      const { ann, bob, shop } = await open(t, { ...env(), FLASH_SALE_HOLDS_PER_USER: '3' });
      const elsewhere = { product_id: 'never loaded' };
      const bought = [await ann.buy('1'), await ann.buy('2'), await ann.buy('3', elsewhere)];
      assert.deepEqual(
        bought.map(({ statusCode }) => statusCode),
        [200, 200, 202],
      );
      for (const more of [{}, elsewhere]) {
        const answer = await ann.buy('4', more);
        const { code, quota, limit } = answer.json();
        const expected = [429, 'QUOTA_EXCEEDED', 'FLASH_SALE_HOLDS_PER_USER', 3];
        assert.deepEqual([answer.statusCode, code, quota, limit], expected);
      }
      const { data } = (await ann.buy('1')).json();
      const { order_id, reservation_id } = bought[0]!.json().data;
      assert.deepEqual([data.original_status, data.order_id], ['completed', order_id]);
      assert.equal((await bob.buy('4')).statusCode, 200);
      assert.equal((await shop.buy('4', { user_id: 'ann' })).statusCode, 200);
      await ann.post('/flash-sale/release', { reservation_id });
      await ann.post('/flash-sale/leave', { product_id: 'never loaded', user_id: 'ann' });
      assert.equal((await ann.buy('4')).statusCode, 200);
    });

    it('a service confirms; a user with CONFIRM_BY_USER=1 only', async (t) => {
      const closed = await open(t, env());
      const { reservation_id } = (await closed.ann.buy('k')).json().data;
      const refused = await closed.ann.post('/flash-sale/confirm', { reservation_id });
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'FORBIDDEN']);
      const confirmed = await closed.shop.post('/flash-sale/confirm', { reservation_id });
      assert.equal(confirmed.statusCode, 200);

      const { ann, bob } = await open(t, { ...env(), CONFIRM_BY_USER: '1' });
      const own = { reservation_id: (await ann.buy('k')).json().data.reservation_id };
      assert.equal((await bob.post('/flash-sale/confirm', own)).statusCode, 404);
      assert.equal((await ann.post('/flash-sale/confirm', own)).statusCode, 200);
    });
  });
}
