/** Uploads and downloads by the programs that people use. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withoutChromium } from '#kit/testing/chromium.ts';
import { openService, temporaryFolder } from '#kit/testing/testing.ts';
import { fileStore } from '../../index.ts';
import { client } from '../fixtures.ts';

const run = promisify(execFile);
const found = async (...command: [string, ...string[]]) =>
  run(command[0], command.slice(1)).then(
    () => false as const,
    () => `${command.join(' ')} does not work here`,
  );

async function listening(t: TestContext) {
  const { app } = await openService(t, fileStore);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const files = client(app);
  /** Name and type of the files that there are, as they were made. */
  const made = async () => {
    const { children } = (await files.get('/folders/root/children')).json();
    const byId = children.toSorted((a: { id: string }, b: { id: string }) =>
      a.id.localeCompare(b.id, 'en', { numeric: true }),
    );
    return byId.map((file: { name: string; mime_type: string }) => [file.name, file.mime_type]);
  };
  return { files, address, upload: `${address}/files?owner_id=ann`, made };
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';

test('Node: FormData and bodies of fetch', async (t) => {
  const { upload, made } = await listening(t);
  for (const file of [
    new File(['a,b'], 'naïve.csv'),
    new File(['a,b'], 'typed.csv', { type: 'text/csv' }),
  ]) {
    const body = new FormData();
    body.set('file', file);
    assert.equal((await fetch(upload, { method: 'POST', body })).status, 201);
  }
  for (const body of ['text', new Blob(['text']), Buffer.from(png, 'base64')]) {
    assert.equal((await fetch(`${upload}&name=n`, { method: 'POST', body })).status, 201);
  }
  assert.deepEqual(await made(), [
    ['naïve.csv', 'application/octet-stream'],
    ['typed.csv', 'text/csv'],
    ['n', 'text/plain;charset=UTF-8'],
    ['n', 'text/plain'],
    ['n', 'image/png'],
  ]);
});

const script = `
import base64, sys, requests
url = sys.argv[1]
png = base64.b64decode('${png}')
for name, content in (('naïve.txt', 'naïve'.encode()), ('picture', png), ('bytes', bytes([1, 255]))):
    requests.post(url, files={'file': (name, content)}).raise_for_status()
requests.post(url, files={'file': ('typed.csv', b'a,b', 'text/csv')}).raise_for_status()
requests.post(url + '&name=raw', data='text').raise_for_status()
requests.post(url + '&name=raw', data={'a': 'form'}).raise_for_status()
`;

test('Python: requests', { skip: await found('python3', '-c', 'import requests') }, async (t) => {
  const { upload, made } = await listening(t);
  await run('python3', ['-c', script, upload]);
  assert.deepEqual(await made(), [
    ['naïve.txt', 'text/plain'],
    ['picture', 'image/png'],
    ['bytes', 'application/octet-stream'],
    ['typed.csv', 'text/csv'],
    ['raw', 'text/plain'],
    ['raw', 'text/plain'],
  ]);
});

test('curl: --data-binary, -T and -F', { skip: await found('curl', '--version') }, async (t) => {
  const { upload, made } = await listening(t);
  const file = join(temporaryFolder(), 'na"ïve.bin');
  writeFileSync(file, Buffer.from(png, 'base64'));
  const curl = (...args: string[]) => run('curl', ['-sSf', ...args]);
  await curl('--data-binary', 'text', `${upload}&name=a`);
  await curl('-T', file, '-X', 'POST', `${upload}&name=b`);
  await curl('-F', `file=@${file};filename="naïve.png";type=image/png`, upload);
  const all = await made();
  assert.deepEqual(all.slice(0, 2), [
    ['a', 'text/plain'],
    ['b', 'image/png'],
  ]);
  assert.deepEqual(all.at(-1), ['naïve.png', 'image/png']);
});

describe('Chromium', { skip: withoutChromium }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());

  async function open(t: TestContext): Promise<Page> {
    const page = await browser.newPage();
    t.after(() => page.close());
    return page;
  }

  test('sends files with a type and without, in a form and as they are', async (t) => {
    const { address, upload, made } = await listening(t);
    const page = await open(t);
    await page.goto(`${address}/folders/root/children`);
    await page.evaluate(async (url) => {
      for (const type of ['', 'image/jpg']) {
        const body = new FormData();
        const file = new File(['text'], 'naïve "1".txt', { type });
        body.set('file', file);
        await fetch(url, { method: 'POST', body });
        await fetch(`${url}&name=raw&mime_type=${type}`, { method: 'POST', body: file });
      }
    }, upload);
    assert.deepEqual(await made(), [
      // The type that a browser gives for a file without one, and how it writes a quotation mark.
      ['naïve %221%22.txt', 'application/octet-stream'],
      ['raw', 'text/plain'],
      ['naïve %221%22.txt', 'image/jpg'],
      ['raw', 'image/jpg'],
    ]);
  });

  test('has the new name of a file that it had before', async (t) => {
    const { address, files } = await listening(t);
    const { id } = (await files.upload('text', { name: 'old.txt' })).json().file;
    const page = await open(t);
    await page.goto(`${address}/folders/root/children`);
    const name = () =>
      page.evaluate(async (url) => {
        const answer = await fetch(url);
        return [await answer.text(), answer.headers.get('content-disposition')];
      }, `${address}/files/${id}/download`);
    assert.deepEqual(await name(), ['text', 'attachment; filename=old.txt']);
    await files.patch(`/files/${id}`, { name: 'new.txt' });
    assert.deepEqual(await name(), ['text', 'attachment; filename=new.txt']);
  });

  test('shows a text of an inline link in the characters that it has', async (t) => {
    const { files } = await listening(t);
    const { id } = (await files.upload('naïve 😀', { mime_type: 'text/plain' })).json().file;
    const body = { expires_in: 60, disposition: 'inline' };
    const { url } = (await files.post(`/files/${id}/links`, body)).json();
    const page = await open(t);
    await page.goto(url);
    assert.equal(await page.locator('body').innerText(), 'naïve 😀');
  });
});
