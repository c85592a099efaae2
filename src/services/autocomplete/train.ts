/** Training: the terms of one request, and of all requests of a moment, are handed to the store. */
import type { Clock } from '#kit/host/service.ts';
import { batch } from '#kit/stores/batch.ts';
import { refuseUnlessDone } from './administer.ts';
import type { Outcome, TermStore } from './store/autocomplete-store.ts';

/**
 * Terms that the store is given at once. Ten thousand would hold up every other request for a
 * tenth of a second.
 */
const stepSize = 500;

/**
 * Adds 1 to the frequency of each term of an index, for each time that it is listed.
 *
 * @throws Refusal STORE_UNAVAILABLE, STORE_FULL, TOO_MANY_INDEXES; then some of the terms may be
 *   trained
 */
export type Train = (index: string, terms: readonly string[]) => Promise<void>;

type Step = (terms: readonly string[]) => Promise<Outcome>;

/** Requests of one turn of the event loop for one index are trained in common steps. */
export function trainer(store: TermStore, clock: Clock): Train {
  const steps = new Map<string, Step>();
  function stepOf(index: string): Step {
    const present = steps.get(index);
    if (present !== undefined) return present;
    const made = trainStep(store, clock, index);
    steps.set(index, made);
    setImmediate(() => steps.delete(index));
    return made;
  }
  return async (index, terms) => {
    for (let i = 0; i < terms.length; i += stepSize) {
      refuseUnlessDone(await stepOf(index)(terms.slice(i, i + stepSize)));
    }
  };
}

function trainStep(store: TermStore, clock: Clock, index: string): Step {
  const train = (terms: readonly string[]) => store.train(index, count(terms), clock());
  const trainAll = async (lists: readonly (readonly string[])[]) => {
    const outcome = await train(lists.flat());
    if (outcome === 'done' || lists.length === 1) return lists.map(() => outcome);
    // Some have terms that there is no room for; the others have not.
    return Promise.all(lists.map(train));
  };
  return batch(trainAll, { split: splitIntoSteps });
}

/** Splits lists of up to `stepSize` terms into groups of at most that many terms. */
function splitIntoSteps(lists: readonly (readonly string[])[]): (readonly string[])[][] {
  const groups: (readonly string[])[][] = [];
  let room = 0;
  for (const list of lists) {
    if (list.length > room) {
      groups.push([]);
      room = stepSize;
    }
    groups.at(-1)!.push(list);
    room -= list.length;
  }
  return groups;
}

function count(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
