import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '#kit/testing/testing.ts';
import { Client, type ClientOptions } from './client.ts';
import { messageFrames, textFrame } from './frames.ts';
import type { Kept, Message } from '../store/message.ts';

describe('a silent client', () => {
  it('is cut off after two pings in a row without an answer', async (t) => {
    const { client, peer } = await connect(t, { autoPong: false });
    client.ping();
    client.ping();
    assert.ok(client.open);
    client.ping();
    const [code] = await once(peer, 'close');
    assert.equal(code, 1006);
  });

  it('stays as long as it answers', async (t) => {
    const { client, ws } = await connect(t);
    for (let i = 0; i < 5; i++) {
      client.ping();
      await once(ws, 'pong');
    }
    assert.ok(client.open);
  });
});

it('gets messages that arrive during a replay after the replay', async (t) => {
  const { client, seen } = await connect(t);
  const history = Promise.withResolvers<Kept>();
  const replayed = client.replay(0, () => history.promise);
  client.deliver([message(2)], messageFrames([message(2)]));
  history.resolve({ first: 1, last: 1, messages: [message(1)] });
  await replayed;
  await eventually(() => seen.length === 2);
  assert.deepEqual(seen, [1, 2]);
});

it('is closed with 1013 if the store loses messages during its replay', async (t) => {
  const { client, peer } = await connect(t);
  const history = Promise.withResolvers<Kept>();
  const replayed = client.replay(3, () => history.promise);
  client.goBack(2);
  history.resolve({ first: 1, last: 4, messages: [{ ...message(4), content: 'lost' }] });
  await replayed;
  const [code] = await once(peer, 'close');
  assert.equal(code, 1013);
});

it('is paused while 256 of its messages are not stored yet', async (t) => {
  const { client, ws } = await connect(t);
  const isPausedAfter = (work: () => void, times: number) => {
    for (let i = 0; i < times; i++) work();
    return ws.isPaused;
  };
  assert.equal(
    isPausedAfter(() => client.posted(), 255),
    false,
  );
  assert.equal(
    isPausedAfter(() => client.posted(), 10),
    true,
  );
  assert.equal(
    isPausedAfter(() => client.stored(), 9),
    true,
  );
  assert.equal(
    isPausedAfter(() => client.stored(), 1),
    false,
  );
});

describe('events for a client', () => {
  it('are sent after a replay; ephemeral ones are dropped during it', async (t) => {
    const { client, seen } = await connect(t);
    const history = Promise.withResolvers<Kept>();
    const replayed = client.replay(0, () => history.promise);
    client.signal(textFrame('"deleted 1"'), 1);
    client.signalIfIdle(textFrame('"typing"'));
    client.deliver([message(2)], messageFrames([message(2)]));
    history.resolve({ first: 1, last: 1, messages: [message(1)] });
    await replayed;
    client.signalIfIdle(textFrame('"typing later"'));
    await eventually(() => seen.length === 4);
    assert.deepEqual(seen, [1, 2, 'deleted 1', 'typing later']);
  });

  it('are dropped if they are ephemeral and the queue is a quarter full', async (t) => {
    const { client, socket, seen } = await connect(t);
    socket.cork();
    const deliver = (from: number, to: number) => {
      for (let seq = from; seq <= to; seq++) client.deliver([message(seq)], frame);
    };
    const frame = messageFrames([message(0)]);
    deliver(1, 64);
    client.signalIfIdle(textFrame('"first"'));
    client.signalIfIdle(textFrame('"too much"'));
    client.signal(textFrame('"deleted"'), 1);
    socket.uncork();
    await eventually(() => seen.length === 66);
    assert.deepEqual(seen.slice(64), ['first', 'deleted']);
    client.signalIfIdle(textFrame('"again"'));
    await eventually(() => seen.length === 67);
    assert.ok(client.open);
  });

  it('count towards the limit for slow clients, unless they are ephemeral', async (t) => {
    let removed = 0;
    const { client, socket, peer } = await connect(t, { onRemoved: () => removed++ });
    socket.cork();
    for (let i = 0; i < 256; i++) client.signal(textFrame('"deleted"'), 1);
    for (let i = 0; i < 300; i++) client.signalIfIdle(textFrame('"typing"'));
    assert.equal(removed, 0);
    client.signal(textFrame('"deleted"'), 1);
    assert.equal(removed, 1);
    socket.uncork();
    const [code] = await once(peer, 'close');
    assert.equal(code, 1013);
  });
});

describe('a long replay', () => {
  /** Makes a reader of the history in `state`, which may change between reads. */
  const historyOf = (state: { first: number; last: number }, reads: number[] = []) => {
    return async (since: number, limit: number): Promise<Kept> => {
      reads.push(since);
      const from = Math.max(since + 1, state.first);
      const length = Math.max(0, Math.min(limit, state.last - from + 1));
      return { ...state, messages: Array.from({ length }, (_, i) => message(from + i)) };
    };
  };

  it('is read in portions, each once the previous one is sent', async (t) => {
    const { client, seen } = await connect(t);
    const reads: number[] = [];
    await client.replay(0, historyOf({ first: 1, last: 250 }, reads));
    await eventually(() => seen.length === 250);
    assert.deepEqual(reads, [0, 100, 200]);
    assert.deepEqual(
      seen,
      Array.from({ length: 250 }, (_, i) => i + 1),
    );
  });

  it('reports each gap at its position', async (t) => {
    const { client, seen, frames } = await connect(t);
    const state = { first: 3, last: 150 };
    const read = historyOf(state);
    await client.replay(0, async (since, limit) => {
      const kept = await read(since, limit);
      state.first = 120; // in the meantime, new messages have pushed out older ones
      return kept;
    });
    await eventually(() => seen.at(-1) === 150);
    const gap = { type: 'gap', room: 'tea' };
    assert.deepEqual(frames[0], { ...gap, from: 1, to: 2 });
    assert.deepEqual(frames[101], { ...gap, from: 103, to: 119 });
    assert.equal(frames.length, 1 + 100 + 1 + 31);
  });

  it('reads on if more messages arrived during the read than are held back', async (t) => {
    const { client, seen } = await connect(t);
    const state = { first: 1, last: 10 };
    const read = historyOf(state);
    let isFirst = true;
    await client.replay(0, async (since, limit) => {
      const kept = await read(since, limit);
      if (!isFirst) return kept;
      isFirst = false;
      for (let seq = 11; seq <= 1_500; seq++) {
        client.deliver([message(seq)], messageFrames([message(seq)]));
      }
      state.last = 1_500;
      return kept;
    });
    await eventually(() => seen.length === 1_500);
    assert.deepEqual(
      seen,
      Array.from({ length: 1_500 }, (_, i) => i + 1),
    );
  });
});

function message(seq: number): Message {
  return { user: 'ann', room: 'tea', content: '', timestamp: 0, seq };
}

/** Opens a connection and returns both ends. */
async function connect(
  t: TestContext,
  { autoPong = true, ...more }: Partial<ClientOptions> & { autoPong?: boolean } = {},
) {
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
  const peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    autoPong,
  });
  t.after(() => {
    peer.terminate();
    server.close();
  });
  const { ws, socket } = await accepted;
  await once(peer, 'open');
  const options = { user: 'ann', room: 'tea', events: true, onRemoved: () => {}, ...more };
  const frames: Readonly<Record<string, unknown>>[] = [];
  const seen: unknown[] = [];
  peer.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString());
    frames.push(frame);
    seen.push(frame.seq ?? frame);
  });
  return { client: new Client(ws, socket, options), ws, socket, peer, frames, seen };
}
