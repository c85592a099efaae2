import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { TimeSlice } from '#kit/base/time-slice.ts';
import { maxUrlLength } from '#kit/web/target-url.ts';
import { extract as extractPage, maxPageBytes } from './extract.ts';
import { limits, resolveLinks } from './page.ts';

const page = 'http://example.com/dir/page';

const extract = (html: string | Buffer, type = 'text/html', portion?: number) =>
  extractPage(Buffer.from(html as string), type, page, portion);

const titleOf = async (html: string | Buffer, type?: string) => (await extract(html, type)).title;
const linksOf = async (html: string) =>
  (await extract(html)).links.map((link) => link.replace('http://example.com', ''));

test('the title is the text of the first <title>, decoded, white space collapsed', async () => {
  for (const [html, title] of [
    ['<title>One</title><title>Two</title>', 'One'],
    ['<TITLE lang=en>\n  a\t b &amp; c&nbsp;&lt;d&gt; </TITLE>', 'a b & c\u00a0<d>'],
    ['<title>a <b>b</b></title>', 'a <b>b</b>'],
    ['<svg><title>Icon</title></svg><title>Page</title>', 'Page'],
    ['<svg/><title>Page</title>', 'Page'],
    ['<!-- <title>No</title> --><script>"<title>No</title>"</script><title>Yes</title>', 'Yes'],
    ['<title></title><title>Two</title>', ''],
    ['<title>never closed', 'never closed'],
    ['<p>none', ''],
    [`<title>${'a'.repeat(1_000)}</title>`, 'a'.repeat(limits.title)],
    [`<title>${' \n'.repeat(5_000)}late</title>`, 'late'],
    [`<title>${'a'.repeat(limits.title - 1)}😀</title>`, 'a'.repeat(limits.title - 1)],
    ['<title>a\0b&#0;c</title>', 'ab\ufffdc'],
  ] as const) {
    assert.equal(await titleOf(html), title, html.slice(0, 80));
  }
});

test('links are the href of anchors, resolved, http and https only, each once, in order', async () => {
  const html = `
    <a href="b">1</a> <a href='/c?x=1&amp;y=2'>2</a> <A HREF=../d>3</A> <a name=x>no</a>
    <a href="b#part">again</a> <a href=" b ">again</a> <a href="">here</a>
    <link href="/no"> <area href="/no"> <img src="/no"> <a data-href="/no">no</a>
    <a href="mailto:a@b">no</a> <a href="https://other.example">4</a>
    <a href="/first" href="/second">5</a> <a href>here</a>
    <!-- <a href="/no"> --> <script>'<a href="/no">'</script> <textarea><a href="/no"></textarea>`;
  assert.deepEqual(await linksOf(html), [
    '/dir/b',
    '/c?x=1&y=2',
    '/d',
    '/dir/page',
    'https://other.example/',
    '/first',
  ]);
  assert.deepEqual((await extract(html)).offScheme, ['mailto:a@b']);
});

test('<base href> is honoured, the first one, wherever it stands', async () => {
  const anchor = '<a href="x">x</a>';
  assert.deepEqual(await linksOf(`${anchor}<base target=_top><base href="/b/"><base href="/c/">`), [
    '/b/x',
  ]);
  assert.deepEqual(await linksOf(`<base href="https://other.example/y/">${anchor}`), [
    'https://other.example/y/x',
  ]);
  // These are none (HTML, section 4.2.3).
  for (const none of ['http://[', 'javascript:x', 'JavaScript:x', 'data:text/html,x']) {
    assert.deepEqual(await linksOf(`<base href="${none}">${anchor}`), ['/dir/x'], none);
  }
});

test('the charset: byte order mark, then header, then <meta>, then UTF-8', async () => {
  const meta = (charset: string) => `<meta charset="${charset}"><title>`;
  const windows = Buffer.concat([
    Buffer.from('<title>'),
    Buffer.from([0xe9, 0x80]),
    Buffer.from('</title>'),
  ]);
  assert.equal(await titleOf('<title>é€</title>'), 'é€');
  assert.equal(await titleOf(windows, 'text/html; charset=windows-1252'), 'é€');
  assert.equal(await titleOf(windows, 'text/html;charset="ISO-8859-1"'), 'é€');
  const shiftJis = Buffer.concat([
    Buffer.from(meta('shift_jis')),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
  ]);
  assert.equal(await titleOf(shiftJis), '日本');
  assert.equal(await titleOf(`${meta('shift_jis')}é`, 'text/html; charset=utf-8'), 'é');
  const equivalent =
    '<meta http-equiv=Content-Type content="text/html; charset=windows-1251"><title>';
  assert.equal(await titleOf(Buffer.concat([Buffer.from(equivalent), Buffer.from([0xcf])])), 'П');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<title>é', 'utf16le')]);
  assert.equal(await titleOf(utf16, 'text/html; charset=windows-1252'), 'é');
  assert.equal(await titleOf(utf16.swap16()), 'é');
  assert.equal(await titleOf(Buffer.from('\ufeff<title>é'), 'text/html; charset=shift_jis'), 'é');
  assert.equal(await titleOf(`${meta('utf-16')}é`), 'é');
  assert.equal(await titleOf(`<!-- ${meta('shift_jis')} --><title>é`), 'é');
  assert.equal(await titleOf('<title>é', 'text/html; charset=nonsense'), 'é');
  const mention = '<meta name=description content="says charset=windows-1251"><title>é';
  assert.equal(await titleOf(mention), 'é');
  assert.equal(await titleOf(`${' '.repeat(1_024)}${meta('shift_jis')}é`), 'é');
});

