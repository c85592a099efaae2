/** The playground: what it sends as it is opened, and what it shows of that as a program. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createHawker } from '../../client/index.ts';
import { pathOf, servicePages, type ServicePage } from '../pages.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, untilShown } from './browser.ts';

const playgroundOf = (page: Page) => page.getByRole('region', { name: 'Try a call' });

async function choose(page: Page, operation: string) {
  const playground = playgroundOf(page);
  await playground.getByRole('combobox', { name: 'Operation' }).selectOption(operation);
  return playground;
}

describe('the playground of an empty product', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();

  for (const name of Object.keys(servicePages) as ServicePage[]) {
    it(`of ${name} sends its first call as it is prefilled, and is refused nothing`, async () => {
      const page = await looking.open(pathOf(name));
      // What the page shows is filled in when its first answers have come.
      await untilShown(page);
      const playground = playgroundOf(page);
      await playground.getByRole('button', { name: 'Send' }).click();
      assert.match(await playground.locator('.answer .state').innerText(), /^2/);
      await page.context().close();
    });
  }
});

describe('the playground', { skip: withoutChromium }, () => {
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
    await playgroundOf(page).getByText('lat=1.3&lng=103.8').waitFor();
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
    assert.equal((await fileStore.show('file_1'))?.version, 1);
    await page.getByText('notes.txt').click();
    await playgroundOf(page).getByText('/files/file_1/share').waitFor();
    await page.context().close();
  });

  it('shows no command that lacks something required, and says what it lacks', async () => {
    const page = await looking.open('/services/key-value');
    const playground = await choose(page, 'keyValueDelete');
    await playground.getByText('Fill in key to see the request.').waitFor();
    assert.equal(await playground.getByRole('button', { name: 'copy' }).count(), 0);
    await playground.getByRole('tab', { name: 'client' }).click();
    const asClient = playground.getByRole('tabpanel', { name: 'client' });
    await asClient.getByText('Fill in key to see the request.').waitFor();
    await playground.getByRole('textbox', { name: /^key\b/ }).fill('tea');
    await playground.getByText('hawker.keyValue.delete("tea")').waitFor();
    await playground.getByRole('tab', { name: 'curl' }).click();
    await playground.getByText("-X DELETE 'http").waitFor();
    await page.context().close();
  });

  it('shows how a WebSocket is opened, and offers no request that could not', async () => {
    const page = await looking.open('/services/chat');
    const playground = await choose(page, 'chatFollow');
    await playground.getByRole('textbox', { name: 'user' }).fill('ann');
    const command = playground.getByRole('region', { name: 'As wscat' });
    await command.getByText(/^npx wscat -c 'ws:.*user=ann'/).waitFor();
    assert.equal(await playground.getByRole('button', { name: 'Send' }).count(), 0);
    await playground.getByRole('tab', { name: 'client' }).click();
    await playground.getByText('hawker.chat.follow({').waitFor();
    await page.context().close();
  });

  it('shows a checkout with a token that is asked for when it is pasted', async () => {
    const { flashSale } = hawkerOf();
    await flashSale.load({ product_id: 'kettle', total_stock: 5 });
    const page = await looking.open('/services/flash-sale?product=kettle');
    const playground = playgroundOf(page);
    await playground.getByText('"product_id":"kettle"').waitFor();
    assert.equal(await playground.getByRole('textbox', { name: /^attestation/ }).count(), 0);
    const command = playground.getByRole('region', { name: 'As curl' });
    const before = await command.innerText();
    assert.match(before, /^answer=\$\(curl -s 'http.*\/flash-sale\/token\?device_fp=/);
    await playground.getByRole('button', { name: 'Send' }).click();
    await playground.getByText('200 OK').waitFor();
    const withoutKey = (text: string) => text.replace(/"idempotency_key":"[^"]*"/, '');
    assert.equal(withoutKey(await command.innerText()), withoutKey(before));
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
