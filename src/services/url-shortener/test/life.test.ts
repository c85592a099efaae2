/** Links with a life, over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { createUrlShortener, urlShortener } from '../index.ts';
import { asking, assertProblem, long, newAlias, open, openReplicas, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`links with a life, on ${name}`, { skip }, () => {
    it('an alias of 4–64 letters, digits, _ and - is the code', async (t) => {
      const { shorten, follow } = await open(t, env);
      for (const length of [4, 64]) {
        const alias = `_-${newAlias(length - 2)}`;
        const { data } = (await shorten({ alias })).json();
        assert.deepEqual(data, { short_url: `http://localhost:8080/${alias}`, code: alias });
        assert.equal((await follow(alias)).headers['location'], long);
      }
      for (const alias of ['abc', 'a'.repeat(65), 'a.bcd', 'a bcd', 'äbcd', 'abcd\n', '', 1]) {
        assertProblem(await shorten({ alias }), 400, 'VALIDATION_FAILED', 'alias');
      }
    });

    it('an alias differs by case', async (t) => {
      const { make, follow } = await open(t, env);
      const alias = `${newAlias()}a`;
      const upper = alias.replace(/a$/, 'A');
      await make({ alias });
      assert.equal((await follow(upper)).statusCode, 404);
      await make({ alias: upper, url: 'https://other.example/' });
      assert.equal((await follow(alias)).headers['location'], long);
    });

    it('an alias that is taken is 409 ALIAS_TAKEN, by another alias or by a drawn code', async (t) => {
      const { make, shorten, follow } = await open(t, env);
      const alias = newAlias();
      await make({ alias });
      assertProblem(await shorten({ alias, url: 'https://other.example/' }), 409, 'ALIAS_TAKEN');
      assert.equal((await follow(alias)).headers['location'], long);
      assertProblem(await shorten({ alias: await make() }), 409, 'ALIAS_TAKEN');
    });

    it('a drawn code is never one that is an alias', async (t) => {
      const [alias, free] = [newAlias(7), newAlias(7)];
      const draws = [alias, free];
      const service = createUrlShortener({ drawCode: () => draws.shift()! });
      const { make, follow } = asking(await openService(t, service, env));
      await make({ alias });
      assert.equal(await make({ url: 'https://other.example/' }), free);
      assert.equal((await follow(alias)).headers['location'], long);
    });

    it('of 20 requests for one alias through two replicas, one gets it', async (t) => {
      const [one, other] = await openReplicas(t, env);
      const alias = newAlias();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? other : one).shorten({ alias, url: `https://example.com/${i}` }),
        ),
      );
      const made = answers.filter(({ statusCode }) => statusCode === 201);
      assert.equal(made.length, 1);
      for (const answer of answers)
        if (answer !== made[0]) assertProblem(answer, 409, 'ALIAS_TAKEN');
      const place = answers.indexOf(made[0]!);
      assert.equal((await one.follow(alias)).headers['location'], `https://example.com/${place}`);
    });

    it('reserved words cannot be aliases, in upper or lower case', async (t) => {
      const { shorten } = await open(t, env);
      const words = [
        'shorten',
        'admin',
        'healthz',
        'readyz',
        'metrics',
        'openapi',
        'Admin',
        'METRICS',
      ];
      for (const alias of [...words, 'api', 'API']) {
        assertProblem(await shorten({ alias }), 400, 'VALIDATION_FAILED', 'alias');
      }
      assert.equal((await shorten({ alias: `admin-${newAlias()}` })).statusCode, 201);
    });

    it('expires_at in the past is 400; from that instant on the link is 410 LINK_EXPIRED', async (t) => {
      const { clock, shorten, make, follow, look } = await open(t, env);
      for (const expires_at of [clock() - 1, clock()]) {
        assertProblem(await shorten({ expires_at }), 400, 'VALIDATION_FAILED', 'expires_at');
      }
      const code = await make({ expires_at: clock() + 1_000 });
      clock.advance(999);
      assert.equal((await follow(code)).statusCode, 302);
      clock.advance(1);
      assertProblem(await follow(code), 410, 'LINK_EXPIRED');
      assert.equal((await look(code)).statusCode, 410);
    });

    it('before not_before a link is 404, as if there were none', async (t) => {
      const { clock, make, follow } = await open(t, env);
      const code = await make({ not_before: clock() + 1_000 });
      const unknown = await follow(newAlias());
      clock.advance(999);
      const early = await follow(code);
      assertProblem(early, 404, 'UNKNOWN_CODE');
      const withoutId = (document: object) => ({ ...document, instance: undefined });
      assert.deepEqual(withoutId(early.json()), withoutId(unknown.json()));
      assert.deepEqual(Object.keys(early.headers), Object.keys(unknown.headers));
      clock.advance(1);
      assert.equal((await follow(code)).statusCode, 302);
    });

    it('a link that would never lead anywhere is 400', async (t) => {
      const { clock, shorten } = await open(t, env);
      const expires_at = clock() + 1_000;
      for (const not_before of [expires_at, expires_at + 1]) {
        const refused = await shorten({ not_before, expires_at });
        assertProblem(refused, 400, 'VALIDATION_FAILED', 'not_before');
      }
      const answer = await shorten({ not_before: expires_at - 1, expires_at });
      assert.equal(answer.statusCode, 201);
    });

    it('members of a wrong type or out of range are 400, and named', async (t) => {
      const { shorten } = await open(t, env);
      for (const [path, value] of [
        ['expires_at', '2027-01-01'],
        ['expires_at', 1.5],
        ['expires_at', 1e300],
        ['not_before', -1],
        ['max_clicks', 0],
        ['max_clicks', 1_000_000_001],
        ['max_clicks', '3'],
        ['tags', 'a'],
        ['tags', Array.from({ length: 17 }, (_, i) => `${i}`)],
        ['tags.0', ['']],
        ['tags.1', ['a', 'a'.repeat(65)]],
        ['tags.0', ['\0']],
        ['tags.0', ['\ud800']],
        ['tags.0', [1]],
      ] as const) {
        const refused = await shorten({ [path.split('.')[0]!]: value });
        assertProblem(refused, 400, 'VALIDATION_FAILED', path);
      }
    });

    it('null for a limit means no limit, in one call or in many', async (t) => {
      const { shorten, bulk, show } = await open(t, env);
      const none = {
        alias: null,
        not_before: null,
        expires_at: null,
        max_clicks: null,
        tags: null,
      };
      const { results } = (await bulk([{ url: long, ...none }])).json();
      assert.equal(results[0].ok, true);
      for (const code of [(await shorten(none)).json().data.code, results[0].code]) {
        const link = (await show(code)).json();
        assert.deepEqual([link.max_clicks, link.expires_at, link.tags], [undefined, undefined, []]);
      }
    });

    for (const [n, m] of [
      [30, 12],
      [6, 12],
    ] as const) {
      it(`of ${n} concurrent redirects of a link with ${m} left, ${Math.min(n, m)} are 302`, async (t) => {
        const [one, other] = await openReplicas(t, env);
        const code = await one.make({ max_clicks: m });
        const answers = await Promise.all(
          Array.from({ length: n }, (_, i) => (i % 2 ? one : other).follow(code)),
        );
        const found = answers.filter(({ statusCode }) => statusCode === 302);
        assert.equal(found.length, Math.min(n, m));
        for (const answer of answers) {
          if (answer.statusCode !== 302) assertProblem(answer, 410, 'LINK_USED_UP');
        }
      });
    }

    it('HEAD counts nothing and answers what GET would', async (t) => {
      const { make, follow, look, show } = await open(t, env);
      const code = await make({ max_clicks: 1 });
      for (let i = 0; i < 3; i++) {
        const { statusCode, headers, body } = await look(code);
        assert.deepEqual([statusCode, headers['location'], body], [302, long, '']);
        assert.equal(headers['cache-control'], 'no-store');
      }
      assert.equal((await show(code)).json().clicks, 0);
      assert.equal((await follow(code)).statusCode, 302);
      assert.equal((await look(code)).statusCode, 410);
      assertProblem(await follow(code), 410, 'LINK_USED_UP');
    });

    it('redirects of links with limits are not cached, those of others are as before', async (t) => {
      const { clock, make, follow } = await open(t, env);
      const cacheControl = async (more: object) =>
        (await follow(await make(more))).headers['cache-control'];
      for (const limit of [
        { expires_at: clock() + 1_000 },
        { not_before: clock() },
        { max_clicks: 10 },
      ]) {
        assert.equal(await cacheControl(limit), 'no-store');
      }
      assert.equal(await cacheControl({ tags: ['a'], alias: newAlias() }), 'private, max-age=30');
    });

    it('410 is not cached: the link may be there again', async (t) => {
      const { make, follow, change } = await open(t, env);
      const code = await make();
      await change(code, { disabled: true });
      const gone = await follow(code);
      assertProblem(gone, 410, 'LINK_DISABLED');
      assert.equal(gone.headers['cache-control'], 'no-store');
    });

    it('each request makes a link of its own: equal URLs are never one link', async (t) => {
      const { make, follow } = await open(t, env);
      const [plain, limited, again] = [await make(), await make({ max_clicks: 1 }), await make()];
      assert.equal(new Set([plain, limited, again]).size, 3);
      await follow(limited);
      assert.equal((await follow(limited)).statusCode, 410);
      for (let i = 0; i < 3; i++) assert.equal((await follow(plain)).statusCode, 302);
    });
  });
}

it('members that the service does not know are ignored', async (t) => {
  const { app } = await openService(t, urlShortener, {});
  const payload = { url: long, disabled: true, clicks: 5 };
  const answer = await app.inject({ method: 'POST', url: '/shorten', payload });
  assert.equal((await app.inject(`/${answer.json().data.code}`)).statusCode, 302);
});
