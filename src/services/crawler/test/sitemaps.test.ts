/** Crawls that begin with sitemaps. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  anchors,
  crawled,
  deployments,
  openCrawler,
  over,
  paths,
  redirect,
  site,
  start,
  text,
  type Handler,
} from './fixtures.ts';

const xml = (body: string | Buffer) => text('application/xml', body);
const urlset = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>\n ${url} </loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Pages by path, once the origin is known. */
async function siteOf(
  t: Parameters<typeof site>[0],
  pages: (origin: string) => Record<string, string | Handler>,
) {
  let served: Record<string, string | Handler> = {};
  const made = await site(t, (path) => served[path]);
  served = pages(made.origin);
  return made;
}

const seeded = { sitemaps: true };

for (const { name, skip, env } of deployments) {
  describe(`sitemaps, with jobs on ${name}`, { skip }, () => {
    it('their URLs are seeds: from /sitemap.xml, and those that robots.txt names', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await siteOf(t, (origin) => ({
        '/robots.txt': text(
          'text/plain',
          `User-agent: *\nDisallow: /no\nSitemap: ${origin}/own.xml # ours\nsitemap: /relative.xml`,
        ),
        '/own.xml': xml(urlset(`${origin}/a`, `${origin}/b?x=1&amp;y=2`)),
        '/relative.xml': xml(urlset('/c', `${origin}/a`)),
        '/sitemap.xml': xml(
          urlset(`${origin}/d#part`, `${origin}/no`, 'mailto:x@y', '', 'http://'),
        ),
        '/': anchors('/link'),
        ...Object.fromEntries(['/a', '/b?x=1&y=2', '/c', '/d', '/link'].map((path) => [path, ''])),
      }));
      const { job, urls } = await crawled(app, origin, 20, seeded);
      assert.deepEqual(
        urls.map(({ url, depth, reason }) => [url.slice(origin.length), depth, reason]),
        [
          ['/', 0, 'fetched'],
          ['/a', 0, 'fetched'],
          ['/b?x=1&y=2', 0, 'fetched'],
          ['/c', 0, 'fetched'],
          ['/d', 0, 'fetched'],
          ['/no', 0, 'robots'],
          ['/link', 1, 'fetched'],
        ],
      );
      assert.deepEqual(job.sitemap_totals, { read: 3, failed: 0, urls: 8 });
    });

    it('without the option none is asked for', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin, requests } = await siteOf(t, (origin) => ({
        '/sitemap.xml': xml(urlset(`${origin}/a`)),
        '/': '',
      }));
      const { job } = await crawled(app, origin, 20);
      assert.deepEqual(paths(job.pages), ['/']);
      assert.equal(requests.has('/sitemap.xml'), false);
      assert.equal(job.sitemap_totals, undefined);
    });

    it('indexes and gzip; each once; what cannot be read is counted', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin, requests } = await siteOf(t, (origin) => ({
        '/sitemap.xml': xml(
          index(
            `${origin}/packed.xml.gz`,
            `${origin}/encoded.xml`,
            `${origin}/missing.xml`,
            `${origin}/moved.xml`,
            `${origin}/sitemap.xml`,
            `${origin}/cut.xml`,
          ),
        ),
        '/packed.xml.gz': text('application/gzip', gzipSync(urlset(`${origin}/a`))),
        '/encoded.xml': text('application/xml', gzipSync(urlset(`${origin}/b`)), {
          'content-encoding': 'gzip',
        }),
        '/moved.xml': redirect('/target.xml'),
        '/target.xml': xml(urlset(`${origin}/c`)),
        '/cut.xml': (request) => void request.socket.destroy(),
        '/': '',
      }));
      const { job, urls } = await crawled(app, origin, 20, seeded);
      assert.deepEqual(
        urls.map(({ url }) => url.slice(origin.length)),
        ['/', '/a', '/b', '/c'],
      );
      const { problems, ...totals } = job.sitemap_totals!;
      assert.deepEqual(totals, { read: 4, failed: 2, urls: 3 });
      assert.deepEqual(problems, [
        { url: `${origin}/missing.xml`, reason: 'status 404' },
        { url: `${origin}/cut.xml`, reason: 'other side closed' },
      ]);
      assert.equal(requests.get('/sitemap.xml'), 1);
    });

    it('a host without a sitemap is crawled from the seed', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await site(t, { '/': '' });
      const { job } = await crawled(app, origin, 20, seeded);
      assert.deepEqual(paths(job.pages), ['/']);
      const problems = [{ url: `${origin}/sitemap.xml`, reason: 'status 404' }];
      assert.deepEqual(job.sitemap_totals, { read: 0, failed: 0, urls: 0, problems });
    });

    it('lists of URLs and feeds are read, and what yields nothing says why', async (t) => {
      const { app } = await openCrawler(t, env());
      const given: Record<string, [body: string | Handler, reason: string | undefined]> = {
        '/list.txt': [text('text/plain', '/no\nhttp://h.test/list'), undefined],
        '/rss.xml': [
          text('text/html', '<rss><channel><item><link>/rss</link></item></channel></rss>'),
          undefined,
        ],
        '/atom.xml': [xml('<feed><entry><link href="/atom"/></entry></feed>'), undefined],
        '/prefixed.xml': [
          xml('<n:urlset xmlns:n="x"><n:url><n:loc>/prefixed</n:loc></n:url></n:urlset>'),
          undefined,
        ],
        '/page': ['<!doctype html><title>Not found</title>', 'it is an HTML page'],
        '/empty.xml': [xml(''), 'it is empty'],
        '/none.xml': [xml('<urlset></urlset>'), 'it lists nothing'],
        '/mail.xml': [xml(urlset('mailto:a@b')), 'none of its entries is an http or https URL'],
        '/svg': [xml('<svg/>'), 'its first element is <svg>'],
        '/json': [text('application/json', '[]'), 'it is neither XML nor a list of URLs'],
        '/forbidden.xml': ['', 'robots.txt forbids it'],
        '/gone.xml': [(_request, response) => void response.writeHead(410).end(), 'status 410'],
      };
      const { origin } = await siteOf(t, (origin) => ({
        '/robots.txt': text(
          'text/plain',
          [
            'User-agent: *\nDisallow: /forbidden',
            ...Object.keys(given).map((path) => `Sitemap: ${origin}${path}`),
          ].join('\n'),
        ),
        ...Object.fromEntries(Object.entries(given).map(([path, [page]]) => [path, page])),
        '/': '',
      }));
      const { job, urls } = await crawled(app, origin, 1, seeded);
      assert.deepEqual(
        urls.map(({ url }) => url.replace(origin, '')),
        ['/', 'http://h.test/list', '/rss', '/atom', '/prefixed'],
      );
      const { problems, ...totals } = job.sitemap_totals!;
      assert.deepEqual(totals, { read: 6, failed: 6, urls: 5 });
      const expected = Object.entries(given).flatMap(([path, [, reason]]) =>
        reason === undefined ? [] : [{ url: origin + path, reason }],
      );
      assert.deepEqual(problems, expected);
    });

    it('their URLs are in the scope of the job, or out of it', async (t) => {
      const { app } = await openCrawler(t, env());
      const { origin } = await siteOf(t, (origin) => ({
        '/sitemap.xml': xml(urlset(`${origin}/doc/a`, `${origin}/else`, 'http://other.test/')),
        '/': '',
        '/doc/a': anchors('/doc/b'),
      }));
      const options = { ...seeded, same_host: true, include: ['**/doc/*'], max_depth: 0 };
      const { urls } = await crawled(app, origin, 20, options);
      assert.deepEqual(
        urls.map(({ url, reason, detail }) => [url.replace(origin, ''), reason, detail]),
        [
          ['/', 'fetched', undefined],
          ['/doc/a', 'fetched', undefined],
          ['/else', 'out of scope', 'include'],
          ['http://other.test/', 'out of scope', 'same_host'],
          ['/doc/b', 'out of scope', 'max_depth'],
        ],
      );
    });

    it('robots.txt holds for them; its own lines are read also when it is not obeyed', async (t) => {
      const pages = (origin: string) => ({
        '/robots.txt': text(
          'text/plain',
          `User-agent: *\nDisallow: /maps\nSitemap: ${origin}/maps/1`,
        ),
        '/maps/1': xml(urlset(`${origin}/a`)),
        '/': '',
        '/a': '',
      });
      const obeying = await openCrawler(t, env());
      const one = await siteOf(t, pages);
      const first = await crawled(obeying.app, one.origin, 20, seeded);
      assert.deepEqual(paths(first.job.pages), ['/']);
      assert.equal(one.requests.has('/maps/1'), false);
      const ignoring = await openCrawler(t, { ...env(), CRAWL_IGNORE_ROBOTS: '1' });
      const second = await crawled(ignoring.app, one.origin, 20, seeded);
      assert.deepEqual(paths(second.job.pages), ['/', '/a']);
    });

    it('with retries, one that fails for now is asked for again', async (t) => {
      const { app } = await openCrawler(t, env());
      let failures = 2;
      const { origin } = await siteOf(t, (origin) => ({
        '/sitemap.xml': (request, response) => {
          if (failures-- > 0) return void response.writeHead(503).end();
          xml(urlset(`${origin}/a`))(request, response);
        },
        '/': '',
        '/a': '',
      }));
      const { job } = await crawled(app, origin, 20, { ...seeded, retries: 2 });
      assert.deepEqual(paths(job.pages), ['/', '/a']);
    });

    it('at most 50,000 URLs are taken; the rest is left out', async (t) => {
      const { app } = await openCrawler(t, env());
      const many = (from: number, count: number, origin: string) =>
        urlset(...Array.from({ length: count }, (_, i) => `${origin}/${from + i}`));
      const { origin } = await siteOf(t, (origin) => ({
        '/sitemap.xml': xml(index(...[1, 2, 3].map((n) => `${origin}/${n}.xml`))),
        '/1.xml': xml(many(0, 30_000, origin)),
        '/2.xml': xml(many(30_000, 30_000, origin)),
        '/3.xml': xml(many(90_000, 10, origin)),
        '/': '',
      }));
      const id = await start(app, origin, 1, seeded);
      const job = await over(app, id);
      assert.deepEqual(job.sitemap_totals, { read: 3, failed: 0, urls: 50_000 });
      const { counts, left_out: leftOut } = (await app.inject(`/crawl/${id}/urls?limit=1`)).json();
      assert.deepEqual([counts, leftOut], [{ fetched: 1, budget: 50_000 }, 10_000]);
    });
  });
}
