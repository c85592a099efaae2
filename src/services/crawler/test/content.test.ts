/** Content of pages: kept as the job asks, shown with its media type. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { App } from '#kit/web/app.ts';
import { fakeClock, temporaryFolder } from '#kit/testing/testing.ts';
import type { NumberedPage } from '../store/crawler-store.ts';
import { showContent } from '../show-content.ts';
import {
  anchors,
  crawled,
  deployments,
  openCrawler,
  redirect,
  site,
  stores,
  text,
} from './fixtures.ts';

const home = `<title>Home</title><body><h1>Tea</h1><p>Hot <b>water</b>.${anchors('/plain', '/gone', '/latin', '/moved')}`;

const ask = (app: App, id: string, n: number | string, format?: string) =>
  app.inject(`/crawl/${id}/pages/${n}${format === undefined ? '' : `?format=${format}`}`);

for (const { name, skip, env } of deployments) {
  describe(`content, with jobs on ${name}`, { skip }, () => {
    const pages = {
      '/': home,
      '/plain': text('text/plain', 'no page'),
      '/latin': text('text/html; charset=iso-8859-1', Buffer.from('<p>\xe9t\xe9', 'latin1')),
      '/moved': redirect('/target'),
      '/target': '<p>Target',
    };

    it('each format of each HTML page, with its media type, from page 1 on', async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const { app, close } = await openCrawler(t, full);
      const { origin } = await site(t, pages);
      const { id, job } = await crawled(app, origin, 10, { formats: ['html', 'text', 'markdown'] });
      const number = (path: string) => job.pages.findIndex(({ url }) => url === origin + path) + 1;
      const expected = [
        ['/', 'html', 'text/html; charset=utf-8', home],
        ['/', 'text', 'text/plain; charset=utf-8', /^Home\n\nTea\n\nHot water\./],
        ['/', 'markdown', 'text/markdown; charset=utf-8', /Hot \*\*water\*\*\.\[x\]\(http:/],
        ['/latin', 'html', 'text/html; charset=utf-8', '<meta charset="utf-8"><p>été'],
        ['/moved', 'text', 'text/plain; charset=utf-8', 'Target\n'],
      ] as const;
      const check = async (app: App) => {
        for (const [path, format, type, content] of expected) {
          const answer = await ask(app, id, number(path), format);
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.headers['content-type'], type);
          assert.equal(answer.headers['x-content-type-options'], 'nosniff');
          // A stranger's script must not run here.
          assert.match(
            String(answer.headers['content-security-policy']),
            /default-src 'none'.*sandbox/,
          );
          if (typeof content === 'string') assert.equal(answer.body, content);
          else assert.match(answer.body, content);
        }
      };
      await check(app);
      assert.deepEqual(job.pages[number('/') - 1]!.formats, ['html', 'text', 'markdown']);
      for (const path of ['/plain', '/gone']) {
        assert.equal(job.pages[number(path) - 1]!.formats, undefined);
        const answer = await ask(app, id, number(path), 'html');
        assert.deepEqual([answer.statusCode, answer.json().code], [404, 'NO_CONTENT'], path);
      }
      await close();
      const again = await openCrawler(t, full);
      await check(again.app);
    });

    it('only the formats that were asked for; without them nothing is kept', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': home });
      const one = await crawled(app, origin, 1, { formats: ['text'] });
      assert.deepEqual(one.job.pages[0]!.formats, ['text']);
      assert.equal((await ask(app, one.id, 1, 'text')).statusCode, 200);
      const none = await crawled(app, origin, 1);
      assert.equal(none.job.pages[0]!.formats, undefined);
      for (const [id, format] of [
        [one.id, 'html'],
        [one.id, 'markdown'],
        [none.id, 'text'],
      ] as const) {
        const answer = await ask(app, id, 1, format);
        assert.deepEqual([answer.statusCode, answer.json().code], [404, 'NO_CONTENT'], format);
      }
    });

    it('unknown jobs and pages are 404, a bad query is 400', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': home });
      const { id } = await crawled(app, origin, 1, { formats: ['html'] });
      for (const [job, n, format, status, of] of [
        ['crawl_9', 1, 'html', 404, 'UNKNOWN_JOB'],
        ['x', 1, 'html', 404, 'UNKNOWN_JOB'],
        [id, 2, 'html', 404, 'UNKNOWN_PAGE'],
        [id, 1_000, 'html', 404, 'UNKNOWN_PAGE'],
        [id, 0, 'html', 400, 'n'],
        [id, 'x', 'html', 400, 'n'],
        [id, 1, 'pdf', 400, 'format'],
        [id, 1, undefined, 400, 'format'],
      ] as const) {
        const answer = await ask(app, job, n, format);
        assert.equal(answer.statusCode, status, `${job} ${n} ${format}`);
        const { code, errors } = answer.json();
        assert.equal(status === 404 ? code : errors[0].path, of);
      }
    });

    it('at most 1 MiB of a large page is kept in each format', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, {
        '/': text('text/html; charset=iso-8859-1', Buffer.alloc(2 * 1024 * 1024, 0xe9)),
      });
      const { id } = await crawled(app, origin, 1, { formats: ['html', 'text'] });
      for (const format of ['html', 'text']) {
        const { rawPayload } = await ask(app, id, 1, format);
        assert.equal(rawPayload.length, 1024 * 1024, format);
        assert.ok(rawPayload.toString().endsWith('éé'));
      }
    });
  });
}

for (const { name, skip, open } of stores) {
  it(
    `on ${name}, content that an interrupted page left is not that of another`,
    { skip },
    async (t) => {
      const clock = fakeClock();
      const store = await open(t, clock);
      const { n, totals } = await store.create('http://a/', 'http://a/', 2, clock());
      await store.acquire({ owner: 'me', until: clock() + 1 }, clock(), 1);
      const body = gzipSync('left');
      for (const page of [0, 1]) await store.keep('me', n, { page, format: 'html', body });
      const plain = { url: 'http://a/', status_code: 0, title: '', links: [], crawled_at: 0 };
      const pages: NumberedPage[] = [
        [0, plain],
        [1, { ...plain, formats: ['html'] }],
      ];
      await store.save('me', n, { urls: [], pages, totals: { ...totals, pages: 2 } });
      await assert.rejects(showContent(store, `crawl_${n}`, 1, 'html'), { code: 'NO_CONTENT' });
      assert.equal(String(await showContent(store, `crawl_${n}`, 2, 'html')), 'left');
    },
  );
}
