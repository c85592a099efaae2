/**
 * Loaded into a server by `--import`: the most CPU that its event loop used from one turn to the
 * next, and how much of that was garbage collection. Other processes on a busy machine do not count, as
 * they do in the wait for an answer.
 */
import { PerformanceObserver } from 'node:perf_hooks';

export interface Turn {
  /** Milliseconds. */
  readonly cpu: number;
  /** The part of it spent on collecting garbage, by the clock. */
  readonly collecting: number;
}

const everyMs = 1;
const none = { cpu: 0, from: 0, to: 0 };
let longest = none;
let last = { cpu: used(), at: performance.now() };
/** Since the last question. */
let collections: { readonly at: number; readonly ms: number }[] = [];

/** CPU time of this thread so far, milliseconds. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    collections.push({ at: startTime, ms: duration });
  }
}).observe({ entryTypes: ['gc'] });

// A timer fires once a turn at most; turns that take less than `everyMs` count together.
setInterval(() => {
  const now = { cpu: used(), at: performance.now() };
  const cpu = now.cpu - last.cpu;
  if (cpu > longest.cpu) longest = { cpu, from: last.at, to: now.at };
  last = now;
}, everyMs).unref();

/** Each message is answered by the longest turn since the one before. */
process.on('message', () => {
  // The observer has been told of the last ones then.
  setTimeout(() => {
    const { cpu, from, to } = longest;
    const within = collections.filter(({ at }) => at >= from && at <= to);
    const collecting = within.reduce((sum, { ms }) => sum + ms, 0);
    process.send!({ cpu, collecting } satisfies Turn);
    [longest, collections] = [none, []];
  }, 20);
});
process.channel?.unref();
