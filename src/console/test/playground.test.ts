/** The playground: what it sends as it is opened, and what it shows of that as a program. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createHawker } from '../../client/index.ts';
import { pathOf, servicePages, type ServicePage } from '../pages.ts';
import { leftOut, lookAtProduct } from './browser.ts';

const playgroundOf = (page: Page) => page.getByRole('region', { name: 'Try a call' });

async function choose(page: Page, operation: string) {
  const playground = playgroundOf(page);
  await playground.getByRole('combobox', { name: 'Operation' }).selectOption(operation);
  return playground;
}

describe('the playground of an empty product', { skip: leftOut }, () => {
  const looking = lookAtProduct();

  for (const name of Object.keys(servicePages) as ServicePage[]) {
    it(`of ${name} sends its first call as it is prefilled, and is refused nothing`, async () => {
      const page = await looking.open(pathOf(name));
      const playground = playgroundOf(page);
      await playground.getByRole('button', { name: 'Send' }).click();
      assert.match(await playground.locator('.answer .state').innerText(), /^2/);
      await page.context().close();
    });
  }
});

describe('the playground', { skip: leftOut }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });

  it('begins with what the page shows, and keeps what was written', async () => {
    const { flashSale } = hawkerOf();
    for (const product_id of ['lamp', 'sneaker'])
      await flashSale.load({ product_id, total_stock: 5 });
    const page = await looking.open('/services/flash-sale?product=lamp');
    const product = playgroundOf(page).getByRole('textbox', { name: 'product_id' });
    await playgroundOf(page).getByText('"product_id":"lamp"').waitFor();
    await playgroundOf(page).getByLabel('user_id').fill('eve');
    await page.getByRole('combobox', { name: 'Sale' }).selectOption('sneaker');
    await playgroundOf(page).getByText('"product_id":"sneaker","user_id":"eve"').waitFor();
    await product.fill('tent');
    await page.getByRole('combobox', { name: 'Sale' }).selectOption('lamp');
    await page.getByRole('region', { name: 'Stock of lamp' }).waitFor();
    assert.equal(await product.inputValue(), 'tent');
    await page.context().close();
  });

  it('asks about a place that a hub of the page serves', async () => {
    await hawkerOf().geo.saveHub({
      hub_id: 'pier',
      name: 'Pier',
      lat: 1.3,
      lng: 103.8,
      coverage_radius_km: 1,
    });
    const page = await looking.open('/services/geo');
    await page.getByRole('button', { name: 'Pause Pier' }).waitFor();
    await playgroundOf(page).getByRole('button', { name: 'Send' }).click();
    await playgroundOf(page).getByText('"serviceable": true').waitFor();
    await page.context().close();
  });

  it('changes nothing that nobody has named', async () => {
    const { fileStore } = hawkerOf();
    const { file } = await fileStore.upload('tea', { name: 'notes.txt', owner_id: 'console' });
    assert.equal(file.id, 'file_1');
    const page = await looking.open('/services/file-store');
    for (const operation of ['fileStoreUpdate', 'fileStoreDelete', 'fileStoreShareFile']) {
      const playground = await choose(page, operation);
      const id = playground.getByRole('textbox', { name: /^id/ });
      assert.equal(await id.inputValue(), '', operation);
      await playground.getByRole('button', { name: 'Send' }).click();
      assert.equal(await playground.locator('.answer').count(), 0);
    }
    assert.equal((await fileStore.show('file_1')).version, 1);
    await page.getByText('notes.txt').click();
    await playgroundOf(page).getByText('/files/file_1/share').waitFor();
    await page.context().close();
  });

  it('shows an upload as code that has its body', async () => {
    const page = await looking.open('/services/file-store');
    const playground = await choose(page, 'fileStoreUpload');
    await playground
      .getByLabel(/^file \(/)
      .setInputFiles({ name: 'tea.txt', mimeType: 'text/plain', buffer: Buffer.from('hot') });
    await playground.getByRole('tab', { name: 'client' }).click();
    const code = playground.getByRole('region', { name: 'As client code' });
    await code.getByText('const body = await openAsBlob("tea.txt");').waitFor();
    await code.getByText('fileStore.upload(body, {').waitFor();
    assert.match(await code.innerText(), /name: "tea.txt"/);
    await playground.getByRole('button', { name: 'Send' }).click();
    await playground.getByText('201 Created').waitFor();
    await page.context().close();
  });
});
