/** Clients of one key, and what they did to it. */
import type { Cluster } from '../cluster.ts';
import type { Only } from '../keys/at-owner.ts';
import type { Event } from './linearizable.ts';

/** The calls that a client may make. */
export const calls = [
  'get',
  'get',
  'put',
  'put for a while',
  'put if it is what I saw',
  'put if it is what I saw',
  'put if there is none',
  'delete',
  'delete if it is what I saw',
] as const;
export type Call = (typeof calls)[number];

type Operation = Omit<Event, 'called' | 'answered'>;

/** Operations on one key, with a clock of their own that begins at 0. */
export class History {
  readonly events: Event[] = [];
  now = 0;
  #instant = 0;

  /** @param run yields what happened */
  async note(run: () => Promise<Operation>): Promise<void> {
    const called = this.#instant++;
    const operation = await run();
    this.events.push({ ...operation, called, answered: this.#instant++ });
  }

  tick(): Promise<void> {
    const now = ++this.now;
    return this.note(async () => ({ kind: 'clock', now }));
  }
}

/** A condition as it is sent, and what it means in values. */
interface Condition {
  readonly only: Only;
  readonly means: NonNullable<Event['only']>;
}

/** Remembers what it saw last, and makes its conditions of that. */
export class Client {
  readonly #key: string;
  readonly #history: History;
  #seen: { readonly tag: string; readonly value: string } | undefined;

  constructor(key: string, history: History) {
    this.#key = key;
    this.#history = history;
  }

  /** @param value that no other call puts */
  run(cluster: Cluster, call: Call, value: string): Promise<void> {
    const { now } = this.#history;
    const operate = () => this.#operate(cluster, call, value, now);
    return this.#history.note(async () => ({ ...(await operate()), believes: now }));
  }

  async #operate(cluster: Cluster, call: Call, value: string, now: number): Promise<Operation> {
    if (call === 'get') return this.#get(cluster, now);
    const condition = this.#conditionOf(call, now);
    const only = condition?.means;
    if (call.startsWith('delete')) {
      const isRefused = await fails(cluster.delete(this.#key, condition?.only));
      return { kind: 'delete', only, isRefused };
    }
    // Some expire when the clock goes on, some later.
    const expiresAt = call === 'put for a while' ? now + 1 + (now % 2) : undefined;
    const put = cluster.put(this.#key, value, { expiresAt, only: condition?.only });
    const isRefused = await fails(put);
    if (!isRefused) this.#seen = { tag: await put, value };
    return { kind: 'put', value, expiresAt, only, isRefused };
  }

  async #get(cluster: Cluster, now: number): Promise<Operation> {
    this.#seen = await cluster.get(this.#key, now);
    return { kind: 'get', value: this.#seen?.value };
  }

  #conditionOf(call: Call, now: number): Condition | undefined {
    const condition = { ifMatch: undefined, ifNoneMatch: undefined };
    if (call === 'put if there is none') {
      return { only: { condition: { ...condition, ifNoneMatch: '*' }, now }, means: 'none' };
    }
    if (!call.endsWith('saw')) return undefined;
    const seen = this.#seen;
    const ifMatch = seen === undefined ? '*' : [seen.tag];
    const means = seen === undefined ? '*' : { has: seen.value };
    return { only: { condition: { ...condition, ifMatch }, now }, means };
  }
}

/** Whether a condition was not met; any other failure is one of the test. */
async function fails(operation: Promise<unknown>): Promise<boolean> {
  try {
    await operation;
    return false;
  } catch (error) {
    if ((error as { code?: string }).code === 'PRECONDITION_FAILED') return true;
    throw error;
  }
}
