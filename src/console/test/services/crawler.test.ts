/** The page of the crawler, on a small site that the test serves. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from '../browser.ts';

const pages: Readonly<Record<string, string>> = {
  '/': '<title>Shop</title><p>Welcome to the shop.</p><a href="/tea">t</a><a href="/secret">s</a>',
  '/tea': '<title>Tea</title><p>Green tea of this spring.</p><a href="/tea/green">g</a>',
  '/slow': '<title>Slow</title><a href="/slow/1">1</a><a href="/slow/2">2</a>',
  '/slow/1': '<title>One</title>',
  '/tea/green': '<title>Green</title><p>Two leaves and a bud.</p>',
};

describe('the page of the crawler', { skip: withoutChromium }, () => {
  const looking = lookAtProduct({ CRAWL_DELAY_MS: '0' });
  let server: Server;
  let site = '';
  const held = Promise.withResolvers<ServerResponse>();
  before(async () => {
    server = createServer((request, response) => {
      if (request.url === '/robots.txt') return response.end('User-agent: *\nDisallow: /secret');
      if (request.url === '/slow/2') {
        held.resolve(response);
        return;
      }
      const page = pages[request.url!];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
      response.end(page);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('starts a crawl, shows its tree, its reasons and what a page says', async () => {
    const page = await looking.open('/services/crawler');
    await page.getByText('No crawl yet').waitFor();
    const begin = page.getByRole('textbox', { name: 'Where it begins' });
    assert.equal(await begin.inputValue(), `${looking.address}/reference`);
    await begin.fill(`${site}/`);
    await page.getByRole('button', { name: 'Crawl', exact: true }).click();
    await page.locator('main .state').getByText('completed', { exact: true }).waitFor();
    const { crawler } = createHawker({ baseUrl: looking.address });
    const { jobs } = await crawler.list();
    const { urls, counts } = await crawler.listUrls(jobs[0]!.id);
    assert.deepEqual(counts, { fetched: 3, robots: 1 });
    await page.getByRole('img', { name: /^Of 4 URLs: / }).waitFor();
    const tree = page.getByRole('region', { name: 'Tree of URLs' }).getByRole('listitem');
    // What leads to what comes as the crawl's events.
    await tree.nth(2).filter({ hasText: '/tea/green' }).waitFor();
    const shown = (await tree.allInnerTexts()).map((text) => /http\S+/.exec(text)![0]);
    // A child stands below its parent, before the parent's next sibling.
    assert.deepEqual(
      shown,
      ['/', '/tea', '/tea/green', '/secret'].map((path) => site + path),
    );
    assert.deepEqual(shown.toSorted(), urls.map(({ url }) => url).toSorted());
    await page.getByRole('button', { name: `Text of ${site}/tea`, exact: true }).click();
    await page.getByRole('region', { name: 'Text of the page' }).getByText('Green tea').waitFor();
  });

  it('follows a crawl that somebody else started', async () => {
    const { crawler } = createHawker({ baseUrl: looking.address });
    const { job_id: id } = await crawler.start({ url: `${site}/tea`, same_host: true });
    const page = await looking.open(`/services/crawler?crawl=${id}`);
    await page.locator('main .state').getByText('completed', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'Of 2 URLs: 2 fetched' }).waitFor();
  });

  it('the tree grows while the crawl runs, with the newest page marked', async () => {
    const { crawler } = createHawker({ baseUrl: looking.address });
    const { job_id: id } = await crawler.start({ url: `${site}/slow`, same_host: true });
    const page = await looking.open(`/services/crawler?crawl=${id}`);
    const response = await held.promise;
    const rows = page.getByRole('region', { name: 'Tree of URLs' }).getByRole('listitem');
    await rows.filter({ hasText: '/slow/1' }).getByText('newest').waitFor();
    await page.locator('main .state').getByText('running', { exact: true }).waitFor();
    await rows.filter({ hasText: '/slow/2' }).waitFor();
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Two</title>');
    await rows.filter({ hasText: '/slow/2' }).getByText('fetched').waitFor();
    await page.locator('main .state').getByText('completed', { exact: true }).waitFor();
    await rows.getByText('newest').waitFor({ state: 'detached' });
    await page.getByRole('img', { name: /^Pages a second: fetched/ }).waitFor();
  });

  it('a crawl of errors alone has the colour of errors', async () => {
    const { crawler } = createHawker({ baseUrl: looking.address });
    const { job_id: id } = await crawler.start({ url: 'http://127.0.0.1:1/' });
    const page = await looking.open(`/services/crawler?crawl=${id}`);
    await page.getByRole('img', { name: 'Of 1 URL: 1 error' }).waitFor();
    assert.equal(await page.locator('.reasons rect.tone-bad').count(), 1);
  });

  it('says so when somebody removes the crawl that it shows', async () => {
    const { crawler } = createHawker({ baseUrl: looking.address });
    const { job_id: id } = await crawler.start({ url: `${site}/tea/green`, same_host: true });
    const page = await looking.open(`/services/crawler?crawl=${id}`);
    await page.locator('main .state').getByText('completed', { exact: true }).waitFor();
    await crawler.delete(id);
    await page.getByRole('alert').getByText('No such crawl job').waitFor();
  });

  it('turns to a crawl that somebody starts, where none was chosen', async () => {
    const { crawler } = createHawker({ baseUrl: looking.address });
    const page = await looking.open('/services/crawler');
    await page.getByRole('heading', { name: 'Found so far' }).waitFor();
    const { job_id: id } = await crawler.start({ url: `${site}/tea/green`, same_host: true });
    await page.getByRole('heading', { name: id }).waitFor();
  });
});
