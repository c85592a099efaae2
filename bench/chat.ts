/** Fan-out to 200 and 1,000 sockets: ours, a plain `ws` loop, socket.io. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  median,
  printTable,
  startServer,
  withFolder,
  type Server,
  rounds,
  seconds,
  inTurn,
  isQuick,
} from './lib/harness.ts';
import { FrameClient, plain, socketIo, type Dialect } from './lib/sockets.ts';

/** Messages in flight in the closed loop. */
const inFlight = 32;
const pace = 100;
const content = 'x'.repeat(32);

interface Candidate {
  readonly server: Server;
  readonly port: number;
  readonly dialect: Dialect;
}

interface Run {
  /** Messages delivered, a second. */
  readonly deliveries: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of one core. */
  readonly cpu: number;
}

// The servers have the first core, the clients the second.
spawnSync('taskset', ['-cp', '1', String(process.pid)]);

await withFolder(async (folder) => {
  const candidates: Candidate[] = [];
  try {
    candidates.push(await peer('plain ws loop', 'bench/peers/ws-loop.ts', plain));
    candidates.push(await peer('socket.io', 'bench/peers/socket-io.ts', socketIo));
    candidates.push(await ours('hawker, SQLite (kept and fsynced)', { DATA_DIR: folder }));
    const address = process.env['TEST_STORE_ADDR'];
    if (address) candidates.push(await ours('hawker, Redis', { STORE_ADDR: address }));
    for (const sockets of isQuick ? [50] : [200, 1_000]) {
      await compare(`${sockets} sockets, ${inFlight} messages in flight`, candidates, (candidate) =>
        saturate(candidate, sockets),
      );
    }
    await compare(`200 sockets, ${pace} messages/s`, candidates, (candidate) =>
      paced(candidate, 200),
    );
  } finally {
    await Promise.all(candidates.map(({ server }) => server.stop()));
  }
});

async function compare(
  title: string,
  candidates: Candidate[],
  run: (candidate: Candidate) => Promise<Run>,
): Promise<void> {
  for (const candidate of candidates) await run(candidate); // warm-up
  const runs = await inTurn(candidates, rounds, run);
  console.log(`\n${title}; ${rounds} rounds of ${seconds} s, medians`);
  printTable(
    candidates.map(({ server }, i) => {
      const own = runs[i]!;
      const ratios = own.map((one, round) => one.deliveries / runs[0]![round]!.deliveries);
      return {
        candidate: server.name,
        'deliveries/s': Math.round(median(own.map(({ deliveries }) => deliveries))),
        ratio: median(ratios).toFixed(2),
        'p50 ms': median(own.map(({ p50 }) => p50)).toFixed(2),
        'p99 ms': median(own.map(({ p99 }) => p99)).toFixed(2),
        'CPU %': (100 * median(own.map(({ cpu }) => cpu))).toFixed(0),
      };
    }),
  );
}

/** Closed loop: the first client sends a new message for each one that it receives. */
function saturate(candidate: Candidate, sockets: number): Promise<Run> {
  return measure(candidate, sockets, async (clients, latency) => {
    const [sender] = clients as [FrameClient];
    const sent: number[] = [];
    const say = () => {
      sent.push(performance.now());
      sender.say(content);
    };
    sender.onMessage = () => {
      latency.push(performance.now() - sent.shift()!);
      say();
    };
    for (let i = 0; i < inFlight; i++) say();
    await sleep(seconds * 1_000);
    sender.onMessage = undefined;
  });
}

/** Open loop at a steady pace; latency as the last client sees it. */
function paced(candidate: Candidate, sockets: number): Promise<Run> {
  return measure(candidate, sockets, async (clients, latency) => {
    const sent: number[] = [];
    clients.at(-1)!.onMessage = () => latency.push(performance.now() - sent.shift()!);
    const started = performance.now();
    for (let n = 0; n < seconds * pace; n++) {
      await sleep(Math.max(0, started + (n * 1_000) / pace - performance.now()));
      sent.push(performance.now());
      clients[0]!.say(content);
    }
    await sleep(50);
  });
}

async function measure(
  { server, port, dialect }: Candidate,
  sockets: number,
  work: (clients: FrameClient[], latency: number[]) => Promise<void>,
): Promise<Run> {
  const clients: FrameClient[] = [];
  for (let i = 0; i < sockets; i++) clients.push(await FrameClient.open(port, dialect));
  await sleep(100); // the greetings of socket.io
  const latency: number[] = [];
  const received = () => clients.reduce((sum, { count }) => sum + count, 0);
  const [cpu, before, started] = [server.cpu(), received(), performance.now()];
  await work(clients, latency);
  const elapsed = (performance.now() - started) / 1_000;
  const deliveries = (received() - before) / elapsed;
  const used = (server.cpu() - cpu) / 1e6 / elapsed;
  for (const client of clients) client.close();
  await sleep(200);
  latency.sort((a, b) => a - b);
  const quantile = (q: number) => latency[Math.floor(latency.length * q)] ?? Number.NaN;
  return { deliveries, p50: quantile(0.5), p99: quantile(0.99), cpu: used };
}

async function peer(name: string, file: string, dialect: Dialect): Promise<Candidate> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return { server: await startServer(name, [file], { PORT: String(port) }, url), port, dialect };
}

async function ours(name: string, store: Record<string, string>): Promise<Candidate> {
  const port = await freePort();
  const ports = { CHAT_PORT: String(port), CONSOLE_PORT: String(await freePort()) };
  const env = { STORE_ADDR: '', ...ports, ...store };
  const url = `http://127.0.0.1:${port}/api/rooms`;
  return {
    server: await startServer(name, ['src/main.ts', 'chat'], env, url),
    port,
    dialect: plain,
  };
}
