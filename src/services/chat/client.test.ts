import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { Client } from './client.ts';

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
