/** Two replicas whose connections to Redis are cut over and over while everybody sends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { startHost } from '#kit/host/host.ts';
import { privateRedis } from '#kit/testing/process.ts';
import { eventually, fakeClock, missing, temporaryFolder } from '#kit/testing/testing.ts';
import { chat } from '../index.ts';
import type { Message } from '../store/message.ts';

const kills = 100;
const rooms = ['tea', 'rice', 'beer'];

describe('chat whose subscriptions are killed a hundred times', { skip: missing('redis') }, () => {
  it('sends each message to each client once, in order, and none is missing', async (t) => {
    const redis = await privateRedis(t);
    const replicas = [await start(t, redis.port), await start(t, redis.port)];
    const clients = await Promise.all(
      rooms.flatMap((room) => replicas.map((address) => join(t, address, room))),
    );
    const operator = new Redis(redis.port);
    operator.on('error', () => {}); // the server ends before the connection does
    t.after(() => operator.disconnect());
    const killed = async () => Number(await operator.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    for (const client of clients) client.talk();
    for (let done = 0, pause = 0; done < kills; pause = (pause * 7 + 5) % 23) {
      // Now in the midst of messages, now before a recovery has ended.
      const [client] = clients.toSorted((a, b) => a.seen.length - b.seen.length);
      const enough = client!.seen.length + pause;
      await eventually(() => client!.seen.length >= enough);
      done += Math.min(1, await killed());
    }
    for (const client of clients) client.fallSilent();
    for (const room of rooms) {
      const inRoom = clients.filter((client) => client.room === room);
      await eventually(() => {
        const said = inRoom.reduce((sum, client) => sum + client.said(), 0);
        return inRoom.every(({ seen }) => seen.at(-1)?.seq === said);
      });
      for (const { seen } of inRoom) {
        assert.deepEqual(
          seen.map(({ seq }) => seq),
          seen.map((_, i) => i + 1),
        );
        assert.deepEqual(seen, inRoom[0]!.seen);
      }
    }
  });
});

describe('a ban while subscriptions are killed', { skip: missing('redis') }, () => {
  it('closes the user on both replicas, and nothing is stored that comes after it', async (t) => {
    const redis = await privateRedis(t);
    const replicas = [await start(t, redis.port), await start(t, redis.port)];
    const operator = new Redis(redis.port);
    operator.on('error', () => {});
    t.after(() => operator.disconnect());
    for (let i = 0; i < 10; i++) {
      const room = `tea-${i}`;
      const clients = await Promise.all(replicas.map((address) => join(t, address, room)));
      const [first, second] = clients;
      const closed = clients.map(({ closed }) => closed);
      for (const client of clients) client.talk();
      await eventually(() => clients.every(({ seen }) => seen.length > i));
      const killed = operator.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      const bans = [first!.user, second!.user].map((user) =>
        fetch(`${replicas[i % 2]}/api/rooms/${room}/kick`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ user, ban_seconds: 60 }),
        }),
      );
      for (const { status } of await Promise.all(bans)) assert.equal(status, 200);
      const last = await operator.get(`{chat:${room}}:seq`);
      await killed;
      assert.deepEqual(await Promise.all(closed), [4003, 4003]);
      assert.equal(await operator.get(`{chat:${room}}:seq`), last);
    }
  });
});

async function start(t: TestContext, port: number): Promise<string> {
  const host = await startHost([chat], {
    env: {
      DATA_DIR: temporaryFolder(),
      CHAT_PORT: '0',
      CONSOLE_PORT: '0',
      STORE_ADDR: `127.0.0.1:${port}`,
    },
    clock: fakeClock(),
    log: pino({ level: 'silent' }),
  });
  t.after(() => host.stop());
  return host.services[0]!.address;
}

/** A client that, while it is sending, sends the next message when it sees its last one. */
async function join(t: TestContext, address: string, room: string) {
  const user = `${room} on ${address.slice(-5)}`;
  const ws = new WebSocket(
    `${address.replace('http', 'ws')}/ws?room=${room}&user=${encodeURIComponent(user)}`,
  );
  t.after(() => ws.terminate());
  const seen: Message[] = [];
  let said = 0;
  let isTalking = false;
  const say = () => ws.send(JSON.stringify({ content: `m${said++}` }));
  ws.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Message;
    seen.push(message);
    if (isTalking && message.user === user) say();
  });
  await once(ws, 'open');
  return {
    room,
    user,
    closed: once(ws, 'close').then(([code]) => code as number),
    seen,
    said: () => said,
    talk() {
      isTalking = true;
      for (let i = 0; i < 3; i++) say();
    },
    fallSilent: () => void (isTalking = false),
  };
}
