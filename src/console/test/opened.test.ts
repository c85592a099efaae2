/** What is opened from a list on a phone: it comes into sight, and the focus goes there and back. */
import { before, describe, it } from 'node:test';
import { createHawker } from '../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { expectInSight, lookAtProduct } from './browser.ts';

const viewport = { width: 390, height: 844 };
/** As many as fill the list of each page. */
const many = Array.from({ length: 30 }, (_, i) => i);
const lists = [
  { path: '/services/file-store', item: /notes-0/, heading: 'notes-0' },
  { path: '/services/video-catalog', item: /Tea 29/, heading: 'Tea 29' },
  { path: '/services/url-shortener', item: /^code-29/, heading: 'code-29' },
];

describe('what is opened on a phone', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();

  before(async () => {
    const hawker = createHawker({ baseUrl: looking.address });
    for (const i of many) {
      await hawker.fileStore.upload('Buy milk', { name: `notes-${i}`, owner_id: 'ann' });
      await hawker.videoCatalog.upload({ title: `Tea ${i}` });
      await hawker.urlShortener.shorten({ url: 'https://example.com/', alias: `code-${i}` });
    }
  });

  for (const { path, item, heading } of lists) {
    it(`${path}: it comes into sight with the focus, which goes back when it is closed`, async () => {
      const page = await looking.open(path, { viewport });
      const row = page.getByRole('listitem').getByRole('button', { name: item });
      await row.press('Enter');
      const title = page.locator('h2:focus').filter({ hasText: heading });
      await title.waitFor();
      await expectInSight(title);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await title.waitFor({ state: 'detached' });
      await page.locator('li > button:focus').filter({ hasText: heading }).waitFor();
      await page.context().close();
    });
  }
});
