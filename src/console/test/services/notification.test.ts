/** The page of notifications: an inbox that is followed, and what became of each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from '../browser.ts';

describe('the page of notifications', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const serviceOf = () => createHawker({ baseUrl: looking.address }).notification;

  const form = (page: Page, user: string) =>
    page.getByRole('region', { name: `Send ${user} something` });

  it('sends by the form: the bell counts it, and its trace is a time line', async () => {
    const page = await looking.open('/services/notification?user=ann');
    await page.getByText('Nothing yet. Send ann something').waitFor();
    await form(page, 'ann').getByRole('textbox', { name: 'Title' }).fill('Tea is here');
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByRole('img', { name: '1 unread' }).waitFor();
    const inbox = page.getByRole('region', { name: 'Notifications of ann' });
    await inbox.getByText('Tea is here').waitFor();
    const steps = page.getByRole('list', { name: 'Trace' }).getByRole('listitem');
    await steps.filter({ hasText: 'status delivered' }).waitFor();
    const { notifications } = await serviceOf().list({ user: 'ann' });
    const { trace } = await serviceOf().trace(notifications[0]!.id);
    const shown = await steps.locator('b').allInnerTexts();
    assert.deepEqual(
      shown,
      trace.map(({ step }) => step),
    );
  });

  it('rings for what others send, and for what is read elsewhere', async () => {
    const service = serviceOf();
    const page = await looking.open('/services/notification?user=bob');
    await page.getByRole('img', { name: '0 unread' }).waitFor();
    await service.send({
      user_id: 'bob',
      channel: 'in_app',
      title: 'One',
      body: '',
    });
    await service.send({ user_id: 'bob', channel: 'in_app', title: 'Two', body: '' });
    await page.getByRole('img', { name: '2 unread' }).waitFor();
    const { notifications } = await service.list({ user: 'bob' });
    await service.markRead(notifications[1]!.id);
    await page.getByRole('img', { name: '1 unread' }).waitFor();
    await page.getByRole('button', { name: 'Archive One' }).waitFor();
    await page.getByRole('checkbox', { name: 'Unread only' }).check();
    await page.getByRole('button', { name: 'Archive One' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Archive Two' }).waitFor();
  });

  it('marks as read and unread, reads all, and archives', async () => {
    const service = serviceOf();
    for (const title of ['A', 'B', 'C']) {
      await service.send({ user_id: 'cid', channel: 'in_app', title, body: 'x' });
    }
    const page = await looking.open('/services/notification?user=cid');
    await page.getByRole('button', { name: 'Mark A as read' }).click();
    await page.getByRole('img', { name: '2 unread' }).waitFor();
    await page.getByRole('button', { name: 'Mark A as unread' }).click();
    await page.getByRole('img', { name: '3 unread' }).waitFor();
    await page.getByRole('button', { name: 'Archive B' }).click();
    await page.getByRole('button', { name: 'Archive B' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Read all' }).click();
    await page.getByRole('img', { name: '0 unread' }).waitFor();
    assert.deepEqual(await service.count({ user: 'cid' }), { unread: 0, total: 2 });
  });

  it('tells why something was not sent', async () => {
    await serviceOf().putPreferences('dan', { categories: { offers: { in_app: false } } });
    const page = await looking.open('/services/notification?user=dan');
    await form(page, 'dan').getByRole('textbox', { name: 'Category' }).fill('offers');
    await page.getByRole('button', { name: 'Send it' }).click();
    await form(page, 'dan').getByRole('status').getByText('suppressed').waitFor();
    const trace = page.getByRole('list', { name: 'Trace' });
    await trace.getByText('status suppressed, reason category_off').waitFor();
  });
});
