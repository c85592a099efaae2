/** Every page on shared stores while identity is on, as a newcomer with a token begins on it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { missing } from '#kit/testing/testing.ts';
import { authSecret, tokenOf } from '#kit/testing/tokens.ts';
import { emptyStores } from '../../moving/test/sides.ts';
import { serviceNames } from '../../services.ts';
import { pages } from '../pages.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, write } from './browser.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const image = (page: Page, name: RegExp | string) => page.getByRole('img', { name }).waitFor();
const text = (page: Page, content: RegExp | string) => page.getByText(content).first().waitFor();

/** What a person does on a page, and sees then. */
const visits: Readonly<Record<string, (page: Page, site: string) => Promise<void>>> = {
  '/': async (page) => {
    const ready = page.getByRole('main').getByText('ready', { exact: true });
    await ready.nth(serviceNames.length - 1).waitFor();
  },
  '/services/flash-sale': async (page) => {
    await page.getByRole('spinbutton', { name: 'Units' }).fill('4');
    await page.getByRole('spinbutton', { name: 'Buyers' }).fill('6');
    await press(page, 'Load and send them');
    await image(page, /Of 4 units: \d confirmed, \d held, 0 available/);
    await image(page, '2 people wait');
    await press(page, 'Pause');
    await page.locator('main .state').getByText('paused', { exact: true }).waitFor();
  },
  '/services/inventory': async (page) => {
    await press(page, 'Load and order');
    await page
      .getByRole('button', { name: /available, \d+ held$/ })
      .first()
      .waitFor();
  },
  '/services/promotion': async (page) => {
    await press(page, 'Make two rules to look at');
    await text(page, '✓ The cart gets it: 10 % off.');
  },
  '/services/dispatch': async (page) => {
    await page.getByRole('spinbutton', { name: 'Drivers' }).fill('6');
    await page.getByRole('spinbutton', { name: 'Orders' }).fill('1');
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/dispatch/driver/status', async (route) => {
      await isSeen;
      await route.continue();
    });
    await press(page, 'Start');
    await text(page, '6 drivers');
    await text(page, /^1 busy$/);
    goOn();
  },
  '/services/geo': async (page) => {
    await press(page, 'Open four hubs');
    await page.getByRole('button', { name: 'Pause Tiong Bahru' }).waitFor();
    await page.getByRole('application').click();
    await page.getByRole('list', { name: 'Tiers' }).waitFor();
  },
  '/services/autocomplete': async (page) => {
    await page.getByRole('textbox', { name: /^Terms/ }).fill('satay');
    await press(page, 'Train');
    await write(page.getByRole('combobox', { name: 'Search' }), 'sa');
    await page.getByRole('option', { name: /satay/ }).waitFor();
  },
  '/services/key-value': async (page) => {
    await press(page, 'Put 200 keys to look at');
    await page.getByRole('heading', { name: '200 keys' }).waitFor();
  },
  '/services/file-store': async (page) => {
    await press(page, 'Put some files there');
    await text(page, 'notes.txt');
  },
  '/services/video-catalog': async (page) => {
    await press(page, 'Upload a dozen to look at');
    await text(page, '12 videos');
  },
  '/services/url-shortener': async (page) => {
    await press(page, 'Make three links and follow them');
    await text(page, 'used up');
  },
  '/services/chat': async (page) => {
    await page.getByRole('combobox', { name: 'Room' }).fill('tea');
    await page.getByRole('textbox', { name: 'Your name' }).fill('ann');
    await press(page, 'Join');
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await press(page, 'Say');
    await page.getByRole('log', { name: 'Messages' }).getByText('Hello').waitFor();
  },
  '/services/notification': async (page) => {
    await press(page, 'Send it');
    await image(page, '1 unread');
  },
  '/services/rate-limiter': async (page) => {
    await press(page, 'Fire');
    await image(page, /[1-9]\d* allowed/);
  },
  '/services/news-feed': async (page) => {
    await page.getByRole('button', { name: /^Add .*, with people to follow$/ }).click();
    await text(page, 'Rain: the market moves');
  },
  '/services/crawler': async (page, site) => {
    await page.getByRole('textbox', { name: 'Where it begins' }).fill(site);
    await press(page, 'Crawl');
    await image(page, 'Of 1 URL: 1 fetched');
  },
  '/sale-day': async (page) => {
    await image(page, /^Of 4 units: /);
    await image(page, /^Drivers of dispatch-a: /);
  },
};

const skip = withoutChromium || missing('redis') || missing('postgres');

describe('on shared stores, while identity is on', { skip }, () => {
  const looking = lookAtProduct(async (t) => ({
    ...(await emptyStores(t, 'shared')),
    AUTH_JWT_SECRET: authSecret,
    CRAWL_DELAY_MS: '0',
  }));
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Tea</title>');
  });
  let page: Page;
  before(async () => {
    await once(site.listen(0, '127.0.0.1'), 'listening');
    page = await looking.open('/services/flash-sale');
  });
  after(() => site.close().closeAllConnections());

  it('asks once for a token, which the tab keeps', async () => {
    await page
      .getByLabel('Token', { exact: true })
      .fill(tokenOf('root', Date.now(), { scope: 'service admin' }));
    await press(page, 'Use it');
    await text(page, 'No sale yet');
    await page.reload();
    await text(page, 'No sale yet');
  });

  for (const [path, visit] of Object.entries(visits)) {
    it(`${path} does what it is for, and is refused nothing`, async () => {
      await page.goto(looking.address + path);
      await visit(page, `http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      assert.deepEqual(await page.getByRole('alert').allInnerTexts(), []);
      assert.equal(await page.getByRole('dialog').count(), 0);
    });
  }

  it('that was every page', () => {
    assert.deepEqual(Object.keys(visits).toSorted(), pages.toSorted());
  });
});
