import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Completions } from './completions.ts';
import { nodesByEdit } from './edits.ts';
import { Search } from './search.ts';

/** All prefixes that the rule allows; a term may begin with any of them. */
function* variants(prefix: readonly string[], alphabet: readonly string[]) {
  for (let i = 2; i < prefix.length; i++) {
    yield prefix.toSpliced(i, 1);
    for (const character of alphabet) {
      yield prefix.toSpliced(i, 1, character);
      yield prefix.toSpliced(i, 0, character);
    }
  }
}

function naive(terms: readonly string[], prefix: string): string[] {
  const characters = Array.from(prefix);
  if (characters.length < 3) return [];
  const alphabet = [...new Set(terms.join(''))];
  const starts = Array.from(variants(characters, alphabet), (variant) => variant.join(''));
  return terms
    .filter((term) => !term.startsWith(prefix) && starts.some((start) => term.startsWith(start)))
    .toSorted();
}

function found(completions: Completions, prefix: string, accepts?: (character: string) => boolean) {
  const search = new Search();
  for (const node of nodesByEdit(completions, prefix, accepts)) if (node) search.add(node);
  return [...new Set(search.take(Infinity).map(({ term }) => term))].toSorted();
}

function filled(terms: readonly string[]): Completions {
  const completions = new Completions();
  for (const term of terms) completions.set(term, 1);
  return completions;
}

const alphabets = ['ab', 'abcdef', '\u{10000}\u{10001}\u{103ff}\u{10400}', 'aé点😀😁\uffff\0'];

describe('nodes by edit', () => {
  it('are those that a naive scan finds, for any terms and prefix', () => {
    const cases = fc.constantFrom(...alphabets).chain((alphabet) => {
      const unit = fc.constantFrom(...Array.from(alphabet));
      const terms = fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 8 }), {
        maxLength: 150,
        size: 'max',
      });
      return fc.record({ terms, prefix: fc.string({ unit, minLength: 2, maxLength: 7 }) });
    });
    let total = 0;
    fc.assert(
      fc.property(cases, ({ terms, prefix }) => {
        const expected = naive(terms, prefix);
        total += expected.length;
        assert.deepEqual(found(filled(terms), prefix), expected);
      }),
      { numRuns: 500 },
    );
    assert.ok(total > 100, `only ${total} terms`);
  });

  it('begin with the first two characters, and a prefix of two has none', () => {
    const completions = filled(['tea', 'tex', 'tbea', 'xtea', 'ea', 'te', 'ta', 'txa']);
    assert.deepEqual(found(completions, 'te'), []);
    assert.deepEqual(found(completions, 'tea'), ['te', 'tex']);
  });

  it('yield a term three times at most, however often a character is repeated', () => {
    const completions = filled(['abcccccd', 'abccccccd', 'abcccccccd', 'abccccd', 'abcccccce']);
    const nodes = [...nodesByEdit(completions, 'abccccccd')].filter((node) => node !== undefined);
    const terms = new Search(...nodes).take(Infinity).map(({ term }) => term);
    for (const term of new Set(terms)) {
      assert.ok(terms.filter((other) => other === term).length <= 3, term);
    }
  });

  it('pass by terms that begin with the prefix itself', () => {
    const completions = filled(['abcd1', 'abcd2', 'abce']);
    const nodes = [...nodesByEdit(completions, 'abcd')].filter((node) => node !== undefined);
    assert.deepEqual(
      new Search(...nodes).take(Infinity).map(({ term }) => term),
      ['abce'],
    );
  });

  it('take only the characters that are accepted', () => {
    const completions = filled(['teXam', 'texam']);
    assert.deepEqual(
      found(completions, 'teram', (character) => character !== 'X'),
      ['texam'],
    );
  });

  it('leave the caller a breath among many characters', () => {
    const terms = Array.from(
      { length: 5_000 },
      (_, i) => `ab${String.fromCodePoint(0x4e00 + i)}de`,
    );
    const steps = [...nodesByEdit(filled(terms), 'abxde')];
    assert.ok(steps.filter((step) => step === undefined).length >= 5_000 / 256 - 1);
  });
});
