/** Generated terms whose frequencies follow Zipf's law; the same in every run. */

import { seeded } from '../../src/kit/testing/seeded.ts';

export const random = seeded(1);

/** A rank from 0, the first one drawn most often. */
export const drawRank = (size: number) => Math.floor(size ** random() * (1 - 1e-9)) - 1;

/** The frequency of the term of this rank among `size`. */
export const freqOf = (rank: number, size: number) => Math.ceil(size / (rank + 1));

/** Different words of two to six syllables, in no order. */
export function makeTerms(size: number): string[] {
  const letters = (text: string) => text.split('');
  const onsets = [...letters('tnsrhldcmfpgwybvk'), 'st', 'tr', 'ch', 'sh', 'br', 'pl', 'qu'];
  const vowels = [...letters('eaoiu'), 'ea', 'ou', 'io'];
  const codas = ['', '', '', 'n', 'r', 's', 'l', 'ng'];
  const pick = (list: string[]) => list[Math.floor(list.length * random() ** 1.5)]!;
  const syllable = () => pick(onsets) + pick(vowels) + pick(codas);
  const terms = new Set<string>();
  while (terms.size < size) {
    terms.add(Array.from({ length: 2 + Math.floor(random() * 5) }, syllable).join(''));
  }
  return [...terms];
}

/** A thousand prefixes of this length, of terms drawn as often as they are trained. */
export function makePrefixes(terms: readonly string[], length: number): string[] {
  const prefixes: string[] = [];
  while (prefixes.length < 1_000) {
    const term = terms[drawRank(terms.length)]!;
    if (term.length >= length) prefixes.push(term.slice(0, length));
  }
  return prefixes;
}

/** The numbers below `size` in random order. */
export function shuffled(size: number): Uint32Array {
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
