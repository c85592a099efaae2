/** The steps of stores, for traces. While nobody listens, they cost one comparison. */
import { tracingChannel } from 'node:diagnostics_channel';

export interface StoreStep {
  readonly system: 'sqlite' | 'redis' | 'postgresql';
  /** What is done: the name of a script, or the text of a statement without its values. */
  readonly name: string;
}

export const storeSteps = tracingChannel<StoreStep>('hawker.store.step');

/** Takes a step, and tells those who listen when it begins and ends. */
export function storeStep<T>(step: StoreStep, work: () => Promise<T>): Promise<T> {
  // A fresh object for each step: listeners know it by its identity.
  return storeSteps.hasSubscribers ? storeSteps.tracePromise(work, { ...step }) : work();
}
