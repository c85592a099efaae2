import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '#kit/testing/rubbish.ts';
import { Refusal } from '#kit/web/problem.ts';
import { ownUrls, toLocation } from './target.ts';

const ports = { port: 8080, consolePort: 8100, names: [] };
const isOwn = ownUrls({ baseUrl: 'http://localhost:8080', ...ports });
const accept = (url: string) => toLocation(url, isOwn);

/** The fault that the answer names in the URL; undefined when it is accepted. */
function fault(url: string, own = isOwn): string | undefined {
  try {
    toLocation(url, own);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 'INVALID_URL');
    const [{ path, message }] = error.members['errors'] as [{ path: string; message: string }];
    assert.equal(path, 'url');
    return message;
  }
}

describe('a URL of URI characters only stays as given', () => {
  for (const url of [
    'http://example.com',
    'https://example.com/some/long/path?with=query&and=more#and-fragment',
    'HTTPS://Example.COM/Case',
    'https://example.com:8443/',
    'https://example.com./',
    'http://192.0.2.7/a/../b',
    'http://[2001:db8::1]:8080/',
    'http://xn--bcher-kva.example/',
    'http://localhost/',
    'http://localhost:8081/',
    'https://example.com/?q=%F0%9F%98%80&broken=%zz',
    "https://example.com/!$&'()*+,;=:@[]~._-",
    'https://example.com/user@example.com',
    'https://example.com?next=http://localhost:8080/',
    `https://example.com/${'a'.repeat(2_048 - 20)}`,
  ]) {
    test(url.slice(0, 80), () => assert.equal(accept(url), url));
  }
});

describe('other characters are percent-encoded', () => {
  for (const [url, encoded] of [
    ['https://bücher.example/ß?ü=1#ö', 'https://xn--bcher-kva.example/%C3%9F?%C3%BC=1#%C3%B6'],
    ['https://example.com/😀', 'https://example.com/%F0%9F%98%80'],
    ['https://example.com/a|b?{c}^`#"d"', 'https://example.com/a%7Cb?%7Bc%7D%5E%60#%22d%22'],
    ['https://example.com\\a\\b', 'https://example.com/a/b'],
    // 8,000 characters.
    [
      `https://example.com/${'😀'.repeat(665)}`,
      `https://example.com/${'%F0%9F%98%80'.repeat(665)}`,
    ],
  ] as const) {
    test(url.slice(0, 80), () => assert.equal(accept(url), encoded));
  }
});

describe('refuses URLs that cannot be shortened', () => {
  for (const [url, message] of [
    ['', /absolute/],
    ['example.com', /absolute/],
    ['//example.com/', /absolute/],
    ['/path', /absolute/],
    ['ftp://example.com/', /absolute/],
    ['javascript:alert(1)', /absolute/],
    ['data:text/html,hello', /absolute/],
    ['http:example.com', /absolute/],
    ['http:/example.com', /absolute/],
    ['http:\\\\example.com', /absolute/],
    ['http://', /no host/],
    ['http:///example.com', /no host/],
    ['http://?q', /no host/],
    ['http://\\example.com', /no host/],
    ['http://:80/', /host or port/],
    ['http://./', /host or port/],
    ['http://example.com:65536/', /host or port/],
    ['http://example.com:port/', /host or port/],
    ['http://exa%00mple.com/', /host or port/],
    ['http://[::1/', /host or port/],
    ['http://256.256.256.256/', /host or port/],
    ['http://user@example.com/', /credentials/],
    ['http://user:secret@example.com/', /credentials/],
    ['http://@example.com/', /credentials/],
    [' http://example.com/', /whitespace/],
    ['http://example.com/\n', /whitespace/],
    ['http://exa\tmple.com/', /whitespace/],
    ['http://example.com/a b', /whitespace/],
    ['http://example.com/\u00a0', /whitespace/],
    ['http://example.com/\u2028', /whitespace/],
    ['http://example.com/\0', /control/],
    ['http://example.com/\u007f', /control/],
    ['http://example.com/\r\nSet-Cookie: a=b', /control/],
    ['http://example.com/\ud800', /Unicode/],
    [`https://example.com/${'a'.repeat(2_049 - 20)}`, /2048/],
    [`https://example.com/${'😀'.repeat(2_000)}`, /8000/],
  ] as const) {
    test(JSON.stringify(url).slice(0, 80), () => assert.match(fault(url) ?? 'accepted', message));
  }
});

