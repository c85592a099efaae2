/**
 * A load on one service whose acknowledged writes are all remembered, and a check of each of them
 * afterwards: by faults of stores, crashes, moves and backups.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Finding } from './findings.ts';

export interface Question {
  /** SEND opens a WebSocket, sends the body as one frame and closes when its own message is back. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'SEND';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the operation is on the console's port. */
  readonly isForConsole?: boolean;
}

export interface Answer {
  /** 0 when none came: the connection broke, or the client's 10 s were over. */
  readonly status: number;
  /** The payload of an enveloped answer, or the whole of another. */
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  readonly data: any;
  readonly headers: Headers;
}

/**
 * Asks one of the replicas of the service, a different one each time. A question that is a function is
 * made when it can be asked.
 */
export type Ask = (question: Question | (() => Question)) => Promise<Answer>;

export interface Workload {
  readonly service: string;
  /** Makes what the load needs, before anything fails. */
  readonly prepare?: (ask: Ask) => Promise<void>;
  /**
   * One operation of the load, the n-th of one of several clients. An answer that says nothing
   * about the outcome (503, or none) is asked again with the same key where the service has keys,
   * or remembered as "may have happened".
   */
  readonly act: (ask: Ask, client: number, n: number) => Promise<void>;
  /**
   * Holds every acknowledged write, ledger and limit against the service, once all is healed and no
   * operation is under way. The load may go on afterwards, and be checked again.
   */
  readonly check: (ask: Ask) => Promise<Finding[]>;
  /** The part of the check that also holds when operations were under way. */
  readonly laws?: (ask: Ask) => Promise<Finding[]>;
}

/** Two workloads on one service at the same time have different names. */
export interface Named {
  readonly name?: string;
}

/** How long a client repeats a request before it calls the service broken, milliseconds. */
const patienceMs = 60_000;
const pauseMs = 100;

/** Whether it is unknown if the request took effect. A full disk (507) refuses for certain. */
export const isUnclear = ({ status }: Answer) => status === 0 || status === 503;

/** Whether the service could not do it now. */
export const isRefused = (answer: Answer) => isUnclear(answer) || answer.status === 507;

interface Settled extends Answer {
  /** Whether an earlier try may have taken effect: then this answer may be that of a repetition. */
  readonly isRepeated: boolean;
}

export const madeOf = (question: Question | (() => Question)): Question =>
  typeof question === 'function' ? question() : question;

/**
 * Repeats a request until its answer says what became of it.
 *
 * @param question made for each try, where it is a function
 * @throws Error when none came within a minute
 */
export async function settle(ask: Ask, question: Question | (() => Question)): Promise<Settled> {
  const end = performance.now() + patienceMs;
  for (let isRepeated = false; ;) {
    const answer = await ask(question);
    if (!isRefused(answer)) return { ...answer, isRepeated };
    isRepeated ||= isUnclear(answer);
    if (performance.now() > end) {
      const { method, path } = madeOf(question);
      throw new Error(`${method} ${path}: ${answer.status} for ${patienceMs} ms`);
    }
    await sleep(pauseMs);
  }
}

/**
 * Makes what the load needs. A machine that is busy with its stores may refuse that for a while.
 *
 * @throws Error for another status
 */
export async function make(ask: Ask, question: Question, status: number): Promise<void> {
  const answer = await settle(ask, question);
  // The refused try may have made it.
  expectStatus(answer, status, ...(answer.isRepeated ? [409] : []));
}

/** Gets what is there, as soon as it can be told. */
export const read = (ask: Ask, path: string) => settle(ask, { method: 'GET', path });

/** Writes that may have happened are not repeated at once: the store is away. */
export async function once(ask: Ask, question: Question): Promise<Answer> {
  const answer = await ask(question);
  if (isRefused(answer)) await sleep(pauseMs);
  return answer;
}

/** @throws Error for another status, with the answer */
export function expectStatus(answer: Answer, ...statuses: number[]): void {
  if (statuses.includes(answer.status)) return;
  const told = JSON.stringify(answer.data)?.slice(0, 300);
  throw new Error(`${answer.status} instead of ${statuses.join(' or ')}: ${told}`);
}

/** Text that no store can make smaller, so that a full disk is soon noticed: 2,000 characters. */
export const bulk = () => randomBytes(1_500).toString('base64url');

/** Checks several at once. */
export const forEachOf = <T>(items: Iterable<T>, check: (item: T) => Promise<void>) =>
  pLimit(8).map(items, check);

/** Whether it becomes true within some seconds: for what a background loop does. */
export async function within(ms: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + ms; ;) {
    if (await isTrue()) return true;
    if (performance.now() > end) return false;
    await sleep(pauseMs);
  }
}
