/** Links lead where they say: to other pages without a reload, and out of the page. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from './browser.ts';

describe('links', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();

  it('lead from a service to its part of the reference', async () => {
    const page = await looking.open('/services/url-shortener');
    await page.getByRole('link', { name: 'Reference of url-shortener' }).click();
    const reference = page.locator('openapi-explorer');
    await reference.getByRole('heading', { name: 'url-shortener', exact: true }).waitFor();
    assert.equal(new URL(page.url()).hash, '#?route=tag--url-shortener');
    await page.goBack();
    await page.getByRole('heading', { name: 'url-shortener', exact: true, level: 1 }).waitFor();
    await page.context().close();
  });

  it('lead from the list of services to the reference, and to metrics', async () => {
    const page = await looking.open('/services/geo');
    await page.getByRole('link', { name: 'Reference', exact: true }).click();
    await page
      .locator('openapi-explorer')
      .getByText('flash-sale', { exact: true })
      .first()
      .waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Metrics' }).click();
    await page.getByText('# HELP').first().waitFor();
    await page.context().close();
  });

  it('lead to other pages without a reload', async () => {
    const page = await looking.open('/');
    await page.evaluate('window.isSame = true');
    await page.getByRole('navigation').getByRole('link', { name: 'geo' }).click();
    await page.getByRole('heading', { name: 'geo', level: 1 }).waitFor();
    assert.equal(await page.evaluate('window.isSame'), true);
    await page.context().close();
  });

  it('an address of no page says so', async () => {
    const page = await looking.open('/services/nothing');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'overview' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    assert.equal((await fetch(`${looking.address}/services/nothing`)).status, 404);
    await page.context().close();
  });
});
