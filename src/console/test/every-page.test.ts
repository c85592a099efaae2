/** What holds for every page: it opens, on both themes and on a phone, without a complaint. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { pages } from '../pages.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, expectFits, untilShown, violations } from './browser.ts';

const phone = { width: 390, height: 844 };

describe('every page', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();

  for (const path of pages) {
    it(`${path} asks a new installation for nothing that it refuses`, async () => {
      const page = await looking.open('/');
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
      });
      await page.goto(looking.address + path);
      await untilShown(page);
      assert.deepEqual(refused, []);
      await page.context().close();
    });

    it(`${path} is readable for all, light and dark, on a phone as well`, async () => {
      const page = await looking.open(path);
      await untilShown(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), []);
      }
      await expectFits(page);
      await page.setViewportSize(phone);
      assert.deepEqual(await violations(page), []);
      await expectFits(page);
      await page.context().close();
    });
  }

  it('asks no foreign host, and runs no inline script', async () => {
    for (const path of pages) {
      const answer = await fetch(looking.address + path);
      const policy = answer.headers.get('content-security-policy')!;
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
      const html = await answer.text();
      assert.doesNotMatch(html + policy, /https?:|"\/\/|<script>|unsafe/);
    }
  });

  it('a link of another site leads to every page; its scripts read none', async () => {
    for (const path of pages) {
      const statusOf = async (mode: string) => {
        const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode };
        // Not by `fetch`, which says of itself what its mode is.
        const sent = request(looking.address + path, { headers, agent: false }).end();
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        answer.resume();
        return answer.statusCode;
      };
      assert.deepEqual([await statusOf('navigate'), await statusOf('no-cors')], [200, 403]);
    }
  });
});
