import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import { fold, searchedText } from './fold.ts';

const text = anyText({ maxLength: 20 });

test('case is put aside, in every script that has it', () => {
  for (const [one, other] of [
    ['Straße', 'sTRAẞE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['МОСКВА', 'москва'],
    ['\u212A', 'k'], // Kelvin
    ['ſ', 'S'],
    ['𐐀', '𐐨'], // Deseret, beyond the first 65,536 code points
    ['ı', 'I'],
  ]) {
    assert.equal(fold(one!), fold(other!), `${one} ${other}`);
  }
});

test('nothing else is made equal', () => {
  for (const [one, other] of [
    ['ß', 'ss'],
    ['é', 'e\u0301'],
    ['é', 'e'],
    ['İ', 'i\u0307'],
    ['Å', 'A'],
    ['ﬁ', 'fi'],
    ['Ａ', 'A'],
    ['視', '视'],
  ]) {
    assert.notEqual(fold(one!), fold(other!), `${one} ${other}`);
  }
});

test('it is the simple case folding of Unicode, and "ı" is a lower case of "I"', () => {
  // Regular expressions with the flags i and u fold like that (ECMA-262, Canonicalize).
  const cased = /\p{Changes_When_Casemapped}/u;
  const characters: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!character.isWellFormed()) continue;
    if (cased.test(character)) characters.push(character);
    else assert.equal(fold(character), character);
  }
  const everything = characters.join('');
  const byFold = Map.groupBy(characters, fold);
  // Letters with two codes, which Unicode holds to be equal since 15.1: iota and upsilon with
  // dialytika and tonos, the ligature of long s and t.
  const twice = new Set('\u0390\u1fd3\u03b0\u1fe3\ufb05\ufb06');
  for (const [folded, same] of byFold) {
    if (folded === 'i' || twice.has(folded)) continue;
    const code = same[0]!.codePointAt(0)!.toString(16);
    assert.deepEqual(everything.match(new RegExp(`\\u{${code}}`, 'giu')), same, folded);
  }
  assert.deepEqual(byFold.get('i'), ['I', 'i', 'ı']);
});

test('a part of a text folds to a part of the folded text, code point by code point', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      assert.equal(fold(one + other), fold(one) + fold(other));
      assert.equal(Array.from(fold(one)).length, Array.from(one).length);
      assert.equal(fold(fold(one)), fold(one));
      assert.equal(fold(one.toUpperCase()).includes('A'), false);
    }),
  );
});

test('the separator between the fields is in no query', async () => {
  const searched = await searchedText('Tea', 'A b', ['c', '']);
  assert.equal(searched, 'teaAa bAcA');
  fc.assert(fc.property(text, (query) => assert.ok(!fold(query).includes('A'))));
  assert.ok(!searched.includes(fold('aAa')));
  assert.ok(!searched.includes(fold('A a')));
});

test('a long field is folded like a short one, and no pair of surrogates is cut', async () => {
  for (const before of ['', 'a']) {
    const field = before + 'A\u{10400}İ😀'.repeat(3_000);
    assert.equal(await searchedText('', field, []), `A${fold(field)}`);
  }
});
