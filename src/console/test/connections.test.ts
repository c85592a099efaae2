/** A process that comes and goes, and a browser with many tabs. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { freePort } from '#kit/testing/free-port.ts';
import { startProcess } from '#kit/testing/process.ts';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { createHawker } from '../../client/index.ts';
import { pages } from '../pages.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { serviceNames } from '../../services.ts';
import { lookAtProduct, untilShown } from './browser.ts';

/** It opens every page; other tests may run beside it. */
const timeout = 600_000;

describe('connections of the page', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const lost = (page: Page) => page.getByText('The process does not answer').first();

  /** A process of the test's own, which restarts at the same address. */
  async function mortal(t: TestContext) {
    // Nobody else is given the port in between.
    const env = { DATA_DIR: temporaryFolder(), CONSOLE_PORT: String(await freePort()) };
    const first = await startProcess(t, serviceNames, env);
    const { origin } = new URL(first.addresses['console']!);
    return {
      origin,
      kill: () => first.end('SIGKILL'),
      startAgain: () => startProcess(t, serviceNames, env),
    };
  }

  it(
    'a loss is shown on every page, on a phone as well, and mends itself',
    { timeout },
    async (t) => {
      const { origin, kill, startAgain } = await mortal(t);
      const viewport = { width: 390, height: 844 };
      const opened: Page[] = [];
      for (const path of pages) {
        const page = await looking.openAt(origin, path, { viewport });
        await untilShown(page);
        opened.push(page);
      }
      await kill();
      for (const page of opened) {
        await lost(page).waitFor();
        assert.equal(await page.getByRole('main').getByText('Asking').count(), 0, page.url());
      }
      await startAgain();
      for (const page of opened) {
        await lost(page).waitFor({ state: 'detached' });
        // One by one, as they are mended.
        await page.getByRole('alert').first().waitFor({ state: 'detached' });
        await page.context().close();
      }
    },
  );

  it('what is pressed during an outage says that there was no answer', async (t) => {
    const { origin, kill } = await mortal(t);
    await createHawker({ baseUrl: origin }).flashSale.load({ product_id: 'lamp', total_stock: 3 });
    const page = await looking.openAt(origin, '/services/flash-sale');
    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.waitFor();
    await kill();
    await pause.click();
    // Inside the panel only what was pressed is answered; what the page asks by itself may fail as well.
    const stock = page.getByRole('region', { name: 'Stock of lamp' });
    await stock.getByRole('alert').getByText('NO_ANSWER').waitFor();
    await page.context().close();
  });

  it('tabs that nobody sees hold none, so that the next one opens', async () => {
    await createHawker({ baseUrl: looking.address }).flashSale.load({
      product_id: 'lamp',
      total_stock: 3,
    });
    const first = await looking.open('/sale-day');
    const image = (page: Page, available: number) =>
      page.getByRole('img', {
        name: `Of 3 units: 0 confirmed, ${3 - available} held, ${available} available`,
      });
    await image(first, 3).waitFor();
    await setHidden(first, true);
    for (let i = 0; i < 4; i++) {
      const page = await first.context().newPage();
      await page.goto(`${looking.address}/sale-day`);
      await image(page, 3).waitFor();
      await setHidden(page, true);
    }
    const { flashSale } = createHawker({ baseUrl: looking.address });
    const device = { device_fp: 'phone' };
    const { token: attestation, expires_at } = await flashSale.issueToken(device);
    const proof = { ...device, attestation, expires_at };
    const order = { product_id: 'lamp', user_id: 'ann', qty: 1, idempotency_key: 'ann' };
    await flashSale.checkout({ ...order, ...proof });
    await setHidden(first, false);
    await image(first, 2).waitFor();
    await first.context().close();
  });
});

/** Headless tabs are all seen. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}
