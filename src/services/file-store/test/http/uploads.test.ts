/** How a client's headers and forms describe an upload. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { test, type TestContext } from 'node:test';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../../index.ts';
import { assertRefusal, client, form, onBothStores, uploaded } from '../fixtures.ts';
import { tus } from '../tus.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');
const binary = Buffer.from([0x6e, 0xff, 0xfe, 0x01]);

await onBothStores((env) => {
  async function open(t: TestContext) {
    const { app } = await openService(t, fileStore, env());
    return { files: client(app), tus: tus(app) };
  }

  test('a file without a type has the type of a known format, else of text, else of bytes', async (t) => {
    const { files } = await open(t);
    const label = 'application/x-www-form-urlencoded';
    for (const [bytes, expected] of [
      [png, 'image/png'],
      ['<?xml version="1.0"?><a/>', 'application/xml'],
      ['%PDF-1.7\n%%EOF', 'application/pdf'],
      ['name,age\nZoë,7\n', 'text/plain'],
      ['\ufeffwith a mark', 'text/plain'],
      // These begin as a picture, a program and a sound file do.
      ['BMW sales of 2026', 'text/plain'],
      ['GIFs are fun', 'text/plain'],
      ['MZ is a country code', 'text/plain'],
      ['MAC addresses', 'text/plain'],
      ['GIF89a', 'image/gif'],
      [binary, 'application/octet-stream'],
      [Buffer.from('naïve', 'latin1'), 'application/octet-stream'],
      [Buffer.from('two words', 'utf16le'), 'application/octet-stream'],
      ['text\0with a zero', 'application/octet-stream'],
      [Buffer.concat([Buffer.alloc(100_000, 'ï'), binary]), 'application/octet-stream'],
      [Buffer.alloc(100_001, 'aï'), 'application/octet-stream'],
      [Buffer.alloc(3_000_000, 'aïb'), 'text/plain'],
    ] as const) {
      const name = bytes.toString('latin1' as never).slice(0, 20);
      const { payload, headers } = form([
        ['Content-Disposition: form-data; name="file"; filename="f"', bytes],
      ]);
      const unlabelled = form([
        ['Content-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: ', bytes],
      ]);
      for (const [body, query, given] of [
        [bytes, {}, {}],
        [bytes, { mime_type: '' }, { 'content-type': '' }],
        [bytes, {}, { 'content-type': label }],
        [bytes, {}, { 'content-type': `${label.toUpperCase()}; charset=UTF-8` }],
        [payload, {}, headers],
        [unlabelled.payload, { mime_type: '' }, headers],
      ] as const) {
        const file = await uploaded(files, body, query, { headers: given });
        assert.equal(file.mime_type, expected, name);
        assert.equal(file.size, Buffer.byteLength(bytes), name);
      }
    }
  });

  test('a type that a client names is kept, with its parameters', async (t) => {
    const { files } = await open(t);
    const head = 'Content-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: ';
    for (const [type, expected] of [
      ['application/octet-stream', 'application/octet-stream'],
      ['text/plain; charset=iso-8859-1', 'text/plain; charset=iso-8859-1'],
      ['image/png', 'image/png'],
      ['image/png;', 'image/png'],
      ['text/csv; header', 'text/csv'],
    ] as const) {
      const { payload, headers } = form([[head + type, 'text']]);
      const file = await uploaded(files, payload, {}, { headers });
      assert.equal(file.mime_type, expected);
    }
    const made = await uploaded(files, 'text', { mime_type: 'image/png' });
    const kept = await files.put(made.id, 'other', { mime_type: '' });
    assert.equal(kept.json().file.mime_type, 'image/png');
  });

  test('the exact filename of a form names the file, wherever it stands', async (t) => {
    const { files } = await open(t);
    for (const [parameters, expected] of [
      [`filename="na_ve.txt"; filename*=UTF-8''na%C3%AFve.txt`, 'naïve.txt'],
      [`filename*="utf-8''na%C3%AFve.txt"; filename=na_ve.txt`, 'naïve.txt'],
      [`filename*=iso-8859-1''na%EFve.txt`, 'naïve.txt'],
      [`filename=plain.txt; filename*=nonsense`, 'plain.txt'],
    ] as const) {
      const { payload, headers } = form([
        ['Content-Disposition: form-data; name=note', 'before'],
        [`Content-Disposition: form-data; name=file; ${parameters}`, 'text'],
        ['Content-Disposition: form-data; name=note', 'after'],
      ]);
      const query = { name: undefined };
      assert.equal((await uploaded(files, payload, query, { headers })).name, expected);
    }
    const { payload, headers } = form([
      [`Content-Disposition: form-data; name=file; filename*=utf-8''a%00b`, 'text'],
    ]);
    const refused = await files.upload(payload, { name: undefined }, { headers });
    assertRefusal(refused, 400, 'VALIDATION_FAILED');
    assert.equal(refused.json().errors[0].path, 'name');
  });

  test('bytes after the end of a form are ignored', async (t) => {
    const { files } = await open(t);
    const { payload, headers } = form([['Content-Disposition: form-data; filename=f', 'text']]);
    const more = Buffer.concat([payload, Buffer.alloc(200_000, '\r\n')]);
    assert.equal((await uploaded(files, more, {}, { headers })).size, 4);
  });

  test('an upload with a Content-Encoding is 415, and names what is taken', async (t) => {
    const { files, ...service } = await open(t);
    const { id } = await uploaded(files, 'text');
    const zipped = gzipSync('new text');
    const { url } = await service.tus.begin(8, { name: 'a', owner_id: 'ann' });
    const { payload, headers } = form([['Content-Disposition: form-data; filename=f', zipped]]);
    for (const coding of ['gzip', 'GZIP', 'br', 'zstd', 'identity, gzip', 'aws-chunked', 'none']) {
      const encoded = { headers: { 'content-encoding': coding } };
      for (const answer of [
        await files.upload(zipped, {}, encoded),
        await files.upload(payload, {}, { headers: { ...headers, ...encoded.headers } }),
        await files.put(id, zipped, {}, encoded),
        await service.tus.patch(url, 0, zipped, encoded),
        (await service.tus.begin(8, { name: 'a', owner_id: 'ann' }, encoded)).response,
      ]) {
        assertRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
        assert.equal(answer.headers['accept-encoding'], 'identity');
      }
    }
    assert.equal((await files.get(`/files/${id}`)).json().version, 1);
    assert.equal((await service.tus.head(url)).headers['upload-offset'], '0');
    for (const coding of ['identity', 'Identity', 'identity, identity', '']) {
      const plain = { headers: { 'content-encoding': coding } };
      await uploaded(files, 'text', {}, plain);
      assert.equal((await files.put(id, 'text', {}, plain)).statusCode, 200);
    }
  });

  test('tus at /uploads/ is tus at /uploads, and its Location leads to the upload', async (t) => {
    const { app } = await openService(t, fileStore, env());
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '4' };
    const metadata = `name ${btoa('a.txt')},owner_id ${btoa('ann')}`;
    for (const url of ['/uploads', '/uploads/', '/uploads?a=/', '/uploads/?a=b']) {
      const options = await app.inject({ method: 'OPTIONS', url });
      assert.deepEqual([options.statusCode, options.headers['tus-version']], [204, '1.0.0']);
      const more = { ...headers, 'upload-metadata': metadata };
      const made = await app.inject({ method: 'POST', url, headers: more });
      assert.equal(made.statusCode, 201, made.body);
      const location = new URL(String(made.headers['location']), `http://localhost${url}`);
      assert.match(location.pathname, /^\/uploads\/upload_/);
      const done = await tus(app).patch(location.pathname, 0, 'text');
      assert.equal(done.statusCode, 204);
    }
  });

  test('tus metadata as its clients write them: filename, filetype, and types that are empty', async (t) => {
    const { files, tus } = await open(t);
    const owner_id = 'ann';
    for (const [metadata, name, type] of [
      [{ filename: 'a.txt', filetype: '', owner_id }, 'a.txt', 'text/plain'],
      [{ filename: 'a.txt', filetype: 'text/csv', owner_id }, 'a.txt', 'text/csv'],
      [{ filename: 'a.txt', filetype: 'unknown', owner_id }, 'a.txt', 'text/plain'],
      [{ name: 'b', filename: 'a', mime_type: '', filetype: '', owner_id }, 'b', 'text/plain'],
      [{ name: 'b', mime_type: 'a/b', filetype: 'text/csv', owner_id }, 'b', 'a/b'],
    ] as const) {
      const { url } = await tus.begin(4, metadata);
      const id = String((await tus.patch(url, 0, 'text')).headers['x-file-id']);
      const file = (await files.get(`/files/${id}`)).json();
      assert.deepEqual([file.name, file.mime_type], [name, type]);
    }
    const { id } = await uploaded(files, 'text', { mime_type: 'image/png' });
    const { url } = await tus.begin(4, { file_id: id, mime_type: '' });
    await tus.patch(url, 0, 'more');
    const { version, mime_type } = (await files.get(`/files/${id}`)).json();
    assert.deepEqual([version, mime_type], [2, 'image/png']);
    const { response } = await tus.begin(4, { filename: 'a\0b', owner_id });
    assertRefusal(response, 400, 'VALIDATION_FAILED');
  });
});
