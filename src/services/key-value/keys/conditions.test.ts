import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { etagOf, meets, newTag, readCondition, type Tags } from './conditions.ts';

const [a, b] = ['abcdefghijklmno1', 'ABCDEFGHIJKLMN-_'];

describe('If-Match and If-None-Match', () => {
  const lists: [header: string, ifMatch: Tags, ifNoneMatch: Tags][] = [
    ['*', '*', '*'],
    [' * ', '*', '*'],
    [`"${a}"`, [a], [a]],
    [`"${a}", "${b}"`, [a, b], [a, b]],
    [`"${a}","${b}"`, [a, b], [a, b]],
    [`,, "${a}" ,\t, "${b}",`, [a, b], [a, b]],
    // Weak tags count in If-None-Match only.
    [`W/"${a}", "${b}"`, [b], [a, b]],
    // Tags of others, with all the characters that there may be.
    [`"", "x", "!#a,b*~é", "${a}"`, [a], [a]],
    ['"not-one-of-ours"', [], []],
  ];
  for (const [header, ifMatch, ifNoneMatch] of lists) {
    it(`are read: ${header}`, () => {
      const read = readCondition({ 'if-match': header, 'if-none-match': header });
      assert.deepEqual(read, { ifMatch, ifNoneMatch });
    });
  }

  it('name a value by the tag of either form; If-None-Match of a GET by that of its own', () => {
    const headers = { 'if-match': `"${a}.bytes", "${b}"`, 'if-none-match': `"${a}.bytes", "${b}"` };
    assert.deepEqual(readCondition(headers), { ifMatch: [a, b], ifNoneMatch: [a, b] });
    assert.deepEqual(readCondition(headers, 'bytes'), { ifMatch: [a, b], ifNoneMatch: [a] });
    assert.deepEqual(readCondition(headers, 'envelope'), { ifMatch: [a, b], ifNoneMatch: [b] });
  });

  it('are not a condition when neither is sent', () => {
    assert.equal(readCondition({}), undefined);
  });

  const malformed = [
    '',
    ' ',
    ',',
    'abc',
    a,
    `"${a}`,
    `${a}"`,
    `'${a}'`,
    `"${a}" "${b}"`,
    `"${a}"; "${b}"`,
    `w/"${a}"`,
    `W/${a}`,
    `W/ "${a}"`,
    `*, "${a}"`,
    '**',
    '"a b"',
    `"${a}"${' '.repeat(16_000)}x`,
  ];
  for (const header of malformed) {
    it(`are refused: ${header.slice(0, 40)}`, () => {
      for (const name of ['if-match', 'if-none-match']) {
        assert.throws(() => readCondition({ [name]: header }), {
          code: 'VALIDATION_FAILED',
          message: `${name} must be * or a list of entity tags in quotes`,
        });
      }
    });
  }

  it('are met by the value that is there', () => {
    const cases: [ifMatch: Tags | undefined, ifNoneMatch: Tags | undefined, met: unknown[]][] = [
      ['*', undefined, [a, b]],
      [[a], undefined, [a]],
      [[a, b], undefined, [a, b]],
      [[], undefined, []],
      [undefined, '*', [undefined]],
      [undefined, [a], [b, undefined]],
      [undefined, [], [a, b, undefined]],
      ['*', [a], [b]],
      ['*', '*', []],
    ];
    for (const [ifMatch, ifNoneMatch, met] of cases) {
      const found = [a, b, undefined].filter((tag) => meets({ ifMatch, ifNoneMatch }, tag));
      assert.deepEqual(found, met);
    }
  });

  it('take the tag of a write as it is answered', () => {
    const tag = newTag();
    assert.notEqual(tag, newTag());
    for (const form of ['envelope', 'bytes'] as const) {
      assert.deepEqual(readCondition({ 'if-match': etagOf(tag, form) })?.ifMatch, [tag]);
    }
  });
});
