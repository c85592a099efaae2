/** Lives a history to the end of its jobs, with one replica at a time, which may end at any step. */
import assert from 'node:assert/strict';
import type { CrawlStore, Job } from '../../store/crawler-store.ts';
import type { History, Site } from './history.ts';
import { leaseMs, openReplica, type Request } from './replica.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Lived {
  readonly requests: readonly Request[];
  readonly jobs: readonly Job[];
  readonly delayMs: number;
  readonly crashes: number;
  /** Instants after a jump of the clock. */
  readonly jumps: readonly number[];
  /** When the first job was cancelled. */
  readonly cancelledAt: number | undefined;
}

export const jumpMs = 60_000;

const maxSteps = 3_000;

let replicas = 0;

export async function live(
  history: History,
  site: Site,
  store: CrawlStore,
  time: VirtualTime,
): Promise<Lived> {
  const { clock } = time;
  const requests: Request[] = [];
  const delayMs = site.has('delay') ? 900 : 0;
  const latencyMs = site.has('latency') ? 250 : 0;
  const around = { site, store, time, requests, delayMs, latencyMs };
  const open = () => openReplica(around, `replica ${++replicas}`);
  const numbers: number[] = [];
  for (const job of history.jobs) {
    const seed = site.url(job.seed);
    numbers.push((await store.create(seed, seed, job.maxPages, clock(), site.options(job))).n);
  }
  let replica = open();
  let crashes = 0;
  let cancelledAt: number | undefined;
  const jumps: number[] = [];
  const events = {
    crashes() {
      replica.crash();
      crashes++;
      replica = open();
    },
    stops() {
      replica.stop();
      replica = open();
    },
    async cancels() {
      await store.cancel(numbers[0]!, clock());
      replica.abandon(numbers[0]!);
      cancelledAt ??= clock();
    },
    jumps() {
      time.jump(jumpMs);
      jumps.push(clock());
    },
  };
  for (let step = 0; step < maxSteps; step++) {
    replica.tick();
    await time.settle();
    const jobs = (await Promise.all(numbers.map((n) => store.find(n)))) as Job[];
    if (jobs.every(({ endedAt }) => endedAt !== null)) {
      await replica.close();
      return { requests, jobs, delayMs, crashes, jumps, cancelledAt };
    }
    const due = history.events.filter((event) => event.step === step && site.has(event.kind));
    for (const { kind } of due) await events[kind]();
    time.pass(leaseMs / 3);
  }
  return assert.fail('the jobs do not end');
}
