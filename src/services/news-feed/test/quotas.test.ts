/** How much one user may post. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missing, openService, servers, unique } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { newsFeed } from '../index.ts';

for (const { store, skip, env } of [
  { store: 'SQLite', skip: false, env: {} },
  { store: 'PostgreSQL', skip: missing('postgres'), env: { DATABASE_URL: servers.postgres } },
] as const) {
  describe(`the quota of posts on ${store}`, { skip }, () => {
    it('bounds the posts and comments of a user in a minute', async (t) => {
      const { app, clock } = await openService(t, newsFeed, {
        ...env,
        FEED_PREFIX: unique('feed'),
        AUTH_JWT_SECRET: authSecret,
        FEED_POSTS_PER_MINUTE: '2',
      });
      const post = async (url: string, by: Record<string, string>, payload: object) => {
        const answer = await app.inject({ method: 'POST', url, headers: by, payload });
        return { status: answer.statusCode, headers: answer.headers, ...answer.json() };
      };
      const as = (sub: string, scope?: string) =>
        bearer(tokenOf(sub, clock(), scope === undefined ? {} : { scope }));
      const [ann, bob, shop] = [as('ann'), as('bob'), as('shop', 'service')];
      for (const user of [ann, bob]) await post('/users', user, {});
      const { id } = await post('/posts', ann, { content: 'hello' });
      const comments = `/posts/${id}/comments`;
      assert.equal((await post(comments, ann, { content: 'me again' })).status, 201);
      for (const url of ['/posts', comments]) {
        const refused = await post(url, ann, { content: 'more' });
        const { status, code, quota, headers } = refused;
        const expected = [429, 'QUOTA_EXCEEDED', 'FEED_POSTS_PER_MINUTE', '60'];
        assert.deepEqual([status, code, quota, headers['retry-after']], expected);
      }
      assert.equal((await post('/posts', bob, { content: 'mine' })).status, 201);
      for (let i = 0; i < 3; i++) {
        const asked = await post('/posts', shop, { user_id: 'ann', content: `${i}` });
        assert.equal(asked.status, 201);
      }
      clock.advance(60_000);
      assert.equal((await post('/posts', ann, { content: 'later' })).status, 201);
    });
  });
}
