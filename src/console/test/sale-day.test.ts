/** The day of the sale, as its operator looks at it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { createHawker } from '../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, expectFits, violations } from './browser.ts';

describe('the day of the sale', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('says in each part what to do when there is nothing yet', async () => {
    const page = await looking.open('/');
    await page.getByRole('link', { name: 'Sale day' }).click();
    await page.getByRole('heading', { level: 1, name: 'The day of the sale' }).waitFor();
    assert.equal(await page.title(), 'The day of the sale · hawker');
    await panel(page, 'Sale').getByText('No sale yet').waitFor();
    await panel(page, 'Inventory').getByText('No hub has stock').waitFor();
    await panel(page, 'Dispatch').getByText('No driver and no order').nth(1).waitFor();
    await panel(page, 'Errors').getByText('All services of the sale are ready').waitFor();
    await panel(page, 'Errors').getByText('Nothing was refused').waitFor();
  });

  it('shows sale, inventory, dispatch and errors together, as they change', async () => {
    const { flashSale, inventory, dispatchA, dispatchB } = hawkerOf();
    await flashSale.load({ product_id: 'lamp', total_stock: 2 });
    await inventory.loadStock({ hub_id: 'north', sku: 'milk', quantity: 3 });
    await inventory.loadStock({ hub_id: 'north', sku: 'tea', quantity: 4 });
    const page = await looking.open('/sale-day');
    const image = (name: string, title: string) =>
      panel(page, name).getByRole('img', { name: title, exact: true });

    await image('Sale', 'Of 2 units: 0 confirmed, 0 held, 2 available').waitFor();
    for (const user of ['ann', 'bob', 'cid']) await buy(user);
    await image('Sale', 'Of 2 units: 0 confirmed, 2 held, 0 available').waitFor();
    await panel(page, 'Sale').getByText('1 buyer waits for units').waitFor();
    const { waiting } = await flashSale.showStock({ product_id: 'lamp' });
    assert.equal(waiting, 1);

    await image('Inventory', 'north: 7 available, 0 held, 0 confirmed').waitFor();
    const order = {
      hub_id: 'north',
      sku: 'milk',
      qty: 3,
      order_id: 'o',
      user_id: 'ann',
      ttl_seconds: 600,
    };
    const { reservation_id } = await inventory.reserve(order);
    await image('Inventory', 'north: 4 available, 3 held, 0 confirmed').waitFor();
    await panel(page, 'Inventory').getByText('out of milk').waitFor();
    await inventory.confirm({ reservation_id });
    await image('Inventory', 'north: 4 available, 0 held, 3 confirmed').waitFor();

    await dispatchA.submit({ order_id: 'a-1', pickup_lat: 1.3, pickup_lng: 103.8, priority: 3 });
    await image('Dispatch', 'Orders of dispatch-a: 1 waiting').waitFor();
    await dispatchB.reportLocation({ driver_id: 'dora', lat: 1.3, lng: 103.8 });
    await image('Dispatch', 'Drivers of dispatch-b: 1 idle').waitFor();

    await flashSale.confirm({ reservation_id: 'res_unknown' }).result();
    const refusal = panel(page, 'Errors')
      .getByRole('row')
      .filter({ hasText: 'UNKNOWN_RESERVATION' });
    await refusal.getByText('flash-sale: No such reservation').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
  });

  it('turns to the sale that opens while the page is open', async () => {
    const { flashSale } = hawkerOf();
    await flashSale.load({ product_id: 'first', total_stock: 5 });
    const page = await looking.open('/sale-day');
    await panel(page, 'Sale').getByRole('heading', { name: 'first' }).waitFor();
    await flashSale.setState({ product_id: 'first', state: 'closed' });
    await flashSale.load({ product_id: 'second', total_stock: 6 });
    await panel(page, 'Sale').getByRole('heading', { name: 'second' }).waitFor();
    await flashSale.setState({ product_id: 'second', state: 'closed' });
  });

  it('the operator pauses the sale, and opens it', async () => {
    const { flashSale } = hawkerOf();
    await flashSale.load({ product_id: 'chair', total_stock: 2 });
    const page = await looking.open('/sale-day?product=chair');
    const state = (name: string) => page.locator('main .state').getByText(name, { exact: true });
    await state('open').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await state('paused').waitFor();
    // What a paused sale refuses is refused, and is not a failure.
    await buy('ida', 'chair');
    await panel(page, 'Errors').getByText('flash-sale: The sale is paused').waitFor();
    await panel(page, 'Errors').getByText('none fails').waitFor();
    const metrics = await (await fetch(`${looking.address}/metrics`)).text();
    assert.match(metrics, /^hawker_http_failures_total\{service="flash-sale"\} 0$/m);
    const { sales } = await flashSale.listSales();
    assert.equal(sales.find(({ product_id }) => product_id === 'chair')?.state, 'paused');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await state('open').waitFor();
  });

  it('fills the screen, without the list of services, and leaves it', async () => {
    const page = await looking.open('/sale-day');
    await page.getByRole('button', { name: 'Full screen' }).click();
    const leave = page.getByRole('button', { name: 'Leave full screen' });
    await leave.waitFor();
    const width = 'document.fullscreenElement.getBoundingClientRect().width - innerWidth';
    assert.equal(await page.evaluate(width), 0);
    await leave.click();
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  });

  it('says which service does not run in this process', async (t) => {
    const { addresses } = await startProcess(t, ['flash-sale'], { DATA_DIR: temporaryFolder() });
    const page = await looking.openAt(addresses['console']!, '/sale-day');
    await page.getByText('npm start -- inventory').waitFor();
    await page.getByText('npm start -- dispatch-a').waitFor();
    await panel(page, 'Sale').getByText('No sale yet').waitFor();
    await page.close();
  });

  async function buy(user_id: string, product_id = 'lamp'): Promise<void> {
    const { flashSale } = hawkerOf();
    const { token, expires_at } = await flashSale.issueToken({ device_fp: user_id });
    const who = { user_id, device_fp: user_id, idempotency_key: user_id };
    const goods = { product_id, qty: 1 };
    await flashSale.checkout({ ...goods, ...who, attestation: token, expires_at }).result();
  }
});
