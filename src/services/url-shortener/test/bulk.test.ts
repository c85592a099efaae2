/** Many links in one call, over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { createUrlShortener } from '../index.ts';
import { asking, assertProblem, long, newAlias, open, stores } from './fixtures.ts';

for (const { name, skip, env } of stores) {
  describe(`many links at once, on ${name}`, { skip }, () => {
    it('makes each on its own, in order, and says why one is refused', async (t) => {
      const { bulk, make, follow, clock } = await open(t, env);
      const [taken, alias] = [newAlias(), newAlias()];
      await make({ alias: taken });
      const response = await bulk([
        { url: long },
        { url: 'ftp://example.com' },
        { url: long, alias: taken },
        { url: long, alias },
        { url: 'https://other.example/', alias },
        { url: long, alias: 'admin' },
        { url: long, expires_at: clock() },
        { url: 1 },
        {},
        'https://example.com',
        null,
        [{ url: long }],
        7,
        { url: long, max_clicks: 1, tags: ['a'] },
      ]);
      assert.equal(response.statusCode, 200);
      const { results } = response.json();
      const invalid = { ok: false, error: 'VALIDATION_FAILED' };
      assert.match(results[0].code, /^[a-zA-Z0-9]{7}$/);
      const last = results.at(-1);
      const made = (code: string) => {
        return { ok: true, code, short_url: `http://localhost:8080/${code}` };
      };
      assert.deepEqual(results, [
        made(results[0].code),
        { ok: false, error: 'INVALID_URL' },
        { ok: false, error: 'ALIAS_TAKEN' },
        made(alias),
        { ok: false, error: 'ALIAS_TAKEN' },
        ...Array.from({ length: 8 }, () => invalid),
        made(last.code),
      ]);
      assert.equal((await follow(alias)).headers['location'], long);
      assert.deepEqual(
        [(await follow(last.code)).statusCode, (await follow(last.code)).statusCode],
        [302, 410],
      );
    });

    it('takes 1,000 links of 4 MiB, and of two with one alias the first gets it', async (t) => {
      const { bulk, follow, app } = await open(t, env);
      const url = (i: number) => `https://example.com/${i}/${'ü'.repeat(1_300)}`;
      const links = Array.from({ length: 1_000 }, (_, i) => ({
        url: url(i),
        note: 'x'.repeat(1_400),
        // Entries of one portion, of two portions, and of all.
        alias: `${name}-${process.pid}-${i % 550}`,
      }));
      const response = await bulk(links);
      assert.equal(response.statusCode, 200, response.body);
      const { results } = response.json();
      assert.equal(results.length, 1_000);
      for (const [i, { ok, error }] of results.entries()) {
        assert.deepEqual([ok, error], i < 550 ? [true, undefined] : [false, 'ALIAS_TAKEN']);
      }
      const { location } = (await follow(links[3]!.alias)).headers;
      assert.ok(String(location).startsWith('https://example.com/3/%C3%BC'));
      const tooLong = `{"links":[{"url":"${'a'.repeat(4 * 1024 * 1024)}"}]}`;
      const post = (payload: string) =>
        app.inject({ method: 'POST', url: '/shorten/bulk', payload });
      assertProblem(await post(tooLong), 413, 'BODY_TOO_LARGE');
    });

    it('a body that is not a list of 1 to 1,000 links is 400 as a whole', async (t) => {
      const { bulk, app } = await open(t, env);
      const link = { url: long };
      for (const links of [
        undefined,
        null,
        'a',
        1,
        {},
        { 0: link },
        [],
        Array.from({ length: 1_001 }, () => link),
      ]) {
        assertProblem(await bulk(links), 400, 'VALIDATION_FAILED', 'links');
      }
      const post = (payload?: string | Buffer) =>
        app.inject({ method: 'POST', url: '/shorten/bulk', ...(payload && { payload }) });
      const json = JSON.stringify({ links: [link] });
      for (const body of [undefined, '[]', 'null', '"a"', '{', json.slice(0, -1), `${json}]`]) {
        assertProblem(await post(body), 400, 'VALIDATION_FAILED');
      }
      assertProblem(
        await post(Buffer.from(json.replace('some', '\xff'), 'latin1')),
        400,
        'VALIDATION_FAILED',
      );
      assert.equal((await post(json)).statusCode, 200);
      const plain = { 'content-type': 'text/plain' };
      const typed = {
        method: 'POST',
        url: '/shorten/bulk',
        headers: plain,
        payload: json,
      } as const;
      assert.equal((await app.inject(typed)).statusCode, 200);
    });

    it('a code that cannot be drawn refuses its own link alone', async (t) => {
      const code = newAlias(7);
      const service = createUrlShortener({ drawCode: () => code });
      const { bulk } = asking(await openService(t, service, env));
      const { results } = (
        await bulk([{ url: long }, { url: long }, { url: long, alias: newAlias() }])
      ).json();
      assert.deepEqual(
        results.map(({ error }: { error?: string }) => error),
        [undefined, 'CODE_SPACE_BUSY', undefined],
      );
    });
  });
}
