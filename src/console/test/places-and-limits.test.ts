/** Pages of places and limits are readable for all with something on them, too. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createHawker, type Hawker } from '../../client/index.ts';
import { eventually } from '#kit/testing/testing.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, expectFits, violations, write } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const city = { lat: 1.3, lng: 103.8 };

interface Full {
  readonly name: string;
  /** Returns the address. */
  readonly prepare: (hawker: Hawker) => Promise<string>;
  readonly act: (page: Page) => Promise<void>;
}

const full: readonly Full[] = [
  {
    name: 'dispatch with a batch opened',
    async prepare({ dispatchA }) {
      for (const driver_id of ['driver-ming', 'driver-with-a-rather-long-name-of-its-own']) {
        await dispatchA.reportLocation({ driver_id, ...city });
      }
      for (const order_id of ['order-1', 'order-of-a-shop-with-a-long-name', 'order-3']) {
        const dropoff = { dropoff_lat: 1.31, dropoff_lng: 103.81 };
        const pickup = { pickup_lat: city.lat, pickup_lng: city.lng };
        await dispatchA.submit({ order_id, ...pickup, ...dropoff, priority: 3 });
      }
      await eventually(async () => (await dispatchA.listBatches()).batches.length > 0);
      const { batches } = await dispatchA.listBatches();
      return `/services/dispatch?batch=${batches.at(-1)!.batch_id}`;
    },
    act: (page) => page.getByRole('region', { name: 'Score table' }).waitFor(),
  },
  {
    name: 'geo with an answer',
    async prepare({ geo }) {
      const hub = { ...city, coverage_radius_km: 2 };
      await geo.saveHub({ hub_id: 'hub-1', name: 'Tiong Bahru and all around it', ...hub });
      await geo.saveHub({ hub_id: 'hub-2', name: 'Bugis', ...hub, lat: 1.305, paused: true });
      return '/services/geo';
    },
    async act(page) {
      await page.getByRole('button', { name: 'Pause Tiong Bahru and all around it' }).waitFor();
      await page.getByRole('spinbutton', { name: 'Latitude' }).fill('1.3');
      await page.getByRole('spinbutton', { name: 'Longitude' }).fill('103.8');
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByRole('region', { name: 'Hubs that could serve it' }).waitFor();
    },
  },
  {
    name: 'the rate limiter under fire',
    prepare: async () => '/services/rate-limiter',
    async act(page) {
      await page.getByRole('button', { name: 'Fire', exact: true }).click();
      await page.getByRole('img', { name: /[1-9]\d* allowed/ }).waitFor();
    },
  },
  {
    name: 'autocomplete with its list open',
    async prepare({ autocomplete }) {
      await autocomplete.trainBulk({ terms: ['laksa', 'laksa lemak with everything on top'] });
      return '/services/autocomplete';
    },
    async act(page) {
      await write(page.getByRole('combobox', { name: 'Search' }), 'lak');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await page.getByRole('combobox', { name: 'Search' }).press('ArrowDown');
      await page.getByRole('listbox').getByRole('option', { selected: true }).waitFor();
    },
  },
];

describe('pages of places and limits', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();

  for (const { name, prepare, act } of full) {
    it(`${name} is readable for all, light and dark, on a phone as well`, async () => {
      const path = await prepare(createHawker({ baseUrl: looking.address }));
      for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, phone] as const) {
        const page = await looking.open(path, options);
        await act(page);
        assert.deepEqual(await violations(page), []);
        await expectFits(page);
        await page.context().close();
      }
    });
  }
});
