/** Connections: used again while a server allows it, and given up in time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '#kit/testing/testing.ts';
import { guardedConnector } from '#kit/web/addresses.ts';
import { HttpClient } from './client.ts';

const alive = 'Connection: keep-alive\r\n';
const answer = (headers: string, body = 'ok') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;

/** A client of a server that answers each request of a connection by its number, from 0 on. */
async function exchanging(t: TestContext, respond: (socket: Socket, request: number) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let requests = 0;
    socket.on('error', () => {}).on('data', () => respond(socket, requests++));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const client = new HttpClient(
    guardedConnector(
      async () => [],
      () => true,
      10_000,
    ),
    10_000,
  );
  t.after(() => {
    client.close();
    server.close();
  });
  const get = (signal = new AbortController().signal) =>
    client.get(url, {}, signal, async ({ body }) =>
      Buffer.concat(await Array.fromAsync(body)).toString(),
    );
  return { get, url, client, sockets };
}

test('a connection is used again where the server keeps it', async (t) => {
  const { get, sockets } = await exchanging(t, (socket) => socket.write(answer(alive)));
  for (let i = 0; i < 3; i++) assert.equal(await get(), 'ok');
  assert.equal(sockets.length, 1);
});

for (const [what, headers] of [
  ['does not say that it keeps it', ''],
  ['closes it', 'Connection: close\r\n'],
  ['closes it in two seconds', `${alive}Keep-Alive: timeout=2\r\n`],
] as const) {
  test(`a connection is not used again where the server ${what}`, async (t) => {
    const { get, sockets } = await exchanging(t, (socket) => socket.write(answer(headers)));
    for (let i = 0; i < 3; i++) assert.equal(await get(), 'ok');
    assert.equal(sockets.length, 3);
  });
}

test('bytes that nobody asked for end a connection, and are not taken for an answer', async (t) => {
  const stray = answer(alive, 'stray');
  const { get, sockets } = await exchanging(t, (socket) => socket.write(answer(alive) + stray));
  for (let i = 0; i < 3; i++) assert.equal(await get(), 'ok');
  assert.equal(sockets.length, 3);
});

test('a connection that the server has closed in the meantime is not used', async (t) => {
  const { get, sockets } = await exchanging(t, (socket) => socket.write(answer(alive)));
  assert.equal(await get(), 'ok');
  sockets[0]!.end();
  await once(sockets[0]!, 'close');
  assert.equal(await get(), 'ok');
  assert.equal(sockets.length, 2);
});

test('a long rest of a body that the reader leaves ends the connection, a short one does not', async (t) => {
  const lengths = [1_000, 10_000_000, 1];
  const { url, client, sockets } = await exchanging(t, (socket, n) =>
    socket.write(answer(alive, 'x'.repeat(lengths[n] ?? 1))),
  );
  const head = () =>
    client.get(url, {}, new AbortController().signal, async ({ head }) => head.status);
  for (let i = 0; i < 3; i++) {
    assert.equal(await head(), 200);
    for (let turn = 0; turn < 50; turn++) await setImmediate();
  }
  await eventually(() => sockets.length === 2);
  await eventually(() => sockets[0]!.destroyed);
});

test('an abort ends a request at once, before its answer and within it', async (t) => {
  const asked: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  const { get, sockets } = await exchanging(t, (socket) => {
    if (sockets.length === 2) socket.write('HTTP/1.1 200 OK\r\n\r\nhalf');
    asked[sockets.length - 1]!.resolve();
  });
  for (const { promise } of asked) {
    const abort = new AbortController();
    const getting = get(abort.signal);
    await promise;
    abort.abort(new Error('enough'));
    await assert.rejects(getting, { message: 'enough' });
  }
  await assert.rejects(get(AbortSignal.abort(new Error('never'))), { message: 'never' });
  assert.equal(sockets.length, 2);
});
