/** Finds the terms that begin with a prefix: exactly, or with as many mistakes as are forgiven. */
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { Node } from './completions/branch.ts';
import { nodesByEdit } from './completions/edits.ts';
import { fold } from './completions/folding.ts';
import { precedes, type Term } from './completions/ranking.ts';
import { Search } from './completions/search.ts';
import { freqAt, halvingsAt } from './dictionaries/decay.ts';
import type { Dictionary } from './dictionaries/dictionary.ts';

export interface Lookup {
  /** Well-formed. */
  readonly prefix: string;
  readonly limit: number;
  /** Case and accents aside. */
  readonly isFolded: boolean;
  /** With one mistake, too, after those without. */
  readonly isFuzzy: boolean;
}

/** The frequency as it is now. */
export type Completion = Readonly<Pick<Term, 'term' | 'freq'>>;

/**
 * The best completions, exact ones first. They go on changing: use them at once. Those with a mistake
 * may take several turns of the event loop.
 *
 * @param dictionary the index; one that is not there has no terms
 */
export function complete(
  dictionary: Dictionary | undefined,
  lookup: Lookup,
  now: number,
): Completion[] | Promise<Completion[]> {
  if (dictionary === undefined) return [];
  const halvings = halvingsAt(dictionary.decay, now);
  const exact = asOf(halvings, withoutMistake(dictionary, lookup));
  if (!lookup.isFuzzy || exact.length === lookup.limit) return exact;
  return withMistakes(dictionary, lookup, halvings);
}

function withoutMistake(
  { terms, folded }: Dictionary,
  { prefix, limit, isFolded }: Lookup,
): Readonly<Term>[] {
  if (!isFolded) return terms.best(prefix, limit);
  const key = fold(prefix);
  return merged(terms.best(key, limit), folded.best(key, limit)).slice(0, limit);
}

/** In their order; a term that both have stands at the same place in both. */
function merged(a: Readonly<Term>[], b: readonly Readonly<Term>[]): Readonly<Term>[] {
  if (b.length === 0) return a;
  const all: Readonly<Term>[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    if (right === undefined || (left && !precedes(right, left))) {
      all.push(left!);
      i++;
      if (right && right.term === left!.term) j++;
    } else {
      all.push(right);
      j++;
    }
  }
  return all;
}

/** Leaves out terms that round to 0; the terms after the first of them round to 0, too. */
function asOf(halvings: number, terms: Readonly<Term>[]): Completion[] {
  if (halvings === 0) return terms;
  const answered: Completion[] = [];
  for (const term of terms) {
    const freq = freqAt(term, halvings);
    if (freq === 0) break;
    answered.push({ term: term.term, freq });
  }
  return answered;
}

async function withMistakes(
  dictionary: Dictionary,
  lookup: Lookup,
  halvings: number,
): Promise<Completion[]> {
  const search = await findMistaken(dictionary, lookup);
  const found = new Map<string, Completion>();
  for (const exact of asOf(halvings, withoutMistake(dictionary, lookup))) {
    found.set(exact.term, exact);
  }
  while (found.size < lookup.limit) {
    const next = search.next();
    if (next === undefined) break;
    const freq = freqAt(next, halvings);
    if (freq === 0) break;
    if (!found.has(next.term)) found.set(next.term, { term: next.term, freq });
  }
  return [...found.values()];
}

async function findMistaken(
  { terms, folded }: Dictionary,
  { prefix, isFolded }: Lookup,
): Promise<Search> {
  const key = isFolded ? fold(prefix) : prefix;
  // A prefix with characters that folding changes has its terms in the other tree.
  const accepts = (character: string) => !isFolded || fold(character) === character;
  const slice = new TimeSlice();
  const search = new Search();
  const collect = async (nodes: Iterable<Node | undefined>) => {
    for (const node of nodes) {
      if (node !== undefined) search.add(node);
      else if (slice.isOver) await slice.next();
    }
  };
  await collect(nodesByEdit(terms, key, accepts));
  if (isFolded) await collect(nodesByEdit(folded, key));
  return search;
}
