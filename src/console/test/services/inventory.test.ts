/** The page of the inventory, as a newcomer and an operator use it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, expectFits, violations } from '../browser.ts';

describe('the page of the inventory', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const inventoryOf = () => createHawker({ baseUrl: looking.address }).inventory;

  it('offers a newcomer stock to look at, and shows what the API says of each cell', async () => {
    const page = await looking.open('/services/inventory');
    await page.getByText('No stock yet').waitFor();
    // The page holds units for half a minute, which may pass before they are compared.
    await page.route('**/inventory/reserve', (route) => {
      const order = route.request().postDataJSON() as object;
      return route.continue({ postData: JSON.stringify({ ...order, ttl_seconds: 600 }) });
    });
    await page.getByRole('spinbutton', { name: 'Hubs' }).fill('2');
    await page.getByRole('spinbutton', { name: 'Orders' }).fill('12');
    await page.getByRole('button', { name: 'Load and order' }).click();
    const held = page.getByRole('region', { name: 'Reservations that are held' });
    // Of 12 orders a third holds its units.
    await held.getByText('4', { exact: true }).waitFor();
    // It stays as it is until the person closes it, and is disabled while orders are sent.
    await page.getByRole('button', { name: 'Load and order', disabled: false }).waitFor();
    await page.getByText('Load stock to look at').click();
    await page.getByRole('button', { name: 'Load and order' }).waitFor({ state: 'hidden' });
    const { hubs } = await inventoryOf().listHubs();
    assert.deepEqual(hubs, ['east', 'north']);
    for (const hub of hubs) {
      for (const { sku, available, loaded, held: units } of await stockOf(hub)) {
        const name = `${sku} at ${hub}: ${available} of ${loaded} available, ${units} held`;
        await page.getByRole('button', { name, exact: true }).waitFor();
      }
    }
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`the more of a SKU a hub has, the stronger is its colour, as the legend says: ${colorScheme}`, async () => {
      const inventory = inventoryOf();
      const units = { full: 100, half: 50, low: 5 };
      for (const [hub_id, quantity] of Object.entries(units)) {
        await inventory.loadStock({ hub_id: `${colorScheme}-${hub_id}`, sku: 'tea', quantity });
      }
      const page = await looking.open('/services/inventory', { colorScheme });
      await page.getByText('the stronger the colour, the more of a SKU').waitFor();
      const blue = async (hub: string) => {
        const cell = page.locator(`[data-hub="${colorScheme}-${hub}"]`);
        await cell.waitFor();
        const colour = await page.evaluate<string>(
          `getComputedStyle(document.querySelector('[data-hub="${colorScheme}-${hub}"]')).backgroundColor`,
        );
        const [r = 0, , b = 0] = colour.match(/[\d.]+/g)!.map(Number);
        return b - r;
      };
      const [full, half, low] = [await blue('full'), await blue('half'), await blue('low')];
      assert.ok(full > half && half > low, `${full} ${half} ${low}`);
    });
  }

  it('shows what others do to a stock, as it happens, and its movements as a line', async () => {
    const inventory = inventoryOf();
    const stock = { hub_id: 'live', sku: 'kettle' };
    await inventory.loadStock({ ...stock, quantity: 10 });
    const page = await looking.open('/services/inventory?hub=live&sku=kettle');
    const cell = (text: string) => page.getByRole('button', { name: `kettle at live: ${text}` });
    await cell('10 of 10 available, 0 held').waitFor();
    const order = { ...stock, qty: 3, order_id: 'live-1', user_id: 'ann', ttl_seconds: 600 };
    const { reservation_id } = await inventory.reserve(order);
    await cell('7 of 10 available, 3 held').waitFor();
    await inventory.confirm({ reservation_id });
    await cell('7 of 10 available, 0 held').waitFor();
    const line = (name: RegExp) => page.getByRole('img', { name });
    await line(/^2 movements: from 10 to 7 units on hand/).waitFor();
    await page.getByRole('spinbutton', { name: 'Units that came' }).fill('20');
    await page.getByRole('button', { name: 'Adjust' }).click();
    await cell('27 of 30 available, 0 held').waitFor();
    await line(/^3 movements: from 10 to 27 units on hand, at most 27$/).waitFor();
    const list = page.getByRole('region', { name: 'Movements, the newest first' });
    await list.getByText('order live-1').waitFor();
    await list.getByText('delivery').waitFor();
  });

  it('counts the seconds that a reservation has left, and ends it on request', async () => {
    const inventory = inventoryOf();
    const stock = { hub_id: 'holding', sku: 'lamp' };
    await inventory.loadStock({ ...stock, quantity: 5 });
    const page = await looking.open('/services/inventory');
    const order = { ...stock, qty: 1, user_id: 'ann', ttl_seconds: 600 };
    const kept = await inventory.reserve({ ...order, order_id: 'kept' });
    const freed = await inventory.reserve({ ...order, order_id: 'freed' });
    const list = page.getByRole('region', { name: 'Reservations, those that end first' });
    const row = (name: string) =>
      list.getByRole('listitem').filter({
        has: page.getByRole('button', { name: `Release ${name}` }),
      });
    await row('kept')
      .getByText(/^(10:00|0\d:\d\d)$/)
      .waitFor();
    await page.getByRole('button', { name: 'Release freed' }).click();
    await row('freed').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Confirm kept' }).click();
    await row('kept').waitFor({ state: 'detached' });
    const statusOf = async ({ reservation_id }: { readonly reservation_id: string }) =>
      (await inventory.showReservation(reservation_id)).status;
    assert.deepEqual(await Promise.all([kept, freed].map(statusOf)), ['confirmed', 'released']);
  });

  it('one cell of the heat table is reached by Tab, the others by arrows', async () => {
    const items = ['hub-a', 'hub-b'].flatMap((hub_id) =>
      Array.from({ length: 60 }, (_, i) => ({ hub_id, sku: `part-${10 + i}`, quantity: 5 })),
    );
    await inventoryOf().loadStockInBulk({ items });
    const page = await looking.open('/services/inventory');
    const cells = page.locator('.heat-cell');
    await cells.first().waitFor();
    assert.equal(await page.locator('.heat-cell[tabindex="0"]').count(), 1);
    const focused = (name: string) =>
      page.locator('.heat-cell:focus').and(page.getByRole('button', { name: `${name}: ` }));
    await page.getByRole('region', { name: 'Stock by SKU' }).focus();
    await page.keyboard.press('Tab');
    await page.locator('.heat-cell:focus').waitFor();
    await page.getByRole('button', { name: 'part-10 at hub-a: ' }).focus();
    await page.keyboard.press('ArrowRight');
    await focused('part-10 at hub-b').waitFor();
    // Further than the rows that are drawn at first.
    for (let i = 11; i < 70; i++) {
      await page.keyboard.press('ArrowDown');
      await focused(`part-${i} at hub-b`).waitFor();
    }
    // Keys that come faster than frames, in which the list learns that it has been scrolled.
    await page.evaluate(`(async () => {
      for (const key of ['ArrowUp', 'ArrowDown'].flatMap((key) => Array(50).fill(key))) {
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        for (let turn = 0; turn < 5; turn++) await undefined;
        if (document.activeElement.dataset.sku === 'part-19') globalThis.hasBeenThere = true;
      }
    })()`);
    assert.equal(await page.evaluate('globalThis.hasBeenThere'), true);
    await focused('part-69 at hub-b').waitFor();
    await page.keyboard.press('Home');
    await focused('part-69 at hub-a').waitFor();
    assert.equal(await page.locator('.heat-cell[tabindex="0"]').count(), 1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'part-69 at hub-a' }).waitFor();
    // What Tab leads to is there.
    await page.getByRole('region', { name: 'Movements, the newest first' }).waitFor();
    // Tab leaves the table, and comes back to the same cell.
    await page.keyboard.press('Tab');
    await focused('part-69 at hub-a').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+Tab');
    await focused('part-69 at hub-a').waitFor();
  });

  it('reconciles, and explains each difference', async () => {
    const inventory = inventoryOf();
    await inventory.loadStock({ hub_id: 'checked', sku: 'tea', quantity: 5 });
    await eventually(async () => (await inventory.reconcile()).differences.length === 0);
    const { checked } = await inventory.reconcile();
    const page = await looking.open('/services/inventory');
    const panel = page.getByRole('region', { name: 'Reconciliation' });
    await panel.getByText(`Stock and record agree. ${checked} pairs`).waitFor();
    await page.route('**/admin/reconcile', async (route) => {
      const where = { hub_id: 'checked', sku: 'tea', operational: 5 };
      const differences = [
        { ...where, recorded: 3, explained_by: 'outbox' },
        { ...where, sku: 'jam', recorded: 4, explained_by: null },
      ];
      const report = { checked: 2, differences, unbalanced: [], postponed: 0, rejected: [] };
      await route.fulfill({ json: { data: report } });
    });
    await panel.getByRole('button', { name: 'Reconcile now' }).click();
    await panel.getByText('Findings that somebody must look at: 1.').waitFor();
    const finding = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
    await finding('tea at checked: the store has 5, the record 3')
      .getByText('waits in the outbox')
      .waitFor();
    await finding('jam at checked: the store has 5, the record 4')
      .getByText('Not explained')
      .waitFor();
  });

  it('the playground loads a stock, and reserves of it', async () => {
    const page = await looking.open('/services/inventory');
    const playground = page.getByRole('region', { name: 'Try a call' });
    const send = async (operation: string, answer: string) => {
      await playground.getByRole('combobox', { name: 'Operation' }).selectOption(operation);
      // The page shows another stock.
      await playground.getByRole('textbox', { name: /^hub_id/ }).fill('kreuzberg');
      await playground.getByRole('textbox', { name: /^sku/ }).fill('apple');
      await playground.getByRole('button', { name: 'Send' }).click();
      await playground.getByText(answer).waitFor();
    };
    await send('inventoryLoadStock', '201 Created');
    await send('inventoryReserve', '"status": "reserved"');
    const { held } = await inventoryOf().showStock('kreuzberg', 'apple');
    assert.equal(held, 1);
  });

  it('says what was refused, and what to do', async () => {
    const page = await looking.open('/services/inventory');
    await page.getByRole('heading', { name: 'Stock by hub and SKU' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Units that came' }).fill('-1000000');
    await page.getByRole('button', { name: 'Adjust' }).click();
    await page.getByRole('alert').getByText('INSUFFICIENT_STOCK').waitFor();
  });

  async function stockOf(hub: string) {
    return (await inventoryOf().listStock(hub)).stock;
  }
});
