/** The real process, killed under load: everything that it acknowledged is there afterwards. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { privateRedis, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { surviveEnd } from '#kit/testing/workload/killed.ts';
import { chatWorkload } from './workload.ts';

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
      await surviveEnd(t, chatWorkload(), full, { acts: 400 });
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
