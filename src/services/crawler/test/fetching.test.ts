/** Page results: failures, types, redirects, limits, robots.txt. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  anchors,
  crawled,
  deployments,
  openCrawler,
  paths,
  redirect,
  site,
  text,
  type Handler,
} from './fixtures.ts';
import { maxRobotsBytes } from '../web/robots.ts';

const mebibyte = 1_048_576;
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

for (const { name, skip, env } of deployments) {
  describe(`fetching, with jobs on ${name}`, { skip }, () => {
    describe('results of pages', () => {
      it('a failed request records the error', async (t) => {
        const { app } = await openCrawler(t, { ...env(), CRAWL_IGNORE_ROBOTS: '1' });
        const { origin } = await site(t, { '/': (request) => void request.socket.destroy() });
        const { job, urls } = await crawled(app, origin);
        assert.equal(job.status, 'completed');
        const [{ url, status_code, title, links, error }] = job.pages as [(typeof job.pages)[0]];
        assert.deepEqual([url, status_code, title, links], [`${origin}/`, 0, '', []]);
        assert.match(error!, /other side closed/);
        assert.deepEqual(
          urls.map(({ reason }) => reason),
          ['error'],
        );
      });

      it('a response other than 200 records the status code only', async (t) => {
        const { app } = await openCrawler(t, env());
        const { origin } = await site(t, {
          '/': anchors('/gone', '/broken', '/partial', '/no-location'),
          '/gone': (_request, response) => void response.writeHead(410).end('<title>No</title>'),
          '/broken': (_request, response) => void response.writeHead(500).end(anchors('/x')),
          '/partial': (_request, response) =>
            void response.writeHead(206, { 'content-type': 'text/html' }).end(anchors('/x')),
          '/no-location': (_request, response) => void response.writeHead(302).end(anchors('/x')),
        });
        const { page, urls } = await crawled(app, origin);
        for (const [path, status] of [
          ['/gone', 410],
          ['/broken', 500],
          ['/partial', 206],
          ['/no-location', 302],
        ] as const) {
          const { status_code, title, links, error } = page(path);
          assert.deepEqual([status_code, title, links, error], [status, '', [], undefined]);
        }
        assert.deepEqual([...new Set(urls.map(({ reason }) => reason))], ['fetched']);
      });

      it('only text/html is parsed', async (t) => {
        const { app } = await openCrawler(t, env());
        const html = `<title>T</title>${anchors('/x')}`;
        const none: Handler = (_request, response) => void response.writeHead(200).end(html);
        const { origin } = await site(t, {
          '/': anchors('/plain', '/xhtml', '/none', '/htmlx', '/upper'),
          '/plain': text('text/plain', html),
          '/xhtml': text('application/xhtml+xml', html),
          '/none': none,
          '/htmlx': text('text/htmlx', html),
          '/upper': text('Text/HTML; charset=utf-8', html),
        });
        const { page } = await crawled(app, origin);
        for (const path of ['/plain', '/xhtml', '/none', '/htmlx']) {
          const { status_code, title, links } = page(path);
          assert.deepEqual([status_code, title, links], [200, '', []], path);
        }
        assert.equal(page('/upper').title, 'T');
      });

      it('at most 1 MiB of a body is read', async (t) => {
        const { app } = await openCrawler(t, env());
        const long = (before: number) => {
          const link = anchors('/inside');
          return `${link}${' '.repeat(before - link.length)}${anchors('/edge')}`;
        };
        const edge = anchors('/edge').length;
        const { origin } = await site(t, {
          '/': anchors('/fits', '/cut'),
          '/fits': long(mebibyte - edge),
          '/cut': long(mebibyte - edge + '</a>x'.length + 1),
        });
        const { page } = await crawled(app, origin);
        assert.deepEqual(page('/fits').links, [`${origin}/inside`, `${origin}/edge`]);
        assert.deepEqual(page('/cut').links, [`${origin}/inside`]);
      });

      it('an endless body ends at 1 MiB', async (t) => {
        const { app } = await openCrawler(t, env());
        const endless: Handler = (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html' });
          const more = () => {
            while (!response.destroyed && response.write(anchors('/a').repeat(1_000)));
          };
          response.on('drain', more);
          more();
        };
        const { origin } = await site(t, { '/': endless, '/a': '' });
        const { page } = await crawled(app, origin);
        assert.deepEqual(page('/').links, [`${origin}/a`]);
      });

      it('compressed bodies are read, and a small one that grows huge ends at 1 MiB', async (t) => {
        const { app } = await openCrawler(t, env());
        const html = `<title>T</title>${anchors('/x')}`;
        const bomb = Buffer.concat([
          Buffer.from(html),
          Buffer.alloc(64 * mebibyte, ' '),
          Buffer.from(anchors('/late')),
        ]);
        const packed = (body: Buffer, encoding: string) =>
          text('text/html', body, { 'content-encoding': encoding });
        const { origin } = await site(t, {
          '/': anchors('/gzip', '/br', '/bomb', '/broken'),
          '/gzip': packed(gzipSync(html), 'gzip'),
          '/br': packed(brotliCompressSync(html), 'br'),
          '/bomb': packed(gzipSync(bomb), 'GZIP'),
          '/broken': packed(Buffer.from(html), 'gzip'),
        });
        const { page } = await crawled(app, origin);
        for (const path of ['/gzip', '/br', '/bomb']) {
          assert.deepEqual([page(path).title, page(path).links], ['T', [`${origin}/x`]], path);
        }
        assert.match(page('/broken').error!, /header/);
      });

      it('1 MiB of a compressed body, as sent, is read', async (t) => {
        const { app } = await openCrawler(t, { ...env(), CRAWL_IGNORE_ROBOTS: '1' });
        const noise = randomBytes(3 * mebibyte).toString('base64');
        const html = `<title>T</title>${anchors('/x')}<!-- ${noise}`;
        const packed = (body: Buffer, encoding: string): Handler =>
          async function (_request, response) {
            response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding });
            for (let at = 0; at < body.length && !response.destroyed; at += 16_384) {
              response.write(body.subarray(at, at + 16_384));
              await setImmediate();
            }
            response.end();
          };
        // Base64 packs to three quarters of itself, or, at level 0, to more than itself.
        const { origin } = await site(t, {
          '/': anchors('/gzip', '/stored', '/br', '/empty'),
          '/gzip': packed(gzipSync(html), 'gzip'),
          '/stored': packed(gzipSync(html, { level: 0 }), 'gzip'),
          '/br': packed(brotliCompressSync(html, fast), 'br'),
          '/empty': packed(Buffer.alloc(0), 'gzip'),
        });
        const { page } = await crawled(app, origin);
        for (const path of ['/gzip', '/stored', '/br']) {
          const { title, links, error } = page(path);
          assert.deepEqual([title, links, error], ['T', [`${origin}/x`], undefined], path);
        }
        const { status_code, title, error } = page('/empty');
        assert.deepEqual([status_code, title, error], [200, '', undefined]);
      });

      it('a body that nobody wants is not read to its end', async (t) => {
        const { app } = await openCrawler(t, env(), { timeoutMs: 2 ** 31 - 1 });
        const dropped = Promise.withResolvers<void>();
        const { origin } = await site(t, {
          '/': (_request, response) => {
            response.on('close', dropped.resolve);
            response.writeHead(404);
            const more = () => {
              while (!response.destroyed && response.write(Buffer.alloc(16_384)));
            };
            response.on('drain', more);
            more();
          },
        });
        const { page } = await crawled(app, origin);
        assert.equal(page('/').status_code, 404);
        await dropped.promise;
      });

      it('a site that does not answer, or not to the end, is given up after the timeout', async (t) => {
        const full = { ...env(), CRAWL_IGNORE_ROBOTS: '1' };
        const { app } = await openCrawler(t, full, { timeoutMs: 500 });
        const stalled: Handler = (_request, response) =>
          void response.writeHead(200, { 'content-type': 'text/html' }).write(anchors('/x'));
        for (const handler of [() => {}, stalled]) {
          const { origin } = await site(t, { '/': handler });
          const { page, reason } = await crawled(app, origin);
          assert.equal(page('/').error, 'no complete response within 0.5 s');
          assert.equal(reason('/'), 'error');
        }
      });

      it('a body that nobody wants is not waited for', async (t) => {
        const { app } = await openCrawler(t, env(), { timeoutMs: 2 ** 31 - 1 });
        const { origin } = await site(t, {
          '/': (_request, response) => void response.writeHead(404).write('x'),
        });
        const { page, reason } = await crawled(app, origin);
        assert.deepEqual([page('/').status_code, reason('/')], [404, 'fetched']);
      });
    });

    describe('redirects', () => {
      it('the result keeps the URL asked for and adds final_url, which counts as visited', async (t) => {
        const { app } = await openCrawler(t, env());
        const { origin, requests } = await site(t, {
          '/': anchors('/moved', '/elsewhere/page'),
          '/moved': redirect('/moved-again', 301),
          '/moved-again': redirect('elsewhere/page#there', 307),
          '/elsewhere/page': `<title>Page</title>${anchors('next')}`,
          '/elsewhere/next': '',
        });
        const { page, reason } = await crawled(app, `${origin}/moved`);
        assert.deepEqual(
          { ...page('/moved'), crawled_at: 0 },
          {
            url: `${origin}/moved`,
            status_code: 200,
            title: 'Page',
            links: [`${origin}/elsewhere/next`],
            crawled_at: 0,
            final_url: `${origin}/elsewhere/page`,
          },
        );
        assert.equal(reason('/elsewhere/page'), 'duplicate');
        assert.equal(requests.get('/elsewhere/page'), 1);
      });

      it('a Location is read as UTF-8 where it is, else as latin1', async (t) => {
        const { app } = await openCrawler(t, env());
        const utf8 = (text: string) => Buffer.from(text).toString('latin1');
        const { origin } = await site(t, {
          '/': anchors('/utf-8', '/latin1', '/ascii'),
          '/utf-8': redirect(utf8('/a-é€')),
          '/latin1': redirect('/b-é'),
          '/ascii': redirect('/c-%C3%A9'),
        });
        const { page } = await crawled(app, origin);
        for (const [path, target] of [
          ['/utf-8', '/a-%C3%A9%E2%82%AC'],
          ['/latin1', '/b-%C3%A9'],
          ['/ascii', '/c-%C3%A9'],
        ] as const) {
          assert.equal(page(path).final_url, origin + target);
        }
      });

      it('to a URL that was visited is not followed', async (t) => {
        const { app } = await openCrawler(t, env());
        const { origin, requests } = await site(t, {
          '/': anchors('/back', '/self', '/gone'),
          '/back': redirect('/'),
          '/self': redirect('/self'),
          '/gone': redirect('/back'),
        });
        const { page, reason } = await crawled(app, origin);
        for (const path of ['/back', '/self', '/gone']) assert.equal(reason(path), 'duplicate');
        const { status_code, links, error, final_url } = page('/back');
        assert.deepEqual(
          [status_code, links, error, final_url],
          [302, [], undefined, `${origin}/`],
        );
        for (const [path, count] of requests) assert.equal(count, 1, path);
      });

      it('at most 5 are followed', async (t) => {
        const { app } = await openCrawler(t, env());
        const { origin } = await site(t, (path) => {
          const [, name, n] = /^\/(five|six)(\d)$/.exec(path) ?? [];
          if (name === undefined) return path === '/' ? anchors('/five0', '/six0') : undefined;
          return n === (name === 'five' ? '5' : '6')
            ? '<title>End</title>'
            : redirect(`/${name}${Number(n) + 1}`);
        });
        const { page } = await crawled(app, origin);
        assert.deepEqual(
          [page('/five0').title, page('/five0').final_url],
          ['End', `${origin}/five5`],
        );
        assert.deepEqual(
          [page('/six0').status_code, page('/six0').error],
          [302, 'more than 5 redirects'],
        );
      });

      it('several Locations that differ are an error, equal ones and empty ones are not', async (t) => {
        const { app } = await openCrawler(t, env());
        const { origin } = await site(t, {
          '/': anchors('/equal', '/several', '/empty'),
          '/equal': (_request, response) =>
            void response.writeHead(302, ['location', '/x', 'location', '/x']).end(),
          '/several': (_request, response) =>
            void response.writeHead(302, ['location', '/x', 'location', '/y']).end(),
          '/empty': (_request, response) => void response.writeHead(302, { location: '' }).end(),
        });
        const { page, reason } = await crawled(app, origin);
        assert.equal(page('/equal').final_url, `${origin}/x`);
        assert.match(page('/several').error!, /several locations/);
        assert.deepEqual([page('/empty').status_code, reason('/empty')], [302, 'fetched']);
      });

      it('to another scheme, or to an invalid URL, is an error', async (t) => {
        const { app } = await openCrawler(t, env());
        const { origin } = await site(t, {
          '/': anchors('/ftp', '/file', '/bad'),
          '/ftp': redirect('ftp://127.0.0.1/x'),
          '/file': redirect('file:///etc/passwd'),
          '/bad': redirect('http://[bad'),
        });
        const { page, urls } = await crawled(app, origin);
        assert.match(page('/ftp').error!, /scheme/);
        assert.match(page('/file').error!, /scheme/);
        assert.equal(page('/bad').error, 'invalid redirect URL');
        const off = urls.filter(({ reason }) => reason === 'off-scheme').map(({ url }) => url);
        assert.deepEqual(off.sort(), ['file:///etc/passwd', 'ftp://127.0.0.1/x']);
      });

      it('to a URL that robots.txt of the target forbids is an error', async (t) => {
        const { app } = await openCrawler(t, env());
        const other = await site(t, {
          '/robots.txt': text('text/plain', 'User-agent: hawker\nDisallow: /'),
          '/x': '',
        });
        const { origin } = await site(t, { '/': redirect(`${other.origin}/x`) });
        const { page, urls } = await crawled(app, origin);
        assert.match(page('/').error!, /robots\.txt forbids/);
        assert.equal(other.requests.has('/x'), false);
        assert.deepEqual(
          urls.map(({ reason }) => reason),
          ['error', 'robots'],
        );
      });
    });

    it('where a redirect leads is recorded, also when robots.txt cannot be reached there', async (t) => {
      const { app } = await openCrawler(t, env());
      const dead = await site(t, {
        '/robots.txt': (_request, response) => void response.writeHead(500).end(),
      });
      const { origin } = await site(t, { '/': redirect(`${dead.origin}/x`) });
      const { page, urls } = await crawled(app, origin);
      const error = 'robots.txt cannot be reached: status 500';
      assert.equal(page('/').error, error);
      const { reason, detail } = urls.find(({ url }) => url === `${dead.origin}/x`)!;
      assert.deepEqual([reason, detail, dead.requests.has('/x')], ['robots', error, false]);
    });

    describe('robots.txt', () => {
      const rules = 'User-agent: *\nDisallow: /no\nAllow: /no/but-this';

      it('is asked once a host, and obeyed; a URL that it forbids is not a page', async (t) => {
        const { app } = await openCrawler(t, env());
        const { origin, requests } = await site(t, {
          '/robots.txt': text('text/plain', rules),
          '/': anchors('/no/1', '/no/2', '/no/but-this', '/yes'),
          '/no/but-this': '',
          '/yes': '',
        });
        const { job, reason } = await crawled(app, origin, 3);
        assert.deepEqual(paths(job.pages).sort(), ['/', '/no/but-this', '/yes']);
        assert.deepEqual([reason('/no/1'), reason('/no/2')], ['robots', 'robots']);
        assert.equal(requests.get('/robots.txt'), 1);
        assert.equal(requests.has('/no/1'), false);
      });

      it('ignores the line at the limit of one that is too long: half a rule may forbid everything', async (t) => {
        const { app } = await openCrawler(t, env());
        const begin = 'User-agent: *\nDisallow: /no\n#';
        const end = '\nDisallow: /';
        const padding = 'x'.repeat(maxRobotsBytes - begin.length - end.length);
        const { origin } = await site(t, {
          '/robots.txt': text('text/plain', `${begin}${padding}${end}elsewhere\n`),
          '/': anchors('/no', '/yes'),
          '/yes': '',
        });
        const { reason } = await crawled(app, origin);
        assert.deepEqual(
          [reason('/'), reason('/no'), reason('/yes')],
          ['fetched', 'robots', 'fetched'],
        );
      });

      it('CRAWL_IGNORE_ROBOTS=1 does not ask', async (t) => {
        const { app } = await openCrawler(t, { ...env(), CRAWL_IGNORE_ROBOTS: '1' });
        const { origin, requests } = await site(t, {
          '/robots.txt': text('text/plain', rules),
          '/': anchors('/no/1'),
          '/no/1': '',
        });
        const { job } = await crawled(app, origin);
        assert.equal(job.pages.length, 2);
        assert.equal(requests.has('/robots.txt'), false);
      });

      it('follows redirects; a file that is not there allows everything', async (t) => {
        const { app } = await openCrawler(t, env());
        const moved = await site(t, {
          '/robots.txt': redirect('/moved.txt'),
          '/moved.txt': text('text/plain', rules),
          '/': anchors('/no/1'),
        });
        assert.equal((await crawled(app, moved.origin)).reason('/no/1'), 'robots');
        const forbidden = await site(t, {
          '/robots.txt': (_request, response) => void response.writeHead(403).end(rules),
          '/no/1': '',
        });
        assert.equal((await crawled(app, `${forbidden.origin}/no/1`)).reason('/no/1'), 'fetched');
      });

      for (const [what, handler] of [
        ['that redirects to too long a URL', redirect(`http://${'a'.repeat(3_000)}/robots.txt`)],
        ['that answers 500', (_request, response) => void response.writeHead(500).end()],
        ['that breaks off', (request) => void request.socket.destroy()],
      ] as [string, Handler][]) {
        it(`a host ${what} for it yields one result with an error, and is left alone`, async (t) => {
          const { app } = await openCrawler(t, env());
          const dead = await site(t, { '/robots.txt': handler, '/a': '', '/b': '' });
          const hrefs = [`${dead.origin}/a`, `${dead.origin}/b`];
          const { origin } = await site(t, { '/': anchors(...hrefs) });
          const { job, reason } = await crawled(app, origin);
          assert.equal(job.pages.length, 2);
          assert.match(job.pages[1]!.error!, /^robots\.txt cannot be reached: /);
          assert.deepEqual(new Set([reason('/a'), reason('/b')]), new Set(['error', 'robots']));
          assert.deepEqual([...dead.requests.keys()], ['/robots.txt']);
        });
      }
    });
  });
}
