import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { pino } from 'pino';
import { createTestApp, eventually } from '../testing/testing.ts';
import { EventStreams, type Feed } from './event-streams.ts';
import { OpenStreams } from './safety/open-streams.ts';

/** A client that takes a chunk at a time, each when it is told to. */
function reluctant() {
  const pending: (() => void)[] = [];
  let text = '';
  const socket = new Duplex({
    highWaterMark: 1_024,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      pending.push(done);
    },
  });
  const takeAll = async () => {
    for (let quiet = 0; quiet < 10; quiet++) {
      await setImmediate();
      for (let done = pending.shift(); done; done = pending.shift()) [quiet] = [0, done()];
    }
  };
  return { socket, takeAll, text: () => text };
}

function serve(streams: EventStreams<string>, feed: Feed) {
  const server = createServer((_request, raw) => streams.answer(replyOf(raw), 'key', feed));
  const client = reluctant();
  server.emit('connection', client.socket);
  client.socket.push('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return client;
}

const replyOf = (raw?: ServerResponse) =>
  ({
    raw,
    hijack() {},
    getHeaders: () => ({}),
    request: { method: 'GET', raw: {}, socket: {} },
  }) as unknown as FastifyReply;

function assertRefuses(streams: EventStreams<string>) {
  assert.throws(() => streams.answer(replyOf(), 'key', async () => {}), {
    code: 'TOO_MANY_STREAMS',
  });
}

const log = pino({ level: 'silent' });
const data = { text: 'x'.repeat(4_096) };

test('a stream that has ended is whole for a slow client, and dropped for one that takes nothing', async () => {
  for (const takes of [true, false]) {
    const streams = new EventStreams<string>({ max: 1, log });
    const { socket, takeAll, text } = serve(streams, async (stream) => {
      stream.send('last', data, '1');
      stream.end();
    });
    await eventually(text);
    streams.keepAlive();
    assert.deepEqual([socket.destroyed, streams.count], [false, 1]);
    assertRefuses(streams);
    if (takes) await takeAll();
    streams.keepAlive();
    assert.deepEqual([socket.destroyed, streams.count], [!takes, takes ? 0 : 1]);
    assert.equal(text().includes('event: last'), takes);
    socket.destroy();
    await eventually(() => streams.count === 0);
  }
});

test('a hint during a read leads to one more, and one to a client that waits to none', async () => {
  const streams = new EventStreams<string>({ max: 1, log });
  let reads = 0;
  const { takeAll, text } = serve(streams, async (stream) => {
    reads++;
    for (let i = 0; i < 3; i++) streams.changed('key');
    if (reads === 1) stream.send('first', data, '1');
    await stream.taken();
    if (reads === 3) stream.end();
  });
  await eventually(text);
  streams.changed('key');
  streams.resumed();
  assert.equal(reads, 1);
  await takeAll();
  assert.equal(reads, 3);
  assert.equal(streams.count, 0);
});

test('streams that are closed while their clients are slow are over, and send nothing more', async () => {
  const streams = new EventStreams<string>({ max: 1, log });
  const { takeAll, text } = serve(streams, async (stream) => {
    stream.send('first', data, '1');
    await stream.taken();
    assert.equal(stream.isOver, true);
    stream.send('second', data, '2');
  });
  await eventually(text);
  streams.close();
  await takeAll();
  assert.equal(streams.count, 0);
  assertRefuses(streams);
  assert.equal(text().includes('event: first'), true);
  assert.equal(text().includes('second'), false);
});

test('a HEAD request is answered with the headers of the stream, and takes no place', async (t) => {
  const streams = new EventStreams<string>({ max: 1, log });
  const app = createTestApp();
  t.after(() => app.close());
  app.get('/events', async (_request, reply) => streams.answer(reply, 'key', async () => {}));
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/events' });
  assert.deepEqual([statusCode, headers['content-type'], body], [200, 'text/event-stream', '']);
  assert.equal(streams.count, 0);
});

test('nothing comes between the parts of a long event', async () => {
  const streams = new EventStreams<string>({ max: 1, log });
  function* parts() {
    yield '{"a":';
    streams.keepAlive();
    yield '1}';
  }
  const { takeAll, text } = serve(streams, async (stream) => {
    await stream.sendParts('whole', parts());
    streams.keepAlive();
    stream.end();
  });
  await takeAll();
  const body = text().replaceAll(/\r\n[0-9a-f]+\r\n/g, '');
  assert.ok(body.includes('event: whole\ndata: {"a":1}\n\n: alive\n\n'), body);
});

test('a stream whose token ends within a long event ends there: the cut event does not count', async () => {
  const streams = new EventStreams<string>({ max: 1, log });
  const { takeAll, text } = serve(streams, (stream) => {
    function* parts() {
      yield '{"a":';
      stream.expire();
      yield '1}';
    }
    return stream.sendParts('whole', parts());
  });
  await takeAll();
  assert.ok(!text().includes('expired') && !text().includes('1}'), text());
  assert.equal(streams.count, 0);
});

test('a long event waits for its client, and ends when that has gone', async () => {
  const streams = new EventStreams<string>({ max: 1, log });
  let [made, isOver] = [0, false];
  function* parts() {
    for (;;) {
      made++;
      yield data.text;
    }
  }
  const { socket } = serve(streams, async (stream) => {
    await stream.sendParts('endless', parts());
    isOver = true;
  });
  await eventually(() => made > 0);
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  assert.ok(made < 50, 'it waits');
  assert.ok(streams.has('key') && !isOver);
  socket.destroy();
  await eventually(() => isOver);
  assert.ok(!streams.has('key'));
});

test('streams of one address are bounded, whatever they follow; one that ends makes room', async () => {
  const open = new OpenStreams({ ofUser: 1, ofAddress: 1, ofAll: 9 });
  const [one, other] = [0, 1].map(() => new EventStreams<string>({ max: 9, log, open }));
  const { socket, text } = serve(one!, async () => {});
  await eventually(text);
  const refused = { code: 'TOO_MANY_STREAMS_OF_ADDRESS', status: 429 };
  const response = { destroyed: false } as ServerResponse;
  assert.throws(() => other!.answer(replyOf(response), 'key', async () => {}), refused);
  socket.destroy();
  await eventually(() => one!.count === 0);
  const next = serve(other!, async () => {});
  await eventually(next.text);
  assert.equal(other!.count, 1);
  next.socket.destroy();
});
