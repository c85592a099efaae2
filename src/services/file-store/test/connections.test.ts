/** Clients that go away, or do not stop: over real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { eventually, openService, temporaryFolder } from '#kit/testing/testing.ts';
import { keyOf } from '../contents/contents-store.ts';
import { fileStore } from '../index.ts';
import { client, form, uploaded } from './fixtures.ts';

async function listening(t: TestContext, env: Environment = {}, stallTimeoutMs?: number) {
  const DATA_DIR = temporaryFolder();
  const { app } = await openService(t, fileStore, { DATA_DIR, ...env }, { stallTimeoutMs });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const folder = join(DATA_DIR, 'files');
  return { app, address, files: client(app), folder, tmp: join(folder, 'tmp') };
}

/** Open descriptors of this process below a folder. */
function descriptors(folder: string): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // that of the listing itself
    }
  });
  return links.filter((path) => path.startsWith(folder));
}

const post = (url: string, headers = {}) => request(url, { method: 'POST', headers });

test('an upload that breaks off leaves nothing: no file, no temporary file, no descriptor', async (t) => {
  const { address, files, folder, tmp } = await listening(t);
  const whole = form([['Content-Disposition: form-data; filename=f', Buffer.alloc(400_000)]]);
  for (const headers of [{}, { 'content-length': '1000000' }, whole.headers]) {
    const upload = post(`${address}/files?name=a&owner_id=ann`, headers).on('error', () => {});
    upload.write(whole.payload.subarray(0, 300_000));
    await eventually(() => readdirSync(tmp).length === 1);
    upload.destroy();
    await eventually(() => readdirSync(tmp).length === 0);
    await eventually(() => descriptors(folder).length === 0);
  }
  assert.deepEqual((await files.get('/folders/root/children')).json(), { children: [] });
});

test('a form that is refused for what it says of its file leaves nothing', async (t) => {
  const { files, folder, tmp } = await listening(t);
  const bytes = Buffer.alloc(400_000);
  for (const head of ['filename=f\r\nContent-Type: none', `filename=${'n'.repeat(257)}`]) {
    const { payload, headers } = form([[`Content-Disposition: form-data; ${head}`, bytes]]);
    const response = await files.upload(payload, { name: undefined }, { headers });
    assert.equal(response.statusCode, 400);
    assert.deepEqual([readdirSync(tmp), descriptors(folder)], [[], []]);
  }
});

test('a client that goes away in mid-download leaves no descriptor', async (t) => {
  const { address, files, folder } = await listening(t);
  const { id } = await uploaded(files, Buffer.alloc(20_000_000));
  for (const path of ['download', 'versions']) {
    const download = request(`${address}/files/${id}/${path}`).end();
    const [response] = (await once(download, 'response')) as [IncomingMessage];
    await once(response, 'readable');
    // A list of versions begins before it opens the first.
    await eventually(() => descriptors(folder).length === 1);
    response.destroy();
    await eventually(() => descriptors(folder).length === 0);
  }
});

test('a whole download leaves no descriptor', async (t) => {
  const { address, files, folder } = await listening(t);
  const { id } = await uploaded(files, Buffer.alloc(3_000_000));
  const response = await fetch(`${address}/files/${id}/download`);
  assert.equal((await response.bytes()).length, 3_000_000);
  await eventually(() => descriptors(folder).length === 0);
});

test('a client that sends too much is answered with 413, also while it sends', async (t) => {
  const { address } = await listening(t, { FILE_MAX_BYTES: '1000' });
  for (const headers of [{}, { 'content-length': '3000000' }]) {
    const upload = post(`${address}/files?name=a&owner_id=ann`, headers);
    upload.end(Buffer.alloc(3_000_000));
    const [response] = (await once(upload, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 413);
    await response.resume().toArray();
  }
});

const file = ['Content-Disposition: form-data; filename=f', 'x'] as const;
const twoFiles = form([file, file]);
for (const [what, contentType, beginning] of [
  ['a large body', 'text/plain', Buffer.alloc(2_000)],
  ['a form of two files', twoFiles.headers['content-type'], twoFiles.payload],
] as const) {
  test(`a client that goes on sending after ${what} is refused is answered and cut off`, async (t) => {
    const { address } = await listening(t, { FILE_MAX_BYTES: '1000' });
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname).on('error', () => {});
    const chunkOf = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const chunk = chunkOf(Buffer.alloc(65_536));
    let sent = 0;
    function send(): void {
      do sent += chunk.length;
      while (socket.write(chunk) && sent < 200_000_000);
    }
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    const head = `POST /files?name=a&owner_id=ann HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${contentType}
transfer-encoding: chunked\r\n\r\n`;
    socket.write(head.replace(/(?<!\r)\n/g, '\r\n'));
    socket.write(chunkOf(beginning), () => socket.on('drain', send) && send());
    await new Promise((resolve) => socket.once('close', resolve));
    assert.match(answer, /^HTTP\/1\.1 4\d\d /);
    // A proxy would send the request of somebody else on it.
    assert.match(answer, /^connection: close\r$/im);
    assert.ok(sent > 8_000_000 && sent < 100_000_000, `${sent} bytes were sent`);
  });
}

