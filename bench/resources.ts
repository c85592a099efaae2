/**
 * What the box and each service take of a machine: memory and CPU while nobody asks, and at 1,000
 * requests a second for one thing that each of them has. Embedded stores. Prints the table of docs/operations.md, or of it the lines of the
 * services that are named: `npm run bench -- resources chat crawler`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { portVariableName } from '../src/kit/host/env.ts';
import { serviceNames, type ServiceName } from '../src/services.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import {
  isQuick,
  memoryOf,
  setting,
  startServer,
  startService,
  withFolder,
  type Server,
} from './lib/harness.ts';
import { oftenAsked } from './lib/often-asked.ts';

/** How long each state is watched, seconds. */
const watched = setting('BENCH_SECONDS', 10, 1);
const perSecond = 1_000;
/** Requests go out in bursts of so many milliseconds. */
const tickMs = 10;

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
  const memory = memoryOf(server.pid);
  return { memory, cpu: (server.cpu() - cpu) / seconds / 10_000, answered: answered / seconds };
}

const nobody = async () => sleep(watched * 1_000, 0);

/** Asks each service in turn, at an even rate. @throws Error when one refuses */
async function everybody(asks: readonly (() => Promise<void>)[]): Promise<number> {
  const end = performance.now() + watched * 1_000;
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let [sent, answered] = [0, 0];
  const start = performance.now();
  while (performance.now() < end && failures.length === 0) {
    const due = ((performance.now() - start) / 1_000) * perSecond;
    // A server that falls behind is not asked any faster.
    for (; sent < due && open.size < 256; sent++) {
      const asked: Promise<void> = asks[sent % asks.length]!()
        .then(
          () => void answered++,
          (error: unknown) => void failures.push(error),
        )
        .finally(() => open.delete(asked));
      open.add(asked);
    }
    await sleep(tickMs);
  }
  await Promise.all(open);
  if (failures.length > 0) throw failures[0];
  return answered;
}

/** @param urls the addresses of services, by name */
async function measure(
  name: string,
  server: Server,
  urls: ReadonlyMap<ServiceName, string>,
): Promise<void> {
  try {
    const asks = await Promise.all([...urls].map(([service, url]) => oftenAsked(service, url)));
    await sleep(1_000);
    const idle = await usage(server, nobody);
    const busy = await usage(server, () => everybody(asks));
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
    await measure(name, server, new Map([[name, server.url]]));
  }
});

async function measureAll(folder: string): Promise<void> {
  const ports = new Map<ServiceName, number>();
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
  const urls = [...ports].map(([name, p]) => [name, `http://127.0.0.1:${p}`] as const);
  await measure('all services', all, new Map(urls));
}
