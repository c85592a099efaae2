/**
 * `npm run attack [-- --seconds 600 --seed 7]` attacks a hawker behind the project's Caddyfile, and
 * prints what came of it. A request that fails is printed with its seed: `-- --seed <it>` begins there.
 * `scripts/with-stores.sh npm run attack -- --stores` attacks one with shared stores.
 */
import { parseArgs } from 'node:util';
import { outliveReaders } from '#kit/host/lost-readers.ts';
import { LastFirst } from '../lib/processes.ts';
import { attack, maxPeakMiB, told } from './attack.ts';
import { openStage, sharedStores } from './stage.ts';

/** Generous: the question is whether the process stands still, not how fast it is. */
const maxWaitMs = 5_000;

outliveReaders();
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    stores: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
let isInterrupted = false;
// A signal must also end the processes that the attack has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => (isInterrupted = true));
}
const ends = new LastFirst();
try {
  const stage = await openStage(ends, values.stores ? await sharedStores(ends) : {});
  const endsAt = performance.now() + Number(values.seconds) * 1_000;
  console.log(`seed ${seed}, for ${values.seconds} s`);
  const goesOn = () => !isInterrupted && performance.now() < endsAt;
  const report = await attack(stage, () => ({ seed, goesOn }));
  console.log(told(report));
  const isSlow = report.longestWaitMs > maxWaitMs;
  const isLarge = (report.peakMiB ?? 0) > maxPeakMiB;
  if (isSlow) console.log(`FAILED: /healthz took over ${maxWaitMs} ms`);
  if (isLarge) console.log(`FAILED: the process took over ${maxPeakMiB} MiB`);
  if (report.faults.length > 0 || isSlow || isLarge) process.exitCode = 1;
} finally {
  // An answer that is not as documented, or a secret in the log, is told when the process ends.
  await ends.end().catch((error: unknown) => {
    console.log(`FAILED: ${String(error)}`);
    process.exitCode = 1;
  });
}
