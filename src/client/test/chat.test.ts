/** A room over connections that break, against a small server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Ends } from '#kit/testing/testing.ts';
import { createHawker, type ChatFrame, type HawkerOptions } from '../index.ts';

type Turn = (ws: WebSocket, url: URL) => void;

interface Refusal {
  readonly status: number;
  readonly code: string;
}

const message = (seq: number) =>
  JSON.stringify({ user: 'bob', room: 'tea', content: `m${seq}`, timestamp: 1, seq });

/**
 * @param turns of the connections, one after the other; a refusal fails the handshake
 * @param last the room's newest message
 * @param sells the ticket for a token
 */
async function fakeRoom(
  t: Ends,
  turns: (Turn | Refusal)[],
  last = 0,
  more: HawkerOptions = {},
  sells = (token: string): string | Refusal => `ticket for ${token}`,
) {
  const urls: URL[] = [];
  const bought: string[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const refuse = (response: ServerResponse, { status, code }: Refusal) =>
    response.writeHead(status).end(JSON.stringify({ status, code, detail: '' }));
  const server = createServer((request, response) => {
    const turn = turns[0];
    if (request.url === '/api/tickets') {
      const { authorization = '' } = request.headers;
      bought.push(`${request.method} ${authorization}`);
      const ticket = sells(authorization.replace('Bearer ', ''));
      if (typeof ticket === 'object') return void refuse(response, ticket);
      response.writeHead(201).end(JSON.stringify({ ticket, expires_at: 1 }));
    } else if (!request.url!.startsWith('/ws')) {
      const messages = last === 0 ? [] : [{ seq: last }];
      response.end(JSON.stringify({ room: 'tea', messages }));
    } else if (typeof turn === 'object' && turn.status < 500) refuse(response, turn);
    else refuse(response, { status: 426, code: 'UPGRADE_REQUIRED' });
  });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const url = new URL(request.url!, 'http://localhost');
    const turn = turns[0];
    if (typeof turn === 'function') {
      urls.push(url);
      turns.shift();
      sockets.handleUpgrade(request, socket, head, (ws) => turn(ws, url));
    } else {
      if (turn!.status >= 500) turns.shift();
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const ws of sockets.clients) ws.terminate();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const wait = async () => {};
  const services = { chat: `http://127.0.0.1:${port}` };
  return { hawker: createHawker({ services, wait, ...more }), urls, bought };
}

async function take(stream: AsyncIterable<ChatFrame>, count: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const frame of stream) {
    seen.push('seq' in frame && frame.type === undefined ? frame.seq : frame);
    if (seen.length === count) break;
  }
  return seen;
}

const says =
  (...seqs: number[]): Turn =>
  (ws) => {
    for (const seq of seqs) ws.send(message(seq));
    ws.close(1001);
  };
const members = { room: 'tea', user: 'ann' };

