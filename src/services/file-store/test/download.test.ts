/** Downloads with conditions and ranges. */
import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { createHash } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { parse as parseDisposition } from 'content-disposition';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { planDownload } from '../download.ts';
import { fileStore } from '../index.ts';
import { client, onBothStores, assertRefusal, uploaded } from './fixtures.ts';

const text = 'abcdefghijklmnopqrstuvwxyz';
const hash = createHash('sha256').update(text).digest('hex');
const etag = `"${hash}"`;

await onBothStores((env) => {
  async function open(t: TestContext, more: Environment = {}) {
    const files = client((await openService(t, fileStore, { ...env(), ...more })).app);
    const { id } = await uploaded(files, text, { mime_type: 'text/plain' });
    return { files, id, get: (headers: Record<string, string>) => files.download(id, { headers }) };
  }

  test('a download says what it is, and how to ask again', async (t) => {
    const { get } = await open(t);
    const { date: _, connection: __, 'x-request-id': ___, ...headers } = (await get({})).headers;
    assert.deepEqual(headers, {
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-type': 'text/plain; charset=utf-8',
      'cross-origin-resource-policy': 'same-site',
      vary: 'Origin',
      'content-length': '26',
      'content-disposition': 'attachment; filename=a.txt',
      'x-content-type-options': 'nosniff',
    });
  });

  test('HEAD answers the same without the bytes', async (t) => {
    const { files, id, get } = await open(t);
    const head = await files.send('HEAD', `/files/${id}/download`);
    const ofEach = { date: '', 'x-request-id': '' };
    const headers = { ...head.headers, ...ofEach };
    const expected = { ...(await get({})).headers, ...ofEach };
    assert.deepEqual([head.statusCode, head.body, headers], [200, '', expected]);
    assertRefusal(await files.get('/files/file_999/download'), 404, 'FILE_NOT_FOUND');
    assert.equal((await files.send('HEAD', '/files/file_999/download')).statusCode, 404);
  });

  test('a range is answered with 206 and its place', async (t) => {
    const { get } = await open(t);
    for (const [range, body, place] of [
      ['bytes=0-0', 'a', '0-0'],
      ['bytes=2-4', 'cde', '2-4'],
      ['bytes=23-', 'xyz', '23-25'],
      ['bytes=-2', 'yz', '24-25'],
      ['bytes=20-999', 'uvwxyz', '20-25'],
      ['bytes=-999', text, '0-25'],
    ] as const) {
      const response = await get({ range });
      assert.deepEqual([response.statusCode, response.body], [206, body], range);
      assert.equal(response.headers['content-range'], `bytes ${place}/26`);
      assert.equal(response.headers['content-length'], String(body.length));
      assert.equal(response.headers['etag'], etag);
    }
  });

  test('the last bytes of an empty content are the whole of it', async (t) => {
    const { files } = await open(t);
    const { id } = await uploaded(files, '');
    const response = await files.download(id, { headers: { range: 'bytes=-5' } });
    assert.deepEqual([response.statusCode, response.body], [200, '']);
  });

  test('a range outside of the content is 416 with its size', async (t) => {
    const { files, get } = await open(t);
    const { id } = await uploaded(files, '');
    for (const [response, size] of [
      [await get({ range: 'bytes=26-' }), 26],
      [await get({ range: 'bytes=-0' }), 26],
      [await files.download(id, { headers: { range: 'bytes=0-' } }), 0],
    ] as const) {
      assertRefusal(response, 416, 'RANGE_NOT_SATISFIABLE');
      assert.equal(response.headers['content-range'], `bytes */${size}`);
    }
  });

  test('several ranges, other units and nonsense are answered with the whole', async (t) => {
    const { get } = await open(t);
    for (const range of [
      'bytes=0-1,5-6',
      'lines=1-2',
      'nonsense',
      'bytes=',
      'bytes=5-2',
      'bytes=-',
    ]) {
      const response = await get({ range });
      assert.deepEqual([response.statusCode, response.body], [200, text], range);
    }
  });

  test('If-None-Match with the present content is 304 without bytes', async (t) => {
    const { files, id, get } = await open(t);
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': tag, range: 'bytes=0-1' });
      assert.deepEqual([response.statusCode, response.body], [304, ''], tag);
      assert.equal(response.headers['etag'], etag);
      const head = { headers: { 'if-none-match': tag } };
      assert.equal((await files.send('HEAD', `/files/${id}/download`, head)).statusCode, 304);
    }
    for (const tag of ['"x"', hash, '']) {
      assert.equal((await get({ 'if-none-match': tag })).statusCode, 200, tag);
    }
  });

  test('If-Range sends the part of the same content, else the whole', async (t) => {
    const { get } = await open(t);
    const range = 'bytes=0-1';
    assert.equal((await get({ range, 'if-range': etag })).statusCode, 206);
    for (const other of ['"x"', `W/${etag}`, 'Thu, 01 Jan 2026 00:00:00 GMT']) {
      assert.equal((await get({ range, 'if-range': other })).body, text, other);
    }
  });
});

const plain = { ifMatch: undefined, ifNoneMatch: undefined, ifRange: undefined, range: undefined };

test('every name makes a legal header that gives the name back', () => {
  const names = anyText({ minLength: 1, maxLength: 256 });
  fc.assert(
    fc.property(names, (name) => {
      const file = { name, mime_type: 'a/b' };
      const { headers } = planDownload(file, { content_hash: hash, size: 1 }, plain);
      const value = String(headers['content-disposition']);
      validateHeaderValue('content-disposition', value);
      assert.match(value, /^attachment/);
      parseDisposition(value);
    }),
  );
  for (const name of ['a b.txt', 'ü😀.txt', 'quo"te\\.txt', '100%.txt', "it's.txt", 'a\nb.txt']) {
    const { headers } = planDownload(
      { name, mime_type: 'a/b' },
      { content_hash: hash, size: 1 },
      plain,
    );
    const { parameters } = parseDisposition(String(headers['content-disposition']));
    assert.equal(parameters['filename'], name);
  }
});
