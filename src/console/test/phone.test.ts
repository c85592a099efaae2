/** A page under a finger: everything can be hit, read and scrolled past. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '#kit/testing/testing.ts';
import { createHawker } from '../../client/index.ts';
import { pages } from '../pages.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { expectInSight, lookAtProduct, untilShown } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('a page on a phone', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();

  before(async () => {
    const hawker = createHawker({ baseUrl: looking.address });
    const place = { lat: 1.3, lng: 103.8 };
    for (let i = 0; i < 12; i++) {
      const order_id = `order-of-somebody-with-a-long-name-${i}`;
      const { lat: pickup_lat, lng: pickup_lng } = place;
      await hawker.dispatchA.submit({ order_id, pickup_lat, pickup_lng, priority: 7 });
    }
    await hawker.geo.saveHub({
      hub_id: 'harbour',
      name: 'Harbour',
      ...place,
      coverage_radius_km: 2,
      stock_availability: 1,
      rider_availability: 1,
    });
    await hawker.inventory.loadStock({ hub_id: 'harbour', sku: 'tea', quantity: 4 });
    await hawker.autocomplete.train({ term: 'tea' });
    await hawker.newsFeed.addUser({ id: 'ann' });
    await hawker.newsFeed.publish({ user_id: 'ann', content: 'Hello' });
    await hawker.notification.send({ user_id: 'ann', channel: 'in_app', title: 'A', body: 'x' });
  });

  for (const path of [...pages, '/services/news-feed?user=ann']) {
    it(`${path} has nothing to press that a finger misses`, async () => {
      const page = await looking.open(path, phone);
      await untilShown(page);
      assert.deepEqual(await page.evaluate(tooSmall), []);
      await page.context().close();
    });
  }

  it('the overview shows the numbers of each service inside the window', async () => {
    const page = await looking.open('/', phone);
    await untilShown(page);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'geo' }) });
    for (const cell of await row.locator('td[data-name]').all()) {
      const { x, width } = (await cell.boundingBox())!;
      assert.ok(x >= 0 && x + width <= phone.viewport.width, await cell.innerText());
    }
    assert.equal(await row.locator('td[data-name]').count(), 5);
    await page.context().close();
  });

  it('the row of an order is read in full, and a tap shows the order', async () => {
    const page = await looking.open('/services/dispatch', phone);
    await untilShown(page);
    const row = page.getByRole('button', { name: /long-name-11/ });
    await row.scrollIntoViewIfNeeded();
    const parts = row.locator('span');
    assert.deepEqual(
      await parts.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
      ),
      [],
    );
    await row.getByText('priority 7').waitFor();
    await row.tap();
    const title = page.locator('h2:focus').filter({ hasText: 'long-name-11' });
    await title.waitFor();
    await expectInSight(title);
    await page.context().close();
  });

  it('one finger scrolls past a map, and leaves the map where it is', async () => {
    const page = await looking.open('/services/geo', phone);
    await untilShown(page);
    const map = page.getByRole('application');
    await map.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await map.boundingBox())!;
    const before = await page.evaluate('scrollY');
    const grid = map.locator('.leaflet-map-pane');
    const place = await grid.getAttribute('style');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ys: number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: ys.map((at) => ({ x: x + width / 2, y: at })),
      });
    const from = y + height / 2;
    await touch('touchStart', from);
    for (let i = 1; i <= 10; i++) await touch('touchMove', from - i * 30);
    await touch('touchEnd');
    await eventually(async () => Number(await page.evaluate('scrollY')) > Number(before));
    assert.equal(await grid.getAttribute('style'), place);
    await page.context().close();
  });
});

/**
 * What is pressed and smaller than a finger, unless it stands in a line of text. A checkbox has its
 * label. Evaluated in the page.
 */
const tooSmall = `[...document.querySelectorAll('main :is(button, a, input:not(.hidden), select, summary), .menu')]
  .filter((element) => {
    const pressed = element.matches('[type=checkbox]') ? element.closest('label') : element;
    const { width, height } = pressed.getBoundingClientRect();
    const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    const isInText = element.matches('p a, td a, li a, .empty a');
    return isSeen && !isInText && (height < 43.5 || width < 24);
  })
  .map((element) => element.outerHTML.slice(0, 120))`;
