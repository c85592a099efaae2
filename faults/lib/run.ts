/** Runs one scenario: stores, processes, load, fault, healing, and the check of everything. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProcess } from '#kit/testing/process.ts';
import type { Finding } from '#kit/testing/workload/findings.ts';
import type { Ask, Workload } from '#kit/testing/workload/workload.ts';
import { createWorkloads } from '../../src/test/workloads.ts';
import { askOf, Tally } from './client.ts';
import { endWell, LastFirst, startReplicas } from './processes.ts';
import type { Scenario, Stage } from './scenario.ts';

/** How many clients each service has. */
const clients = 2;
/** Between two operations of a client: the load shall reveal faults, not saturate. */
const thinkMs = 40;
/** The time of load before the fault. */
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
  readonly replicas: number;
}

export async function run(scenario: Scenario): Promise<Result> {
  const ends = new LastFirst();
  const faults: string[] = [];
  const subjects: Subject[] = [];
  const outcome: Outcome = { healMs: 0, seen: [], findings: [] };
  try {
    const stage = await scenario.start(ends);
    const processes = await startReplicas(scenario, ends, stage.env);
    subjects.push(...subjectsOf(scenario, processes));
    await Promise.all(subjects.map(async ({ workload, ask }) => workload.prepare?.(ask)));
    outcome.healMs = await strikeUnderLoad(stage, subjects, faults);
    outcome.seen = subjects.map(seenBy);
    outcome.findings = (await Promise.all(subjects.map(checkOne))).flat();
    for (const process of processes) await endWell(process, faults);
  } catch (error) {
    faults.push(`the scenario failed: ${String(error)}`);
  }
  // What a process says of itself at its end.
  await ends.end().catch((error: unknown) => faults.push(String(error)));
  for (const { workload, tally } of subjects) {
    faults.push(...tally.broken.map((told) => `${workload.service}: ${told}`));
  }
  return resultOf(scenario, outcome, faults);
}

interface Outcome {
  healMs: number;
  seen: readonly Seen[];
  findings: readonly Finding[];
}

function resultOf(
  scenario: Scenario,
  { healMs, seen, findings }: Outcome,
  faults: readonly string[],
): Result {
  const count = (kind: Finding['kind']) =>
    sum(findings.filter((finding) => finding.kind === kind).map((finding) => finding.count));
  return {
    scenario,
    done: sum(seen.map(({ done }) => done)),
    refused: sum(seen.map(({ refused }) => refused)),
    unanswered: sum(seen.map(({ unanswered }) => unanswered)),
    healMs,
    lost: count('lost'),
    doubled: count('doubled'),
    seen,
    faults: [...faults, ...findings.map(({ kind, what }) => `${kind}: ${what}`)],
  };
}

/** Fails the store while all clients work; resolves with how long it took to heal, milliseconds. */
async function strikeUnderLoad(
  stage: Stage,
  subjects: readonly Subject[],
  faults: string[],
): Promise<number> {
  const stopping = new AbortController();
  const load = subjects.flatMap((subject) =>
    Array.from({ length: clients }, (_, client) =>
      keepActing(subject, client, stopping.signal, faults),
    ),
  );
  try {
    await sleep(warmUpMs);
    const healFrom = await stage.strike();
    for (const service of await untilHealed(subjects, healFrom)) {
      faults.push(`${service} did not heal in ${healLimitMs} ms`);
    }
    return Math.max(0, lastFailureOf(subjects) - healFrom);
  } finally {
    stopping.abort();
    await Promise.all(load);
  }
}

function subjectsOf(
  { services, fillsDisk = false }: Scenario,
  processes: readonly TestProcess[],
): Subject[] {
  return createWorkloads(services, { fillsDisk }).map((workload) => {
    const tally = new Tally();
    const ask = askOf(
      processes.map(({ addresses }) => addresses),
      workload.service,
      tally,
    );
    return { workload, tally, ask, replicas: processes.length };
  });
}

function seenBy({ workload: { service }, tally: { done, refused, unanswered } }: Subject): Seen {
  return { service, done, refused, unanswered };
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
async function untilHealed(subjects: readonly Subject[], healFrom: number): Promise<string[]> {
  for (;;) {
    const sick = subjects.filter(({ tally, replicas }) => !tally.isWell(replicas));
    const now = performance.now();
    const last = Math.max(healFrom, lastFailureOf(subjects));
    if (sick.length === 0 && now - last > calmMs) return [];
    if (now - healFrom > healLimitMs) return sick.map(({ workload }) => workload.service);
    await sleep(50);
  }
}

const lastFailureOf = (subjects: readonly Subject[]) =>
  Math.max(...subjects.map(({ tally }) => tally.lastFailure));

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

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
