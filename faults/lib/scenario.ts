/** What a scenario is: stores, the services that use them, and what happens to the stores. */
import type { Environment } from '#kit/host/env.ts';
import type { Ends } from '#kit/testing/testing.ts';
import type { ServiceName } from '../../src/test/workloads.ts';

export interface Scenario {
  readonly name: string;
  /** One line of the table. */
  readonly summary: string;
  readonly services: readonly ServiceName[];
  /** Processes that share the stores. */
  readonly replicas: 1 | 2;
  /** Part of the short form. */
  readonly isBrief?: boolean;
  /** Then views of videos are shown without being counted. */
  readonly fillsDisk?: boolean;
  /** False, or why it cannot run here. */
  readonly missing: () => string | false;
  readonly start: (t: Ends) => Promise<Stage>;
}

export interface Stage {
  /** How the processes find the stores. */
  readonly env: Environment;
  /**
   * The fault, from its beginning to its end. Resolves with the instant from which healing is
   * counted, `performance.now()`: the beginning where the stores heal by themselves, else the end.
   */
  readonly strike: () => Promise<number>;
}

/** Counts healing from the end of what happens. */
export async function fromItsEnd(happens: () => Promise<void>): Promise<number> {
  await happens();
  return performance.now();
}

/** Counts healing from the beginning of what happens. */
export async function fromItsBeginning(happens: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await happens();
  return began;
}
