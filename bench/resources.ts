/**
 * What the box and each service take of a machine: memory and CPU while nobody asks, and at 1,000
 * requests a second. Embedded stores. Prints the table of docs/operations.md, or of it the lines of the
 * services that are named: `npm run bench -- resources chat crawler`.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { portVariableName } from '../src/kit/host/env.ts';
import { serviceNames } from '../src/services.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  isQuick,
  setting,
  startServer,
  startService,
  withFolder,
  type Server,
} from './lib/harness.ts';

/** How long each state is watched, seconds. */
const watched = setting('BENCH_SECONDS', 10, 1);
const perSecond = 1_000;
/** Requests go out in bursts of so many milliseconds. */
const tickMs = 10;

/** What is asked of each service: something that users ask often, and that needs nothing made before. */
const paths: Readonly<Record<string, string>> = {
  'flash-sale': '/flash-sale/stock?product_id=none',
  geo: '/serviceability?lat=12.97&lng=77.59',
  inventory: '/stock/hub-1/milk',
  promotion: '/admin/rules',
  'dispatch-a': '/drivers/ann/assignments',
  'dispatch-b': '/drivers/ann/assignments',
  autocomplete: '/autocomplete?q=de',
  'key-value': '/greeting',
  'file-store': '/files',
  'video-catalog': '/videos',
  'url-shortener': '/abcdef',
  chat: '/api/rooms',
  notification: '/notifications?user=ann',
  'rate-limiter': '/unlimited',
  'news-feed': '/timeline?user=ann',
  crawler: '/crawl',
};

interface Usage {
  /** Resident memory at the end, MiB. */
  readonly memory: number;
  /** Share of one core, %. */
  readonly cpu: number;
  readonly answered: number;
}

async function usage(server: Server, work: () => Promise<number>): Promise<Usage> {
  const [cpu, start] = [server.cpu(), performance.now()];
  const answered = await work();
  const seconds = (performance.now() - start) / 1_000;
  const status = readFileSync(`/proc/${server.pid}/status`, 'latin1');
  const memory = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1_024;
  return { memory, cpu: (server.cpu() - cpu) / seconds / 10_000, answered: answered / seconds };
}

const nobody = async () => sleep(watched * 1_000, 0);

/** Asks each address in turn, at an even rate, whatever is answered. */
async function everybody(urls: readonly string[]): Promise<number> {
  const end = performance.now() + watched * 1_000;
  const open = new Set<Promise<void>>();
  let [sent, answered] = [0, 0];
  const start = performance.now();
  while (performance.now() < end) {
    const due = ((performance.now() - start) / 1_000) * perSecond;
    // A server that falls behind is not asked any faster.
    for (; sent < due && open.size < 256; sent++) {
      const asked: Promise<void> = fetch(urls[sent % urls.length]!, { redirect: 'manual' })
        .then(async (answer) => {
          await answer.arrayBuffer();
          if (answer.status >= 500) throw new Error(`${answer.url}: ${answer.status}`);
          answered++;
        })
        .finally(() => open.delete(asked));
      open.add(asked);
    }
    await sleep(tickMs);
  }
  await Promise.all(open);
  return answered;
}

async function measure(name: string, server: Server, urls: readonly string[]): Promise<void> {
  try {
    await sleep(1_000);
    const idle = await usage(server, nobody);
    const busy = await usage(server, () => everybody(urls));
    const cells = [
      `${idle.memory.toFixed(0)} MiB`,
      `${idle.cpu.toFixed(1)} %`,
      `${busy.memory.toFixed(0)} MiB`,
      `${busy.cpu.toFixed(0)} %`,
      busy.answered.toFixed(0),
    ];
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  } finally {
    await server.stop();
  }
}

console.log('| | idle RSS | idle CPU | RSS at 1,000/s | CPU at 1,000/s | answered a second |');
console.log('| --- | --- | --- | --- | --- | --- |');
const named = process.argv.slice(3);
// Briefly, one is enough: they differ in their paths.
const wanted = isQuick ? serviceNames.slice(0, 1) : serviceNames;
const measured = named.length === 0 ? wanted : named;

await withFolder(async (folder) => {
  if (named.length === 0) await measureAll(folder);
  for (const name of serviceNames.filter((one) => measured.includes(one))) {
    const server = await startService(name, name, { DATA_DIR: `${folder}/${name}` });
    await measure(name, server, [server.url + paths[name]!]);
  }
});

async function measureAll(folder: string): Promise<void> {
  const ports = new Map<string, number>();
  for (const name of serviceNames) ports.set(name, await freePort());
  const env = Object.fromEntries([...ports].map(([name, p]) => [portVariableName(name), `${p}`]));
  const consolePort = await freePort();
  const all = await startServer(
    'all services',
    ['src/main.ts'],
    {
      ...env,
      CONSOLE_PORT: `${consolePort}`,
      DATA_DIR: `${folder}/all`,
      STORE_ADDR: '',
      DATABASE_URL: '',
    },
    `http://127.0.0.1:${consolePort}/readyz`,
  );
  const urls = [...ports].map(([name, p]) => `http://127.0.0.1:${p}${paths[name]}`);
  await measure('all services', all, urls);
}
