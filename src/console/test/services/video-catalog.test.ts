/** The page of the video catalog: states that move on, search as one types. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fakeClock } from '#kit/testing/testing.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, violations, write } from '../browser.ts';
import { startAlone } from '../start-alone.ts';

describe('the page of the video catalog', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const path = '/services/video-catalog';
  const row = (page: Page, title: string | RegExp) =>
    page.getByRole('region', { name: 'Videos that were found' }).getByRole('button', {
      name: title,
    });

  it('an upload of a person goes through its states', async (t) => {
    const clock = fakeClock();
    const address = await startAlone(t, ['video-catalog'], clock);
    const page = await looking.openAt(address, path);
    await page.getByText('No videos yet').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Pulled tea');
    await page.getByLabel('Tags, separated by commas').fill('tea, 茶');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await row(page, /uploading Pulled tea/).waitFor();
    clock.advance(1_000);
    await row(page, /processing Pulled tea/).waitFor();
    clock.advance(1_000);
    await row(page, /ready Pulled tea/).waitFor();
    const { videos } = await createHawker({ baseUrl: address }).videoCatalog.list();
    assert.deepEqual(videos[0]!.tags, ['tea', '茶']);
    const { duration_secs } = videos[0]!;
    const span = [Math.floor(duration_secs / 60), duration_secs % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
    await row(page, new RegExp(`Pulled tea .*${span}`)).waitFor();
  });

  it('finds as one types, whatever the case, and shows what was uploaded since', async () => {
    const { videoCatalog } = hawkerOf();
    const page = await looking.open(path);
    await page.getByRole('button', { name: 'Upload a dozen to look at' }).click();
    await page.getByText('12 videos').waitFor();
    await write(page.getByRole('searchbox'), 'LAKSA, in');
    await page.getByText('1 found').waitFor();
    await row(page, 'Laksa, in five minutes').getByText('Laksa, in', { exact: true }).waitFor();
    const { videos } = await videoCatalog.search({ q: 'LAKSA, in' });
    assert.equal(videos.length, 1);
    await videoCatalog.upload({ title: 'More laksa, in an hour' });
    await row(page, 'More laksa, in an hour').waitFor();
    // The address leads others to the same search.
    const other = await looking.openAt('', page.url());
    await other.getByText('2 found').waitFor();
    await page.getByRole('searchbox').fill('zzz');
    await page.getByText('Nothing has that').waitFor();
  });

  it('filters by tag and status, and orders by views', async () => {
    const { videoCatalog } = hawkerOf();
    const { video } = await videoCatalog.upload({ title: 'Watched often', tags: ['seen'] });
    await videoCatalog.upload({ title: 'Watched never', tags: ['seen'] });
    await videoCatalog.watch(video.id);
    const page = await looking.open(path);
    await page.getByLabel('Tag', { exact: true }).fill('seen');
    await page.keyboard.press('Enter');
    await page.getByText('2 found').waitFor();
    const nth = (n: number) =>
      page.getByRole('region', { name: 'Videos that were found' }).getByRole('listitem').nth(n);
    await nth(0).getByText('Watched never').waitFor();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('most viewed first');
    await nth(0).getByText('Watched often').waitFor();
    await nth(1).getByText('Watched never').waitFor();
    await row(page, /ready Watched never/).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('uploading');
    await page.getByText('Nothing has that').waitFor();
  });

  it('counts a view, changes the texts, and deletes', async () => {
    const { videoCatalog } = hawkerOf();
    const { video } = await videoCatalog.upload({ title: 'Old title', description: 'Old text' });
    const page = await looking.open(path);
    await row(page, 'Old title').click();
    const panel = page.getByRole('region', { name: 'Old title', exact: true });
    await panel.getByText('Old text').first().waitFor();
    await panel.getByRole('button', { name: 'Watch' }).click();
    await panel.getByText('1 view', { exact: true }).waitFor();
    // Views of others show as well.
    await videoCatalog.watch(video.id);
    await panel.getByText('2 views').waitFor();
    await panel.getByText('Change its texts').click();
    assert.deepEqual(await violations(page), []);
    await panel.getByLabel('New title').fill('New title');
    await panel.getByRole('button', { name: 'Change them' }).click();
    await row(page, 'New title').waitFor();
    const { video: now } = await videoCatalog.watch(video.id, { count: false });
    assert.deepEqual([now.title, now.description], ['New title', 'Old text']);
    assert.equal(now.view_count, 2);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete' }).click();
    await row(page, 'New title').waitFor({ state: 'detached' });
    const { error } = await videoCatalog.watch(video.id, { count: false }).result();
    assert.equal(error?.code, 'VIDEO_NOT_FOUND');
  });
});
