/** Training: what one request, and what all requests of a moment, hand to the store. */
import { gather } from '#kit/gather.ts';
import type { TermStore } from './store.ts';

/**
 * Terms that the store is given at once. Ten thousand would hold up every other request for a
 * tenth of a second.
 */
const step = 1_000;

/** Adds 1 to the frequency of each term, for each time that it is listed. */
export type Train = (terms: readonly string[]) => Promise<void>;

/** Requests of one turn of the event loop are trained in common steps. */
export function trainer(store: TermStore): Train {
  const trainStep = gather(async (lists: readonly (readonly string[])[]) => {
    await store.train(count(lists.flat()));
    return lists.map(() => undefined);
  }, portions);
  return async (terms) => {
    for (let i = 0; i < terms.length; i += step) await trainStep(terms.slice(i, i + step));
  };
}

/** Splits lists of up to `step` terms into groups that hold as much together. */
function portions(lists: readonly (readonly string[])[]): (readonly string[])[][] {
  const groups: (readonly string[])[][] = [];
  let room = 0;
  for (const list of lists) {
    if (list.length > room) {
      groups.push([]);
      room = step;
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
