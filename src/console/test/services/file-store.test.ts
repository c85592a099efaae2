/** The page of the file store: a person drops files, shares them, and looks through many. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, temporaryFolder } from '#kit/testing/testing.ts';
import { authSecret, tokenOf } from '#kit/testing/tokens.ts';
import { createHawker } from '../../../client/index.ts';
import { withoutChromium } from '#kit/testing/chromium.ts';
import { lookAtProduct, violations } from '../browser.ts';

describe('the page of the file store', { skip: withoutChromium }, () => {
  const looking = lookAtProduct();
  const hawkerOf = () => createHawker({ baseUrl: looking.address });
  const inFiles = (page: Page) => page.getByRole('region', { name: 'Files', exact: true });
  const item = (page: Page, name: string) => inFiles(page).getByRole('button', { name });

  it('offers a newcomer files to look at: a folder that opens, a file with versions', async () => {
    const page = await looking.open('/services/file-store');
    await page.getByRole('button', { name: 'Put some files there' }).click();
    await item(page, 'Receipts').click();
    await page.getByRole('navigation', { name: 'Folders' }).getByText('Receipts').waitFor();
    await page.getByText('bob', { exact: true }).waitFor();
    await item(page, 'june.txt').click();
    await page.getByRole('heading', { name: 'june.txt' }).waitFor();
    assert.deepEqual(await violations(page), []);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'version 1' }).click();
    assert.equal((await downloading).suggestedFilename(), 'june.txt');
    // The address leads others to the same folder.
    const other = await looking.openAt('', page.url());
    await item(other, 'june.txt').waitFor();
    await other.getByRole('button', { name: 'All files' }).click();
    await item(other, 'notes.txt').waitFor();
  });

  it('takes dropped files, shows how far they are, and lists them', async () => {
    const folder = await newFolder('drop');
    const page = await looking.open(folder.path);
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['milk'], 'list.txt', { type: 'text/plain' }));
      transfer.items.add(new File(['{}'], 'data.json', { type: 'application/json' }));
      return transfer;
    })()`);
    await inFiles(page).dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByText('2 of 2 done').waitFor();
    assert.deepEqual(await violations(page), []);
    await item(page, 'list.txt').waitFor();
    const { children } = await hawkerOf().fileStore.listChildren(folder.id);
    const found = children.map(({ name, size, owner_id }) => ({ name, size, owner_id }));
    assert.deepEqual(found, [
      { name: 'data.json', size: 2, owner_id: 'ann' },
      { name: 'list.txt', size: 4, owner_id: 'ann' },
    ]);
  });

  it('resumes a paused upload after a reload', async () => {
    const folder = await newFolder('large');
    const bytes = randomBytes(8_000_000);
    const file = join(temporaryFolder(), 'film.bin');
    writeFileSync(file, bytes);
    const page = await looking.open(folder.path);
    const line = await page.context().newCDPSession(page);
    // It would take minutes, so that it is paused on its way however slow the machine is.
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
    await line.send('Network.emulateNetworkConditions', slow);
    await page.getByLabel('Files to upload').setInputFiles(file);
    const progress = page.getByRole('progressbar', { name: 'film.bin' });
    await eventually(async () => Number(await progress.getAttribute('value')) > 100_000);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    assert.ok(Number(await progress.getAttribute('value')) < bytes.length);
    await page.reload();
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    const continued = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Files to upload').setInputFiles(file);
    assert.ok(Number((await continued).headers()['upload-offset']) > 0, 'it started over');
    await page.getByText('1 of 1 done').waitFor();
    const { children } = await hawkerOf().fileStore.listChildren(folder.id);
    assert.deepEqual(
      children.map(({ content_hash }) => content_hash),
      [createHash('sha256').update(bytes).digest('hex')],
    );
  });

  it('an upload over a line that breaks mends itself; what is refused says why', async () => {
    const folder = await newFolder('broken');
    const page = await looking.open(folder.path);
    // As without any network: what answers on this machine answers all the same.
    await page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => false })");
    await page.route('**/uploads/*', (route) => route.abort('connectionreset'), { times: 2 });
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    await page.getByLabel('Files to upload').setInputFiles(file);
    await page.getByText('1 of 1 done').waitFor();
    // The page takes no files once it has heard that the folder is gone, so they are on their way before.
    const { promise: isDeleted, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/file-store/uploads', async (route) => {
      await isDeleted;
      await route.continue();
    });
    await page.getByLabel('Files to upload').setInputFiles({ ...file, name: 'b.txt' });
    await hawkerOf().fileStore.deleteFolder(folder.id, { recursive: true });
    goOn();
    await page.getByText('FOLDER_NOT_FOUND: folder not found').first().waitFor();
  });

  it('shares a file and takes it back; a user sees what is shared', async () => {
    const { fileStore } = hawkerOf();
    const folder = await newFolder('shares');
    const { file } = await fileStore.upload('x', {
      name: 'plan.txt',
      owner_id: 'ann',
      parent_id: folder.id,
    });
    const page = await looking.open(folder.path);
    await item(page, 'plan.txt').click();
    const shares = page.getByRole('region', { name: 'Shared with' });
    await shares.getByText('Nobody but the owner').waitFor();
    await shares.getByLabel('User').fill('zoë');
    await shares.getByRole('button', { name: 'Share', exact: true }).click();
    await shares.getByText('zoë').waitFor();
    const seen = await looking.open(`${folder.path}&user=${encodeURIComponent('zoë')}`);
    await item(seen, 'plan.txt').waitFor();
    // What others do shows as well.
    await fileStore.shareFile(file.id, { user_id: 'cid', permission: 'write' });
    await shares.getByText('cid').waitFor();
    await shares.getByRole('button', { name: 'Take it back from zoë' }).click();
    await shares.getByText('zoë').waitFor({ state: 'detached' });
    const listed = (await fileStore.listFileShares(file.id)).shares;
    assert.deepEqual(listed, [{ user_id: 'cid', permission: 'write', from: 'file' }]);
    await seen.reload();
    await seen.getByText('FORBIDDEN').first().waitFor();
  });

  it('makes a link that serves twice, and shows what became of it', async () => {
    const { fileStore } = hawkerOf();
    const folder = await newFolder('links');
    await fileStore.upload('offer', { name: 'offer.txt', owner_id: 'ann', parent_id: folder.id });
    const page = await looking.open(folder.path);
    await item(page, 'offer.txt').click();
    const links = page.getByRole('region', { name: 'Links' });
    await links.getByLabel('Downloads at most').fill('2');
    await links.getByRole('button', { name: 'Make a link' }).click();
    const shown = links.getByRole('region', { name: 'Address of the link' });
    const token = (await shown.innerText()).trim().split('/').at(-1)!;
    await links.getByText('0 of 2 downloads').waitFor();
    assert.equal(await (await fileStore.followLink(token)).text(), 'offer');
    await links.getByText('1 of 2 downloads').waitFor();
    await links.getByRole('button', { name: 'Revoke' }).click();
    await links.getByText('revoked').waitFor();
    assert.equal((await fileStore.followLink(token).result()).error?.code, 'LINK_REVOKED');
  });

  it('what was renamed or deleted here or elsewhere does not stay on the page', async () => {
    const { fileStore } = hawkerOf();
    const folder = await newFolder('cleared');
    for (const name of ['old.txt', 'other.txt']) {
      await fileStore.upload('x', { name, owner_id: 'ann', parent_id: folder.id });
    }
    const page = await looking.open(folder.path);
    // As if nothing were counted: what a person does here shows all the same.
    await page.route('**/overview/events*', (route) => route.abort());
    await page.reload();
    page.on('dialog', (dialog) => void dialog.accept());
    await item(page, 'old.txt').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('new.txt');
    await page.getByRole('button', { name: 'Rename' }).click();
    await item(page, 'new.txt').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await item(page, 'new.txt').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'new.txt' }).waitFor({ state: 'detached' });
    await item(page, 'other.txt').waitFor();
    await fileStore.deleteFolder(folder.id, { recursive: true });
    await page.reload();
    await page.getByText('There is no folder cleared any more').waitFor();
    await page.getByRole('button', { name: 'Leave the folder' }).click();
    await item(page, 'shares').waitFor();
  });

  it('bytes have a chart of their own', async () => {
    const page = await looking.open('/services/file-store');
    const happened = page.getByRole('region', { name: 'What happened' });
    const chart = (name: RegExp) => happened.getByRole('img', { name });
    // A rate is that of the last seconds, so uploads go on until it is seen.
    await eventually(async () => {
      await hawkerOf().fileStore.upload('x'.repeat(9_000), { name: 'large', owner_id: 'ann' });
      return chart(/^Bytes a second: uploaded bytes [1-9]/).isVisible();
    });
    await chart(/^What happened, a second: (?!.*bytes).*uploads/).waitFor();
  });

  it('ten thousand rows: few are drawn, all are reached by keyboard and counted for readers', async () => {
    const folder = await newFolder('many');
    const name = (i: number) => `folder ${String(i).padStart(5, '0')}`;
    const first = { name: name(0), owner_id: 'ann', parent_id: folder.id };
    await hawkerOf().fileStore.createFolder(first);
    const page = await looking.open('/services/file-store');
    // As if the folder had ten thousand: making them takes longer than looking at them.
    await page.route(`**/folders/${folder.id}/children`, async (route) => {
      const answer = await route.fetch();
      const { children } = (await answer.json()) as { children: { id: string }[] };
      const many = Array.from({ length: 10_000 }, (_, i) => ({
        ...children[0],
        ...(i > 0 && { id: `folder_${1_000_000 + i}`, name: name(i) }),
      }));
      await route.fulfill({ response: answer, json: { children: many } });
    });
    await page.goto(looking.address + folder.path);
    const list = page.getByRole('region', { name: '10,000 items' });
    const rows = list.getByRole('listitem');
    const focused = (i: number) => list.locator('button:focus').getByText(name(i)).waitFor();
    await item(page, name(0)).focus();
    await page.keyboard.press('ArrowDown');
    await focused(1);
    await page.keyboard.press('End');
    await focused(9_999);
    const last = rows.filter({ hasText: name(9_999) });
    assert.equal(await last.getAttribute('aria-posinset'), '10000');
    assert.equal(await last.getAttribute('aria-setsize'), '10000');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await focused(0);
    // What has the focus stays, however far the others are scrolled.
    await page.evaluate(
      `document.querySelector('[aria-label="10,000 items"]').scrollTop = 170_000`,
    );
    await item(page, name(5_004)).waitFor();
    await focused(0);
    assert.deepEqual(await violations(page), []);
    assert.ok((await rows.count()) < 60, `${await rows.count()} rows are drawn`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: name(0) }).waitFor();
  });

  async function newFolder(name: string) {
    const { id } = await hawkerOf().fileStore.createFolder({ name, owner_id: 'ann' });
    return { id, path: `/services/file-store?at=${id}:${name}:ann` };
  }
});

describe('the page of the file store, while identity is on', { skip: withoutChromium }, () => {
  const looking = lookAtProduct({ AUTH_JWT_SECRET: authSecret });

  it('asks for a token once, and uploads and downloads in the name of its user', async () => {
    const page = await looking.open('/services/file-store');
    await page.getByLabel('Token', { exact: true }).fill(tokenOf('ann', Date.now()));
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('No files yet').waitFor();
    const file = { name: 'own.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') };
    await page.getByLabel('Files to upload').setInputFiles(file);
    await page.getByText('1 of 1 done').waitFor();
    const row = page.getByRole('region', { name: 'Files', exact: true }).getByText('own.txt');
    await row.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    assert.equal(readFileSync(await (await downloading).path(), 'utf8'), 'mine');
  });
});
