/** Uploads and versions, as users meet them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { fileStore } from '../index.ts';
import { client, form, madeFolder, onBothStores, assertRefusal, uploaded } from './fixtures.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

await onBothStores((env) => {
  rawSuite(env);
  formSuite(env);
  versionSuite(env);
});

async function open(t: TestContext, env: Environment) {
  const service = await openService(t, fileStore, env);
  return { ...service, files: client(service.app) };
}

function rawSuite(env: () => Environment): void {
  test('an upload answers 201 with the file, which is then found and downloaded', async (t) => {
    const { files, clock } = await open(t, env());
    const options = { headers: { 'content-type': 'text/plain; charset=utf-8' } };
    const response = await files.upload('hällo', { name: 'ü "x".txt' }, options);
    assert.equal(response.statusCode, 201);
    const { id, ...rest } = response.json().file;
    assert.match(id, /^file_[1-9]\d*$/);
    assert.deepEqual(rest, {
      name: 'ü "x".txt',
      mime_type: 'text/plain; charset=utf-8',
      parent_id: '',
      owner_id: 'ann',
      size: 6,
      version: 1,
      created_at: clock(),
      updated_at: clock(),
      shared_with: {},
      content_hash: sha256('hällo'),
    });
    assert.deepEqual((await files.get(`/files/${id}`)).json(), { id, ...rest });
    const download = await files.download(id);
    assert.equal(download.statusCode, 200);
    assert.equal(download.body, 'hällo');
    assert.equal(download.headers['content-type'], 'text/plain; charset=utf-8');
  });

  test('the type is that of the query, else of the header, else of the bytes', async (t) => {
    const { files } = await open(t, env());
    const header = { headers: { 'content-type': 'image/webp' } };
    const mime_type = 'application/x-own;v="1;2"';
    for (const [expected, bytes, query, options] of [
      [mime_type, png, { mime_type }, header],
      [mime_type, png, { mime_type }, {}],
      ['image/webp', png, {}, header],
      ['application/json', '{"a": 1', {}, { headers: { 'content-type': 'application/json' } }],
      ['image/png', png, {}, {}],
      ['image/png', png, {}, { headers: { 'content-type': '' } }],
      ['image/png', png, { mime_type: '' }, {}],
      ['image/webp', png, { mime_type: '' }, header],
      ['image/png', png, {}, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
      ['text/plain', 'some text', {}, {}],
      ['text/plain', '', {}, {}],
    ] as const) {
      const file = await uploaded(files, bytes, query, options);
      assert.equal(file.mime_type, expected);
      assert.ok((await files.download(file.id)).rawPayload.equals(Buffer.from(bytes)));
    }
  });

  test('a body of any size, also none, comes back byte by byte', async (t) => {
    const { files } = await open(t, env());
    for (const size of [0, 1, 65_536, 65_537, 2_500_000]) {
      const bytes = Buffer.alloc(size, `${size} bytes `);
      const file = await uploaded(files, bytes);
      assert.deepEqual([file.size, file.content_hash], [size, sha256(bytes)]);
      assert.ok((await files.download(file.id)).rawPayload.equals(bytes));
    }
  });

  test('a body above FILE_MAX_BYTES is 413, whether it tells its length or not', async (t) => {
    const { app, files } = await open(t, { ...env(), FILE_MAX_BYTES: '100000' });
    const { id } = await uploaded(files, Buffer.alloc(100_000));
    assertRefusal(await files.upload(Buffer.alloc(100_001)), 413, 'FILE_TOO_LARGE');
    assertRefusal(await files.put(id, Buffer.alloc(100_001)), 413, 'FILE_TOO_LARGE');
    const headers = { 'transfer-encoding': 'chunked' };
    const unannounced = { method: 'PUT', url: `/files/${id}`, headers } as const;
    assertRefusal(
      await app.inject({ ...unannounced, payload: Readable.from(streamOf(Buffer.alloc(100_001))) }),
      413,
      'FILE_TOO_LARGE',
    );
    const { payload } = form([
      ['Content-Disposition: form-data; filename=x', Buffer.alloc(100_001)],
    ]);
    const asForm = form([]);
    assertRefusal(await files.upload(payload, {}, asForm), 413, 'FILE_TOO_LARGE');
    assert.equal(
      (await files.get(`/files/${id}/versions?content=false`)).json().versions.length,
      1,
    );
    const { children } = (await files.get('/folders/root/children')).json();
    assert.equal(children.length, 1);
  });

  test('an upload with a wrong query or header is refused before its body is read', async (t) => {
    const { app } = await open(t, env());
    async function* never() {
      await new Promise(() => {});
      yield '';
    }
    const { id } = await uploaded(client(app), 'x');
    for (const [method, url, headers, status] of [
      ['POST', '/files?owner_id=ann', {}, 400],
      ['POST', '/files?name=a&owner_id=ann&parent_id=folder_999', {}, 404],
      ['POST', '/files?name=a&owner_id=ann', { 'content-length': '1073741825' }, 413],
      ['PUT', `/files/${id}`, { 'content-length': '1073741825' }, 413],
      ['PUT', `/files/${id}`, { 'if-match': '"x"' }, 412],
    ] as const) {
      const payload = Readable.from(never());
      const response = await app.inject({ method, url, headers, payload });
      assert.equal(response.statusCode, status, url);
    }
  });

  test('a file in a folder names it; an unknown folder is 404', async (t) => {
    const { files } = await open(t, env());
    const { id: parent_id } = await madeFolder(files, {});
    assert.equal((await uploaded(files, 'x', { parent_id })).parent_id, parent_id);
    for (const unknown of ['folder_999999', 'file_1', 'nonsense', 'root']) {
      assertRefusal(await files.upload('x', { parent_id: unknown }), 404, 'FOLDER_NOT_FOUND');
    }
  });

  test('a deleted file is 404 everywhere, with the words `file not found`', async (t) => {
    const { files } = await open(t, env());
    const { id } = await uploaded(files, 'x');
    const deleted = await files.remove(id);
    assert.deepEqual([deleted.statusCode, deleted.json()], [200, { deleted: true }]);
    for (const gone of [id, 'file_999999', 'file_0', 'nonsense', 'folder_1']) {
      for (const response of [
        await files.get(`/files/${gone}`),
        await files.download(gone),
        await files.put(gone, 'y'),
        await files.remove(gone),
        await files.get(`/files/${gone}/versions`),
        await files.post(`/files/${gone}/share`, { user_id: 'bob', permission: 'read' }),
      ]) {
        assertRefusal(response, 404, 'FILE_NOT_FOUND');
        assert.equal(response.json().detail, 'file not found');
      }
    }
  });
}

async function* streamOf(bytes: Buffer) {
  for (let i = 0; i < bytes.length; i += 10_000) yield bytes.subarray(i, i + 10_000);
}

function formSuite(env: () => Environment): void {
  const disposition = 'Content-Disposition: form-data; name="upload"';

  test('the file of a form is the content; its filename and type count', async (t) => {
    const { files } = await open(t, env());
    const bytes = Buffer.alloc(300_000, 'form');
    const { payload, headers } = form([
      ['Content-Disposition: form-data; name="note"', 'ignored'],
      [`${disposition}; filename="cät.png"\r\nContent-Type: image/png`, bytes],
      ['Content-Disposition: form-data; name="owner_id"', 'eve'],
    ]);
    const file = await uploaded(files, payload, { name: undefined }, { headers });
    assert.deepEqual([file.name, file.mime_type, file.owner_id], ['cät.png', 'image/png', 'ann']);
    assert.ok((await files.download(file.id)).rawPayload.equals(bytes));
    const named = await uploaded(files, payload, { name: 'n', mime_type: 'a/b' }, { headers });
    assert.deepEqual([named.name, named.mime_type], ['n', 'a/b']);
  });

  test('a form has one file and at most 100 parts; more is 400, says so, and leaves nothing', async (t) => {
    const { files } = await open(t, env());
    const file = [`${disposition}; filename="f"`, Buffer.alloc(200_000)] as const;
    const field = ['Content-Disposition: form-data; name="n"', 'x'] as const;
    const fields = (n: number) => Array.from({ length: n }, () => field);
    for (const [parts, message] of [
      [[file, file], 'must NOT contain more than one file'],
      [[...fields(50), file, file], 'must NOT contain more than one file'],
      [[file, ...fields(100)], 'must NOT have more than 100 parts'],
      [[...fields(100), file], 'must NOT have more than 100 parts'],
      [fields(50_000), 'must NOT have more than 100 parts'],
    ] as const) {
      const { payload, headers } = form(parts);
      const response = await files.upload(payload, {}, { headers });
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.deepEqual(response.json().errors, [{ path: 'body', message }]);
    }
    assert.deepEqual((await files.get('/folders/root/children')).json(), { children: [] });
    const { payload, headers } = form([...fields(99), file]);
    assert.equal((await uploaded(files, payload, {}, { headers })).size, 200_000);
  });

  test('an empty file in a form is an empty file', async (t) => {
    const { files } = await open(t, env());
    const { payload, headers } = form([[`${disposition}; filename="empty"`, '']]);
    const file = await uploaded(files, payload, {}, { headers });
    assert.deepEqual([file.size, file.name], [0, 'a.txt']);
  });

  test('a form that is none, holds no file, or breaks off is 400 and leaves nothing', async (t) => {
    const { files, ...service } = await open(t, env());
    const large = Buffer.alloc(200_000);
    const whole = form([[`${disposition}; filename="f"`, large]]);
    const { headers } = whole;
    const type = (value: string) => ({ 'content-type': value });
    for (const [path, payload, more] of [
      ['body', form([[disposition, 'no file']]).payload, headers],
      ['body', form([]).payload, headers],
      ['body', '', headers],
      ['body', 'no form at all', headers],
      ['body', whole.payload.subarray(0, 150_000), headers],
      ['body', whole.payload.subarray(0, -4), headers],
      ['body', form([[`${disposition}; filename="f"`, large]], '').payload, headers],
      ['content-type', whole.payload, type('multipart/form-data')],
      [
        'content-type',
        form([[`${disposition}; filename=f\r\nContent-Type: x`, 'x']]).payload,
        headers,
      ],
    ] as const) {
      const response = await files.upload(payload, {}, { headers: more });
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, path, response.body);
    }
    const nameless = form([[`${disposition}\r\nContent-Type: application/octet-stream`, 'x']]);
    for (const [query, parts] of [
      [{ name: undefined }, nameless],
      [{ name: undefined }, form([[`${disposition}; filename="${'n'.repeat(257)}"`, 'x']])],
    ] as const) {
      const response = await files.upload(parts.payload, query, { headers });
      assert.equal(response.json().errors[0].path, 'name', response.body);
    }
    assert.deepEqual((await files.get('/folders/root/children')).json(), { children: [] });
    await service.ready();
  });
}

function versionSuite(env: () => Environment): void {
  test('a PUT appends a version: size, updated_at and hash change, the rest stays', async (t) => {
    const { files, clock } = await open(t, env());
    const before = await uploaded(files, 'one', { mime_type: 'text/plain' });
    clock.advance(1_000);
    const headers = { 'content-type': 'application/json' };
    const response = await files.put(before.id, '{"not json', {}, { headers });
    assert.equal(response.statusCode, 200);
    const after = { size: 10, version: 2, updated_at: clock(), content_hash: sha256('{"not json') };
    assert.deepEqual(response.json(), { file: { ...before, ...after } });
    assert.deepEqual((await files.get(`/files/${before.id}`)).json(), { ...before, ...after });
    assert.equal((await files.download(before.id)).body, '{"not json');
  });

  test('a PUT with mime_type changes the type', async (t) => {
    const { files } = await open(t, env());
    const { id } = await uploaded(files, 'one', { mime_type: 'text/plain' });
    const { file } = (await files.put(id, 'two', { mime_type: 'text/html' })).json();
    assert.equal(file.mime_type, 'text/html');
  });

  test('a PUT takes a form as it is', async (t) => {
    const { files } = await open(t, env());
    const { id } = await uploaded(files, 'one');
    const { payload, headers } = form([['Content-Disposition: form-data; filename=x', 'x']]);
    assert.equal((await files.put(id, payload, {}, { headers })).statusCode, 200);
    assert.ok((await files.download(id)).rawPayload.equals(payload));
  });

  test('versions come in ascending order, with their contents in base64', async (t) => {
    const { files, clock } = await open(t, env());
    const contents = ['', 'a', 'ab', 'abc', Buffer.alloc(1_200_001, 'xyz')].map((c) =>
      Buffer.from(c),
    );
    const { id } = await uploaded(files, contents[0]!);
    const created = [clock()];
    for (const content of contents.slice(1)) {
      clock.advance(5);
      created.push(clock());
      await files.put(id, content);
    }
    const expected = contents.map((content, i) => ({
      version: i + 1,
      size: content.length,
      created_at: created[i],
      content_hash: sha256(content),
      content: content.toString('base64'),
    }));
    const response = await files.get(`/files/${id}/versions`);
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual(response.json(), { versions: expected });
    const without = (await files.get(`/files/${id}/versions?content=false`)).json();
    assert.deepEqual(without, { versions: expected.map(({ content: _content, ...rest }) => rest) });
  });

  test('every version can be downloaded; an unknown one is 404', async (t) => {
    const { files } = await open(t, env());
    const { id } = await uploaded(files, 'one');
    await files.put(id, 'two');
    const download = (version: number) => files.get(`/files/${id}/download?version=${version}`);
    assert.equal((await download(1)).body, 'one');
    assert.equal((await download(2)).body, 'two');
    assertRefusal(await download(3), 404, 'VERSION_NOT_FOUND');
  });

  test('PUTs at once make consecutive versions, none is lost', async (t) => {
    const { files } = await open(t, env());
    const { id } = await uploaded(files, 'content 0');
    const texts = Array.from({ length: 12 }, (_, i) => `content ${i + 1}`);
    const responses = await Promise.all(texts.map((text) => files.put(id, text)));
    const numbers = responses.map((response) => response.json().file.version);
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      Array.from({ length: 12 }, (_, i) => i + 2),
    );
    for (const [i, version] of numbers.entries()) {
      assert.equal((await files.get(`/files/${id}/download?version=${version}`)).body, texts[i]);
    }
  });

  test('If-Match lets a PUT through only onto the content that it names', async (t) => {
    const { files } = await open(t, env());
    const { id } = await uploaded(files, 'one');
    const put = (text: string, tag: string) =>
      files.put(id, text, {}, { headers: { 'if-match': tag } });
    const [one, two] = [`"${sha256('one')}"`, `"${sha256('two')}"`];
    for (const tag of [two, `W/${one}`, sha256('one'), '""', 'nonsense']) {
      assertRefusal(await put('x', tag), 412, 'PRECONDITION_FAILED');
    }
    assert.equal((await put('two', one)).json().file.version, 2);
    assertRefusal(await put('x', one), 412, 'PRECONDITION_FAILED');
    assert.equal((await put('three', `"other", ${two}`)).json().file.version, 3);
    assert.equal((await put('four', '*')).json().file.version, 4);
    assertRefusal(
      await files.put('file_999', 'x', {}, { headers: { 'if-match': '*' } }),
      404,
      'FILE_NOT_FOUND',
    );
  });

  test('when PUTs at once have one If-Match, one gets through', async (t) => {
    const { files } = await open(t, env());
    const { id } = await uploaded(files, 'one');
    const headers = { 'if-match': `"${sha256('one')}"` };
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => files.put(id, `new ${i}`, {}, { headers })),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412]);
  });
}
