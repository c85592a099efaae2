import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHttpUrl } from './target-url.ts';

test('absolute http and https URLs with a host pass', () => {
  for (const given of [
    'http://example.com',
    'HTTPS://EXAMPLE.com:8443/a?b#c',
    'http://[::1]/',
    'http://bücher.example/ü',
    `http://example.com/${'x'.repeat(2_048 - 19)}`,
  ]) {
    const url = parseHttpUrl(given);
    assert.ok(url instanceof URL, `${given}: ${String(url)}`);
  }
});

test('what is wrong with others is said in words', () => {
  const wrong: [given: string, message: string][] = [
    [`http://example.com/${'x'.repeat(2_048 - 18)}`, 'is longer than 2048 characters'],
    ['http://example.com/\ud800', 'is not well-formed Unicode'],
    ['http://example.com/a b', 'contains whitespace or control characters'],
    ['http://example.com/\u0000', 'contains whitespace or control characters'],
    ['/path', 'is not an absolute http or https URL'],
    ['ftp://example.com', 'is not an absolute http or https URL'],
    ['http:example.com', 'is not an absolute http or https URL'],
    ['http://user@example.com', 'contains credentials'],
    ['http:///example.com', 'has no host'],
    ['http://\\example.com', 'has no host'],
    ['http://./', 'has no valid host or port'],
    ['http://example.com:99999', 'has no valid host or port'],
  ];
  for (const [given, message] of wrong) assert.equal(parseHttpUrl(given), message, given);
});
