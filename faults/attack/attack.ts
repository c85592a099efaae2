/** Sends hostile requests to all operations, and checks that no answer is one that must not occur. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { seeded } from '#kit/testing/seeded.ts';
import { draftOf, shapes, type Draft } from './hostile.ts';
import { Learned, operationsOf, type Operation } from './operations.ts';
import { curlOf, host, talkOf } from './sending.ts';
import { secretOfAnn, type Actor, type Stage } from './stage.ts';
import { exchange, type Answer, type Outcome } from './wire.ts';

/** Connections at a time. */
const clients = 8;

/** The part of the requests that come from somebody whom the operation admits: it reads the input of no others. */
const admittedPart = 0.7;

/** The least number of bytes that a connection accepts before its other end reads. */
const unreadBytes = 16 * 1024;

/** The most memory of the process, MiB. It starts with 300, and 8 bodies of 10 MiB arrive at a time. */
export const maxPeakMiB = 1_024;

export interface Report {
  readonly requests: number;
  readonly operations: number;
  /** The number of answers by status. */
  readonly answers: ReadonlyMap<number, number>;
  /** The number of 5xx answers that have a documented reason, by code, and of answers that Caddy lost. */
  readonly explained: ReadonlyMap<string, number>;
  /** The longest wait for `/healthz`, which a prober asks the process without a pause, milliseconds. */
  readonly longestWaitMs: number;
  readonly peakMiB: number | undefined;
  /** A description of each failure. */
  readonly faults: readonly string[];
}

export interface Plan {
  /** The seed of the first request; each next request adds one. */
  readonly seed: number;
  /** Whether to go on after so many requests. */
  readonly goesOn: (requests: number) => boolean;
}

export async function attack(stage: Stage, planFor: (operations: number) => Plan): Promise<Report> {
  const operations = operationsOf(await documentOf(stage));
  const { seed, goesOn } = planFor(operations.length);
  const siege = new Siege(stage, operations);
  const watch = new Worker(new URL('./waits.ts', import.meta.url), { workerData: stage.healthz });
  const troubled = once(watch, 'error').then(([error]) => {
    throw error;
  });
  let requests = 0;
  const client = async () => {
    while (goesOn(requests)) await siege.strike(seed + requests++);
  };
  await Promise.race([Promise.all(Array.from({ length: clients }, client)), troubled]);
  watch.postMessage('stop');
  const [longestWaitMs] = (await Promise.race([once(watch, 'message'), troubled])) as [number];
  const { answers, explained, faults } = siege;
  const { exitCode, signalCode } = stage.hawker.child;
  if (exitCode !== null || signalCode !== null) {
    faults.push(`the process ended: ${stage.hawker.output().slice(-2_000)}`);
  }
  const peakMiB = stage.peakMiB();
  const counted = { requests, operations: operations.length };
  return { ...counted, answers, explained, longestWaitMs, peakMiB, faults };
}

