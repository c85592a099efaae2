/** The frame and the first page, as a person uses them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '#kit/testing/free-port.ts';
import { startProcess } from '#kit/testing/process.ts';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { serviceNames } from '../../services.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from './browser.ts';

describe('the overview', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();

  it('lists every service with its state, address and store', async () => {
    const page = await looking.open('/');
    for (const name of serviceNames) {
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) });
      await row.getByText('ready').waitFor();
      const text = await row.innerText();
      assert.ok(text.includes(looking.product.addresses[name]!.replace('http://', '')), text);
    }
  });

  it('shows requests as they come, without a reload', async () => {
    const page = await looking.open('/');
    const geo = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'geo' }) });
    await geo.waitFor();
    // A second's requests, behind the state. They are shown for seconds only, so they go on until seen.
    const rate = geo
      .getByRole('cell')
      .nth(1)
      .filter({ hasText: /^[1-9]/ });
    await eventually(async () => {
      await (await fetch(`${looking.address}/api/geo/serviceability?lat=1&lng=1`)).text();
      return rate.isVisible();
    });
  });

  it('a click leads to the service, and the address can be sent to others', async () => {
    const page = await looking.open('/');
    await page.getByRole('main').getByRole('link', { name: 'flash-sale' }).click();
    await page.getByRole('heading', { level: 1, name: 'flash-sale' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/services/flash-sale');
    assert.equal(await page.title(), 'flash-sale · hawker');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'flash-sale' }).waitFor();
  });

  it('the theme goes from system to light to dark, and stays', async () => {
    const page = await looking.open('/');
    const button = page.getByRole('button', { name: /Theme/ });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await button.click();
    const light = await ground();
    await button.click();
    const dark = await ground();
    assert.notEqual(light, dark);
    await page.reload();
    await button.waitFor();
    assert.equal(await ground(), dark);
  });

  it('can be used by the keyboard alone', async () => {
    const page = await looking.open('/');
    await page.getByRole('row').nth(2).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.innerText'), 'Skip to the content');
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate('document.activeElement.getAttribute("href")');
      if (at === '/services/chat') break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'chat' }).waitFor();
  });

  it('says when the connection is lost, and goes on when the process is back', async (t) => {
    // Nobody else is given the port in between.
    const env = { DATA_DIR: temporaryFolder(), CONSOLE_PORT: String(await freePort()) };
    const first = await startProcess(t, ['geo'], env);
    const { origin } = new URL(first.addresses['console']!);
    const page = await looking.openAt(origin, '/');
    const status = page.getByRole('status');
    await status.getByText('live', { exact: true }).waitFor();
    // The services come by a request of their own, which the end of the process may cut off.
    await page.getByRole('row').locator('.state.ready, .dot.ready').first().waitFor();
    await first.end('SIGKILL');
    await status.getByText('connection lost').waitFor();
    // Nothing is known of its services now.
    await page.locator('.dot.ready, .state.ready').first().waitFor({ state: 'detached' });
    await page.locator('.dot.unknown').first().waitFor();
    await page.getByRole('row').getByText('not known').first().waitFor();
    await startProcess(t, ['geo'], env);
    await status.getByText('live', { exact: true }).waitFor();
    await page.locator('.dot.ready').first().waitFor();
    await page.close();
  });

  it('says of a service that does not run how to start it', async (t) => {
    const { addresses } = await startProcess(t, ['geo'], { DATA_DIR: temporaryFolder() });
    const page = await looking.openAt(addresses['console']!, '/services/chat');
    await page.getByText('npm start -- chat').waitFor();
    await page.close();
  });
});
