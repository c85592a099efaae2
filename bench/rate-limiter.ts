/**
 * The rate limiter: decisions a second in process and on Redis beside rate-limiter-flexible and
 * the store of express-rate-limit, memory for a million keys, GET /limited over HTTP, and POST /check
 * beside rate-limiter-flexible behind the same route.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MemoryStore } from 'express-rate-limit';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { redisLimiter } from '../src/services/rate-limiter/store/redis/redis-rate-limiter-store.ts';
import { memoryLimiter } from '../src/services/rate-limiter/store/memory/memory-rate-limiter-store.ts';
import {
  algorithms,
  type RateLimiter,
} from '../src/services/rate-limiter/store/rate-limiter-store.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  interleave,
  median,
  printTable,
  startBare,
  startServer,
  startService,
  type Server,
  rounds,
  seconds,
  inTurn,
  ratios,
  isQuick,
} from './lib/harness.ts';

const redisAddress = process.env['TEST_STORE_ADDR'];
const keys = Array.from({ length: 10_000 }, (_, i) => `198.51.${i >> 8}.${i & 255}`);
const window = 1_000;

interface Candidate {
  readonly name: string;
  /** Decides `calls` times. */
  run(calls: number): Promise<void>;
}

for (const limit of [5, 100]) {
  console.log(`\nIn process, 10,000 keys, limit ${limit} a second, decisions/s:`);
  await compare(
    [flexible(limit), express(), ...algorithms.map((name) => ours(name, limit))],
    isQuick ? 10_000 : 300_000,
    5 * rounds,
  );
}
if (redisAddress) await overRedis(redisAddress);
else console.log('redis-server is not installed: its rows are left out');
await memory();
await limitedRoute();
await checkRoute();

/** Ratios to the first candidate, round by round. */
async function compare(candidates: Candidate[], calls: number, rounds: number): Promise<void> {
  for (const candidate of candidates) await candidate.run(calls);
  const rates = await inTurn(candidates, rounds, async (candidate) => {
    const started = performance.now();
    await candidate.run(calls);
    return (calls / (performance.now() - started)) * 1_000;
  });
  printTable(
    candidates.map(({ name }, i) => ({
      candidate: name,
      'decisions/s': Math.round(median(rates[i]!)),
      ratio: ratios(rates[i]!, rates[0]!),
    })),
  );
}

function ours(algorithm: (typeof algorithms)[number], limit: number): Candidate {
  const limiter: RateLimiter = memoryLimiter(algorithm);
  return {
    name: `ours, ${algorithm}`,
    async run(calls) {
      for (let i = 0; i < calls; i++) {
        // Awaited as the peer's is: a caller does not know that memory answers at once.
        await limiter.allow(keys[(i * 7919) % keys.length]!, limit, window, Date.now());
      }
    },
  };
}

function flexible(limit: number): Candidate {
  const limiter = new RateLimiterMemory({ points: limit, duration: window / 1_000 });
  return {
    name: 'rate-limiter-flexible',
    async run(calls) {
      for (let i = 0; i < calls; i++) {
        // It rejects when it refuses.
        await limiter.consume(keys[(i * 7919) % keys.length]!).catch(() => {});
      }
    },
  };
}

function express(): Candidate {
  const store = new MemoryStore();
  store.init({ windowMs: window } as Parameters<MemoryStore['init']>[0]);
  return {
    name: 'store of express-rate-limit (counts only)',
    async run(calls) {
      for (let i = 0; i < calls; i++) await store.increment(keys[(i * 7919) % keys.length]!);
    },
  };
}

/** 64 decisions under way at any time. */
async function overRedis(address: string): Promise<void> {
  const redis = new Redis(address);
  const concurrently = (decide: (key: string) => Promise<unknown>) => async (calls: number) => {
    let next = 0;
    const worker = async () => {
      while (next < calls) await decide(keys[(next++ * 7919) % keys.length]!);
    };
    await Promise.all(Array.from({ length: 64 }, worker));
  };
  for (const limit of [5, 100]) {
    console.log(`\nOn Redis, the same client, 10,000 keys, limit ${limit} a second:`);
    const options = { storeClient: redis, points: limit, duration: window / 1_000 };
    const peer = new RateLimiterRedis({ ...options, keyPrefix: `flexible-${limit}` });
    const candidates: Candidate[] = [
      {
        name: 'rate-limiter-flexible',
        run: concurrently((key) => peer.consume(key).catch(() => {})),
      },
      ...algorithms.map((algorithm) => {
        const limiter = redisLimiter(redis, `bench-${limit}`, algorithm);
        const decide = async (key: string) => limiter.allow(key, limit, window, Date.now());
        return { name: `ours, ${algorithm}`, run: concurrently(decide) };
      }),
    ];
    await compare(candidates, isQuick ? 2_000 : 20_000, rounds);
  }
  redis.disconnect();
}

