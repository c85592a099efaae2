/**
 * The store of autocomplete: counts that are durable, and indexes in memory, which the store keeps up
 * to date.
 *
 * When a step resolves it is durable, and the indexes of this replica know it; those of others do
 * within a second. Each rejects with the Refusal STORE_UNAVAILABLE (503) while the store is away.
 */
import type { Store } from '#kit/stores/store.ts';
import type { Dictionary } from '../dictionaries/dictionary.ts';

/** The terms of a new deployment, each with frequency 1. */
export const preloaded = ['design', 'developer', 'database', 'distributed', 'docker', 'deploy'];

export interface Limits {
  /** The most terms in all indexes together; a blocked term counts once more. */
  readonly maxTerms: number;
  readonly maxIndexes: number;
}

/**
 * `full`: there would be more terms than the store may hold; `too-many-indexes`: the index would be
 * one too many. Then nothing was done. Terms and indexes that are there can always be changed.
 */
export type Outcome = 'done' | 'full' | 'too-many-indexes';

/** All steps make the index that they name, except those that only remove something. */
export interface TermStore extends Store {
  /**
   * Adds to the frequencies of terms, creating those that are new: one indivisible step.
   *
   * @param increments from 1; up to some thousand terms
   */
  train(index: string, increments: ReadonlyMap<string, number>, now: number): Promise<Outcome>;
  /** @param freq from 1 */
  setFreq(index: string, term: string, freq: number, now: number): Promise<Outcome>;
  /** Yields whether there was such a term. A blocked one stays blocked. */
  forget(index: string, term: string, now: number): Promise<boolean>;
  block(index: string, term: string, now: number): Promise<Outcome>;
  /** Yields whether it was blocked. */
  unblock(index: string, term: string, now: number): Promise<boolean>;
  /** @param hours 0: never */
  setHalfLife(index: string, hours: number, now: number): Promise<Outcome>;
  /** Takes an index away with all that it has; yields whether there was one. */
  drop(index: string, now: number): Promise<boolean>;
  /** Deletes what dropped indexes have left behind, in short steps. */
  sweep(): Promise<void>;

  /** Finds an index. Use it at once: it goes on changing. */
  find(index: string): Dictionary | undefined;
  /** In the order of their names. */
  list(): readonly Dictionary[];
}
