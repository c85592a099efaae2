import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Completions } from './completions.ts';

/** The specification, word by word, over frequencies in a map. */
function naive(freqs: ReadonlyMap<string, number>, prefix: string, limit: number) {
  return [...freqs]
    .filter(([term]) => term.startsWith(prefix))
    .map(([term, freq]) => ({ term, freq }))
    .toSorted((a, b) => b.freq - a.freq || byCodePoints(a.term, b.term))
    .slice(0, limit);
}

function byCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const plain = (completions: Completions, prefix: string, limit: number) =>
  completions.best(prefix, limit).map(({ term, freq }) => ({ term, freq }));

/** Characters whose UTF-16 units and code points differ in order, or that share a half. */
const alphabets = [
  ['a', 'b'],
  ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'],
  ['\u{10000}', '\u{10001}', '\u{103ff}', '\u{10400}'],
  ['\uffff', '\ue000', '\ud7ff', '\u{10000}', '\u{10ffff}', '😀', '😁'],
  ['a', '\0', 'é', 'e\u0301', '点', '😀'],
];

const history = fc.constantFrom(...alphabets).chain((alphabet) => {
  const unit = fc.constantFrom(...alphabet);
  const term = fc.string({ unit, minLength: 1, maxLength: 6 });
  const trained = fc.record({ term, times: fc.integer({ min: 1, max: 3 }) });
  return fc.record({
    trained: fc.array(trained, { maxLength: 300, size: 'max' }),
    prefixes: fc.array(fc.string({ unit, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
  });
});

describe('completions', () => {
  it('equal a naive sort after any history, whenever asked, at any limit', () => {
    let longest = 0;
    fc.assert(
      fc.property(history, ({ trained, prefixes }) => {
        const completions = new Completions();
        const freqs = new Map<string, number>();
        trained.forEach(({ term, times }, i) => {
          const freq = (freqs.get(term) ?? 0) + times;
          freqs.set(term, freq);
          completions.set(term, freq);
          const prefix = prefixes[i % prefixes.length]!;
          assert.deepEqual(plain(completions, prefix, 10), naive(freqs, prefix, 10));
        });
        assert.equal(completions.size, freqs.size);
        longest = Math.max(longest, freqs.size);
        for (const prefix of ['', ...prefixes]) {
          for (const limit of [0, 1, 10, 15, 16, 17, 40, 1_000]) {
            assert.deepEqual(plain(completions, prefix, limit), naive(freqs, prefix, limit));
          }
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(longest > 100, `at most ${longest} terms`);
  });

  it('find whole terms, and terms that begin others', () => {
    const completions = new Completions();
    for (const term of ['abcd', 'ab', 'abce', 'a', 'abcdef']) completions.set(term, 1);
    const terms = (prefix: string) => completions.best(prefix, 10).map(({ term }) => term);
    assert.deepEqual(terms('abc'), ['abcd', 'abcdef', 'abce']);
    assert.deepEqual(terms('abcdef'), ['abcdef']);
    assert.deepEqual(terms('abcdefg'), []);
    assert.deepEqual(terms('ax'), []);
    assert.deepEqual(terms('xbcd'), []);
  });

  it('keep the lists of a branch apart from those of one that is put above it', () => {
    const completions = new Completions();
    const freqs = new Map(Array.from({ length: 20 }, (_, i) => [`abc${i}`, 5]));
    freqs.set('abd', 9);
    for (const [term, freq] of freqs) completions.set(term, freq);
    for (const prefix of ['ab', 'abc']) {
      assert.deepEqual(plain(completions, prefix, 16), naive(freqs, prefix, 16));
    }
  });

  it('equal a naive sort when frequencies fall and terms go, whenever asked', () => {
    fc.assert(
      fc.property(history, fc.array(fc.nat()), ({ trained, prefixes }, drawn) => {
        const completions = new Completions();
        const freqs = new Map<string, number>();
        const set = (term: string, freq: number) => {
          if (freq > 0) freqs.set(term, freq);
          else freqs.delete(term);
          if (freq > 0) completions.set(term, freq);
          else completions.remove(term);
        };
        for (const { term, times } of trained) set(term, (freqs.get(term) ?? 0) + times);
        const changes = trained.concat(trained.slice(0, 40));
        for (const [i, { term }] of changes.entries()) {
          // Terms that stand first are changed most.
          const prefix = prefixes[i % prefixes.length]!;
          const [first] = completions.best(prefix, 1);
          const changed = i % 3 === 0 || first === undefined ? term : first.term;
          set(changed, (drawn[i % (drawn.length + 1)] ?? i) % 4);
          for (const asked of i % 5 === 0 ? ['', prefix] : [prefix]) {
            const limit = [1, 10, 16, 17, 40][i % 5]!;
            assert.deepEqual(plain(completions, asked, limit), naive(freqs, asked, limit));
          }
          assert.equal(completions.size, freqs.size);
        }
        for (const term of freqs.keys()) set(term, 0);
        assert.deepEqual(completions.best('', 10), []);
        assert.equal(completions.root.children.size, 0);
      }),
      { numRuns: 150 },
    );
  });

  it('say what a term was that is removed, and go on without it', () => {
    const completions = new Completions();
    for (const term of ['abc', 'abd', 'ab']) completions.set(term, 2);
    assert.equal(completions.remove('abe'), undefined);
    assert.equal(completions.remove('a'), undefined);
    assert.equal(completions.remove('ab')?.freq, 2);
    assert.deepEqual(
      plain(completions, 'ab', 10),
      naive(
        new Map([
          ['abc', 2],
          ['abd', 2],
        ]),
        '',
        10,
      ),
    );
    completions.remove('abc');
    assert.deepEqual(plain(completions, 'ab', 10), [{ term: 'abd', freq: 2 }]);
    completions.remove('abd');
    completions.set('abd', 1);
    assert.deepEqual(plain(completions, '', 10), [{ term: 'abd', freq: 1 }]);
  });

  it('order by what is left after as many half-lives', () => {
    const completions = new Completions();
    completions.set('old', 1_000);
    completions.set('new', 1, 9.9);
    assert.deepEqual(
      completions.best('', 10).map(({ term }) => term),
      ['old', 'new'],
    );
    completions.set('new', 1, 10);
    assert.deepEqual(
      completions.best('', 10).map(({ term }) => term),
      ['new', 'old'],
    );
    completions.set('newer', 1, 1e9);
    assert.deepEqual(
      completions.best('', 10).map(({ term }) => term),
      ['newer', 'new', 'old'],
    );
  });

  it('put U+FFFF before U+10000, as code points do and UTF-16 units do not', () => {
    const completions = new Completions();
    for (const term of ['\u{10000}', '\uffff', '\ue000', '\ud7ff', 'a']) completions.set(term, 1);
    assert.deepEqual(
      completions.best('', 10).map(({ term }) => term),
      ['a', '\ud7ff', '\ue000', '\uffff', '\u{10000}'],
    );
  });

  it('hold branches of many characters, and answer more than they keep', () => {
    const completions = new Completions();
    const freqs = new Map<string, number>();
    for (let i = 0; i < 3_000; i++) {
      const term = String.fromCodePoint(0x4e00 + ((i * 7) % 1_000)) + (i % 3 === 0 ? '' : i % 5);
      const freq = (freqs.get(term) ?? 0) + 1 + (i % 11);
      freqs.set(term, freq);
      completions.set(term, freq);
    }
    for (const prefix of ['', '\u4e00', '\u4e07']) {
      assert.deepEqual(plain(completions, prefix, 1_000), naive(freqs, prefix, 1_000));
    }
  });

  it('look below branches whose best terms are all given already', () => {
    // The best below "aa", "aab" and "aabb" are the same 16 terms; the next ones lie further down.
    const completions = new Completions();
    const freqs = new Map<string, number>();
    const put = (term: string, freq: number) => {
      freqs.set(term, freq);
      completions.set(term, freq);
    };
    for (let i = 0; i < 16; i++) put(`aabb${String.fromCodePoint(0x61 + i)}`, 1_000);
    for (let i = 0; i < 40; i++) put(`aabb${String.fromCodePoint(0x61 + (i % 16))}${i}`, 500 - i);
    for (let i = 0; i < 40; i++) put(`aab${i}`, 300 - i);
    for (let i = 0; i < 40; i++) put(`aa${i}`, 100 - i);
    for (const limit of [17, 30, 60, 100, 136]) {
      assert.deepEqual(plain(completions, 'a', limit), naive(freqs, 'a', limit));
    }
  });
});
