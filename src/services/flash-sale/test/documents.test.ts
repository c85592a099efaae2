/** Answers of the flash sale agree with its OpenAPI document. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Ajv } from 'ajv';
import { openService } from '#kit/testing/testing.ts';
import { flashSale } from '../index.ts';
import { sign, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  it(`each 409 of a checkout on ${name} is documented`, { skip }, async (t) => {
    const { app, clock, openapi } = await openService(t, flashSale, env());
    // oxlint-disable-next-line typescript/no-explicit-any -- a document
    const document = openapi() as any;
    const { content } = document.paths['/flash-sale/checkout'].post.responses[409];
    const load = (product_id: string, flow: string) =>
      app.inject({
        method: 'POST',
        url: '/admin/flash-sale/init-product',
        payload: { product_id, flow, total_stock: 0 },
      });
    const buy = (product_id: string, idempotency_key: string) => {
      const expires_at = Math.floor(clock() / 1000);
      const token = { device_fp: 'd', attestation: sign('d', expires_at), expires_at };
      const payload = { product_id, user_id: 'u', qty: 1, idempotency_key, ...token };
      return app.inject({ method: 'POST', url: '/flash-sale/checkout', payload });
    };
    await load('race', 'race');
    await load('lottery', 'lottery');
    await buy('unknown', 'used');
    const answers = [
      [await buy('unknown', 'used'), 'application/json', 'idempotency_conflict'],
      [await buy('race', 'k'), 'application/problem+json', 'SOLD_OUT'],
      [await buy('lottery', 'k'), 'application/problem+json', 'LOTTERY_ONLY'],
    ] as const;
    for (const [answer, type, word] of answers) {
      assert.equal(answer.statusCode, 409);
      assert.match(String(answer.headers['content-type']), new RegExp(`^${RegExp.escape(type)}`));
      const validate = new Ajv({ strict: false }).compile({
        ...content[type].schema,
        components: document.components,
      });
      const body = answer.json<{ code?: string; data: { status: string } }>();
      assert.ok(validate(body), JSON.stringify(validate.errors));
      assert.equal(body.code ?? body.data.status, word);
    }
  });
}
