/** The type that an answer names, and whether a browser shows it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../../index.ts';
import { assertRefusal, client, onBothStores, uploaded } from '../fixtures.ts';

const latin1 = Buffer.from('naïve', 'latin1');
const mebibyte = 1024 * 1024;

await onBothStores((env) => {
  async function open(t: TestContext) {
    return client((await openService(t, fileStore, env())).app);
  }

  test('a text that is UTF-8 and names no charset is answered as UTF-8, in each form of answer', async (t) => {
    const files = await open(t);
    for (const [mime_type, bytes, expected] of [
      ['text/plain', 'naïve 😀', 'text/plain; charset=utf-8'],
      ['text/plain', 'ascii', 'text/plain; charset=utf-8'],
      ['text/plain', '', 'text/plain; charset=utf-8'],
      ['TEXT/Markdown;variant=GFM', 'naïve', 'TEXT/Markdown;variant=GFM; charset=utf-8'],
      ['text/html', '<p>naïve', 'text/html; charset=utf-8'],
      ['text/plain', latin1, 'text/plain'],
      ['text/plain', Buffer.from('\ufeffnaïve', 'utf16le'), 'text/plain'],
      ['text/plain; charset=iso-8859-1', 'naïve', 'text/plain; charset=iso-8859-1'],
      ['text/plain;Charset="windows-1252"', latin1, 'text/plain;Charset="windows-1252"'],
      ['application/json', '"naïve"', 'application/json'],
      ['image/png', 'ascii', 'image/png'],
    ] as const) {
      const { id, ...file } = await uploaded(files, bytes, { mime_type });
      assert.equal(file.mime_type, mime_type);
      const made = await files.post(`/files/${id}/links`, { expires_in: 60 });
      const link = new URL(made.json().url).pathname;
      for (const url of [`/files/${id}/download`, `/files/${id}/download?version=1`, link]) {
        for (const [status, answer] of [
          [200, await files.get(url)],
          [200, await files.send('HEAD', url)],
          [304, await files.get(url, { headers: { 'if-none-match': '*' } })],
          ...(bytes.length === 0
            ? []
            : [[206, await files.get(url, { headers: { range: 'bytes=1-2' } })] as const]),
        ] as const) {
          assert.deepEqual([answer.statusCode, answer.headers['content-type']], [status, expected]);
        }
      }
    }
  });

  test('detects the charset of each version, from the first mebibyte of a long text', async (t) => {
    const files = await open(t);
    const { id } = await uploaded(files, 'naïve', { mime_type: 'text/plain' });
    const typeNow = async (n = '') =>
      (await files.send('HEAD', `/files/${id}/download${n}`)).headers['content-type'];
    await files.put(id, latin1);
    assert.equal(await typeNow(), 'text/plain');
    assert.equal(await typeNow('?version=1'), 'text/plain; charset=utf-8');
    // The limit cuts a character in two.
    const long = Buffer.concat([Buffer.alloc(mebibyte - 1, 'a'), Buffer.from('ï and more')]);
    await files.put(id, long);
    assert.equal(await typeNow(), 'text/plain; charset=utf-8');
    await files.put(id, Buffer.concat([Buffer.alloc(mebibyte - 4, 'a'), latin1]));
    assert.equal(await typeNow(), 'text/plain');
    await files.put(id, Buffer.concat([Buffer.alloc(600_000, 'ï'), latin1]));
    assert.equal(await typeNow(), 'text/plain');
    await files.put(id, Buffer.from('naï').subarray(0, 3));
    assert.equal(await typeNow(), 'text/plain');
  });

  test('inline takes what browsers show and do not run, by each of its names', async (t) => {
    const files = await open(t);
    const ask = async (mime_type: string) => {
      const { id } = await uploaded(files, 'x', { mime_type });
      return files.post(`/files/${id}/links`, { expires_in: 60, disposition: 'inline' });
    };
    for (const type of [
      'image/jpg',
      'image/pjpeg',
      'image/heic',
      'image/heif',
      'image/avif',
      'image/x-png',
      'image/vnd.microsoft.icon',
      'image/x-icon',
      'image/x-ms-bmp',
      'image/jxl',
      'IMAGE/JPG',
      'audio/mp3',
      'audio/x-mp3',
      'audio/x-m4a',
      'audio/m4a',
      'audio/x-wav',
      'audio/wave',
      'audio/vnd.wave',
      'audio/x-flac',
      'audio/opus',
      'audio/x-aac',
      'audio/mp3; a=b',
      'video/x-m4v',
      'video/x-matroska',
      'video/3gpp',
      'video/mp2t',
      'application/ogg',
      'text/markdown',
      'text/csv',
      'text/css',
      'application/json',
      'text/plain;charset=utf-8',
    ]) {
      const made = await ask(type);
      assert.equal(made.statusCode, 201, type);
      const shown = await files.get(new URL(made.json().url).pathname);
      assert.match(String(shown.headers['content-disposition']), /^inline/);
      assert.match(String(shown.headers['content-security-policy']), /sandbox/);
    }
    for (const type of [
      'text/html',
      'application/xhtml+xml',
      'text/xml',
      'application/xml',
      'text/xsl',
      'image/svg+xml',
      'image/svg',
      'application/rss+xml',
      'application/mathml+xml',
      'text/javascript',
      'application/javascript',
      'application/pdf',
      'text/pdf',
      'multipart/related',
      'message/rfc822',
      'application/x-shockwave-flash',
      'x/x',
      'application/octet-stream',
      'image/*',
      'text/html;charset=utf-8',
    ]) {
      assertRefusal(await ask(type), 400, 'VALIDATION_FAILED');
    }
  });
});
