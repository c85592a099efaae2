import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { acceptSeed, resolveLink } from './url.ts';

const base = 'http://example.com/dir/page?q=1';

test('normal form: case, default port, dot segments, empty path, escapes, fragment', () => {
  for (const [reference, url] of [
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['http://example.com:80/', 'http://example.com/'],
    ['https://example.com:443/', 'https://example.com/'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['http://example.com/a/./b/../c', 'http://example.com/a/c'],
    ['http://example.com/%7euser/%41%2f%c3%a9', 'http://example.com/~user/A%2F%C3%A9'],
    ['http://example.com/é', 'http://example.com/%C3%A9'],
    ['http://example.com/%%341', 'http://example.com/%%341'],
    ['http://example.com/a#b', 'http://example.com/a'],
    ['http://example.com/a#', 'http://example.com/a'],
    ['http://example.com/q?', 'http://example.com/q'],
    ['http://example.com/q?#f', 'http://example.com/q'],
    ['http://example.com/q??', 'http://example.com/q??'],
    ['http://example.com/q#?', 'http://example.com/q'],
    ['http://example.com?', 'http://example.com/'],
    ['?', 'http://example.com/dir/page'],
    ['http://bücher.example/ü?ü', 'http://xn--bcher-kva.example/%C3%BC?%C3%BC'],
    ['http://example.com/?b=1&a=2', 'http://example.com/?b=1&a=2'],
    ['http://BÜCHER.example/', 'http://xn--bcher-kva.example/'],
    ['http://user:secret@example.com/', 'http://example.com/'],
    ['  next  ', 'http://example.com/dir/next'],
    ['../up', 'http://example.com/up'],
    ['?r=2', 'http://example.com/dir/page?r=2'],
    ['', 'http://example.com/dir/page?q=1'],
    ['#top', 'http://example.com/dir/page?q=1'],
    ['//other.example/x', 'http://other.example/x'],
  ] as const) {
    assert.deepEqual(resolveLink(reference, base), { scheme: 'web', url }, reference);
  }
});

test('other schemes are off-scheme, and some text is not a URL', () => {
  for (const reference of ['mailto:a@b', 'javascript:void(0)', 'data:,x', 'ftp://h/', 'tel:1']) {
    assert.equal(resolveLink(reference, base)?.scheme, 'off-scheme', reference);
  }
  for (const reference of ['http://', 'http://[', 'http://a b/', 'http://h:99999/']) {
    assert.equal(resolveLink(reference, base), undefined, reference);
  }
});

test('the normal form of a normal form is the same', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        fc.webPath(),
        fc.string({
          unit: fc.constantFrom('%', '3', '4', '1', 'f', '/', '.', '#', '?', 'é', '@', ':'),
        }),
      ),
      (reference) => {
        const link = resolveLink(reference, base);
        if (link?.scheme !== 'web') return;
        assert.equal(resolveLink(link.url, base)?.url, link.url);
        assert.equal(link.url.includes('#'), false);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a seed is an absolute http or https URL of at most 2,048 characters, without credentials', () => {
  assert.equal(acceptSeed('HTTP://Example.com'), 'http://example.com/');
  const longest = `http://example.com/${'a'.repeat(2_048 - 19)}`;
  assert.equal(acceptSeed(longest), longest);
  for (const [given, message] of [
    [`${longest}a`, /longer than 2048/],
    ['', /absolute/],
    ['example.com', /absolute/],
    ['/path', /absolute/],
    ['ftp://example.com/', /absolute/],
    ['javascript:alert(1)', /absolute/],
    ['http:example.com', /absolute/],
    ['http://', /no host/],
    ['http:///path', /no host/],
    ['http://user@example.com/', /credentials/],
    ['http://user:secret@example.com/', /credentials/],
    ['http://example.com\\@10.0.0.1/', undefined],
    ['http://exa mple.com/', /whitespace/],
    ['http://example.com/\n', /whitespace/],
    ['http://example.com/\0', /whitespace/],
    ['http://example.com/\ud800', /Unicode/],
    ['http://example.com:99999/', /host or port/],
    ['http://[::1/', /host or port/],
    ['http://300.300.300.300/', /host or port/],
  ] as const) {
    if (message === undefined) assert.match(acceptSeed(given), /^http:\/\/example\.com\//);
    else
      assert.throws(
        () => acceptSeed(given),
        { message: new RegExp(`^url .*${message.source}`) },
        given,
      );
  }
});
