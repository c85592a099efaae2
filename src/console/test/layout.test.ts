/** Nothing jumps while a page loads, neither when there is nothing to show nor when there is much. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createHawker } from '../../client/index.ts';
import { someVideos } from '../page/services/video-catalog/some-videos.ts';
import { pages } from '../pages.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, untilShown } from './browser.ts';

const windows = { desk: { width: 1360, height: 860 }, phone: { width: 390, height: 844 } };
/** What is good, by https://web.dev/articles/cls: a sum of shares of the window times shares of its height. */
const good = 0.1;

/**
 * Takes away the bound after which a page is shown without the answers that it still waits for: on a slow
 * machine they would come later, and move what is shown. Evaluated in the page.
 */
const waitForAnswers = `{
  const { setTimeout: start } = globalThis;
  globalThis.setTimeout = (act, ms, ...rest) => ms >= 4_000 ? 0 : start(act, ms, ...rest);
}`;

/** Keeps the shifts of the page from its first frame on. Evaluated in the page. */
const watch = `
  globalThis.shifts = [];
  const note = (list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        return [element?.outerHTML.slice(0, 90), previousRect.y, currentRect.y].join(' ');
      });
      shifts.push({ value, moved });
    }
  };
  globalThis.observer = new PerformanceObserver(note);
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.readShifts = () => {
    note({ getEntries: () => observer.takeRecords() });
    return shifts;
  };`;

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

interface Shift {
  readonly value: number;
  /** The elements that moved, with where they were and are, pixels from the top. */
  readonly moved: readonly string[];
}

describe('a page keeps its place while it comes', { skip: withoutChromium }, () => {
  const looking = lookAtProduct({ CRAWL_DELAY_MS: '0' });

  for (const [name, viewport] of Object.entries(windows)) {
    it(`on a ${name}, with nothing to show yet`, () => lookAtAll(viewport, pages));
  }

  describe('with much to show', () => {
    let site: Server;
    before(async () => {
      site = createServer((_request, response) => response.end('<title>Tea</title>Green tea'));
      await once(site.listen(0, '127.0.0.1'), 'listening');
      await fill(looking.address, `http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    });
    after(() => {
      site.close();
      site.closeAllConnections();
    });

    const more = [
      'dispatch?variant=dispatch-b',
      'chat?room=general&user=ann',
      'flash-sale?product=ticket',
    ];
    const all = [...pages, ...more.map((address) => `/services/${address}`)];
    for (const [name, viewport] of Object.entries(windows)) {
      it(`on a ${name}`, () => lookAtAll(viewport, all));
    }
  });

  async function lookAtAll(
    viewport: (typeof windows)[keyof typeof windows],
    addresses: readonly string[],
  ): Promise<void> {
    const context = await looking.browser.newContext({ locale: 'en-GB', viewport });
    await context.addInitScript(waitForAnswers + watch);
    context.setDefaultTimeout(100_000);
    const page = await context.newPage();
    const jumping: string[] = [];
    for (const address of addresses) {
      await page.goto(looking.address + address);
      const shifts = await shiftsOf(page);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      if (sum >= good) jumping.push(`${address}: ${sum.toFixed(2)} ${JSON.stringify(shifts)}`);
    }
    await context.close();
    assert.deepEqual(jumping, []);
  }

  async function shiftsOf(page: Page): Promise<readonly Shift[]> {
    const isService = new URL(page.url()).pathname.startsWith('/services/');
    if (isService) await page.locator('.facts').getByText('ready', { exact: true }).waitFor();
    await untilShown(page);
    // What a frame has moved is told after it.
    await page.evaluate(twoFrames);
    return (await page.evaluate('readShifts()')) as readonly Shift[];
  }
});

const here = { lat: 1.29, lng: 103.83 };

/** Something of everything. */
async function fill(baseUrl: string, site: string): Promise<void> {
  const hawker = createHawker({ baseUrl });
  const names = (count: number, name: string) =>
    Array.from({ length: count }, (_, i) => `${name}-${i}`);

  const { flashSale } = hawker;
  await flashSale.load({ product_id: 'lamp', total_stock: 30, ends_at: Date.now() + 3_600_000 });
  await flashSale.load({ product_id: 'ticket', total_stock: 2, flow: 'lottery' });
  await flashSale.enterLottery({ product_id: 'ticket', user_id: 'ann', device_fp: 'ann' });
  await flashSale.draw({ product_id: 'ticket', winners: 1 });

  const { inventory } = hawker;
  const stock = names(3, 'hub').flatMap((hub_id) =>
    names(12, 'sku').map((sku) => ({ hub_id, sku, quantity: 20 })),
  );
  await inventory.loadStockInBulk({ items: stock });
  for (const order_id of names(5, 'order')) {
    const order = { hub_id: 'hub-0', sku: 'sku-0', qty: 1, user_id: 'ann', ttl_seconds: 600 };
    await inventory.reserve({ ...order, order_id });
  }

  const children = [
    { type: 'MinTransaction', value: 20 },
    { type: 'OR', children: [{ type: 'Category', value: ['fruit'] }] },
  ];
  await hawker.promotion.createRule({
    promo_id: 'fruit',
    name: 'Fruit week',
    priority: 1,
    stackable: true,
    discount: { type: 'percentage', value: 10 },
    condition_tree: { type: 'AND', children },
  });
  await hawker.promotion.createCodes('fruit', { count: 20, uses_per_code: 5 });

  const { dispatchA, dispatchB } = hawker;
  await dispatchB.saveHub({ hub_id: 'south', ...here });
  for (const id of names(3, 'd')) {
    await dispatchA.reportLocation({ driver_id: id, ...here });
    await dispatchB.reportLocation({ driver_id: id, ...here, speed_kmh: 30 });
    const [pickup_lat, pickup_lng] = [here.lat, here.lng];
    await dispatchA.submit({ order_id: `of-${id}`, pickup_lat, pickup_lng, priority: 9 });
    await dispatchB.submit({ order_id: `of-${id}`, hub_id: 'south', priority: 'normal' });
  }

  for (const hub_id of names(8, 'hub')) {
    await hawker.geo.saveHub({ hub_id, name: hub_id, ...here, coverage_radius_km: 1 });
  }
  await hawker.autocomplete.trainBulk({ terms: names(40, 'term') }, {});
  for (const key of names(20, 'key')) await hawker.keyValue.put(key, 'value', {});
  for (const name of names(10, 'file')) {
    await hawker.fileStore.upload('Buy milk', { name, owner_id: 'ann' });
  }
  for (const video of someVideos()) await hawker.videoCatalog.upload(video, {});
  for (const path of names(10, 'page')) await hawker.urlShortener.shorten({ url: site + path });
  for (const content of names(10, 'message')) {
    await hawker.chat.postMessage('general', { user: 'bob', content });
  }
  for (const body of names(10, 'notice')) {
    await hawker.notification.send({ user_id: 'ann', channel: 'in_app', title: 'News', body });
  }
  const limits = [{ limit: 5, window_ms: 60_000 }];
  await hawker.rateLimiter.putPolicy('console', {
    algorithm: 'sliding-window',
    limits,
    on_outage: 'refuse',
  });
  const { newsFeed } = hawker;
  for (const id of ['ann', 'ben']) await newsFeed.addUser({ id });
  await newsFeed.follow({ follower_id: 'ann', followee_id: 'ben' });
  for (const content of names(10, 'post')) await newsFeed.publish({ user_id: 'ben', content });
  const { job_id } = await hawker.crawler.start({ url: site, formats: ['markdown'] });
  for await (const { event } of hawker.crawler.follow(job_id)) if (event === 'end') break;
}
