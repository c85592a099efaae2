/** Training: what one request, and what all requests of a moment, hand to the store. */
import { batch } from '#kit/stores/batch.ts';
import { common } from '#kit/web/problem.ts';
import type { TermStore } from './store/store.ts';

/**
 * Terms that the store is given at once. Ten thousand would hold up every other request for a
 * tenth of a second.
 */
const stepSize = 500;

/**
 * Adds 1 to the frequency of each term, for each time that it is listed.
 *
 * @throws Refusal STORE_UNAVAILABLE, STORE_FULL; then some of the terms may be trained
 */
export type Train = (terms: readonly string[]) => Promise<void>;

/** Requests of one turn of the event loop are trained in common steps. */
export function trainer(store: TermStore): Train {
  const trainAll = async (lists: readonly (readonly string[])[]) => {
    const outcome = await store.train(count(lists.flat()));
    if (outcome === 'trained' || lists.length === 1) return lists.map(() => outcome);
    // Some have terms that there is no room for; the others have not.
    return Promise.all(lists.map((list) => store.train(count(list))));
  };
  const trainStep = batch(trainAll, { split: splitIntoSteps });
  return async (terms) => {
    for (let i = 0; i < terms.length; i += stepSize) {
      const outcome = await trainStep(terms.slice(i, i + stepSize));
      if (outcome === 'full') throw common.STORE_FULL('no further terms can be learnt');
    }
  };
}

/** Splits lists of up to `stepSize` terms into groups that hold no more together. */
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
