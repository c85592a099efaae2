import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import robotsParserModule from 'robots-parser';
import { maxRobotsBytes, maxWildcards, parseRobots } from './robots.ts';

/** Its types describe a module of another kind than it is. */
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

const allows = async (text: string, path: string) =>
  (await parseRobots(text, 'hawker')).allows(new URL(path, 'http://example.com'));

test('the longest pattern that matches decides; of two as long, the one that allows', async () => {
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
    assert.equal(await allows(text, path), allowed, path);
  }
});

test('* stands for anything, $ for the end', async () => {
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
    ['/$x', '/%24x', true],
    ['/a%2Ab', '/a*b', true],
    ['/a%2ab', '/a%2Ab', true],
    ['/a%2Ab', '/axb', false],
    ['/a*b', '/a%2Ab', true],
    ['/a%24', '/a$', true],
    ['/a%24', '/a$b', true],
    ['/a%24', '/a', false],
    ['/a%24$', '/a$b', false],
    ['/a$', '/a$', false],
    ['/a?q=%2A', '/a?q=*', true],
  ] as const) {
    assert.equal(
      await allows(`User-agent: *\nDisallow: ${pattern}`, path),
      !matches,
      `${pattern} ${path}`,
    );
  }
});

test('a $ counts in the length of a rule', async () => {
  assert.equal(await allows('User-agent: *\nAllow: /\nDisallow: /$', '/'), false);
  assert.equal(await allows('User-agent: *\nAllow: /a$\nDisallow: /a', '/a'), true);
  assert.equal(await allows('User-agent: *\nAllow: /a*\nDisallow: /ab$', '/ab'), false);
});

test('random rules allow exactly what robots-parser allows', async () => {
  const pattern = fc
    .array(fc.constantFrom('/', 'a', 'b', '*', '$', '~', 'é', '%C3', '?'), { maxLength: 6 })
    .map((parts) => `/${parts.join('')}`);
  const line = fc.tuple(fc.constantFrom('Allow', 'Disallow', 'Disallow'), pattern);
  const agent = fc.constantFrom('User-agent: *', 'User-agent: hawker', 'User-agent: other');
  // Without rules, a group of our own allows everything; robots-parser goes by those of `*` then.
  const group = fc.tuple(
    fc.array(agent, { minLength: 1, maxLength: 2 }),
    fc.array(line, { minLength: 1 }),
  );
  const path = fc.stringMatching(/^\/[ab/?$~]{0,7}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 3 }), fc.array(path), async (groups, paths) => {
      const text = groups
        .map(([agents, lines]) => [...agents, ...lines.map((each) => each.join(': '))].join('\n'))
        .join('\n');
      const origin = 'http://example.com';
      const theirs = robotsParser(`${origin}/robots.txt`, text);
      const ours = await parseRobots(text, 'hawker');
      for (const each of paths) {
        const expected = theirs.isAllowed(origin + each, 'hawker') ?? true;
        assert.equal(await ours.allows(new URL(origin + each)), expected, `${each} by\n${text}`);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('tries a limited number of wildcards; rules beyond it forbid more, never less', async (t) => {
  const wild = Array.from({ length: maxWildcards }, (_, i) => `Disallow: /*${i}x\n`).join('');
  const text = `User-agent: *\n${wild}Disallow: /secret/*/x\nAllow: /secret/*/open\nAllow: /secret/plain`;
  const robots = await parseRobots(text, 'hawker');
  const search = [
    t.mock.method(String.prototype, 'indexOf'),
    t.mock.method(String.prototype, 'includes'),
  ];
  const allows = (path: string) => robots.allows(new URL(path, 'http://example.com'));
  assert.equal(await allows('/'), true);
  assert.equal(await allows('/a999x'), false);
  assert.equal(await allows('/secret/1/x'), false);
  assert.equal(await allows('/secret/1/open'), false);
  assert.equal(await allows('/secret/plain'), true);
  const tried = search.reduce((sum, { mock }) => sum + mock.callCount(), 0);
  assert.ok(tried <= 5 * (maxWildcards + 20), `${tried} searches`);
});

test('escapes are compared in one form', async () => {
  assert.equal(await allows('User-agent: *\nDisallow: /é', '/%c3%a9'), false);
  assert.equal(await allows('User-agent: *\nDisallow: /%7ea', '/~a'), false);
  assert.equal(await allows('User-agent: *\nDisallow: /a%2fb', '/a/b'), true);
});

test('the groups of our token together, else those of *; case does not matter', async () => {
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
    await Promise.all(['/star', '/one', '/two', '/bot'].map((path) => allows(text, path))),
    [true, false, false, true],
  );
  const { crawlDelayMs } = await parseRobots(text, 'hawker');
  assert.equal(crawlDelayMs, 2_500);
  assert.equal((await parseRobots(text, 'unknown')).crawlDelayMs, 0);
  assert.equal(await allows('User-agent: hawker\n\nUser-agent: *\nDisallow: /', '/x'), false);
  assert.equal(
    await allows('User-agent: *\nDisallow: /\n\nUser-agent: hawker\nDisallow:', '/x'),
    true,
  );
});

test('a Crawl-delay is at most 60 s, and nonsense counts for nothing', async () => {
  const delay = async (value: string) =>
    (await parseRobots(`User-agent: *\nCrawl-delay: ${value}`, 'hawker')).crawlDelayMs;
  assert.deepEqual(
    await Promise.all(['1', '0', '3600', 'Infinity', '-1', 'soon', '', '1e9'].map(delay)),
    [1_000, 0, 60_000, 60_000, 0, 0, 0, 60_000],
  );
  assert.deepEqual(
    await Promise.all(
      ['0.5', '2,5', '10s', '10 seconds', '+5', '5 # five', '-5s', '5,5,5'].map(delay),
    ),
    [500, 2_500, 10_000, 10_000, 5_000, 5_000, 0, 0],
  );
});

test('without rules everything is allowed, and robots.txt always is', async () => {
  assert.equal(await allows('', '/x'), true);
  assert.equal(await allows('<html>User-agent: *</html>', '/x'), true);
  assert.equal(await allows('Disallow: /', '/x'), true);
  assert.equal(await allows('\ufeffUser-agent: *\nDisallow: /', '/x'), false);
  assert.equal(await allows('User-agent: *\rDisallow: /', '/x'), false);
  assert.equal(await allows('User-agent: *\nDisallow: /', '/robots.txt'), true);
});

test('a pattern matches as the regular expression that says the same', async () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/'), maxLength: 8 });
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(part, word, fc.boolean(), async (pattern, word, isAnchored) => {
      const path = `/${word.replace(/^\/+/, '')}`;
      const source = pattern.replaceAll('*', '.*').replaceAll('/', '\\/');
      const matches = new RegExp(`^\\/${source}${isAnchored ? '$' : ''}`).test(path);
      const rule = `User-agent: *\nDisallow: /${pattern}${isAnchored ? '$' : ''}`;
      assert.equal(await allows(rule, path), !matches);
    }),
    { numRuns: 1_000 },
  );
});

test('the largest hostile file takes no more than its length', async () => {
  const agents = Array.from({ length: 15_000 }, (_, i) => `User-agent: a${i}`).join('\n');
  const many = `${agents}\nUser-agent: *\n${'Disallow: /x\n'.repeat(20_000)}`;
  assert.equal(await allows(many.slice(0, maxRobotsBytes), '/y'), true);
  const wild = `User-agent: *\n${`Disallow: /z${'*a'.repeat(100)}b\n`.repeat(2_300)}`;
  assert.equal(await allows(wild, `/${'a'.repeat(2_000)}`), true);
});
