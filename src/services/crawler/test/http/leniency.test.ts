/** Answers that break the protocol as real servers do: pages, robots.txt and sitemaps are read all the same. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anchors, crawled, deployments, openCrawler, site } from '../fixtures.ts';
import { rawSite, refused, taken } from './raw-answers.ts';

const pathOf = (name: string) => `/${encodeURIComponent(name)}`;
const html = (title: string) => `<title>${title}</title><a href="/next">x</a>`;

for (const { name, skip, env } of deployments) {
  describe(`answers as browsers take them, with jobs on ${name}`, { skip }, () => {
    it('pages are read', async (t) => {
      const { app } = await openCrawler(t, { ...env(), CRAWL_IGNORE_ROBOTS: '1' });
      const origin = await rawSite(t, (path) => taken[path.slice(1)]?.(html('T'), 'text/html'));
      const seed = await site(t, {
        '/': anchors(...Object.keys(taken).map((each) => origin + pathOf(each))),
      });
      const { job } = await crawled(app, seed.origin, 200);
      for (const each of Object.keys(taken)) {
        const page = job.pages.find(({ url }) => url === origin + pathOf(each))!;
        const { status_code, title, links, error } = page;
        assert.deepEqual(
          [error, status_code, title, links],
          [undefined, 200, 'T', [`${origin}/next`]],
          each,
        );
      }
    });

    it('an answer that is not safe to read is an error that says why', async (t) => {
      const { app } = await openCrawler(t, { ...env(), CRAWL_IGNORE_ROBOTS: '1' });
      const origin = await rawSite(t, (path) =>
        refused[path.slice(1)]?.[0](html('T'), 'text/html'),
      );
      const seed = await site(t, {
        '/': anchors(...Object.keys(refused).map((each) => origin + pathOf(each))),
      });
      const { job } = await crawled(app, seed.origin, 200);
      for (const [each, [, error]] of Object.entries(refused)) {
        const page = job.pages.find(({ url }) => url === origin + pathOf(each))!;
        assert.match(page.error ?? '', error, each);
        assert.deepEqual([page.title, page.links], ['', []], each);
      }
    });

    it('robots.txt is obeyed, and sitemaps are read', async (t) => {
      const { app } = await openCrawler(t, env());
      const shapes = Object.entries(taken);
      const origins = await Promise.all(
        shapes.map(([, shape]) =>
          rawSite(t, (path) => {
            if (path === '/robots.txt') return shape('User-agent: *\nDisallow: /no', 'text/plain');
            if (path === '/sitemap.xml') {
              return shape('<urlset><url><loc>/listed</loc></url></urlset>', 'application/xml');
            }
            return undefined;
          }),
        ),
      );
      const seed = await site(t, { '/': anchors(...origins.map((origin) => `${origin}/no`)) });
      const { urls } = await crawled(app, seed.origin, 2);
      for (const [i, origin] of origins.entries()) {
        const { reason, detail } = urls.find(({ url }) => url === `${origin}/no`)!;
        assert.deepEqual([reason, detail], ['robots', undefined], shapes[i]![0]);
      }
      for (const [i, origin] of origins.entries()) {
        const { job } = await crawled(app, `${origin}/`, 1, { sitemaps: true });
        assert.deepEqual(job.sitemap_totals, { read: 1, failed: 0, urls: 1 }, shapes[i]![0]);
      }
    });
  });
}
