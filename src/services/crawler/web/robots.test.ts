import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maxRobotsBytes, parseRobots } from './robots.ts';

const allows = (text: string, path: string) =>
  parseRobots(text, 'hawker').allows(new URL(path, 'http://example.com'));

test('the longest pattern that matches decides; of two as long, the one that allows', () => {
  const text =
    'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nDisallow: /x\nAllow: /x';
  for (const [path, allowed] of [
    ['/', true],
    ['/a', false],
    ['/a1', false],
    ['/a/b', true],
    ['/a/b/c/d', false],
    ['/x', true],
    ['/A', true],
  ] as const) {
    assert.equal(allows(text, path), allowed, path);
  }
});

test('* stands for anything, $ for the end', () => {
  for (const [pattern, path, matches] of [
    ['/*.php', '/a/b.php?x', true],
    ['/*.php$', '/a/b.php', true],
    ['/*.php$', '/a/b.php?x', false],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['*', '/anything', true],
    ['/a*b*c', '/a1b2c3', true],
    ['/a*b*c', '/a1c2b', false],
    ['/a*a$', '/a', false],
    ['/a**b', '/ab', true],
    ['/p?q=', '/p?q=1', true],
    ['/$x', '/$x', true],
  ] as const) {
    assert.equal(
      allows(`User-agent: *\nDisallow: ${pattern}`, path),
      !matches,
      `${pattern} ${path}`,
    );
  }
});

test('escapes are compared in one form', () => {
  assert.equal(allows('User-agent: *\nDisallow: /é', '/%c3%a9'), false);
  assert.equal(allows('User-agent: *\nDisallow: /%7ea', '/~a'), false);
  assert.equal(allows('User-agent: *\nDisallow: /a%2fb', '/a/b'), true);
});

test('the groups of our token together, else those of *; case does not matter', () => {
  const text = `
    User-agent: *
    Disallow: /star
    USER-AGENT: other
    User-Agent: Hawker/2.0
    disallow: /one # comment
    Crawl-delay: 2.5

    User-agent: hawkerbot
    Disallow: /bot
    User-agent: hawker
    Disallow: /two`;
  assert.deepEqual(
    ['/star', '/one', '/two', '/bot'].map((path) => allows(text, path)),
    [true, false, false, true],
  );
  const { crawlDelayMs } = parseRobots(text, 'hawker');
  assert.equal(crawlDelayMs, 2_500);
  assert.equal(parseRobots(text, 'unknown').crawlDelayMs, 0);
  assert.equal(allows('User-agent: hawker\n\nUser-agent: *\nDisallow: /', '/x'), false);
  assert.equal(allows('User-agent: *\nDisallow: /\n\nUser-agent: hawker\nDisallow:', '/x'), true);
});

test('a Crawl-delay is at most 60 s, and nonsense counts for nothing', () => {
  const delay = (value: string) =>
    parseRobots(`User-agent: *\nCrawl-delay: ${value}`, 'hawker').crawlDelayMs;
  assert.deepEqual(
    ['1', '0', '3600', 'Infinity', '-1', 'soon', '', '1e9'].map(delay),
    [1_000, 0, 60_000, 60_000, 0, 0, 0, 60_000],
  );
});

test('without rules everything is allowed, and robots.txt always is', () => {
  assert.equal(allows('', '/x'), true);
  assert.equal(allows('<html>User-agent: *</html>', '/x'), true);
  assert.equal(allows('Disallow: /', '/x'), true);
  assert.equal(allows('\ufeffUser-agent: *\nDisallow: /', '/x'), false);
  assert.equal(allows('User-agent: *\rDisallow: /', '/x'), false);
  assert.equal(allows('User-agent: *\nDisallow: /', '/robots.txt'), true);
});

test('a pattern matches as the regular expression that says the same', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/'), maxLength: 8 });
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
  fc.assert(
    fc.property(part, word, fc.boolean(), (pattern, word, isAnchored) => {
      const path = `/${word.replace(/^\/+/, '')}`;
      const source = pattern.replaceAll('*', '.*').replaceAll('/', '\\/');
      const matches = new RegExp(`^\\/${source}${isAnchored ? '$' : ''}`).test(path);
      const rule = `User-agent: *\nDisallow: /${pattern}${isAnchored ? '$' : ''}`;
      assert.equal(allows(rule, path), !matches);
    }),
    { numRuns: 1_000 },
  );
});

test('the largest hostile file takes no more than its length', () => {
  const agents = Array.from({ length: 15_000 }, (_, i) => `User-agent: a${i}`).join('\n');
  const many = `${agents}\nUser-agent: *\n${'Disallow: /x\n'.repeat(20_000)}`;
  assert.equal(allows(many.slice(0, maxRobotsBytes), '/y'), true);
  const wild = `User-agent: *\n${`Disallow: /${'*a'.repeat(100)}b\n`.repeat(2_300)}`;
  assert.equal(allows(wild, `/${'a'.repeat(2_000)}`), true);
});