async function documentOf({ proxyPort: port }: Stage): Promise<string> {
  const request = `GET /openapi.json HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  const { answers } = await exchange({
    port,
    method: 'GET',
    pieces: [Buffer.from(request)],
    patienceMs: 60_000,
  });
  return answers[0]!.body;
}

/** The parts of a stage that requests need. */
export type Target = Pick<Stage, 'proxyPort' | 'directPort' | 'actors' | 'saidByProxy'>;

export class Siege {
  readonly answers = new Map<number, number>();
  readonly explained = new Map<string, number>();
  readonly faults: string[] = [];
  readonly #learned = new Learned();
  readonly #target: Target;
  readonly #operations: readonly Operation[];
  readonly #patienceMs: number;

  /** @param patienceMs how long a connection may bring nothing */
  constructor(target: Target, operations: readonly Operation[], patienceMs = 60_000) {
    this.#target = target;
    this.#operations = operations;
    this.#patienceMs = patienceMs;
  }

  /** Sends one request. */
  async strike(seed: number): Promise<void> {
    const random = seeded(seed);
    const { proxyPort, directPort } = this.#target;
    const { operation, shape } = pairOf(seed, this.#operations);
    const actor = this.#actorFor(operation, random);
    const { user, token } = actor;
    const draft = draftOf({ operation, learned: this.#learned, user, token }, random);
    shapes[shape]!(draft, random);
    const isDirect = random() < 0.25;
    // Five wrong tokens a minute shut out an address.
    const from = `127.0.${Math.floor(random() * 250)}.${1 + Math.floor(random() * 250)}`;
    const fail = (what: string) => {
      const by = `${shape}, ${actor.name}, ${isDirect ? 'direct' : 'by the proxy'}`;
      this.faults.push(`${operation.id}: ${what}\n  seed ${seed} (${by}): ${curlOf(draft, seed)}`);
    };
    const ask = (port: number) =>
      exchange({ ...talkOf(draft, port), from, patienceMs: this.#patienceMs });
    const outcome = await ask(isDirect ? directPort : proxyPort);
    for (const answer of outcome.answers) this.#hold(answer, actor, operation, fail);
    const loss = lossOf(outcome, draft);
    if (loss === undefined) return;
    const mayBeCaddy =
      !isDirect && loss !== silent && (loss === leftOpen || draft.body.length > unreadBytes);
    if (mayBeCaddy && isRefusal(await ask(directPort))) add(this.explained, `Caddy: ${loss}`);
    else fail(`${loss} ${isDirect ? '' : this.#whyOfProxy()}`);
  }

  #actorFor({ admits }: Operation, random: () => number): Actor {
    const all = this.#target.actors;
    const admitted = all.filter(({ name }) => admits.includes(name));
    const some = random() < admittedPart ? admitted : all;
    return some[Math.floor(random() * some.length)]!;
  }

  #whyOfProxy(): string {
    const lines = this.#target.saidByProxy().split('\n');
    return lines.findLast((line) => line.includes('"status":502'))?.slice(0, 300) ?? '';
  }

  #hold(answer: Answer, { name }: Actor, operation: Operation, fail: (what: string) => void): void {
    const { status, body } = answer;
    add(this.answers, status);
    if (status >= 500 && status !== 502) {
      const code = /"code":"(\w+)"/.exec(body)?.[1];
      const isReason = (status === 503 || status === 507) && code !== undefined;
      if (isReason && operation.statuses.has(status)) add(this.explained, code);
      else fail(`${status} ${body.slice(0, 300)}`);
    }
    const isStranger = name === 'stranger' || name === 'forger';
    if (status < 400 && (name === 'forger' || (isStranger && !operation.isPublic))) {
      fail(`${status} for a ${name}: ${body.slice(0, 300)}`);
    }
    if ((isStranger || name === 'mallory') && body.includes(secretOfAnn)) {
      fail(`${name} reads what is ann's: ${body.slice(0, 300)}`);
    }
    if (status < 300) this.#learned.learn(operation, answer);
  }
}

const shapeNames = Object.keys(shapes);

/** How many of the shapes an operation gets in the short form: three parts of it send all of them. */
export const shortRounds = Math.ceil(shapeNames.length / 3);

/**
 * The operation and the shape of a request. Consecutive seeds go through all operations, each with the
 * shape after the one before; then through them again, each with its next shape.
 */
export function pairOf(seed: number, operations: readonly Operation[]) {
  const turn = seed % operations.length;
  const round = Math.floor(seed / operations.length);
  const shape = shapeNames[(turn + round) % shapeNames.length]!;
  return { operation: operations[turn]!, shape };
}

const silent = 'nothing came';
const leftOpen = 'left open after an answer';

/**
 * Returns how the client lost an answer, or the end of the connection, if it did. Caddy gives up sending
 * a body when the answer comes before its end: it may lose that answer, or leave the connection open.
 */
function lossOf({ answers, isLeftOpen }: Outcome, draft: Draft): string | undefined {
  if (isLeftOpen) return answers.length === 0 ? silent : leftOpen;
  if (answers.some(({ status }) => status === 502)) return '502';
  // Behind a request that is not a handshake, frames are malformed HTTP.
  const isMalformed = draft.frames !== undefined && !draft.operation.statuses.has(101);
  const isLost = answers.length === 0 && draft.cutAt === undefined && !isMalformed;
  return isLost ? 'cut off without an answer' : undefined;
}

const isRefusal = ({ answers, isLeftOpen }: Outcome) =>
  !isLeftOpen && answers.length > 0 && answers.every(({ status }) => status >= 400 && status < 500);

const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Formats a report for a person. */
export function told({ answers, explained, ...report }: Report): string {
  const counts = (of: ReadonlyMap<unknown, number>) =>
    [...of]
      .sort(([a], [b]) => String(a).localeCompare(String(b)))
      .map(([key, count]) => `${String(key)}: ${count}`)
      .join(', ');
  const memory = report.peakMiB === undefined ? 'not measured' : `${report.peakMiB.toFixed(0)} MiB`;
  return [
    `${report.requests} hostile requests to ${report.operations} operations`,
    `answers: ${counts(answers)}`,
    `explained: ${counts(explained) || 'none'}`,
    `longest wait of /healthz: ${report.longestWaitMs.toFixed(0)} ms; most memory: ${memory}`,
    ...report.faults.slice(0, 30),
    ...(report.faults.length > 30 ? [`… ${report.faults.length - 30} more`] : []),
  ].join('\n');
}