describe('a room that is followed', () => {
  it('resumes after the last message, from the beginning on', async (t) => {
    const { hawker, urls } = await fakeRoom(t, [says(), says(8, 9), says(), says(10)], 7);
    assert.deepEqual(await take(hawker.chat.follow(members), 3), [8, 9, 10]);
    assert.deepEqual(
      urls.map(({ searchParams }) => searchParams.get('since')),
      ['7', '7', '9', '9'],
    );
    assert.equal(urls[0]!.search, '?room=tea&user=ann&since=7');
  });

  it('shows what the room no longer keeps, and goes on when the room has started over', async (t) => {
    const { hawker } = await fakeRoom(t, [says(4), says(1, 2)]);
    const gap = { type: 'gap', room: 'tea', from: 3, to: 3 };
    assert.deepEqual(await take(hawker.chat.follow({ ...members, since: 2 }), 4), [gap, 4, 1, 2]);
  });

  it('sends what is said, also while there is no connection', async (t) => {
    const heard: string[] = [];
    const listens: Turn = (ws) =>
      ws.on('message', (data: Buffer) => {
        heard.push(data.toString('utf8'));
        ws.send(message(heard.length));
      });
    const { hawker } = await fakeRoom(t, [{ status: 503, code: 'STOPPING' }, listens]);
    const room = hawker.chat.follow(members);
    const sent = [room.send('hello'), room.send({ type: 'typing' })];
    assert.deepEqual(await take(room, 2), [1, 2]);
    await Promise.all(sent);
    assert.deepEqual(heard, ['{"content":"hello"}', '{"type":"typing"}']);
    await assert.rejects(room.send('too late'), /not followed/);
    await assert.rejects(room.send('ä'.repeat(2_049)), RangeError);
  });

  it('ends with the error that the handshake does not tell', async (t) => {
    const refusal = { status: 403, code: 'FORBIDDEN' };
    const { hawker } = await fakeRoom(t, [refusal]);
    await assert.rejects(take(hawker.chat.follow(members), 1), refusal);
  });

  it('comes back while the service is only away, and ends when it is refused ten times', async (t) => {
    const away = { status: 503, code: 'STOPPING' };
    const { hawker } = await fakeRoom(t, [away, away, says(1)]);
    assert.deepEqual(await take(hawker.chat.follow(members), 1), [1]);
    const { hawker: banned } = await fakeRoom(t, [{ status: 426, code: 'UPGRADE_REQUIRED' }]);
    await assert.rejects(take(banned.chat.follow(members), 1), {
      code: 'UPGRADE_REFUSED',
      status: 403,
    });
  });

  it('comes back with another token when its own has ended; ends when it is kicked', async (t) => {
    let asked = 0;
    const token = () => `t${++asked}`;
    const turns: Turn[] = [(ws) => ws.close(4001), (ws) => ws.close(4003)];
    const { hawker, urls } = await fakeRoom(t, turns, 0, { token });
    await assert.rejects(take(hawker.chat.follow(members), 1), { code: 'KICKED' });
    const tickets = urls.map(({ searchParams }) => searchParams.get('ticket'));
    assert.deepEqual(tickets, ['ticket for t1', 'ticket for t2']);
  });

  it('buys a ticket for each connection, and never puts its token into a URL', async (t) => {
    const token = 'very secret';
    const { hawker, urls, bought } = await fakeRoom(t, [says(1), says(2)], 0, { token });
    assert.deepEqual(await take(hawker.chat.follow(members), 2), [1, 2]);
    assert.deepEqual(bought, ['POST Bearer very secret', 'POST Bearer very secret']);
    const expected = [0, 1].map((since) => `?room=tea&user=ann&since=${since}&ticket=mine`);
    const shown = urls.map(({ search }) => search.replace('ticket+for+very+secret', 'mine'));
    assert.deepEqual(shown, expected);
  });

  it('asks for another token when a ticket is refused for the first', async (t) => {
    let asked = 0;
    const token = () => `t${++asked}`;
    const sells = (given: string) =>
      given === 't1' ? { status: 401, code: 'INVALID_TOKEN' } : `for ${given}`;
    const { hawker, urls } = await fakeRoom(t, [says(1)], 0, { token }, sells);
    assert.deepEqual(await take(hawker.chat.follow(members), 1), [1]);
    assert.equal(urls[0]!.searchParams.get('ticket'), 'for t2');
  });

  it('goes without a ticket where tokens mean nothing, and ends when it may not have one', async (t) => {
    const off = () => ({ status: 404, code: 'NOT_FOUND' });
    const { hawker, urls } = await fakeRoom(t, [says(1)], 0, { token: 'a' }, off);
    assert.deepEqual(await take(hawker.chat.follow(members), 1), [1]);
    assert.equal(urls[0]!.search, '?room=tea&user=ann&since=0');
    const refused = { status: 401, code: 'INVALID_TOKEN' };
    const other = await fakeRoom(t, [says(1)], 0, { token: 'a' }, () => refused);
    await assert.rejects(take(other.hawker.chat.follow(members), 1), refused);
    const away = { status: 503, code: 'STOPPING' };
    let failures = 2;
    const once = () => (failures-- > 0 ? away : 'late');
    const third = await fakeRoom(t, [says(1)], 0, { token: 'a' }, once);
    assert.deepEqual(await take(third.hawker.chat.follow(members), 1), [1]);
  });

  it('does not pile up what nobody reads: it leaves, and comes back for the rest', async (t) => {
    const seqs = Array.from({ length: 2_500 }, (_, i) => i + 1);
    let left = () => {};
    const hasLeft = new Promise<void>((resolve) => (left = resolve));
    const rest: Turn = (ws, url) => {
      ws.on('close', left);
      for (const seq of seqs.slice(Number(url.searchParams.get('since')))) ws.send(message(seq));
    };
    const { hawker, urls } = await fakeRoom(t, [rest, rest, rest]);
    const room = hawker.chat.follow(members);
    await hasLeft;
    assert.deepEqual(await take(room, 2_500), seqs);
    // What waited; and one that the stream holds for who reads it first, if it came before the others.
    assert.ok(['1000', '1001'].includes(urls[1]!.searchParams.get('since')!), urls[1]!.href);
  });

  it('is left when its signal is aborted, without an error', async (t) => {
    const controller = new AbortController();
    const { hawker } = await fakeRoom(t, [(ws) => ws.send(message(1))]);
    const { signal } = controller;
    for await (const _ of hawker.chat.follow({ ...members, signal })) controller.abort();
  });
});
