/** Bad input is 400 and names the field. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deployments, openCrawler, post, site } from './fixtures.ts';

for (const { name, skip, env } of deployments) {
  describe(`input, with jobs on ${name}`, { skip }, () => {
    test('POST /crawl: bad input is 400 and names the field', async (t) => {
      const { app } = await openCrawler(t, env());
      const url = 'http://example.com/';
      for (const [payload, field] of [
        [{}, 'url'],
        [{ url: 1 }, 'url'],
        [{ url: null }, 'url'],
        [{ url: '' }, 'url'],
        [{ url: 'example.com' }, 'url'],
        [{ url: 'ftp://example.com/' }, 'url'],
        [{ url: 'http://user@example.com/' }, 'url'],
        [{ url: 'http://example.com/\ud800' }, 'url'],
        [{ url: 'http://example.com/\0' }, 'url'],
        [{ url: `${url}${'a'.repeat(2_048)}` }, 'url'],
        [{ url, max_pages: 0 }, 'max_pages'],
        [{ url, max_pages: -1 }, 'max_pages'],
        [{ url, max_pages: 1_001 }, 'max_pages'],
        [{ url, max_pages: 1.5 }, 'max_pages'],
        [{ url, max_pages: '10' }, 'max_pages'],
      ] as [object, string][]) {
        const response = await post(app, payload);
        assert.equal(response.statusCode, 400, JSON.stringify(payload));
        assert.equal(response.json().code, 'VALIDATION_FAILED');
        assert.equal(response.json().errors[0].path, field, JSON.stringify(payload));
      }
    });

    test('queries: bad input is 400 and names the field', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': '' });
      const id = (await post(app, { url: origin })).json().job_id;
      for (const [path, field] of [
        ['?offset=-1', 'offset'],
        ['?offset=x', 'offset'],
        ['?offset=1.5', 'offset'],
        ['?limit=-1', 'limit'],
        ['?limit=1001', 'limit'],
        ['/urls?limit=0', 'limit'],
        ['/urls?limit=1001', 'limit'],
        ['/urls?cursor=x', 'cursor'],
        ['/urls?cursor=-1', 'cursor'],
      ] as const) {
        const response = await app.inject(`/crawl/${id}${path}`);
        assert.equal(response.statusCode, 400, path);
        assert.equal(response.json().errors[0].path, field, path);
      }
    });

    test('max_pages is 10 when omitted, and may be 1 to 1,000; unknown members are ignored', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': '' });
      for (const [given, kept] of [
        [undefined, 10],
        [1, 1],
        [1_000, 1_000],
      ] as const) {
        const response = await post(app, { url: origin, max_pages: given, depth: 3 });
        assert.equal(response.statusCode, 202);
        const { job } = (await app.inject(`/crawl/${response.json().job_id}`)).json();
        assert.equal(job.max_pages, kept);
      }
    });
  });
}
