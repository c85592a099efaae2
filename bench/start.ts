/**
 * What a start of all services takes, of the source and of the package's files (`npm run build` makes
 * them first), with and without Node's compile cache, which the image and the unit do without: how long
 * until `/readyz` answers, how much CPU, and memory a while later. Embedded stores, which are there already.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portVariableName } from '../src/kit/host/env.ts';
import { freePort } from '../src/kit/testing/free-port.ts';
import { serviceNames } from '../src/services.ts';
import {
  inTurn,
  isQuick,
  median,
  memoryOf,
  printTable,
  root,
  rounds,
  startServer,
  withFolder,
} from './lib/harness.ts';

/** How long after the start memory is measured, milliseconds. */
const settledMs = isQuick ? 0 : 3_000;
/** Briefly the source alone: somebody may be building. */
const mains = isQuick ? ['src/main.ts'] : ['src/main.ts', 'dist/main.js'];

interface Candidate {
  readonly main: string;
  readonly name: string;
  readonly env: Record<string, string>;
}

const candidates = mains.flatMap((main): Candidate[] => [
  { main, name: `${main}, compile cache`, env: {} },
  { main, name: `${main}, no cache`, env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
]);
for (const { main } of candidates) {
  if (!existsSync(join(root, main))) throw new Error(`${main} is not there: npm run build`);
}

await withFolder(async (folder) => {
  const start = async ({ main, name, env }: Candidate) => {
    const consolePort = await freePort();
    const url = `http://127.0.0.1:${consolePort}/readyz`;
    const free = Object.fromEntries(serviceNames.map((one) => [portVariableName(one), '0']));
    const shared = { STORE_ADDR: '', DATABASE_URL: '' };
    const own = { CONSOLE_PORT: `${consolePort}`, DATA_DIR: folder, ...env };
    const began = performance.now();
    const server = await startServer(name, [main], { ...free, ...shared, ...own }, url, '0,1');
    const seconds = (performance.now() - began) / 1_000;
    const cpu = server.cpu() / 1_000_000;
    await sleep(settledMs);
    const memory = memoryOf(server.pid);
    await server.stop();
    return { seconds, cpu, memory };
  };
  // The first ones make the stores and fill the cache.
  for (const candidate of candidates) await start(candidate);
  const starts = await inTurn(candidates, rounds, start);
  console.log(`all services, medians of ${rounds}`);
  printTable(
    candidates.map(({ name }, i) => ({
      '': name,
      'until /readyz answers, s': median(starts[i]!.map(({ seconds }) => seconds)).toFixed(2),
      'CPU till then, s': median(starts[i]!.map(({ cpu }) => cpu)).toFixed(2),
      'idle RSS, MiB': median(starts[i]!.map(({ memory }) => memory)).toFixed(0),
    })),
  );
});