describe('a URL on the host of the shortener is refused', () => {
  const rows: [baseUrl: string, url: string, refused: boolean][] = [
    ['http://localhost:8080', 'http://localhost:8080', true],
    ['http://localhost:8080', 'https://LOCALHOST:8080/abcdefg', true],
    ['http://localhost:8080', 'http://localhost.:8080/', true],
    ['http://localhost:8080', 'http://a.localhost:8080/', true],
    ['http://localhost:8080', 'http://127.0.0.1:8080/', true],
    ['http://localhost:8080', 'http://127.1:8080/', true],
    ['http://localhost:8080', 'http://0x7f000001:8080/', true],
    ['http://localhost:8080', 'http://loc%61lhost:8080/', true],
    ['http://localhost:8080', 'http://ｌocalhost:8080/', true],
    ['http://localhost:8080', 'http://[::1]:8080/', true],
    ['http://localhost:8080', 'http://[0:0:0:0:0:ffff:127.0.0.1]:8080/', true],
    ['http://localhost:8080', 'http://0.0.0.0:8080/', true],
    ['http://localhost:8080', 'http://[::]:8080/', true],
    ['http://localhost:8080', 'http://localhost:8081/', false],
    ['http://localhost:8080', 'http://localhost.example.com:8080/', false],
    ['http://127.0.0.1:8080', 'http://localhost:8080/', true],
    ['https://sho.rt', 'https://sho.rt/abcdefg', true],
    ['https://sho.rt', 'http://SHO.rt.:80/abcdefg', true],
    ['https://sho.rt', 'https://sho.rt:443/', true],
    ['https://sho.rt', 'https://sho.rt:8443/', false],
    ['https://sho.rt', 'https://www.sho.rt/', false],
    ['https://sho.rt', 'http://localhost/', false],
    ['https://sho.rt/s', 'https://sho.rt/', true],
    // By the scheme that is redirected to the other one.
    ['https://sho.rt', 'http://sho.rt/abcdefg', true],
    ['http://sho.rt', 'https://sho.rt:443/abcdefg', true],
    ['https://sho.rt', 'https://sho.rt:80/', true],
    // On its own port, whatever its address for others is.
    ['https://sho.rt', 'http://localhost:8080/abcdefg', true],
    ['https://sho.rt', 'http://LOCALHOST.:8080/abcdefg', true],
    ['https://sho.rt', 'http://127.0.0.1:8080/', true],
    ['https://sho.rt', 'http://127.255.1:8080/', true],
    ['https://sho.rt', 'http://2130706433:8080/', true],
    ['https://sho.rt', 'http://0:8080/', true],
    ['https://sho.rt', 'http://[::1]:8080/', true],
    ['https://sho.rt', 'http://[::ffff:127.0.0.1]:8080/', true],
    ['https://sho.rt', 'http://[::127.0.0.1]:8080/', true],
    ['https://sho.rt', 'http://localhost.localdomain:8080/', true],
    ['https://sho.rt', 'http://sho.rt:8080/abcdefg', true],
    ['https://sho.rt', 'http://localhost:8081/', false],
    ['http://localhost:9000', 'http://127.0.0.1:8080/', true],
    // On the console's port, where no other path is a short link.
    ['https://sho.rt', 'http://localhost:8100/api/url-shortener/abcdefg', true],
    ['https://sho.rt', 'http://127.0.0.1:8100/api/url-shortener', true],
    ['https://sho.rt', 'http://localhost:8100/a/../api/./url-shortener/abcdefg?x#y', true],
    ['https://sho.rt', 'https://SHO.rt.:8100/api/url-shortener/abcdefg', true],
    ['http://localhost:8080', 'http://[::1]:8100/api/url-shortener/abcdefg', true],
    ['http://localhost:8080', 'http://localhost/api/url-shortener/abcdefg', true],
    ['http://localhost:8080', 'http://localhost:8100/', false],
    ['http://localhost:8080', 'http://localhost:8100/api/url-shortener-2/abcdefg', false],
    ['http://localhost:8080', 'http://localhost:8100/api/file-store/links/x', false],
    ['http://localhost:8080', 'http://example.com:8100/api/url-shortener/abcdefg', false],
    ['http://localhost:8080', 'http://example.com:8080/', false],
  ];
  for (const [baseUrl, url, refused] of rows) {
    const verdict = refused ? 'refuses' : 'accepts';
    test(`${baseUrl} ${verdict} ${url}`, () => {
      assert.equal(fault(url, ownUrls({ baseUrl, ...ports })) !== undefined, refused);
    });
  }
});

test('a URL on another name of the machine is refused where the shortener is', () => {
  const names = ['links.internal', '192.0.2.7', '[2001:db8::7]'];
  const own = ownUrls({ baseUrl: 'https://sho.rt', port: 8080, consolePort: 8100, names });
  for (const url of [
    'http://links.internal:8080/abcdefg',
    'http://Links.Internal.:8080/abcdefg',
    'http://192.0.2.7:8080/',
    'http://[2001:DB8:0::7]:8080/',
    'http://192.0.2.7:8100/api/url-shortener/abcdefg',
    'https://links.internal/api/url-shortener/abcdefg',
  ]) {
    assert.match(fault(url, own) ?? 'accepted', /leads back/, url);
  }
  for (const url of [
    'http://links.internal/',
    'http://192.0.2.7:9000/',
    'http://192.0.2.8:8080/',
  ]) {
    assert.equal(fault(url, own), undefined, url);
  }
});

test('whatever is accepted becomes a legal header that leads to the same place', () => {
  const anything = fc.oneof(anyText({ maxLength: 60 }), fc.webPath());
  const host = fc.oneof(fc.domain(), fc.ipV4(), fc.string({ unit: 'grapheme', minLength: 1 }));
  const url = fc
    .tuple(fc.constantFrom('http://', 'https://', 'HTTP://'), host, fc.constantFrom('/', '?', '#'))
    .chain(([scheme, name, mark]) => anything.map((rest) => `${scheme}${name}${mark}${rest}`));
  const webUrl = fc.webUrl({ withQueryParameters: true, withFragments: true });
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(url, webUrl), (given) => {
      if (fault(given) !== undefined) return;
      accepted++;
      const location = accept(given);
      validateHeaderValue('location', location);
      assert.match(location, /^[\x21-\x7e]+$/);
      assert.equal(accept(location), location);
      const [from, to] = [new URL(given), new URL(location)];
      assert.equal(to.origin, from.origin);
      assert.equal(decoded(to), decoded(from));
    }),
    { numRuns: 2_000 },
  );
  assert.ok(accepted > 500, `only ${accepted} were accepted`);
});

/** Path, query and fragment, with the characters that are encoded for the header's sake decoded. */
function decoded({ pathname, search, hash }: URL): string {
  return `${pathname}${search}${hash}`.replace(/%(22|3C|3E|5C|5E|60|7B|7C|7D)/g, (encoded) =>
    decodeURIComponent(encoded),
  );
}
