import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../testing/testing.ts';
import { boundServer, endConnections, keepOpen } from './bounds.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

it('works on at most 16 requests of a connection at a time, and answers all in order', async (t) => {
  let most = 0;
  const open: (() => void)[] = [];
  let begun = 0;
  const { port } = await serve(t, (_request, response) => {
    const number = begun++;
    open.push(() => response.end(`<${number}>`));
    most = Math.max(most, open.length);
    if (open.length === 16) setImmediate(() => open.splice(0).forEach((answer) => answer()));
  });
  const client = dial(t, port);
  client.write(get.repeat(160));
  const text = await received(client, '<159>');
  assert.equal(most, 16);
  const numbers = [...text.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
  assert.deepEqual(
    numbers,
    Array.from({ length: 160 }, (_, i) => i),
  );
});

it('begins no further request of a connection while a megabyte of its answers waits', async (t) => {
  const large = 'x'.repeat(32 * 1024 * 1024);
  let begun = 0;
  const { port } = await serve(t, ({ url }, response) => {
    begun++;
    response.end(url === '/large' ? large : `<${begun}>`);
  });
  const client = dial(t, port);
  client.write(`GET /large HTTP/1.1\r\nHost: a\r\n\r\n${get.repeat(20)}`);
  await eventually(() => begun === 1);
  for (let turn = 0; turn < 50; turn++) await nextTurn();
  assert.equal(begun, 1);
  await received(client, '<21>');
  assert.equal(begun, 21);
});

it('reads no more of a connection while requests wait', async (t) => {
  let answered = 0;
  const open: (() => void)[] = [];
  const { port, server } = await serve(t, (_request, response) => {
    open.push(() => response.end('x'));
  });
  const client = dial(t, port).resume();
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [
    [Socket],
    unknown,
  ];
  const all = get.repeat(100_000);
  client.write(all);
  await once(server, 'request');
  for (let turn = 0; turn < 300; turn++) {
    const answers = open.splice(0);
    answered += answers.length;
    for (const answer of answers) answer();
    await nextTurn();
    const most = answered * get.length + 3 * 64 * 1024;
    assert.ok(socket.bytesRead < most, `${socket.bytesRead} bytes for ${answered} answers`);
  }
  assert.ok(answered > 200, `${answered} answers`);
});

it('lets others have their turn between the requests that came in one piece', async (t) => {
  let turns = 0;
  let begun = 0;
  const { port } = await serve(t, (_request, response) => {
    begun++;
    response.end('x');
  });
  const client = dial(t, port);
  client.write(`${get.repeat(1_000)}GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const closed = once(client.resume(), 'close');
  const isOver = () => begun === 1_001;
  while (!isOver()) {
    await nextTurn();
    turns++;
  }
  await closed;
  assert.ok(turns > 1_000 / 16 / 2, `${turns} turns`);
});

it('does nothing for a client that has gone before its turn', async (t) => {
  const answers: (() => void)[] = [];
  const { port, server } = await serve(t, (_request, response) => {
    answers.push(() => response.end());
  });
  const client = dial(t, port);
  const [socket] = await Promise.all([
    once(server, 'connection').then(([socket]) => socket as Socket),
    once(server, 'request'),
    once(client, 'connect').then(() => client.write(get.repeat(40))),
  ]);
  client.destroy();
  // The server reads nothing of a paused connection: it is told here that the client has gone.
  socket.destroy();
  await once(socket, 'close');
  for (const answer of answers) answer();
  await nextTurn();
  await nextTurn();
  assert.equal(answers.length, 16);
});

it('destroys a socket that takes nothing while an answer waits, and no other', async (t) => {
  const long = 'x'.repeat(32 * 1024 * 1024);
  const waiting: (() => void)[] = [];
  let unfinished: ServerResponse | undefined;
  const { port, server } = await serve(
    t,
    ({ url }, response) => {
      if (url === '/slow') waiting.push(() => response.end('at last'));
      else unfinished = response.end(long);
    },
    { unreadTimeoutMs: 50 },
  );
  server.keepAliveTimeout = 50;
  const slow = dial(t, port);
  slow.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
  const unread = dial(t, port).pause();
  const connected = once(server, 'connection');
  unread.write(get);
  const [socket] = (await connected) as [Socket];
  await once(socket, 'close');
  assert.equal(unfinished?.writableFinished, false);
  // The server still works on this one: it waits longer than the time.
  waiting[0]!();
  assert.match(await received(slow, 'at last'), /200 OK/);
  await once(slow, 'close'); // idle
});

it('has a most of connections', async (t) => {
  const { port, server } = await serve(t, (_request, response) => void response.end('x'), {
    maxConnections: 2,
  });
  const both = [dial(t, port), dial(t, port)];
  await Promise.all(both.map((client) => once(client, 'connect')));
  const dropped = once(server, 'drop');
  await once(dial(t, port).resume(), 'close');
  await dropped;
});

describe('connections that end', () => {
  it('have all their requests answered, and say so with the last answer', async (t) => {
    const waiting: ServerResponse[] = [];
    const { port, server } = await serve(t, (_request, response) => void waiting.push(response));
    const client = dial(t, port);
    client.write(get.repeat(16));
    await eventually(() => waiting.length === 16);
    endConnections(server, 60_000);
    const arrived = once(server, 'request');
    client.write(get);
    await arrived;
    const ended = once(client, 'end');
    for (let i = 0; i < 17; i++) {
      await eventually(() => waiting.length > 0);
      waiting.shift()!.end(`<${i}>`);
    }
    const answers = (await received(client, '<16>')).split('HTTP/1.1 200 OK').slice(1);
    await ended;
    const says = answers.map((answer) => /^connection: close\r$/im.test(answer));
    assert.deepEqual(says, [...Array<boolean>(16).fill(false), true]);
  });

  it('are closed when nothing is asked on them: new, idle, or after an answer that had begun', async (t) => {
    const answers: ServerResponse[] = [];
    const { port, server } = await serve(t, ({ url }, response) => {
      if (url === '/begun') answers.push(response);
      response.write('x');
      if (url !== '/begun') response.end('y');
    });
    const fresh = await dialAccepted(t, server, port);
    const [idle, busy] = [dial(t, port), dial(t, port)] as const;
    idle.write(get);
    await received(idle, 'y');
    busy.write('GET /begun HTTP/1.1\r\nHost: a\r\n\r\n');
    await received(busy, 'x');
    const closed = Promise.all([fresh, idle].map((client) => once(client.resume(), 'close')));
    endConnections(server, 1);
    await closed;
    const last = once(busy, 'close');
    answers[0]!.end('y');
    await received(busy, 'y');
    await last;
  });

  it('are given a time in which a client that was not told may ask once more', async (t) => {
    const { port, server } = await serve(t, (_request, response) => void response.end('x'));
    const fresh = await dialAccepted(t, server, port);
    const idle = dial(t, port);
    idle.write(get);
    await received(idle, 'x');
    endConnections(server, 60_000);
    for (const client of [fresh, idle]) {
      const ended = once(client, 'end');
      client.write(get);
      assert.match(await received(client, 'x'), /connection: close/i);
      await ended;
    }
  });
});

it('ends the connection that has been idle longest for a new one, when most are open', async (t) => {
  const working: ServerResponse[] = [];
  const { server, port } = await serve(
    t,
    ({ url }, response) => (url === '/waits' ? working.push(response) : response.end('x')),
    { maxConnections: 10 },
  );
  const closed: number[] = [];
  const clients: Socket[] = [];
  for (let i = 0; i < 9; i++) {
    const client = await dialAccepted(t, server, port);
    clients.push(client.on('close', () => closed.push(i)).resume());
    if (i === 3) {
      const upgraded = once(server, 'upgrade');
      const heads = 'Host: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n';
      server.once('upgrade', (_request, socket: Socket) => keepOpen(socket));
      client.write(`GET / HTTP/1.1\r\n${heads}`);
      await upgraded;
      continue;
    }
    client.write(i < 2 ? get.replace('/', '/waits') : get);
    if (i >= 2) await once(client, 'data');
    else await once(server, 'request');
  }
  // Not idle any longer.
  clients[2]!.write(get);
  await once(clients[2]!, 'data');
  assert.deepEqual(closed, []);
  for (let i = 0; i < 5; i++) {
    const client = await dialAccepted(t, server, port);
    client.write(get);
    await once(client, 'data');
    await eventually(() => closed.length === i + 1);
  }
  assert.deepEqual(closed, [4, 5, 6, 7, 8]);
  for (const response of working) response.end();
});

async function serve(
  t: TestContext,
  listener: RequestListener,
  options: { maxConnections?: number; unreadTimeoutMs?: number } = {},
): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  boundServer(server, { maxConnections: 100, ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  return { server, port: (server.address() as AddressInfo).port };
}

function dial(t: TestContext, port: number): Socket {
  const client = connect(port, '127.0.0.1').setEncoding('utf8');
  client.on('error', () => {}); // `close` follows
  t.after(() => client.destroy());
  return client;
}

async function dialAccepted(t: TestContext, server: Server, port: number): Promise<Socket> {
  const accepted = once(server, 'connection');
  const client = dial(t, port);
  await accepted;
  return client;
}

/** What comes until it holds `end`. */
async function received(client: Socket, end: string): Promise<string> {
  const chunks: string[] = [];
  // Only the last two chunks are searched: the whole text is megabytes.
  while (!chunks.slice(-2).join('').includes(end)) {
    const [chunk] = (await once(client, 'data')) as [string];
    chunks.push(chunk);
  }
  return chunks.join('');
}
