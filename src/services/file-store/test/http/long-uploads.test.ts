/** Uploads that last: a share or a token may end before they do, and their bytes may come one by one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { openService } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { fileStore } from '../../index.ts';
import { assertRefusal, client, onBothStores, uploaded } from '../fixtures.ts';
import { tus } from '../tus.ts';

async function listening(t: TestContext, env: Environment) {
  const { app, clock } = await openService(t, fileStore, env);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, clock, address, files: client(app) };
}

/** Sends a part of a body, and returns when the server has begun to read it. */
async function beginning(address: string, method: string, path: string, headers: object) {
  const all = { 'content-length': 6, expect: '100-continue', ...headers };
  const upload = request(`${address}${path}`, { method, headers: all });
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write('one');
  return upload;
}

async function ending(upload: ClientRequest) {
  const answered = once(upload, 'response');
  upload.end('two');
  const [response] = (await answered) as [IncomingMessage];
  return { statusCode: response.statusCode!, body: await text(response) };
}

await onBothStores((env) => {
  test('an upload is not recorded when its share was taken back in the meantime', async (t) => {
    const { app, address, files } = await listening(t, env());
    const { id } = await uploaded(files, 'before');
    const share = async () => {
      const response = await files.post(`/files/${id}/share`, {
        user_id: 'bob',
        permission: 'write',
      });
      assert.equal(response.statusCode, 200);
    };
    const unshare = () => files.send('DELETE', `/files/${id}/share/bob`);
    const user = { 'x-user-id': 'bob' };

    await share();
    const put = await beginning(address, 'PUT', `/files/${id}`, user);
    await unshare();
    assertRefusal(await ending(put), 403, 'FORBIDDEN');

    await share();
    const { url } = await tus(app).begin(6, { file_id: id }, { user: 'bob' });
    const patch = await beginning(address, 'PATCH', url, {
      ...user,
      'tus-resumable': '1.0.0',
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
    });
    await unshare();
    assertRefusal(await ending(patch), 403, 'FORBIDDEN');

    assert.equal((await files.get(`/files/${id}`)).json().version, 1);
  });
});

test('cuts an upload and a download when the token of their caller ends', async (t) => {
  const { clock, address, files } = await listening(t, { AUTH_JWT_SECRET: authSecret });
  const ending = bearer(tokenOf('ann', clock(), { exp: clock() / 1000 + 2 }));
  const { id } = await uploaded(files, Buffer.alloc(50_000_000), {}, { headers: ending });
  // A token is good for 30 s longer than it says.
  clock.advance(30_000);
  const upload = await beginning(address, 'POST', '/files?name=b&owner_id=ann', ending);
  const download = request(`${address}/files/${id}/download`, { headers: ending }).end();
  const [response] = (await once(download, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  const cut = [upload, response].map(async (stream) => {
    const [error] = (await once(stream, 'error')) as [NodeJS.ErrnoException];
    return error.code;
  });
  // A download waits for its reader, and is cut all the same.
  await cut[0];
  response.resume();
  assert.deepEqual(await Promise.all(cut), ['ECONNRESET', 'ECONNRESET']);
  const headers = bearer(tokenOf('ann', clock()));
  const { children } = (await files.get('/folders/root/children', { headers })).json();
  assert.equal(children.length, 1);
});

test('refuses a body that comes in thousands of pieces of one byte', async (t) => {
  const { app, address, files } = await listening(t, {});
  const { id } = await uploaded(files, 'before');
  const { url } = await tus(app).begin(20_000, { name: 'a', owner_id: 'ann' });
  const chunks = '1\r\nx\r\n'.repeat(20_000);
  const formHead = '--b\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n';
  const formChunk = `${formHead.length.toString(16)}\r\n${formHead}\r\n`;
  for (const [line, body, headers] of [
    [`POST /files?name=b&owner_id=ann`, chunks, []],
    [`PUT /files/${id}`, chunks, []],
    [
      'POST /files?owner_id=ann',
      `${formChunk}${chunks}`,
      ['Content-Type: multipart/form-data; boundary=b'],
    ],
    [
      `PATCH ${url}`,
      chunks,
      ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream'],
    ],
  ] as const) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    const head = [
      `${line} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Transfer-Encoding: chunked',
      ...headers,
    ].join('\r\n');
    socket.on('error', () => {});
    socket.write(`${head}\r\n\r\n${body}0\r\n\r\n`);
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 400 /, line);
    assert.match(answer, /too many pieces of a few bytes/, line);
  }
  assert.equal((await files.get('/folders/root/children')).json().children.length, 1);
});
