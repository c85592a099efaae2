/** Resumable uploads by the protocol, request by request. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { eventually, openService } from '#kit/testing/testing.ts';
import { createFileStore } from '../index.ts';
import { assertRefusal, client, madeFolder, onBothStores, uploaded } from './fixtures.ts';
import { metadataOf, tus, type Metadata } from './tus.ts';

const text = 'abcdefghijklmnopqrstuvwxyz';
const hour = 3_600_000;
const digest = (algorithm: string, bytes: string) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

async function open(t: TestContext, env: Environment) {
  // Expired records go at once.
  const service = await openService(t, createFileStore({ reclaimEveryMs: 1 }), env);
  return { ...service, files: client(service.app), tus: tus(service.app) };
}

const ann = { name: 'a.txt', owner_id: 'ann' };
const patchHeaders = {
  'tus-resumable': '1.0.0',
  'upload-offset': '20',
  'content-type': 'application/offset+octet-stream',
};

await onBothStores((env) => {
  coreSuite(env);
  creationSuite(env);
  finishSuite(env);
  accessSuite(env);
  checksumSuite(env);
  expirySuite(env);
});

function coreSuite(env: () => Environment): void {
  test('an upload goes on from where it was, request by request, and tells its file at the end', async (t) => {
    const { files, tus, clock } = await open(t, env());
    const { url, response } = await tus.begin(26, { ...ann, mime_type: 'text/plain' });
    assert.equal(response.statusCode, 201);
    assert.match(String(response.headers['location']), /^uploads\/upload_[\w-]{31}$/);
    const expires = new Date(clock() + 24 * hour).toUTCString();
    assert.equal(response.headers['upload-expires'], expires);
    for (const [offset, part] of [
      [0, text.slice(0, 10)],
      [10, text.slice(10, 11)],
      [11, ''],
    ] as const) {
      const before = await tus.head(url);
      assert.deepEqual([before.statusCode, before.body], [200, '']);
      const { headers } = before;
      assert.equal(headers['upload-offset'], String(offset));
      assert.equal(headers['upload-length'], '26');
      assert.equal(headers['upload-metadata'], metadataOf({ ...ann, mime_type: 'text/plain' }));
      assert.equal(headers['upload-expires'], expires);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-file-id'], undefined);
      const after = await tus.patch(url, offset, part);
      assert.deepEqual([after.statusCode, after.body], [204, '']);
      assert.equal(after.headers['upload-offset'], String(offset + part.length));
      assert.equal(after.headers['upload-expires'], expires);
      assert.equal(after.headers['x-file-id'], undefined);
    }
    assert.deepEqual((await files.get('/folders/root/children')).json().children, []);
    const last = await tus.patch(url, 11, text.slice(11));
    assert.deepEqual([last.statusCode, last.headers['upload-offset']], [204, '26']);
    assert.equal(last.headers['upload-expires'], undefined);
    const id = String(last.headers['x-file-id']);
    const file = (await files.get(`/files/${id}`)).json();
    assert.deepEqual(
      [file.name, file.owner_id, file.mime_type, file.size, file.version],
      ['a.txt', 'ann', 'text/plain', 26, 1],
    );
    assert.equal(file.content_hash, createHash('sha256').update(text).digest('hex'));
    assert.equal((await files.download(id)).body, text);
  });

  test('every answer says the version of tus, refusals too', async (t) => {
    const { tus, app } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    for (const response of [
      await tus.head(url),
      await tus.head('/uploads/none'),
      await tus.patch(url, 5, 'x'),
      await tus.end(url),
      await app.inject({ method: 'OPTIONS', url: '/uploads' }),
      await app.inject({ method: 'POST', url: '/uploads' }),
    ]) {
      assert.equal(response.headers['tus-resumable'], '1.0.0', response.body);
    }
  });

  test('OPTIONS says what there is of tus', async (t) => {
    const { app, tus } = await open(t, { ...env(), FILE_MAX_BYTES: '1000' });
    const { url } = await tus.begin(26, ann);
    for (const path of ['/uploads', url]) {
      const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url: path });
      assert.equal(statusCode, 204);
      assert.equal(headers['tus-version'], '1.0.0');
      assert.equal(headers['tus-extension'], 'creation,expiration,termination,checksum');
      assert.equal(headers['tus-max-size'], '1000');
      assert.equal(headers['tus-checksum-algorithm'], 'sha1,sha256');
    }
  });

  test('another version of tus, or none, is 412 with the versions that there are', async (t) => {
    const { app, tus } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    for (const headers of [{}, { 'tus-resumable': '0.2.2' }]) {
      for (const [method, path] of [
        ['POST', '/uploads'],
        ['PATCH', url],
        ['DELETE', url],
      ] as const) {
        const type = { 'content-type': 'application/offset+octet-stream' };
        const more = { 'upload-length': '1', 'upload-offset': '0', ...type };
        const response = await app.inject({ method, url: path, headers: { ...more, ...headers } });
        assertRefusal(response, 412, 'TUS_VERSION_UNSUPPORTED');
        assert.equal(response.headers['tus-version'], '1.0.0');
      }
      assert.equal((await app.inject({ method: 'HEAD', url, headers })).statusCode, 412);
    }
    assert.equal((await tus.head(url)).headers['upload-offset'], '0');
  });

  test('another offset is 409 and changes nothing; a wrong one is 400; another type 415', async (t) => {
    const { app, tus } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    await tus.patch(url, 0, 'abc');
    for (const offset of [0, 2, 4, 26]) {
      assertRefusal(await tus.patch(url, offset, 'x'), 409, 'WRONG_OFFSET');
    }
    for (const offset of ['-1', '1.5', 'x', '', '03']) {
      const headers = { 'upload-offset': offset };
      const response = await tus.patch(url, 0, 'x', { headers });
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, 'upload-offset', offset);
    }
    const { 'upload-offset': _, ...without } = patchHeaders;
    const response = await app.inject({ method: 'PATCH', url, headers: without, payload: 'x' });
    assertRefusal(response, 400, 'VALIDATION_FAILED');
    assert.equal(response.json().errors[0].path, 'upload-offset');
    for (const type of ['text/plain', 'application/octet-stream', '']) {
      const headers = { 'content-type': type };
      assertRefusal(await tus.patch(url, 3, 'x', { headers }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    assert.equal((await tus.head(url)).headers['upload-offset'], '3');
  });

  test('more than the rest of the upload is 413, whether it tells its length or not', async (t) => {
    const { app, tus, files } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    await tus.patch(url, 0, text.slice(0, 20));
    assertRefusal(await tus.patch(url, 20, 'seven b'), 413, 'FILE_TOO_LARGE');
    for (const pieces of [['seven b'], ['uvwxyz', '!'], ['uvw', 'xyz!']]) {
      const payload = Readable.from(pieces.map((piece) => Buffer.from(piece)));
      const headers = { ...patchHeaders, 'transfer-encoding': 'chunked' };
      assertRefusal(
        await app.inject({ method: 'PATCH', url, headers, payload }),
        413,
        'FILE_TOO_LARGE',
      );
    }
    assert.equal((await tus.head(url)).headers['upload-offset'], '20');
    assert.deepEqual((await files.get('/folders/root/children')).json().children, []);
    assert.equal((await tus.patch(url, 20, text.slice(20))).statusCode, 204);
  });

  test('X-HTTP-Method-Override stands for the method', async (t) => {
    const { app, tus } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    const type = { 'content-type': 'application/offset+octet-stream' };
    const send = (method: string, headers: Record<string, string> = {}, payload = '') =>
      app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'tus-resumable': '1.0.0', 'x-http-method-override': method, ...headers },
      });
    const patched = await send('PATCH', { 'upload-offset': '0', ...type }, 'abc');
    assert.deepEqual([patched.statusCode, patched.headers['upload-offset']], [204, '3']);
    const response = await send('PUT', type);
    assertRefusal(response, 400, 'VALIDATION_FAILED');
    assert.equal(response.json().errors[0].path, 'x-http-method-override');
    assert.equal((await send('DELETE')).statusCode, 204);
    assert.equal((await tus.head(url)).statusCode, 404);
  });

  test('pages of allowed origins may read what tus answers', async (t) => {
    const { tus } = await open(t, env());
    const headers = { origin: 'http://localhost:3000' };
    const { url } = await tus.begin(26, ann);
    const exposed = (await tus.head(url, { headers })).headers['access-control-expose-headers'];
    for (const name of ['Location', 'Upload-Offset', 'Upload-Length', 'X-File-Id']) {
      assert.ok(String(exposed).split(', ').includes(name), name);
    }
    const one = await tus.head(url, { headers });
    assert.equal(one.headers['access-control-allow-origin'], 'http://localhost:3000');
    assert.equal((await tus.head(url)).headers['access-control-allow-origin'], undefined);
  });
}

function creationSuite(env: () => Environment): void {
  test('an upload above FILE_MAX_BYTES is 413, one of that size is taken', async (t) => {
    const { tus } = await open(t, { ...env(), FILE_MAX_BYTES: '1000' });
    assertRefusal((await tus.begin(1001, ann)).response, 413, 'FILE_TOO_LARGE');
    const { url } = await tus.begin(1000, ann);
    assert.equal((await tus.patch(url, 0, 'x'.repeat(1000))).statusCode, 204);
  });

  test('the length must be known, and whole', async (t) => {
    const { app, tus } = await open(t, env());
    for (const length of ['-1', '1.5', 'x', '']) {
      const { response } = await tus.begin(0, ann, { headers: { 'upload-length': length } });
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, 'upload-length', length);
    }
    for (const headers of [{}, { 'upload-defer-length': '1' }]) {
      const response = await app.inject({
        method: 'POST',
        url: '/uploads',
        headers: { 'tus-resumable': '1.0.0', ...headers },
      });
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, 'upload-length');
    }
    const both = { headers: { 'upload-defer-length': '1' } };
    assertRefusal((await tus.begin(5, ann, both)).response, 400, 'VALIDATION_FAILED');
    const concat = { headers: { 'upload-concat': 'partial' } };
    assertRefusal((await tus.begin(5, ann, concat)).response, 400, 'VALIDATION_FAILED');
  });

  test('metadata is checked by the name of each value, and what is unknown ignored', async (t) => {
    const { tus, files } = await open(t, env());
    for (const [field, metadata] of [
      ['name', { owner_id: 'ann' }],
      ['name', { ...ann, name: '' }],
      ['name', { ...ann, name: 'x'.repeat(257) }],
      ['name', { ...ann, name: 'a\0b' }],
      ['name', { ...ann, name: Buffer.from([0x61, 0xff]) }],
      ['owner_id', { name: 'a' }],
      ['owner_id', { ...ann, owner_id: '' }],
      ['owner_id', { ...ann, owner_id: 'a\nb' }],
      ['parent_id', { ...ann, parent_id: 'x'.repeat(129) }],
      ['mime_type', { ...ann, mime_type: 'text' }],
      ['mime_type', { file_id: 'file_1', mime_type: 'text' }],
    ] as const) {
      const { response } = await tus.begin(5, metadata);
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, field, JSON.stringify(metadata).slice(0, 60));
    }
    for (const raw of [
      'name',
      'name a b',
      'name !!!!',
      'name YQ==,name YQ==',
      ',',
      ' YQ==',
      'é YQ==',
    ]) {
      const headers = { 'upload-metadata': raw };
      assertRefusal((await tus.begin(5, {}, { headers })).response, 400, 'VALIDATION_FAILED');
    }
    const unknown = { ...ann, filename: 'b', relativePath: '', is_confidential: '' };
    assert.equal((await tus.begin(5, unknown)).response.statusCode, 201);
    const name = '😀'.repeat(256);
    const { url } = await tus.begin(1, { name, owner_id: 'Zoë', parent_id: '' });
    const id = String((await tus.patch(url, 0, 'x')).headers['x-file-id']);
    const file = (await files.get(`/files/${id}`)).json();
    assert.deepEqual([file.name, file.owner_id], [name, 'Zoë']);
  });

  test('a body of the first request is ignored', async (t) => {
    const { app, tus } = await open(t, env());
    const response = await app.inject({
      method: 'POST',
      url: '/uploads',
      payload: 'abc',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '26',
        'upload-metadata': metadataOf(ann),
        'content-type': 'application/offset+octet-stream',
      },
    });
    assert.equal(response.statusCode, 201);
    assert.equal(response.headers['upload-offset'], undefined);
    const head = await tus.head(`/${String(response.headers['location'])}`);
    assert.equal(head.headers['upload-offset'], '0');
  });
}

function finishSuite(env: () => Environment): void {
  test('an empty upload is a file at once', async (t) => {
    const { tus, files } = await open(t, env());
    const { url, response } = await tus.begin(0, ann);
    assert.equal(response.statusCode, 201);
    const id = String(response.headers['x-file-id']);
    assert.equal((await files.get(`/files/${id}`)).json().size, 0);
    const head = await tus.head(url);
    assert.deepEqual([head.headers['upload-offset'], head.headers['x-file-id']], ['0', id]);
    const { children } = (await files.get('/folders/root/children')).json();
    assert.equal(children.length, 1);
  });

  test('when the last answer is lost, HEAD and the same request tell the file, and make no other', async (t) => {
    const { tus, files } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    await tus.patch(url, 0, text.slice(0, 20));
    const id = (await tus.patch(url, 20, text.slice(20))).headers['x-file-id'];
    for (let n = 0; n < 2; n++) {
      const head = await tus.head(url);
      assert.deepEqual([head.headers['upload-offset'], head.headers['x-file-id']], ['26', id]);
      assert.equal(head.headers['upload-expires'], undefined);
      assertRefusal(await tus.patch(url, 20, text.slice(20)), 409, 'WRONG_OFFSET');
      const again = await tus.patch(url, 26, '');
      assert.deepEqual([again.statusCode, again.headers['x-file-id']], [204, id]);
    }
    const { children } = (await files.get('/folders/root/children')).json();
    assert.equal(children.length, 1);
  });

  test('an upload with file_id becomes a version of that file', async (t) => {
    const { tus, files } = await open(t, env());
    const before = await uploaded(files, 'one', { mime_type: 'text/plain' });
    for (const [i, mime_type] of [undefined, 'image/png'].entries()) {
      const metadata = { file_id: before.id, name: 'ignored', ...(mime_type && { mime_type }) };
      const { url } = await tus.begin(3, metadata);
      await tus.patch(url, 0, 't');
      const last = await tus.patch(url, 1, 'wo');
      assert.equal(last.headers['x-file-id'], before.id);
      const { version, name, mime_type: type } = (await files.get(`/files/${before.id}`)).json();
      assert.deepEqual([version, name, type], [i + 2, 'a.txt', mime_type ?? 'text/plain']);
      assert.equal((await files.download(before.id)).body, 'two');
    }
    assertRefusal((await tus.begin(3, { file_id: 'file_99999' })).response, 404, 'FILE_NOT_FOUND');
  });

  test('without mime_type the type is what the bytes look like', async (t) => {
    const { tus, files } = await open(t, env());
    const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1');
    for (const [bytes, type] of [
      [gif, 'image/gif'],
      [Buffer.from('some text'), 'text/plain'],
      [Buffer.from([1, 2, 0xff, 3]), 'application/octet-stream'],
    ] as const) {
      for (const cut of [0, 2]) {
        const { url } = await tus.begin(bytes.length, ann);
        if (cut > 0) await tus.patch(url, 0, bytes.subarray(0, cut));
        const last = await tus.patch(url, cut, bytes.subarray(cut));
        const file = (await files.get(`/files/${String(last.headers['x-file-id'])}`)).json();
        assert.equal(file.mime_type, type);
      }
    }
  });

  test('the target of an upload may be gone at its end: 404, and nothing is made', async (t) => {
    const { tus, files } = await open(t, env());
    const { id } = await uploaded(files, 'one');
    const { url } = await tus.begin(26, { file_id: id });
    await tus.patch(url, 0, text.slice(0, 20));
    await files.remove(id);
    assertRefusal(await tus.patch(url, 20, text.slice(20)), 404, 'FILE_NOT_FOUND');
    assert.equal((await tus.head(url)).headers['upload-offset'], '20');
  });

  test('requests at once on one upload make one file; the later one takes over', async (t) => {
    const { tus, files } = await open(t, env());
    for (const cut of [0, 5]) {
      const { url } = await tus.begin(26, ann);
      if (cut > 0) await tus.patch(url, 0, text.slice(0, cut));
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => tus.patch(url, cut, text.slice(cut))),
      );
      assert.equal(answers.filter(({ headers }) => headers['x-file-id']).length, 1);
      for (const answer of answers) {
        const { statusCode, headers } = answer;
        if (statusCode === 423) assertRefusal(answer, 423, 'UPLOAD_LOCKED');
        else if (statusCode === 409) assertRefusal(answer, 409, 'WRONG_OFFSET');
        // It gave way before its end: the answer says how far it came.
        else if (!headers['x-file-id']) assert.ok(Number(headers['upload-offset']) < 26);
      }
      assert.equal((await tus.head(url)).headers['upload-offset'], '26');
    }
    const { children } = (await files.get('/folders/root/children')).json();
    assert.equal(children.length, 2);
  });

  test('an upload that is ended is 404 from then on; the file that it became stays', async (t) => {
    const { tus, files } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    await tus.patch(url, 0, 'abc');
    const ended = await tus.end(url);
    assert.deepEqual([ended.statusCode, ended.body], [204, '']);
    assert.equal((await tus.head(url)).statusCode, 404);
    assertRefusal(await tus.patch(url, 3, 'x'), 404, 'UPLOAD_NOT_FOUND');
    assertRefusal(await tus.end(url), 404, 'UPLOAD_NOT_FOUND');
    const other = await tus.begin(3, ann);
    const id = String((await tus.patch(other.url, 0, 'abc')).headers['x-file-id']);
    assert.equal((await tus.end(other.url)).statusCode, 204);
    assert.equal((await tus.head(other.url)).statusCode, 404);
    assert.equal((await files.download(id)).body, 'abc');
    for (const unknown of [
      '/uploads/none',
      '/uploads/%00',
      '/uploads/%F0%9F%98%80',
      '/uploads/uploads',
    ]) {
      assert.equal((await tus.head(unknown)).statusCode, 404, unknown);
      assertRefusal(await tus.patch(unknown, 0, 'x'), 404, 'UPLOAD_NOT_FOUND');
    }
  });
}

function accessSuite(env: () => Environment): void {
  test('a user who may create in a folder, or write a file, may do so by an upload', async (t) => {
    const { tus, files } = await open(t, env());
    const { id: parent_id } = await madeFolder(files, {});
    const { id: file_id } = await uploaded(files, 'x', { parent_id });
    const share = (user_id: string, permission: string) => ({ user_id, permission });
    await files.post(`/folders/${parent_id}/share`, share('wim', 'write'));
    await files.post(`/folders/${parent_id}/share`, share('ray', 'read'));
    for (const [user, may] of [
      ['ann', true],
      ['wim', true],
      ['ray', false],
      ['eve', false],
    ] as const) {
      const targets: Metadata[] = [{ name: 'a', parent_id }, { file_id }];
      for (const metadata of targets) {
        const { response, url } = await tus.begin(1, metadata, { user });
        if (!may) {
          assertRefusal(response, 403, 'FORBIDDEN');
          continue;
        }
        const id = String((await tus.patch(url, 0, 'x', { user })).headers['x-file-id']);
        const { owner_id } = (await files.get(`/files/${id}`)).json();
        assert.equal(owner_id, 'file_id' in metadata ? 'ann' : user);
      }
    }
    const unknown = { ...ann, parent_id: 'folder_9999' };
    assertRefusal((await tus.begin(1, unknown)).response, 404, 'FOLDER_NOT_FOUND');
    const other = await tus.begin(1, { name: 'a', owner_id: 'ann' }, { user: 'eve' });
    assertRefusal(other.response, 403, 'FORBIDDEN');
  });

  test('the permission is asked for again with each request', async (t) => {
    const { tus, files } = await open(t, env());
    const { id: file_id } = await uploaded(files, 'x');
    const share = (permission: string) =>
      files.post(`/files/${file_id}/share`, { user_id: 'wim', permission });
    await share('write');
    const wim = { user: 'wim' };
    const { url } = await tus.begin(2, { file_id }, wim);
    assert.equal((await tus.patch(url, 0, 'a', wim)).statusCode, 204);
    await share('read');
    assertRefusal(await tus.patch(url, 1, 'b', wim), 403, 'FORBIDDEN');
    assert.equal((await files.get(`/files/${file_id}`)).json().version, 1);
  });

  test('an upload is continued, looked at and ended by who began it', async (t) => {
    const { tus } = await open(t, env());
    const { url } = await tus.begin(2, { name: 'a' }, { user: 'ann' });
    const eve = { user: 'eve' };
    assert.equal((await tus.head(url, eve)).statusCode, 403);
    assertRefusal(await tus.patch(url, 0, 'x', eve), 403, 'FORBIDDEN');
    assertRefusal(await tus.end(url, eve), 403, 'FORBIDDEN');
    assert.equal((await tus.patch(url, 0, 'x', { user: 'ann' })).statusCode, 204);
    // A caller without a user is trusted.
    assert.equal((await tus.patch(url, 1, 'x')).statusCode, 204);
  });

  test('with FILE_REQUIRE_USER=1 nobody is trusted', async (t) => {
    const { tus } = await open(t, { ...env(), FILE_REQUIRE_USER: '1' });
    assertRefusal((await tus.begin(1, ann)).response, 401, 'USER_REQUIRED');
    const { url } = await tus.begin(1, { name: 'a' }, { user: 'ann' });
    assert.equal((await tus.head(url)).statusCode, 401);
    assertRefusal(await tus.patch(url, 0, 'x'), 401, 'USER_REQUIRED');
    assertRefusal(await tus.end(url), 401, 'USER_REQUIRED');
  });
}

function checksumSuite(env: () => Environment): void {
  for (const algorithm of ['sha1', 'sha256']) {
    test(`bytes with another ${algorithm} are 460 and not taken`, async (t) => {
      const { tus, files } = await open(t, env());
      const { url } = await tus.begin(26, ann);
      const patch = (offset: number, bytes: string, of = bytes) =>
        tus.patch(url, offset, bytes, { headers: { 'upload-checksum': digest(algorithm, of) } });
      const offset = async () => (await tus.head(url)).headers['upload-offset'];
      assertRefusal(await patch(0, 'abc', 'abd'), 460, 'CHECKSUM_MISMATCH');
      assert.equal(await offset(), '0');
      assert.equal((await patch(0, text.slice(0, 20))).statusCode, 204);
      assertRefusal(await patch(20, text.slice(20), text), 460, 'CHECKSUM_MISMATCH');
      assert.equal(await offset(), '20');
      const id = String((await patch(20, text.slice(20))).headers['x-file-id']);
      assert.equal((await files.download(id)).body, text);
    });
  }

  test('a checksum of another algorithm, or that is none, is 400 and nothing is taken', async (t) => {
    const { tus } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    for (const checksum of [
      digest('md5', 'abc'),
      digest('sha512', 'abc'),
      'sha1',
      'sha1 ',
      'sha1 !!!!',
      'sha1 YWJj',
      digest('sha1', 'abc').replace('sha1', 'sha256'),
      digest('sha1', 'abc').replace('sha1', 'SHA1'),
      'constructor YWJj',
      '',
    ]) {
      const response = await tus.patch(url, 0, 'abc', { headers: { 'upload-checksum': checksum } });
      assertRefusal(response, 400, 'VALIDATION_FAILED');
      assert.equal(response.json().errors[0].path, 'upload-checksum', checksum);
    }
    assert.equal((await tus.head(url)).headers['upload-offset'], '0');
  });
}

function expirySuite(env: () => Environment): void {
  test('an upload is forgotten 24 hours after it last got further, and its bytes go', async (t) => {
    const { tus, clock, running: _, ...service } = await open(t, env());
    const { url } = await tus.begin(26, ann);
    clock.advance(24 * hour - 1);
    await tus.patch(url, 0, 'abc');
    clock.advance(24 * hour - 1);
    assert.equal((await tus.head(url)).headers['upload-offset'], '3');
    clock.advance(1);
    assert.equal((await tus.head(url)).statusCode, 404);
    assertRefusal(await tus.patch(url, 3, 'x'), 404, 'UPLOAD_NOT_FOUND');
    assertRefusal(await tus.end(url), 404, 'UPLOAD_NOT_FOUND');
    await service.ready();
  });

  test('a finished upload is known for 24 hours more; its file stays', async (t) => {
    const { tus, clock, files } = await open(t, env());
    const { url } = await tus.begin(3, ann);
    const id = String((await tus.patch(url, 0, 'abc')).headers['x-file-id']);
    clock.advance(24 * hour - 1);
    assert.equal((await tus.head(url)).headers['x-file-id'], id);
    clock.advance(1);
    assert.equal((await tus.head(url)).statusCode, 404);
    assert.equal((await files.download(id)).body, 'abc');
    await eventually(() => true);
  });
}
