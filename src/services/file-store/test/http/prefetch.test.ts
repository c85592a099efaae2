/** Browsers that ask for a link before anybody has followed it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../../index.ts';
import { assertRefusal, client, onBothStores, uploaded } from '../fixtures.ts';

type Headers = Readonly<Record<string, string>>;

const prefetches: Headers[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
];

await onBothStores((env) => {
  async function open(t: TestContext) {
    const files = client((await openService(t, fileStore, env())).app);
    const { id } = await uploaded(files, 'text');
    const link = async (more: object) => {
      const made = await files.post(`/files/${id}/links`, { expires_in: 60, ...more });
      return { ...made.json(), path: new URL(made.json().url).pathname };
    };
    const downloads = async () =>
      (await files.get(`/files/${id}/links`)).json().links[0].downloads as number;
    return { files, id, link, downloads };
  }

  test('a prefetch of a link with a cap is 503, in whatever form, and uses nothing up', async (t) => {
    const { files, link, downloads } = await open(t);
    const { path, link_id } = await link({ max_downloads: 1 });
    for (const headers of prefetches) {
      const others: Headers[] = [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }];
      for (const more of others) {
        const answer = await files.get(path, { headers: { ...headers, ...more } });
        assertRefusal(answer, 503, 'PREFETCH_REFUSED');
        assert.equal(answer.headers['cache-control'], 'no-store');
      }
      assert.equal((await files.send('HEAD', path, { headers })).statusCode, 200);
    }
    assert.equal(await downloads(), 0);
    assert.equal((await files.get(path)).body, 'text');
    assert.equal(await downloads(), 1);
    const [headers] = prefetches;
    assertRefusal(await files.get(path, { headers: headers! }), 410, 'LINK_USED_UP');
    await files.send('DELETE', `/links/${link_id}`);
    assertRefusal(await files.get(path, { headers: headers! }), 410, 'LINK_REVOKED');
  });

  test('a prefetch of a link without a cap is answered', async (t) => {
    const { files, link } = await open(t);
    const { path } = await link({});
    for (const headers of prefetches) {
      assert.equal((await files.get(path, { headers })).statusCode, 200);
    }
  });
});
