/** The page of geo-serviceability: hubs on a map, and who serves a place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from '../browser.ts';

describe('the page of geo', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const open = () => looking.open('/services/geo');
  const ask = async (page: Page, lat: number, lng: number) => {
    await page.getByRole('spinbutton', { name: 'Latitude' }).fill(String(lat));
    await page.getByRole('spinbutton', { name: 'Longitude' }).fill(String(lng));
    await page.getByRole('button', { name: 'Ask' }).click();
  };

  it('offers a newcomer hubs to look at, with their hexagons', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Open four hubs' }).click();
    await page.getByRole('button', { name: 'Pause Tiong Bahru' }).waitFor();
    const { hubs } = (await hawkerOf().geo.listHubs())!;
    assert.equal(hubs.length, 4);
    const hexagons = hubs.reduce((sum, { count }) => sum + count, 0);
    await page.getByRole('checkbox', { name: `${hexagons} hexagons` }).waitFor();
  });

  it('a click on the map answers which hub serves the place, and by which tiers', async () => {
    // The only hub that far south, where the map begins.
    const page = await open();
    const map = page.getByRole('application');
    await page.getByRole('button', { name: 'Pause Tiong Bahru' }).waitFor();
    await map.click();
    const answer = page.getByRole('region', { name: 'Is it served?' });
    await answer.getByRole('list', { name: 'Tiers' }).waitFor();
    const lat = Number(await page.getByRole('spinbutton', { name: 'Latitude' }).inputValue());
    const lng = Number(await page.getByRole('spinbutton', { name: 'Longitude' }).inputValue());
    const found = await hawkerOf().geo.locate({ lat, lng });
    const verdict = found.serviceable ? `${found.hub_name} serves it` : 'Nobody serves it';
    await answer.getByText(verdict).waitFor();
  });

  it('keeps an answer until the next one has come', async () => {
    const page = await open();
    const answer = page.getByRole('region', { name: 'Is it served?' });
    await ask(page, 1.2862, 103.8271);
    await answer.getByText('Tiong Bahru serves it').waitFor();
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/serviceability?*', async (route) => {
      await isSeen;
      await route.continue();
    });
    const asked = page.waitForRequest('**/serviceability?*');
    await ask(page, -40, 10);
    await asked;
    await answer.locator('[aria-busy=true]').getByText('Tiong Bahru serves it').waitFor();
    goOn();
    await answer.locator('[aria-busy=false]').getByText('Nobody serves it').waitFor();
  });

  it('a place written by hand: first from the database, then from what is cached', async () => {
    const page = await open();
    const answer = page.getByRole('region', { name: 'Is it served?' });
    const tier = (name: string) => answer.getByRole('listitem').filter({ hasText: name });
    // Nobody has asked about a place near it yet.
    await ask(page, 1.2712, 103.8271);
    await answer.getByText('Tiong Bahru serves it').waitFor();
    await tier('what is cached').getByText(/^miss/).waitFor();
    await tier('hubs that list').getByText(/^hit/).waitFor();
    // Some seconds after a change of hubs the cache is cleared once more: see hubs.ts.
    await eventually(async () => {
      await page.getByRole('button', { name: 'Ask' }).click();
      return (await tier('what is cached').innerText()).includes('hit');
    });
    await ask(page, -40, 10);
    await answer.getByText('Nobody serves it').waitFor();
  });

  it('an operator pauses a hub; what others change shows as it happens', async () => {
    const { geo } = hawkerOf();
    const page = await open();
    await page.getByRole('button', { name: 'Pause Bugis' }).click();
    await page.getByRole('button', { name: 'Resume Bugis' }).waitFor();
    assert.equal((await geo.showHub('hub-bugis')).paused, true);
    await geo.patchHub('hub-bugis', { paused: false });
    await page.getByRole('button', { name: 'Pause Bugis' }).waitFor();
    const far = { lat: -41, lng: 174, coverage_radius_km: 1 };
    await geo.saveHub({ hub_id: 'hub-far', name: 'Far', ...far });
    await page.getByRole('button', { name: 'Pause Far' }).waitFor();
    await geo.removeHub('hub-far');
    await page.getByRole('button', { name: 'Pause Far' }).waitFor({ state: 'detached' });
  });

  it('hexagons are loaded when they are drawn, not with the first page', async () => {
    const page = await looking.open('/services/geo');
    await page.getByRole('button', { name: 'Pause Bugis' }).waitFor();
    const sizes = () =>
      page.evaluate<number[]>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
          .map(({ decodedBodySize }) => decodedBodySize)`,
      );
    // h3 alone is larger than all else.
    await page.waitForFunction(
      `performance.getEntriesByType('resource').some((one) => one.decodedBodySize > 200_000)`,
    );
    const first = await looking.open('/');
    const all = await first.evaluate<number[]>(
      `performance.getEntriesByType('resource').map(({ decodedBodySize }) => decodedBodySize)`,
    );
    assert.ok(Math.max(...all) < 200_000 && Math.max(...(await sizes())) > 200_000);
  });
});
