/** The token of a tab: refused, too weak, exchanged, forgotten; and pages begin with who it says one is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '#kit/testing/testing.ts';
import { authSecret, tokenOf } from '#kit/testing/tokens.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from './browser.ts';

const ADMIN_TOKEN = 'only the operator knows this one';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const foot = (page: Page) => page.getByRole('navigation');
const text = (page: Page, content: RegExp | string) => page.getByText(content).first().waitFor();

async function give(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token', { exact: true }).fill(token);
  await button(page, 'Use it').click();
}

describe('the token of an operator, without an issuer', { skip: withoutChromium }, () => {
  const looking = lookAtProduct({ ADMIN_TOKEN });

  it('is asked for again when it was mistyped, and never shown as accepted', async () => {
    const page = await looking.open('/services/flash-sale');
    await give(page, 'mistyped');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('it is not the ADMIN_TOKEN of this process').waitFor();
    assert.equal(await foot(page).getByText('You are ADMIN_TOKEN').count(), 0);
    await give(page, ADMIN_TOKEN);
    await foot(page).getByText('You are ADMIN_TOKEN').waitFor();
    await text(page, 'No sale yet');
    await foot(page).getByRole('button', { name: 'Use another token' }).click();
    await give(page, 'mistyped as well');
    await dialog.getByText('it is not the ADMIN_TOKEN of this process').waitFor();
    await page.context().close();
  });
});

describe('the token of a tab', { skip: withoutChromium }, () => {
  const looking = lookAtProduct({ AUTH_JWT_SECRET: authSecret, ADMIN_TOKEN, LOG_LEVEL: 'info' });

  it('is asked for again, with the reason, when it was mistyped', async () => {
    const page = await looking.open('/services/flash-sale');
    await give(page, 'mistyped');
    await page
      .getByRole('dialog')
      .getByText(/^The token was not accepted: ./)
      .waitFor();
    await give(page, ADMIN_TOKEN);
    await text(page, 'No sale yet');
    await foot(page).getByText('You are ADMIN_TOKEN').waitFor();
    await page.context().close();
  });

  it('may be exchanged where it is too weak, and forgotten', async () => {
    const page = await looking.open('/services/flash-sale');
    await give(page, tokenOf('zoë', Date.now()));
    await foot(page).getByText('You are zoë').waitFor();
    const refusal = page.getByRole('main').getByRole('alert');
    await refusal.getByText('FORBIDDEN').waitFor();
    await refusal.getByRole('button', { name: 'Use another token' }).click();
    await give(page, tokenOf('root', Date.now(), { scope: 'service admin' }));
    await foot(page).getByText('scope: service admin').waitFor();
    await text(page, 'No sale yet');
    assert.equal(await refusal.count(), 0);
    await foot(page).getByRole('button', { name: 'Forget it' }).click();
    await button(page, 'Go on without').click();
    await foot(page).getByText('You gave no token').waitFor();
    await foot(page).getByRole('button', { name: 'Give a token' }).click();
    await give(page, ADMIN_TOKEN);
    await foot(page).getByText('You are ADMIN_TOKEN').waitFor();
    await page.context().close();
  });

  it('says whose inbox, timeline and words these are', async () => {
    const page = await looking.open('/services/notification');
    await give(page, tokenOf('mia', Date.now()));
    await page.getByRole('heading', { name: 'Inbox of mia' }).waitFor();
    await page.goto(`${looking.address}/services/news-feed`);
    assert.equal(await page.getByLabel('Timeline of').inputValue(), 'mia');
    await page.goto(`${looking.address}/services/chat`);
    assert.equal(await page.getByLabel('Your name').inputValue(), 'mia');
    await page.context().close();
  });

  for (const [who, token] of [
    ['mia', tokenOf('mia', Date.now())],
    ['ADMIN_TOKEN', ADMIN_TOKEN],
  ] as const) {
    it(`stands in no URL that the page opens, and not in the log: ${who}`, async () => {
      const page = await looking.open('/services/notification');
      const urls: string[] = [];
      const sockets: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      page.on('websocket', (socket) => sockets.push(socket.url()));
      await give(page, token);
      await foot(page).getByText(`You are ${who}`).waitFor();
      await page.getByRole('heading', { name: /^Inbox of / }).waitFor();
      await page.goto(`${looking.address}/services/chat`);
      await page.getByRole('combobox', { name: 'Room' }).fill('tea');
      await page.getByRole('textbox', { name: 'Your name' }).fill('mia');
      await button(page, 'Join').click();
      await page.getByRole('textbox', { name: 'Message' }).fill(`Hello from ${who}`);
      await button(page, 'Say').click();
      await page.getByRole('log', { name: 'Messages' }).getByText(`Hello from ${who}`).waitFor();
      assert.match(sockets.join(), /[?&]ticket=/);
      assert.match(urls.join(), /\/notifications\/stream/);
      const shown = [...urls, ...sockets].map((url) => decodeURIComponent(url));
      for (const url of shown) {
        assert.ok(!url.includes(token), url);
        assert.doesNotMatch(url, /access_token/);
      }
      // A line of the log takes its own way to here.
      const isLogged = /POST.*api\/tickets|api\/tickets.*POST/;
      await eventually(() => isLogged.test(looking.product.output()));
      assert.ok(!looking.product.output().includes(token));
      await page.context().close();
    });
  }

  it('is in the programs of the playground as a variable, never itself', async () => {
    const page = await looking.open('/services/flash-sale');
    const token = tokenOf('root', Date.now(), { scope: 'service admin' });
    await give(page, token);
    const playground = page.getByRole('region', { name: 'Try a call' });
    await playground.getByText('-H "Authorization: Bearer $TOKEN"').first().waitFor();
    await playground.getByText('Set the variable TOKEN first').waitFor();
    await playground.getByRole('tab', { name: 'client' }).click();
    await playground.getByText('token: process.env.TOKEN').waitFor();
    assert.ok(!(await page.content()).includes(token));
    await page.context().close();
  });
});
