/** Laws that hold for every crawl, whatever the site looks like. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { crawled, deployments, openCrawler, redirect, site, text } from '../fixtures.ts';

const size = 12;
const node = fc.nat(size - 1);
const target = fc.oneof(
  { weight: 8, arbitrary: node.map((n) => `/${n}`) },
  { weight: 1, arbitrary: node.map((n) => `/./%2e/../${n}#f`) },
  { weight: 1, arbitrary: fc.constantFrom('mailto:x@y', '/no/1', '/no/2', '/missing', 'http://[') },
);
type Page = { links: string[] } | { to: string } | 'broken';
const page: fc.Arbitrary<Page> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ links: fc.array(target, { maxLength: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ to: target }) },
  { weight: 1, arbitrary: fc.constant('broken' as const) },
);

const sites = fc.array(page, { minLength: size, maxLength: size });

for (const { name, skip, env } of deployments) {
  test(
    `on ${name}, each URL is requested once at most and ends with one reason; pages are never too many`,
    { skip },
    async (t) => {
      let pages: Page[] = [];
      const { origin, requests } = await site(t, (path) => {
        if (path === '/robots.txt') return text('text/plain', 'User-agent: *\nDisallow: /no');
        const page = pages[Number(path.slice(1))];
        if (page === undefined) return undefined;
        if (page === 'broken') return (request) => void request.socket.destroy();
        if ('to' in page) return redirect(page.to);
        return page.links.map((link) => `<a href="${link}">`).join('');
      });
      const { app } = await openCrawler(t, env());
      await fc.assert(
        fc.asyncProperty(sites, fc.integer({ min: 1, max: size + 2 }), async (graph, maxPages) => {
          pages = graph;
          requests.clear();
          const { job, urls } = await crawled(app, `${origin}/0`, maxPages);

          for (const [path, count] of requests) assert.equal(count, 1, path);
          assert.ok([...requests.keys()].every((path) => !path.startsWith('/no')));
          assert.ok(job.pages.length <= maxPages);
          assert.equal(new Set(job.pages.map(({ url }) => url)).size, job.pages.length);

          assert.equal(new Set(urls.map(({ url }) => url)).size, urls.length);
          for (const { status, reason } of urls) {
            assert.equal(status, 'done');
            assert.ok(reason !== null && reason !== 'cancelled');
          }
          const withPage = new Set(job.pages.map(({ url }) => url));
          const reasonOf = new Map(urls.map(({ url, reason }) => [url, reason]));
          for (const url of withPage) {
            assert.ok(['fetched', 'error', 'duplicate'].includes(reasonOf.get(url)!));
          }
          for (const { url, reason } of urls) {
            if (reason === 'fetched' || reason === 'error') assert.ok(withPage.has(url), url);
          }
          // Whatever was requested was discovered; every link of a page was, too.
          for (const path of requests.keys()) {
            if (path !== '/robots.txt') assert.ok(reasonOf.has(origin + path), path);
          }
          for (const link of job.pages.flatMap(({ links }) => links)) assert.ok(reasonOf.has(link));
          if (reasonOf.values().some((reason) => reason === 'budget')) {
            assert.equal(job.pages.length, maxPages);
          }
        }),
        // swarm.test.ts takes the rest of the time that there is for laws.
        { numRuns: name === 'SQLite' ? 30 : 8 },
      );
    },
  );
}