test('an XML declaration counts where there is no <meta>, as in Chromium', async () => {
  const declared = (encoding: string, more = '') =>
    `<?xml version="1.0" encoding="${encoding}"?>${more}<title>\xcf</title>`;
  const meta = '<meta charset=koi8-r>';
  for (const [text, title] of [
    [declared('windows-1251'), 'П'],
    [declared('windows-1251').replaceAll('"', "'"), 'П'],
    [declared('windows-1251').replace('encoding=', 'standalone="no" encoding = '), 'П'],
    [declared('windows-1251').replace('?>', '>'), 'П'],
    [declared('windows-1251').replace('?xml', '?xml-stylesheet'), 'П'],
    [declared('windows-1251', meta), 'о'],
    [declared('windows-1251', '<meta charset=nonsense>'), 'П'],
    [declared('nonsense'), ''],
    [declared('utf-16'), ''],
    [declared(' windows-1251 '), ''],
    [declared('windows-1251').replaceAll('"', ''), ''],
    [declared('windows-1251').replace('encoding', 'ENCODING'), ''],
    [` ${declared('windows-1251')}`, ''],
    [`<!doctype html>${declared('windows-1251')}`, ''],
  ] as const) {
    assert.equal(await titleOf(Buffer.from(text, 'latin1')), title, text);
  }
  const header = 'text/html; charset=koi8-r';
  assert.equal(await titleOf(Buffer.from(declared('windows-1251'), 'latin1'), header), 'о');
  const utf16 = Buffer.from(declared('utf-8'), 'utf16le');
  assert.equal(await titleOf(utf16), 'Ï');
  assert.equal(await titleOf(utf16.swap16()), 'Ï');
});

test('queries of links are written in the charset of the page, and the rest in UTF-8', async () => {
  for (const [charset, href, link] of [
    ['windows-1251', '/п?q=п&amp;х#п', '/%D0%BF?q=%EF&%F5'],
    ['windows-1252', '?q=é€☃&amp;a=%E9', '/dir/page?q=%E9%80%26%239731%3B&a=%E9'],
    ['shift_jis', '?q=ソ日', '/dir/page?q=%83\\%93%FA'],
    ['gbk', '?中\n文 ', '/dir/page?%D6%D0%CE%C4'],
    ['euc-kr', '//example.com/x?q=한', '/x?q=%C7%D1'],
    ['utf-8', '?q=é', '/dir/page?q=%C3%A9'],
  ] as const) {
    const head = `<meta charset=${charset}><a href="`;
    const spelled = href.replace(/[^\0-\x7f]/gu, (char) => `&#${char.codePointAt(0)};`);
    assert.deepEqual(await linksOf(`${head}${spelled}">`), [link], charset);
  }
  assert.deepEqual(
    await linksOf(
      '<meta charset=koi8-r><base href="/b?q=&#1087;"><a href="">x</a><a href="mailto:a?b=&#1087;">',
    ),
    ['/b?q=%D0'],
  );
});