test('an upload may take its time; a head may not', async (t) => {
  const { app } = await listening(t);
  assert.equal(app.server.requestTimeout, 0);
  assert.equal(app.server.headersTimeout, 30_000);
});

const fileForm = form([['Content-Disposition: form-data; filename=f', Buffer.alloc(400_000)]]);
for (const [what, method, path, headers] of [
  ['a raw body', 'POST', '/files?name=a&owner_id=ann', ''],
  [
    'a form',
    'POST',
    '/files?owner_id=ann',
    `content-type: ${fileForm.headers['content-type']}\r\n`,
  ],
  ['a new version', 'PUT', '/files/file_1', ''],
] as const) {
  test(`${what} of which no byte comes for a while is answered with 408, and leaves nothing`, async (t) => {
    const { address, files, folder, tmp } = await listening(t, {}, 200);
    await uploaded(files, 'one');
    const { hostname, port } = new URL(address);
    for (const bytes of [0, 100, 300_000]) {
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}content-length: 900000\r\n\r\n`,
      );
      socket.write(fileForm.payload.subarray(0, bytes));
      let answer = '';
      socket.on('data', (text: string) => (answer += text));
      await once(socket, 'close');
      assert.match(answer, /^HTTP\/1\.1 408 [^]*connection: close[^]*"code":"REQUEST_TIMEOUT"/i);
      await eventually(() => readdirSync(tmp).length === 0 && descriptors(tmp).length === 0);
    }
    assert.equal((await files.get('/folders/root/children')).json().children.length, 1);
    assert.equal((await files.get('/files/file_1')).json().version, 1);
    assert.deepEqual(descriptors(folder), []);
  });
}

test('a client that asks for more behind an upload and never reads it is not waited for', async (t) => {
  const { app, address, files, folder } = await listening(t);
  const { id } = await uploaded(files, Buffer.alloc(30_000_000));
  const { hostname, port } = new URL(address);
  const client = connect(Number(port), hostname);
  const [accepted] = (await once(app.server, 'connection')) as [Socket];
  client.write(
    'POST /files?name=a&owner_id=ann HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\n\r\nx',
  );
  client.write(`GET /files/${id}/download HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await once(client, 'readable');
  await eventually(() => descriptors(folder).length === 1);
  const { timeout } = accepted;
  client.destroy();
  assert.equal(timeout, app.server.timeout);
  assert.ok(app.server.timeout > 0);
});

test('a download that is under way ends whole when its file is deleted', async (t) => {
  const { address, files } = await listening(t);
  const { id } = await uploaded(files, Buffer.alloc(20_000_000, 'x'));
  const response = await fetch(`${address}/files/${id}/download`);
  await files.remove(id);
  assert.equal((await response.bytes()).length, 20_000_000);
  assert.equal((await fetch(`${address}/files/${id}/download`)).status, 404);
});

test('a download that fails half-way is cut off', async (t) => {
  const { address, files, folder } = await listening(t);
  const { id } = await uploaded(files, Buffer.alloc(20_000_000));
  const [response] = (await once(request(`${address}/files/${id}/download`).end(), 'response')) as [
    IncomingMessage,
  ];
  await once(response, 'readable');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (keyOf(name)) truncateSync(join(folder, name), 1_000);
  }
  await assert.rejects(response.toArray(), { code: 'ECONNRESET' });
});

test('bytes that are lost are a fault of ours, not an empty file', async (t) => {
  const { files, folder } = await listening(t);
  const { id } = await uploaded(files, 'x');
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  const response = await files.download(id);
  assert.equal(response.statusCode, 500);
  assert.equal(response.json().code, 'INTERNAL_ERROR');
});
