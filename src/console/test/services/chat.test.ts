/** The page of the chat: two people in two tabs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct } from '../browser.ts';

describe('the page of the chat', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
  const users = (page: Page) => page.getByRole('list', { name: 'Here now' });
  const say = async (page: Page, content: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(content);
    await page.getByRole('button', { name: 'Say' }).click();
  };

  async function join(room: string, user: string): Promise<Page> {
    const page = await looking.open('/services/chat');
    await page.getByRole('combobox', { name: 'Room' }).fill(room);
    await page.getByRole('textbox', { name: 'Your name' }).fill(user);
    await page.getByRole('button', { name: 'Join' }).click();
    await users(page).getByText(user, { exact: true }).waitFor();
    return page;
  }

  it('two tabs see each other come, type, talk and leave', async () => {
    const ann = await join('tea', 'ann');
    await ann.getByText('Nothing was said here yet').waitFor();
    const bob = await join('tea', 'bob');
    await users(ann).getByText('bob').waitFor();
    const isTyping = ann.getByText('bob is typing…');
    // It is shown for some seconds after a letter, so he goes on typing until it is seen.
    await eventually(async () => {
      await bob.getByRole('textbox', { name: 'Message' }).fill('Hello');
      return isTyping.isVisible();
    });
    await bob.getByRole('button', { name: 'Say' }).click();
    await log(ann).getByText('Hello', { exact: true }).waitFor();
    await isTyping.waitFor({ state: 'detached' });
    await say(ann, 'Hello bob');
    await log(bob).getByText('Hello bob').waitFor();
    const { messages } = await hawkerOf().chat.listMessages('tea');
    assert.deepEqual(
      messages.map(({ user, content }) => [user, content]),
      [
        ['bob', 'Hello'],
        ['ann', 'Hello bob'],
      ],
    );
    await bob.getByRole('button', { name: 'Leave' }).click();
    await users(ann).getByText('bob').waitFor({ state: 'detached' });
  });

  it('shows what was said before, in its order, and what an operator takes back', async () => {
    const { chat } = hawkerOf();
    for (const content of ['one', 'two', 'three']) {
      await chat.postMessage('history', { user: 'shop', content });
    }
    const page = await join('history', 'cid');
    await log(page).getByText('three').waitFor();
    const texts = await log(page).locator('article > p').allInnerTexts();
    assert.deepEqual(texts, ['one', 'two', 'three']);
    await page.getByRole('button', { name: 'Take back message 2' }).click();
    await log(page).getByText('taken back', { exact: true }).waitFor();
    const { messages } = await chat.listMessages('history');
    assert.equal(messages[1]!.deleted, true);
    await chat.deleteMessage('history', 3);
    await log(page).getByText('three').waitFor({ state: 'detached' });
  });

  it('who is sent away learns of it, and may come back', async () => {
    const page = await join('door', 'eve');
    await hawkerOf().chat.kick('door', { user: 'eve' });
    await page.getByText('KICKED', { exact: true }).waitFor();
    const message = page.getByRole('textbox', { name: 'Message' });
    assert.equal(await message.isDisabled(), true);
    await users(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('KICKED', { exact: true }).waitFor({ state: 'detached' });
    await say(page, 'I am back');
    await log(page).getByText('I am back').waitFor();
  });

  it('lists the rooms that there are, with those in them, as they come and go', async () => {
    const page = await looking.open('/services/chat');
    const rooms = page.getByRole('list', { name: 'Rooms' });
    await rooms.getByText('general').waitFor();
    const porch = rooms.getByRole('listitem').filter({ hasText: 'porch' });
    const dan = await join('porch', 'dan');
    await porch.getByText('1 connected').waitFor();
    // A click on a room joins it, and one on the service's name leads back.
    await porch.getByRole('link', { name: 'porch' }).click();
    await users(page).getByText('guest-').waitFor();
    await page.locator('nav a[href="/services/chat"]').click();
    await porch.getByText('1 connected').waitFor();
    await hawkerOf().chat.postMessage('porch', { user: 'shop', content: 'Welcome' });
    await dan.getByRole('button', { name: 'Leave' }).click();
    await porch.getByText('0 connected').waitFor();
  });
});
