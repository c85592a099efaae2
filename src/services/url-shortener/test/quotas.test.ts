/** How many links one user may make. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { urlShortener } from '../index.ts';
import { assertProblem, long, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`the quota of links on ${name}`, { skip }, () => {
    it('bounds what a user makes in a day, by themselves and in bulk', async (t) => {
      const { app, clock } = await openService(t, urlShortener, {
        ...env,
        AUTH_JWT_SECRET: authSecret,
        URL_SHORTENER_LINKS_PER_DAY: '4',
      });
      const make = (headers: Record<string, string>, path: string, payload: object) =>
        app.inject({ method: 'POST', url: `/shorten${path}`, headers, payload });
      const ann = bearer(tokenOf('ann', clock(), { exp: clock() / 1000 + 100_000 }));
      const shop = bearer(tokenOf('shop', clock(), { scope: 'service' }));
      const one = { url: long };
      assert.equal((await make(ann, '', one)).statusCode, 201);
      // A link that cannot be made does not count.
      assertProblem(await make(ann, '', { url: 'nowhere' }), 400, 'INVALID_URL');
      const bulk = await make(ann, '/bulk', { links: [one, { url: 'nowhere' }, one, one, one] });
      const results = bulk.json().results.map((made: { error?: string }) => made.error);
      const none = undefined;
      assert.deepEqual(results, [none, 'INVALID_URL', none, none, 'QUOTA_EXCEEDED']);
      assertProblem(await make(ann, '', one), 429, 'QUOTA_EXCEEDED');
      for (let i = 0; i < 6; i++) assert.equal((await make(shop, '', one)).statusCode, 201);
      clock.advance(86_400_000);
      assert.equal((await make(ann, '', one)).statusCode, 201);
    });
  });
}
