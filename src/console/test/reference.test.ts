/** The reference, as a reader of the API uses it: the renderer is not ours, what it must do for us is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { eventually } from '#kit/testing/testing.ts';
import { expectFits, lookAtProduct } from './browser.ts';

interface Described {
  readonly summary: string;
  readonly description?: string;
}

describe('the reference', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const checkout = '/reference#?route=post-/api/flash-sale/flash-sale/checkout';
  const links = (page: Page) => page.locator('openapi-explorer .nav-bar-path');

  async function operations(): Promise<readonly Described[]> {
    const answer = await fetch(`${looking.address}/openapi.json`);
    const { paths } = (await answer.json()) as {
      paths: Record<string, Record<string, Described>>;
    };
    return Object.values(paths).flatMap((methods) => Object.values(methods));
  }

  const summariesIn = async (page: Page) =>
    (await links(page).allTextContents()).map((text) => text.trim());

  it('lists every operation of every service by its summary', async () => {
    const page = await looking.open('/reference');
    await links(page).first().waitFor();
    const expected = (await operations()).map(({ summary }) => summary);
    assert.deepEqual((await summariesIn(page)).toSorted(), expected.toSorted());
  });

  for (const part of ['summary', 'description'] as const) {
    it(`finds words of a ${part}, by keyboard alone`, async () => {
      const one = (await operations()).find((operation) => operation[part] !== undefined)!;
      const words = one[part]!.split(' ').slice(0, 6).join(' ');
      const page = await looking.open('/reference');
      await links(page).first().waitFor();
      const all = await links(page).count();
      await page.getByPlaceholder('Filter').focus();
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await eventually(async () => {
        const found = await summariesIn(page);
        return found.length < all && found.includes(one.summary);
      });
    });
  }

  it('an operation is reached by Enter, and shows its members and examples', async () => {
    const page = await looking.open('/reference');
    const link = links(page).filter({ hasText: 'Buy units or join the waiting room' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByText('idempotency_key').first().waitFor();
    await page.getByText('chosen by the client').first().waitFor();
    await page.getByText('"product_id": "sneaker"').first().waitFor();
    assert.match(page.url(), /#\?route=post-\/api\/flash-sale\/flash-sale\/checkout$/);
  });

  it('is dark on a dark screen', async () => {
    const grounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await looking.open(checkout, { colorScheme });
      await page.getByText('idempotency_key').first().waitFor();
      grounds.add(await page.evaluate<string>(ground));
    }
    assert.equal(grounds.size, 2, [...grounds].join());
  });

  it('fits a phone, where an address leads to an operation as well', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await looking.open(checkout, { viewport, isMobile: true, hasTouch: true });
    await page.getByText('idempotency_key').first().waitFor();
    await expectFits(page);
  });
});

/** The colour behind the middle of the page: that of the nearest element there that has any. Evaluated in the page. */
const ground = `(() => {
  const { shadowRoot } = document.querySelector('openapi-explorer');
  let one = shadowRoot.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const colour = () => getComputedStyle(one).backgroundColor;
  while (colour() === 'rgba(0, 0, 0, 0)') one = one.parentElement ?? one.getRootNode().host;
  return colour();
})()`;
