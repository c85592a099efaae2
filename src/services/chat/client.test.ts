import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '#kit/testing/testing.ts';
import { Client } from './client.ts';
import { messageFrames } from './frames.ts';
import type { Message } from './store/store.ts';

describe('a silent client', () => {
  it('is cut when two pings in a row had no answer', async (t) => {
    const { client, peer } = await connect(t, { autoPong: false });
    client.ping();
    client.ping();
    assert.ok(client.open);
    client.ping();
    const [code] = await once(peer, 'close');
    assert.equal(code, 1006);
  });

  it('stays as long as it answers', async (t) => {
    const { client, ws } = await connect(t, { autoPong: true });
    for (let i = 0; i < 5; i++) {
      client.ping();
      await once(ws, 'pong');
    }
    assert.ok(client.open);
  });
});

it('gets what comes during a replay after it', async (t) => {
  const { client, peer } = await connect(t, { autoPong: true });
  const seen: number[] = [];
  peer.on('message', (data: Buffer) => seen.push(JSON.parse(data.toString()).seq));
  const message = (seq: number) => ({ user: 'ann', room: 'tea', content: '', timestamp: 0, seq });
  const history = Promise.withResolvers<Message[]>();
  const replayed = client.replay(0, () => history.promise);
  client.deliver([message(2)], messageFrames([message(2)]));
  history.resolve([message(1)]);
  await replayed;
  await eventually(() => seen.length === 2);
  assert.deepEqual(seen, [1, 2]);
});

it('is closed with 1013 when the store loses messages while history is read for it', async (t) => {
  const { client, peer } = await connect(t, { autoPong: true });
  const history = Promise.withResolvers<Message[]>();
  const replayed = client.replay(3, () => history.promise);
  client.goBack(2);
  history.resolve([{ user: 'ann', room: 'tea', content: 'lost', timestamp: 0, seq: 4 }]);
  await replayed;
  const [code] = await once(peer, 'close');
  assert.equal(code, 1013);
});

/** Both ends of a connection. */
async function connect(t: TestContext, options: { autoPong: boolean }) {
  const server = createServer().listen(0, '127.0.0.1');
  const upgrader = new WebSocketServer({ noServer: true });
  const accepted = new Promise<{ ws: WebSocket; socket: Socket }>((resolve) => {
    server.on('upgrade', (request, socket, head) => {
      upgrader.handleUpgrade(request, socket, head, (ws) =>
        resolve({ ws, socket: socket as Socket }),
      );
    });
  });
  await once(server, 'listening');
  const peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  t.after(() => {
    peer.terminate();
    server.close();
  });
  const { ws, socket } = await accepted;
  await once(peer, 'open');
  return { client: new Client('ann', ws, socket, () => {}), ws, peer };
}
