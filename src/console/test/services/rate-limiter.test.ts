/** The page of the rate limiter: a policy under fire. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from '../browser.ts';

describe('the page of the rate limiter', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const write = async (page: Page, fields: Record<string, string | number>) => {
    for (const [label, text] of Object.entries(fields)) {
      await page.getByLabel(label, { exact: true }).first().fill(String(text));
    }
  };
  const fire = (page: Page) => page.getByRole('button', { name: 'Fire', exact: true }).click();
  const picture = (page: Page, name: RegExp) => page.getByRole('img', { name }).waitFor();

  it('a newcomer fires: the limit is allowed, the rest refused, as the service counts', async () => {
    const { rateLimiter } = hawkerOf();
    const page = await looking.open('/services/rate-limiter');
    await page.getByText('Nothing was checked yet').waitFor();
    // Within a minute nothing leaves the window.
    await write(page, { Policy: 'strict', Key: 'ann', Limit: 4, 'Window, seconds': 60 });
    await fire(page);
    await picture(page, /^4 of 4 used; 4 allowed and [1-9]\d* refused so far$/);
    await page.getByRole('button', { name: 'Stop' }).click();
    const { algorithm, limits } = await rateLimiter.showPolicy('strict');
    assert.deepEqual(
      { algorithm, limits },
      {
        algorithm: 'sliding-window',
        limits: [{ limit: 4, window_ms: 60_000 }],
      },
    );
    const peek = await rateLimiter.check({ policy: 'strict', key: 'ann', peek: true });
    assert.deepEqual([peek.allowed, peek.remaining], [false, 0]);
    await page.getByRole('img', { name: /^Decisions of strict a second: allowed/ }).waitFor();
  });

  it('shows what others check as well', async () => {
    const page = await looking.open('/services/rate-limiter');
    const much = { Limit: 100, 'Window, seconds': 60, 'Checks a second': 1 };
    await write(page, { Policy: 'shared', Key: 'bob', ...much });
    await fire(page);
    await picture(page, /^[1-9]\d* of 100 used/);
    await page.getByRole('button', { name: 'Stop' }).click();
    // It looks on until the window is empty. A check of the page may still be on its way, and none counts for ever.
    await eventually(async () => {
      const bob = { policy: 'shared', key: 'bob', cost: 50 };
      const { remaining } = await hawkerOf().rateLimiter.check(bob);
      const used = new RegExp(`^${100 - remaining} of 100 used`);
      return remaining <= 50 && page.getByRole('img', { name: used }).isVisible();
    });
  });

  it('offers the policies that others check, and shows their decisions', async () => {
    const { rateLimiter } = hawkerOf();
    const limits = [{ limit: 1, window_ms: 60_000 }];
    for (const policy of ['alpha', 'beta']) {
      await rateLimiter.putPolicy(policy, {
        algorithm: 'sliding-window',
        limits,
        on_outage: 'refuse',
      });
      await rateLimiter.check({ policy, key: 'dan' });
    }
    const page = await looking.open('/services/rate-limiter');
    await page.getByRole('img', { name: /^Decisions of alpha a second/ }).waitFor();
    await page.getByRole('button', { name: 'beta' }).click();
    await page.getByRole('img', { name: /^Decisions of beta a second/ }).waitFor();
  });

  it('the window moves: what left it makes room again, by every algorithm', async () => {
    const page = await looking.open('/services/rate-limiter');
    const algorithms = ['sliding-window', 'token-bucket', 'fixed-window'];
    for (const [i, algorithm] of algorithms.entries()) {
      // Another one each time: it tells the picture from the one before.
      const limit = i + 2;
      const quick = { Limit: limit, 'Window, seconds': 0.5, 'Checks a second': 20 };
      await write(page, { Policy: algorithm, Key: 'cid', ...quick });
      const form = page.getByRole('region', { name: 'A policy under fire' });
      await form.getByRole('combobox', { name: 'Algorithm' }).selectOption(algorithm);
      await page.getByRole('button', { name: /^(Fire|Change)$/ }).click();
      // More than the limit was allowed, and others were refused.
      const both = `of ${limit} used; ([5-9]|\\d\\d+) allowed and [1-9]\\d* refused so far$`;
      await picture(page, new RegExp(both));
    }
    await page.getByRole('button', { name: 'Stop' }).click();
    await picture(page, /^0 of 4 used/);
  });

  it('says what the service refuses', async () => {
    const page = await looking.open('/services/rate-limiter');
    await page.route('**/admin/policies/*', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: { status: 409, code: 'TOO_MANY_POLICIES', title: 'Too many', detail: 'no room' },
      }),
    );
    await fire(page);
    await page.getByRole('alert').getByText('TOO_MANY_POLICIES').waitFor();
  });
});
