/** Runs one scenario: stores, processes, load, fault, healing, and the check of everything. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '#kit/host/env.ts';
import { startProcess, type TestProcess } from '#kit/testing/process.ts';
import { temporaryFolder, type Ends } from '#kit/testing/testing.ts';
import { createWorkloads, commonEnv } from '../workloads/workloads.ts';
import { askOf, Tally } from './client.ts';
import type { Finding } from './findings.ts';
import type { Scenario } from './scenario.ts';
import type { Ask, Workload } from './workload.ts';

/** Of each service. */
const clients = 2;
/** Between two operations of a client: the load shall reveal faults, not saturate. */
const thinkMs = 40;
/** Of load before the fault. */
const warmUpMs = 1_500;
/** Nothing is refused for so long when all is healed. */
const calmMs = 1_500;
/** Longest time to heal. */
const healLimitMs = 60_000;

export interface Result {
  readonly scenario: Scenario;
  readonly done: number;
  readonly refused: number;
  readonly unanswered: number;
  readonly healMs: number;
  readonly lost: number;
  readonly doubled: number;
  /** What the clients of each service saw. */
  readonly seen: readonly Seen[];
  /** What must not be; empty when the scenario passed. */
  readonly faults: readonly string[];
}

export interface Seen {
  readonly service: string;
  readonly done: number;
  readonly refused: number;
  readonly unanswered: number;
}

interface Subject {
  readonly workload: Workload;
  readonly tally: Tally;
  readonly ask: Ask;
}

export async function run(scenario: Scenario): Promise<Result> {
  const ends = new LastFirst();
  const faults: string[] = [];
  try {
    return await play(scenario, ends, faults);
  } finally {
    // What a process says of itself at its end.
    await ends.end().catch((error: unknown) => faults.push(String(error)));
  }
}

async function play(scenario: Scenario, ends: Ends, faults: string[]): Promise<Result> {
  const stage = await scenario.start(ends);
  const processes = await startReplicas(scenario, ends, stage.env);
  const { fillsDisk = false } = scenario;
  const subjects = createWorkloads(scenario.services, { clients, fillsDisk }).map(
    (workload): Subject => {
      const tally = new Tally();
      const addresses = processes.map((process) => process.addresses[workload.service]!);
      return { workload, tally, ask: askOf(addresses, tally) };
    },
  );
  await Promise.all(subjects.map(async ({ workload, ask }) => workload.prepare?.(ask)));

  const stopping = new AbortController();
  const load = subjects.flatMap((subject) =>
    Array.from({ length: clients }, (_, client) =>
      keepActing(subject, client, stopping.signal, faults),
    ),
  );
  await sleep(warmUpMs);
  const healFrom = await stage.strike();
  const unhealed = await untilHealed(subjects, processes.length, healFrom);
  stopping.abort();
  await Promise.all(load);
  const lastFailure = Math.max(...subjects.map(({ tally }) => tally.lastFailure));
  const seen = subjects.map(({ workload: { service }, tally }): Seen => {
    const { done, refused, unanswered } = tally;
    return { service, done, refused, unanswered };
  });

  const findings = (await Promise.all(subjects.map(checkOne))).flat();
  for (const service of unhealed) faults.push(`${service} did not heal in ${healLimitMs} ms`);
  for (const { workload, tally } of subjects) {
    faults.push(...tally.broken.map((told) => `${workload.service}: ${told}`));
  }
  faults.push(...findings.map(({ kind, what }) => `${kind}: ${what}`));
  for (const process of processes) await endWell(process, faults);
  const count = (kind: Finding['kind']) =>
    sum(findings.filter((finding) => finding.kind === kind).map((finding) => finding.count));
  return {
    scenario,
    done: sum(seen.map(({ done }) => done)),
    refused: sum(seen.map(({ refused }) => refused)),
    unanswered: sum(seen.map(({ unanswered }) => unanswered)),
    healMs: Math.max(0, lastFailure - healFrom),
    lost: count('lost'),
    doubled: count('doubled'),
    seen,
    faults,
  };
}

function startReplicas(
  { replicas, services }: Scenario,
  ends: Ends,
  env: Environment,
): Promise<TestProcess[]> {
  const startOne = () => {
    const own = { DATA_DIR: temporaryFolder(), ...commonEnv, ...env };
    return startProcess(ends, [...services], own);
  };
  return Promise.all(Array.from({ length: replicas }, startOne));
}

async function keepActing(
  { workload, ask }: Subject,
  client: number,
  signal: AbortSignal,
  faults: string[],
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    try {
      await workload.act(ask, client, n);
    } catch (error) {
      faults.push(`${workload.service}: ${String(error)}`);
    }
    await sleep(thinkMs);
  }
}

/** Resolves with the services that have not healed. */
async function untilHealed(
  subjects: readonly Subject[],
  replicas: number,
  healFrom: number,
): Promise<string[]> {
  for (;;) {
    const sick = subjects.filter(({ tally }) => !tally.isWell(replicas));
    const now = performance.now();
    const last = Math.max(healFrom, ...subjects.map(({ tally }) => tally.lastFailure));
    if (sick.length === 0 && now - last > calmMs) return [];
    if (now - healFrom > healLimitMs) return sick.map(({ workload }) => workload.service);
    await sleep(50);
  }
}

async function checkOne({ workload, ask }: Subject): Promise<Finding[]> {
  const prefixed = (finding: Finding) => ({
    ...finding,
    what: `${workload.service}: ${finding.what}`,
  });
  try {
    return (await workload.check(ask)).map(prefixed);
  } catch (error) {
    return [prefixed({ kind: 'wrong', what: `the check failed: ${String(error)}`, count: 1 })];
  }
}

async function endWell({ child, end, output }: TestProcess, faults: string[]): Promise<void> {
  const { exitCode, signalCode } = child;
  const code = await end('SIGTERM');
  if (exitCode !== null || signalCode !== null) {
    faults.push(`a process ended by itself (${exitCode ?? signalCode}): ${tail(output())}`);
  } else if (code !== 0) {
    faults.push(`a process stopped with ${code}: ${tail(output())}`);
  }
}

const tail = (text: string) => text.slice(-2_000);
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** Ends what was started, the latest first. */
class LastFirst implements Ends {
  readonly #ends: (() => unknown)[] = [];

  after(end: () => unknown): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    const errors: unknown[] = [];
    for (const end of this.#ends.toReversed()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'));
  }
}
