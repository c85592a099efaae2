import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { matchesGlob, parseGlob } from './glob.ts';

const matches = (glob: string, text: string) => matchesGlob(parseGlob(glob), text);

test('* stays within a segment, ** crosses, ? is literal', () => {
  for (const [glob, text, expected] of [
    ['http://a/*', 'http://a/', true],
    ['http://a/*', 'http://a/b', true],
    ['http://a/*', 'http://a/b/c', false],
    ['http://a/**', 'http://a/b/c', true],
    ['http://a/**', 'http://a/', true],
    ['http://a/**', 'http://a', false],
    ['http://a/*/c', 'http://a/b/c', true],
    ['http://a/*/c', 'http://a/b/b/c', false],
    ['http://a/**/c', 'http://a/b/b/c', true],
    ['**/c', 'http://a/b/c', true],
    ['**/c', 'http://a/b/cc', false],
    ['**.pdf', 'http://a/b/c.pdf', true],
    ['**.pdf', 'http://a/b/cxpdf', false],
    ['http://a/b?c=*', 'http://a/b?c=1', true],
    ['http://a/b?c=*', 'http://a/bxc=1', false],
    ['http://a/b?', 'http://a/b', false],
    ['http://a/b', 'http://a/b?c', false],
    ['http://a/[b]{c}.d', 'http://a/[b]{c}.d', true],
    ['http://a/[b]', 'http://a/b', false],
    ['http://a/***/c', 'http://a/b/b/c', true],
    ['http://a/*b*c', 'http://a/xbxbxc', true],
    ['http://a/*b*c', 'http://a/xb/xc', false],
    ['http://*/x', 'http://a.example:80/x', true],
    ['', '', true],
    ['*', 'abc', true],
    ['*', 'a/c', false],
    ['**', 'a/c', true],
  ] as const) {
    assert.equal(matches(glob, text), expected, `${glob} ${text}`);
  }
});

test('a glob may hold what a URL has percent-encoded', () => {
  assert.ok(matches('http://a/ä*', 'http://a/%C3%A4x'));
  assert.ok(matches('http://a/%c3%a4*', 'http://a/%C3%A4x'));
  assert.ok(matches('http://a/a b', 'http://a/a%20b'));
});

test('it matches what the regular expression of the same meaning matches', () => {
  const part = fc.constantFrom('a', 'b', '/', '/', '*', '*', '**', 'ab', 'a/b', '?', '.');
  const text = fc.array(fc.constantFrom('a', 'b', '/', 'ab', '?', '.'), { maxLength: 14 });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), text, (parts, pieces) => {
      const glob = parts.join('');
      const subject = pieces.join('');
      const source = glob.replaceAll(/\*+|[^a-z/]/g, (found) =>
        found.startsWith('*') ? (found.length > 1 ? '.*' : '[^/]*') : `\\${found}`,
      );
      assert.equal(matches(glob, subject), new RegExp(`^${source}$`, 's').test(subject));
    }),
    { numRuns: 20_000 },
  );
});

test('a glob that almost matches takes no longer than its length times that of the URL', () => {
  // A matcher that tries everything takes longer than anybody waits for.
  const stars = `**${'a*'.repeat(250)}b`;
  assert.equal(matches(stars, 'a'.repeat(2_048)), false);
  assert.equal(matches(`**/${'*a'.repeat(250)}/b`, `/${'a'.repeat(2_040)}`), false);
  assert.equal(matches('**a'.repeat(170), 'a'.repeat(2_048)), true);
  assert.equal(matches(`${'**a'.repeat(170)}b`, 'a'.repeat(2_048)), false);
  assert.equal(matches(`**${'*/a'.repeat(150)}b`, '/a'.repeat(1_024)), false);
});