const html = fc
  .array(
    fc.constantFrom(
      '<a href="x&amp;y">',
      '<a href=z>',
      "<A class='c' HREF='/é?q=&eacute;'",
      '>',
      '</a>',
      '<svg>',
      '</svg>',
      '<svg/>',
      '<title>',
      '</title>',
      't&am',
      'p;&lt',
      ' \n ',
      '<base href="/b/">',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '😀',
      '"',
      '&#x1F600;',
      '&',
      '<',
      '<b>',
      '</b>',
      'href=q',
      '<![CDATA[',
      ']]>',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('how a page is cut into portions makes no difference', async () => {
  await fc.assert(
    fc.asyncProperty(html, async (html) => {
      const whole = await extract(html);
      for (const portion of [1, 2, 3, 7]) {
        assert.deepEqual(await extract(html, 'text/html', portion), whole);
      }
    }),
    { numRuns: 500 },
  );
});

test('the links are those that the parser of htmlparser2 finds', async () => {
  const elements = fc.array(
    fc.constantFrom(
      '<a href="x&amp;y">',
      '<a href=z>',
      "<A class='c' HREF='/é?q=&eacute;'>",
      '</a>',
      '<p>',
      '</p>',
      '<b>',
      'text',
      '<!-- <a href="/no"> -->',
      '<script>"<a href=no>"</script>',
      '<br/>',
      '<style><a href=no></style>',
    ),
  );
  await fc.assert(
    fc.asyncProperty(elements, async (parts) => {
      const hrefs = new Set<string>();
      const parser = new Parser({
        onopentag: (name, { href }) => {
          if (name === 'a' && href !== undefined) hrefs.add(new URL(href, page).href);
        },
      });
      parser.end(parts.join(''));
      assert.deepEqual((await extract(parts.join(''))).links, [...hrefs]);
    }),
  );
});

test('the extract of a page is bounded', async () => {
  const many = Array.from({ length: limits.links + 5 }, (_, i) => `<a href="/${i}">`).join('');
  const { links, leftOut } = await extract(many);
  assert.deepEqual([links.length, leftOut], [limits.links, 5]);
  const long = `<base href="/${'b'.repeat(2_000)}/">${many}`;
  const kept = await extract(long);
  assert.ok(kept.links.join('').length <= limits.linkCharacters);
  assert.equal(kept.links.length + kept.leftOut, limits.links + 5);
  const tooLong = await extract(
    `<a href="/${'x'.repeat(2_048)}"><a href="/${'x'.repeat(9_000)}"><a href="/y">`,
  );
  assert.deepEqual([tooLong.links, tooLong.leftOut], [['http://example.com/y'], 2]);
});

test('a <base href> that is too long for a URL, as written or resolved, is none', async () => {
  const anchor = '<a href="x">';
  const longest = `/${'b'.repeat(maxUrlLength - 'http://example.com//x'.length)}/`;
  assert.deepEqual(await linksOf(`<base href="${longest}">${anchor}`), [`${longest}x`]);
  for (const base of [
    `/${'b'.repeat(maxUrlLength)}/../short/`,
    `/${'b'.repeat(1024 * 1024 - 100)}/`,
    `/${'é'.repeat(maxUrlLength / 2)}/`,
  ]) {
    assert.deepEqual(await linksOf(`<base href="${base}">${anchor}`), ['/dir/x'], base.slice(0, 9));
  }
});

test('a short page with a long <base> has no more links than a page of some hundred times its length', async () => {
  const short = Array.from({ length: 256 }, (_, i) => `<a href=${i}>`).join('');
  const base = `<base href="/${'b'.repeat(2_000)}/">`;
  const { links, leftOut } = await extract(base + short);
  assert.equal(links.length + leftOut, 256);
  const characters = links.join('').length;
  assert.ok(characters > 64 * 1024 && characters < 64 * 1024 + 8 * (base + short).length);
  const padded = await extract(base + short + ' '.repeat(512 * 1024));
  assert.deepEqual([padded.links.length, padded.leftOut], [256, 0]);
});

test('a page waits for a turn of the event loop before it is decoded, when others had this one', async (t) => {
  const turns = t.mock.method(TimeSlice.prototype, 'next', async () => {});
  // Every slice is over at once.
  let ms = performance.now();
  t.mock.method(performance, 'now', () => (ms += 1_000));
  const decode = t.mock.method(TextDecoder.prototype, 'decode', () => {
    assert.equal(turns.mock.callCount(), 1);
    return '';
  });
  await extract('<title>tea</title>');
  assert.equal(decode.mock.callCount(), 1);
});

test('links are resolved only while there is room for them', async (t) => {
  const parse = t.mock.method(URL, 'parse');
  const hrefs = Array.from({ length: limits.links }, (_, i) => `${i}`);
  const { links, leftOut } = await resolveLinks(
    hrefs,
    { base: `/${'b'.repeat(2_000)}/`, url: page, encoding: 'utf-8' },
    limits.linkCharacters,
    new TimeSlice(),
  );
  assert.equal(links.length + leftOut, limits.links);
  // The base, and the one that does not fit.
  assert.equal(parse.mock.callCount(), links.length + 2);
});

test('a title takes no more than its length, however many pieces it is in', async (t) => {
  const piece = ' \n&amp;';
  const pieces = 10_000;
  const replace = t.mock.method(String.prototype, 'replace');
  assert.equal(await titleOf(`<title>${piece.repeat(pieces)}`), '& '.repeat(256).trim());
  // Its first pieces are read, and once the whole: a full title is not read again.
  assert.ok(replace.mock.callCount() < 3 * limits.title, `${replace.mock.callCount()} times`);
});

test('a page of nothing but depth takes no more than its length', async () => {
  const half = maxPageBytes / 2;
  const deep = `${'<b>'.repeat(half / 3)}${'</i>'.repeat(half / 4)}<a href=x>`;
  assert.deepEqual(await linksOf(deep), ['/dir/x']);
  for (const piece of [
    '<',
    '<a ',
    '<a href="',
    '&',
    '<!--',
    '<title>&amp',
    '<svg>',
    '</',
    '<a a',
    '<![CDATA[',
  ]) {
    await extract(piece.repeat(half / piece.length));
  }
});