/** Bytes of heap a key, each with one request; then all are idle for two windows. */
async function memory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const count = isQuick ? 10_000 : 1_000_000;
  const heap = () => (collect(), process.memoryUsage().heapUsed);
  const rows = [];
  for (const algorithm of algorithms) {
    const limiter = memoryLimiter(algorithm);
    const before = heap();
    for (let i = 0; i < count; i++) limiter.allow(`client-${i}`, 100, window, 1_000);
    const full = heap();
    await limiter.sweep(1_000 + 2 * window + 1);
    await limiter.sweep(1_000 + 4 * window + 2);
    rows.push({
      keys: `ours, ${algorithm}`,
      'bytes a key': Math.round((full - before) / count),
      'after two idle windows': Math.round((heap() - before) / count),
    });
  }
  const peer = new RateLimiterMemory({ points: 100, duration: 60 });
  const before = heap();
  for (let i = 0; i < count; i++) await peer.consume(`client-${i}`);
  const bytes = Math.round((heap() - before) / count);
  rows.push({
    keys: 'rate-limiter-flexible',
    'bytes a key': bytes,
    'after two idle windows': '–',
  });
  for (let i = 0; i < count; i++) await peer.delete(`client-${i}`);
  console.log();
  printTable(rows);
}

/** Starts our service with an embedded store of its own, or on Redis. */
async function startOurs(name: string, env: Record<string, string>): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'hawker-bench-'));
  const server = await startService('rate-limiter', name, { DATA_DIR: folder, ...env });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
}

async function limitedRoute(): Promise<void> {
  const servers: Server[] = [];
  const env = { RATE_LIMIT: '100000', RATE_LIMIT_WINDOW_MS: '1000' };
  try {
    const bare = await startBare();
    servers.push({ ...bare, url: `${bare.url}/rate-limiter/` });
    const algorithm = { RATE_LIMIT_ALGORITHM: 'token-bucket' };
    servers.push(await startOurs('sliding window, memory', env));
    servers.push(await startOurs('token bucket, memory', { ...env, ...algorithm }));
    if (redisAddress) {
      const shared = { ...env, ...algorithm, STORE_ADDR: redisAddress };
      servers.push(await startOurs('token bucket, Redis', shared));
    }
    console.log('\nGET /limited');
    const load = { connections: 64, seconds, script: 'rate-limiter.lua', args: [] };
    await interleave(servers, load, rounds);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** 10,000 keys, one limit of 1,000 a second, which hardly one reaches. */
async function checkRoute(): Promise<void> {
  const stores = redisAddress ? { memory: '', Redis: redisAddress } : { memory: '' };
  for (const [store, address] of Object.entries(stores)) {
    const servers: Server[] = [];
    const env = { STORE_ADDR: address };
    try {
      servers.push(await startPeer('rate-limiter-flexible', env));
      for (const algorithm of algorithms) {
        const server = await startOurs(`ours, ${algorithm}`, env);
        servers.push(server);
        await putPolicy(server.url, algorithm);
      }
      console.log(`\nPOST /check by a policy, in ${store}`);
      const load = { connections: 64, seconds, script: 'check.lua', args: [] };
      await interleave(servers, load, rounds);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
}

async function putPolicy(url: string, algorithm: string): Promise<void> {
  const limits = [{ limit: 1_000, window_ms: window }];
  const { status } = await fetch(`${url}/admin/policies/api`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ algorithm, limits, on_outage: 'refuse' }),
  });
  if (status !== 200) throw new Error(`the policy was not made: ${status}`);
}

async function startPeer(name: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startServer(name, ['bench/peers/limit-route.ts'], { ...env, PORT: String(port) }, url);
}
