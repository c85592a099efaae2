/** Chat as its users meet it: over real sockets, on both stores, on two replicas. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import type { Message } from '../store/message.ts';
import { eventually, get, join, now, range, start, startChat, stores } from './fixtures.ts';
import { handshake } from './handshake.ts';

for (const { store, skip, env } of stores) {
  describe(`chat on ${store}`, { skip }, () => {
    it('delivers a message to every client of the room, the sender included', async (t) => {
      const address = await start(t, env());
      const [ann, bob] = [await join(address, 'ann', 'tea'), await join(address, 'bob', 'tea')];
      const eve = await join(address, 'eve', 'rice');
      ann.say('hello');
      const expected = { user: 'ann', room: 'tea', content: 'hello', timestamp: now, seq: 1 };
      assert.deepEqual(await ann.next(), expected);
      assert.deepEqual(await bob.next(), expected);
      eve.say('elsewhere');
      assert.equal((await eve.next()).content, 'elsewhere');
    });

    it('sets user, room and timestamp itself; only content is read', async (t) => {
      const ann = await join(await start(t, env()), 'ann', 'tea');
      ann.send(JSON.stringify({ content: 'x', user: 'bob', room: 'rice', timestamp: 1, seq: 99 }));
      const expected = { user: 'ann', room: 'tea', content: 'x', timestamp: now, seq: 1 };
      assert.deepEqual(await ann.next(), expected);
    });

    it('drops frames that are not JSON, have no string content, are too long or binary', async (t) => {
      const ann = await join(await start(t, env()), 'ann');
      for (const frame of ['', 'hello', '{"content":', 'null', '[]', '{}', '{"content":7}']) {
        ann.send(frame);
      }
      ann.send(JSON.stringify({ content: 'é'.repeat(2049) }));
      ann.send(Buffer.from('{"content":"binary"}'));
      ann.say('é'.repeat(2048));
      const first = await ann.next();
      assert.deepEqual([first.content.length, first.seq], [2048, 1]);
    });

    it('closes with 1009 on a frame over 16 KiB', async (t) => {
      const ann = await join(await start(t, env()), 'ann');
      ann.send('x'.repeat(16 * 1024 + 1));
      assert.equal(await ann.closed, 1009);
    });

    it('joins general unless a room is named', async (t) => {
      const ann = await join(await start(t, env()), 'ann');
      ann.say('hello');
      assert.equal((await ann.next()).room, 'general');
    });

    it('delivers the messages of one sender in the order in which they were sent', async (t) => {
      const address = await start(t, env());
      const [ann, bob] = [await join(address, 'ann'), await join(address, 'bob')];
      const contents = Array.from({ length: 250 }, (_, i) => `m${i}`);
      for (const content of contents) ann.say(content);
      const seen = await bob.take(250);
      assert.deepEqual(
        seen.map(({ content }) => content),
        contents,
      );
      assert.deepEqual(
        seen.map(({ seq }) => seq),
        contents.map((_, i) => i + 1),
      );
    });

    it('shows the last 100 messages over HTTP, oldest first', async (t) => {
      const address = await start(t, env());
      const ann = await join(address, 'ann', 'tea');
      for (let i = 0; i < 120; i++) ann.say(`m${i}`);
      await ann.take(120);
      const { status, body } = await get(address, '/api/rooms/tea/messages');
      assert.equal(status, 200);
      assert.equal(body.room, 'tea');
      assert.deepEqual(
        body.messages.map(({ seq }: Message) => seq),
        range(21, 120),
      );
    });

    it('pushes no history on joining, unless since asks for what is kept after it', async (t) => {
      const address = await start(t, env());
      const ann = await join(address, 'ann', 'tea');
      for (const content of ['one', 'two', 'three']) ann.say(content);
      await ann.take(3);
      const plain = await join(address, 'bob', 'tea');
      const all = await join(address, 'cid', 'tea', '&since=0');
      const some = await join(address, 'dan', 'tea', '&since=2');
      ann.say('four');
      assert.deepEqual((await plain.next()).seq, 4);
      assert.deepEqual(
        (await all.take(4)).map(({ seq }) => seq),
        [1, 2, 3, 4],
      );
      assert.deepEqual(
        (await some.take(2)).map(({ seq }) => seq),
        [3, 4],
      );
    });

    it('goes on with the live messages when since is beyond the last one', async (t) => {
      const address = await start(t, env());
      const ann = await join(address, 'ann', 'tea');
      const early = await join(address, 'eve', 'tea', '&since=9');
      ann.say('one');
      await ann.next();
      const late = await join(address, 'bob', 'tea', '&since=1e300');
      ann.say('two');
      assert.deepEqual(
        (await early.take(2)).map(({ seq }) => seq),
        [1, 2],
      );
      assert.equal((await late.next()).seq, 2);
    });

    it('resumes by since without a gap or a repetition while others go on talking', async (t) => {
      const address = await start(t, env());
      const ann = await join(address, 'ann', 'tea');
      const late = range(1, 5).map(async (i) => {
        for (let n = 0; n < 10; n++) ann.say(`${i}-${n}`);
        return join(address, `late-${i}`, 'tea', '&since=0');
      });
      for (const client of await Promise.all(late)) {
        assert.deepEqual(
          (await client.take(50)).map(({ seq }) => seq),
          range(1, 50),
        );
      }
    });

    it('lists rooms with their clients by name; general is always there', async (t) => {
      const address = await start(t, env());
      assert.deepEqual((await get(address, '/api/rooms')).body, {
        rooms: [{ name: 'general', clients: 0 }],
      });
      const ann = await join(address, 'ann', 'tea');
      await join(address, 'bob', 'tea');
      await join(address, 'cid', 'beer');
      const both = [
        { name: 'beer', clients: 1 },
        { name: 'general', clients: 0 },
        { name: 'tea', clients: 2 },
      ];
      await eventually(t, async () => {
        assert.deepEqual((await get(address, '/api/rooms')).body, { rooms: both });
      });
      ann.ws.close();
      await eventually(t, async () => {
        const { rooms } = (await get(address, '/api/rooms')).body;
        assert.deepEqual(rooms.at(-1), { name: 'tea', clients: 1 });
      });
    });

    it('lists rooms in pages', async (t) => {
      const address = await start(t, env());
      for (const room of ['rice', 'te%20%F0%9F%98%80', 'tea']) await join(address, 'ann', room);
      await eventually(t, async () => {
        assert.equal((await get(address, '/api/rooms')).body.rooms.length, 4);
      });
      const names: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { body } = await get(address, `/api/rooms?limit=1${after}`);
        assert.equal(body.rooms.length, 1);
        names.push(body.rooms[0].name);
        cursor = body.next_cursor;
      }
      assert.deepEqual(names, ['general', 'rice', 'te 😀', 'tea']);
      for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor=', 'cursor=%00']) {
        assert.equal((await get(address, `/api/rooms?${query}`)).status, 400, query);
      }
    });

    it('answers 404 for the messages of an unknown room, and none for general', async (t) => {
      const address = await start(t, env());
      const unknown = await get(address, '/api/rooms/nowhere/messages');
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'UNKNOWN_ROOM']);
      const general = await get(address, '/api/rooms/general/messages');
      assert.deepEqual(general.body, { room: 'general', messages: [] });
    });

    it('refuses a bad handshake before the upgrade', async (t) => {
      const address = await start(t, {
        ...env(),
        CHAT_ORIGINS: 'https://a.example, https://b.example',
      });
      const origin = 'https://b.example';
      const refused = [
        ['/ws', 400],
        ['/ws?user=', 400],
        [`/ws?user=${'u'.repeat(65)}`, 400],
        ['/ws?user=ann&room=', 400],
        [`/ws?user=ann&room=${'r'.repeat(65)}`, 400],
        ['/ws?user=ann&since=-1', 400],
        ['/ws?user=ann&since=soon', 400],
        ['/ws?user=%00', 400],
        ['/elsewhere?user=ann', 404],
      ] as const;
      for (const [path, status] of refused) {
        assert.equal(await handshake(address + path, { origin }), status, path);
      }
      const fine = `${address}/ws?user=${'u'.repeat(64)}&room=${'r'.repeat(64)}`;
      assert.equal(await handshake(fine, { origin: 'https://c.example' }), 403);
      assert.equal(await handshake(fine), 101, 'no browser');
      assert.equal(await handshake(fine, { origin: 'http://localhost:3000' }), 101);
      assert.equal(await handshake(fine, { origin }), 101);
    });

    it('checks the query of a handshake as that of any request', async (t) => {
      const address = await start(t, env());
      const wrong: [query: string, path: string][] = [
        ['user=%ff', 'user'],
        ['user=%', 'user'],
        ['user=ann&room=%ED%A0%80', 'room'],
        ['user=ann&other=%ff', 'other'],
        ['user=ann&user=bob', 'user'],
        ['user=ann&since=1&since=2', 'since'],
        ['user[]=ann', 'user'],
        ['user=%EF%BB%BF%0A', 'user'],
        [`user=${'+'.repeat(65)}`, 'user'],
      ];
      for (const [query, path] of wrong) {
        const { status, body } = await refusal(`${address}/ws?${query}`);
        assert.deepEqual([status, body.errors[0].path], [400, path], query);
        assert.equal((await get(address, `/ws?${query}`)).status, 400, query);
      }
      for (const query of [
        'user=a?b',
        'user=%F0%9F%98%80',
        'user=a+b',
        'user=ann&other=1&other=2',
      ]) {
        assert.equal((await get(address, `/ws?${query}`)).status, 426, query);
      }
      const ann = await join(address, 'a?b+c%20d');
      ann.say('hello');
      assert.equal((await ann.next()).user, 'a?b c d');
    });

    it('drops content with a lone surrogate', async (t) => {
      const ann = await join(await start(t, env()), 'ann');
      ann.send('{"content":"a\\ud800"}');
      ann.send('{"content":"\\udc00\\ud800"}');
      ann.send('{"content":"\\ud83d\\ude00"}');
      assert.deepEqual((await ann.next()).content, '😀');
    });

    it('answers a plain request to /ws with 426, or 400 when it is wrong besides', async (t) => {
      const address = await start(t, env());
      assert.equal((await get(address, '/ws?user=ann')).status, 426);
      assert.deepEqual((await get(address, '/ws')).body.errors, [
        { path: 'user', message: 'is required' },
      ]);
    });

    it('answers a plain request that offers another protocol besides', async (t) => {
      const address = await start(t, env());
      const { port } = new URL(address);
      const socket = connectTcp(Number(port), '127.0.0.1');
      t.after(() => socket.destroy());
      socket.write(
        'GET /api/rooms HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n',
      );
      const [head] = (await once(socket, 'data')) as [Buffer];
      assert.match(head.toString('latin1'), /^HTTP\/1\.1 200 /);
    });

    it('removes a client that does not read, and never delays the others for it', async (t) => {
      const address = await start(t, env());
      const ann = await join(address, 'ann', 'tea');
      const slow = await joinWithoutReading(t, address, 'tea');
      const content = 'x'.repeat(4096);
      // Until the kernel's buffers and then the client's queue are full.
      for (let clients = 2; clients === 2;) {
        for (let i = 0; i < 100; i++) ann.say(content);
        await ann.take(100);
        clients = (await get(address, '/api/rooms')).body.rooms.at(-1).clients;
      }
      assert.equal(await slow.closeCode(), 1013);
    });

    it('closes its clients with 1001 when it stops', async (t) => {
      const host = await startChat(t, env());
      const ann = await join(host.services[0]!.address, 'ann');
      ann.say('last words');
      await ann.next();
      await host.stop();
      assert.equal(await ann.closed, 1001);
    });
  });
}

describe('chat on two replicas', { skip: missing('redis') }, () => {
  it('brings every message to every client of the room on both, in one order', async (t) => {
    const env = { STORE_ADDR: servers.redis, CHAT_PREFIX: unique('chat') };
    const addresses = [await start(t, env), await start(t, env)];
    const clients = await Promise.all(
      range(0, 5).map((i) => join(addresses[i % 2]!, `user-${i}`, 'tea')),
    );
    for (let n = 0; n < 20; n++) for (const client of clients) client.say(`m${n}`);
    const [first, ...others] = await Promise.all(clients.map((client) => client.take(120)));
    assert.deepEqual(
      first!.map(({ seq }) => seq),
      range(1, 120),
    );
    for (const seen of others) assert.deepEqual(seen, first);
    // Replicas tell each other beside the messages.
    await eventually(t, async () => {
      const { rooms } = (await get(addresses[1]!, '/api/rooms')).body;
      assert.deepEqual(rooms.at(-1), { name: 'tea', clients: 6 });
    });
  });
});

/** A client on a bare socket, paused from the start: its receive buffer fills up. */
async function joinWithoutReading(t: TestContext, address: string, room: string) {
  const { hostname, port } = new URL(address);
  const socket = connectTcp(Number(port), hostname);
  t.after(() => socket.destroy());
  socket.write(
    `GET /ws?user=slow&room=${room} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'readable');
  return {
    /** Reads on to the end; the last frame is the close frame with its code. */
    async closeCode() {
      let tail = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => (tail = Buffer.concat([tail, chunk]).subarray(-64)));
      socket.end();
      await once(socket, 'close');
      return tail.readUInt16BE(tail.lastIndexOf(Buffer.from('too slow')) - 2);
    },
  };
}

/** The answer to a handshake that is refused. */
async function refusal(url: string) {
  const ws = new WebSocket(url.replace('http', 'ws'));
  ws.on('error', () => {});
  const [, response] = (await once(ws, 'unexpected-response')) as [unknown, IncomingMessage];
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  return { status: response.statusCode, body: (await json(response)) as any };
}
