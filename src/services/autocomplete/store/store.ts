/**
 * What autocomplete asks of its store: frequencies that are durable, and completions from an index
 * in memory, which the store keeps up to date.
 */
import type { Store } from '#kit/stores/store.ts';
import type { Term } from '../completions/ranking.ts';

/** The terms of a new deployment, each with frequency 1. */
export const preloaded = ['design', 'developer', 'database', 'distributed', 'docker', 'deploy'];

export interface TermStore extends Store {
  /**
   * Adds to the frequencies of terms, creating those that are new: one indivisible step. When it
   * resolves the step is durable, and `complete` of this replica knows it; other replicas do
   * within a second.
   *
   * @param increments from 1; up to some thousand terms
   * @returns `full`: there would be more terms than the store may hold, and nothing was done. Terms
   *   that it has can always be trained
   * @throws Refusal STORE_UNAVAILABLE (503) while the store is away
   */
  train(increments: ReadonlyMap<string, number>): Promise<'trained' | 'full'>;
  /**
   * The first `limit` terms that begin with `prefix`, most frequent first, equals in the order of
   * code points. To be used at once: their frequencies go on changing.
   */
  complete(prefix: string, limit: number): Readonly<Term>[];
}
