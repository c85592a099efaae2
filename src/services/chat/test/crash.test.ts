/** The real process, killed under load: what it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { privateRedis, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';

describe('chat, killed under load', () => {
  const stores = [
    { name: 'SQLite', skip: false, env: () => ({}) },
    {
      name: 'Redis',
      skip: missing('redis'),
      env: () => ({ STORE_ADDR: servers.redis, CHAT_PREFIX: unique('crash') }),
    },
  ];
  for (const { name, skip, env } of stores) {
    it(`keeps every message that a client has seen, on ${name}`, { skip }, async (t) => {
      const full = { DATA_DIR: temporaryFolder(), ...env() };
      const first = await startProcess(t, ['chat'], full);
      const seen = new Map<number, string>();
      const ws = new WebSocket(`${first.addresses['chat']!.replace('http', 'ws')}/ws?user=ann`);
      await once(ws, 'open');
      const speak = () => ws.send(JSON.stringify({ content: `m${seen.size}` }));
      ws.on('message', (data: Buffer) => {
        const { seq, content } = JSON.parse(data.toString('utf8'));
        seen.set(seq, content);
        if (seen.size === 300) void first.end('SIGKILL');
        speak();
      });
      for (let i = 0; i < 8; i++) speak();
      await once(ws, 'close');
      await first.end('SIGKILL');
      const second = await startProcess(t, ['chat'], full);
      const response = await fetch(`${second.addresses['chat']}/api/rooms/general/messages`);
      const { messages } = (await response.json()) as {
        messages: { seq: number; content: string }[];
      };
      const last = Math.max(...seen.keys());
      assert.ok(messages.at(-1)!.seq >= last);
      for (const { seq, content } of messages) {
        if (seq <= last) assert.equal(content, seen.get(seq));
      }
    });
  }
});

describe(
  'chat on two replicas whose Redis is killed and restarted',
  { skip: missing('redis') },
  () => {
    it('delivers to both again, from where each had got to', async (t) => {
      const redis = await privateRedis(t);
      const env = { STORE_ADDR: `127.0.0.1:${redis.port}` };
      const replicas = [await startProcess(t, ['chat'], env), await startProcess(t, ['chat'], env)];
      const clients = await Promise.all(
        replicas.map(async ({ addresses }, i) => {
          const ws = new WebSocket(`${addresses['chat']!.replace('http', 'ws')}/ws?user=user-${i}`);
          const seen: string[] = [];
          ws.on('message', (data: Buffer) => seen.push(JSON.parse(data.toString('utf8')).content));
          await once(ws, 'open');
          return { ws, seen };
        }),
      );
      const say = async (speaker: number, content: string) => {
        clients[speaker]!.ws.send(JSON.stringify({ content }));
        await eventually(() => clients.every(({ seen }) => seen.includes(content)));
      };
      await say(0, 'before');
      await redis.kill();
      await redis.start();
      for (const { addresses } of replicas) {
        await eventually(async () => (await fetch(`${addresses['console']}/readyz`)).ok);
      }
      await say(1, 'after');
      await say(0, 'and again');
      for (const { seen } of clients) assert.deepEqual(seen, ['before', 'after', 'and again']);
    });
  },
);
