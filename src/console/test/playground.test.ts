/** The playground: what it shows of that as a program. */
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { leftOut, lookAtProduct } from './browser.ts';

const playgroundOf = (page: Page) => page.getByRole('region', { name: 'Try a call' });

async function choose(page: Page, operation: string) {
  const playground = playgroundOf(page);
  await playground.getByRole('combobox', { name: 'Operation' }).selectOption(operation);
  return playground;
}

describe('the playground', { skip: leftOut }, () => {
  const looking = lookAtProduct();

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
    await page.context().close();
  });
});
