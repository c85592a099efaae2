/** The page of the URL shortener: links with a life, their clicks, and a code to be photographed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, violations } from '../browser.ts';

const person = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' } };

describe('the page of the URL shortener', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const list = (page: Page) => page.getByRole('region', { name: 'Links', exact: true });
  /** As a person clicks, with another page as the one that led there. */
  const click = (code: string, referer = 'https://news.example/') =>
    fetch(`${looking.address}/api/url-shortener/${code}`, {
      redirect: 'manual',
      headers: { ...person.headers, referer },
    });

  it('offers a newcomer links to look at', async () => {
    const page = await looking.open('/services/url-shortener');
    await page.getByRole('button', { name: 'Make three links and follow them' }).click();
    await list(page).getByText('used up').waitFor();
    await page.getByRole('img', { name: /^QR code of http/ }).waitFor();
    const { urlShortenerConsole } = hawkerOf();
    await eventually(async () => {
      const { links } = await urlShortenerConsole.listLinks();
      return links.map(({ clicks }) => clicks).join() === '3,5,12';
    });
    for (const clicks of ['3/3', '5', '12']) {
      await list(page).getByText(`${clicks} clicks`, { exact: true }).waitFor();
    }
  });

  it('makes a link that ends, as the form says', async () => {
    const page = await looking.open('/services/url-shortener', { timezoneId: 'Asia/Singapore' });
    const form = page.getByRole('region', { name: 'Shorten a URL' });
    await form.getByLabel('URL').fill('https://example.com/spring');
    await form.getByLabel('Alias').fill('spring-sale');
    await form.getByLabel('Tags').fill('mail, poster');
    await form.getByText('When it works, and how often').click();
    await form.getByLabel('Not before').fill('2040-03-01T09:00');
    await form.getByLabel('Until').fill('2040-03-02T09:00');
    await form.getByLabel('Clicks at most').fill('50');
    await form.getByRole('button', { name: 'Shorten' }).click();
    const link = page.getByRole('region', { name: 'spring-sale', exact: true });
    await link.getByText('from 1 Mar 2040, 09:00:00', { exact: true }).waitFor();
    await link.getByText('0 of 50 clicks').waitFor();
    const made = await hawkerOf().urlShortenerConsole.showLink('spring-sale');
    assert.equal(made.not_before, Date.parse('2040-03-01T09:00:00+08:00'));
    assert.equal(made.expires_at, Date.parse('2040-03-02T09:00:00+08:00'));
    assert.deepEqual(made.tags, ['mail', 'poster']);
    // The same alias again is refused, with the reason.
    await form.getByLabel('URL').fill('https://example.com/other');
    await form.getByLabel('Alias').fill('spring-sale');
    await form.getByRole('button', { name: 'Shorten' }).click();
    await form.getByText('ALIAS_TAKEN').waitFor();
  });

  it('shows clicks by day and by place, as they come', async () => {
    const { urlShortener, urlShortenerConsole } = hawkerOf();
    await urlShortener.shorten({ url: 'https://example.com/', alias: 'tea-time' });
    const page = await looking.open('/services/url-shortener?code=tea-time');
    await page.getByRole('img', { name: /^Clicks by day.*: none$/ }).waitFor();
    for (let i = 0; i < 3; i++) await click('tea-time');
    await click('tea-time', '');
    await page.getByRole('img', { name: /^Clicks by day, last 30 days: [^:]+: 4$/ }).waitFor();
    const { total, by_host } = await urlShortenerConsole.showClicks('tea-time');
    assert.equal(total, 4);
    for (const { host, clicks } of by_host) {
      await page.getByText(`${host} ${clicks}`, { exact: true }).waitFor();
    }
    await list(page).getByRole('button', { name: 'tea-time' }).getByText('4 clicks').waitFor();
    assert.deepEqual(await violations(page), []);
  });

  it('an operator disables a link, enables it, and removes it', async () => {
    const { urlShortener, urlShortenerConsole } = hawkerOf();
    await urlShortener.shorten({ url: 'https://example.com/', alias: 'rice' });
    const page = await looking.open('/services/url-shortener?code=rice');
    const link = page.getByRole('region', { name: 'rice', exact: true });
    await link.getByRole('button', { name: 'Disable' }).click();
    await link.getByText('disabled', { exact: true }).waitFor();
    assert.equal((await click('rice')).status, 410);
    await link.getByRole('button', { name: 'Enable' }).click();
    await link.getByText('open', { exact: true }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await link.getByRole('button', { name: 'Remove' }).click();
    await link.waitFor({ state: 'detached' });
    const { error } = await urlShortenerConsole.showLink('rice').result();
    assert.equal(error?.code, 'UNKNOWN_CODE');
  });

  it('the QR code is of the short URL', async () => {
    const { short_url } = await hawkerOf().urlShortener.shorten({
      url: 'https://example.com/',
      alias: 'scan-me',
    });
    const page = await looking.open('/services/url-shortener?code=scan-me');
    const drawn = page.getByRole('img', { name: `QR code of ${short_url}` });
    const { width, height } = (await drawn.boundingBox())!;
    assert.ok(width === height && width > 80, `it is ${width} by ${height}`);
  });

  it('shows the links of a tag, and says when there are none', async () => {
    const { urlShortener } = hawkerOf();
    await urlShortener.shorten({ url: 'https://example.com/', alias: 'only-one', tags: ['rare'] });
    const page = await looking.open('/services/url-shortener?tag=rare');
    await page.getByRole('region', { name: '1 link' }).getByText('only-one').waitFor();
    await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('none');
    await page.keyboard.press('Enter');
    await page.getByText('No link has the tag “none”').waitFor();
  });
});
