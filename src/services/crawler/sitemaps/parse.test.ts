import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGzip, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { turns } from '#kit/testing/turns.ts';
import { FetchError } from '../web/fetcher.ts';
import { maxSitemapBytes, parseSitemap } from './parse.ts';

async function* inChunks(body: string | Buffer, size = 7): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const parse = async (body: string | Buffer, max = 100, size?: number, type = '') => {
  const { urls, sitemaps, leftOut } = await parseSitemap(inChunks(body, size), type, max);
  return { urls, sitemaps, leftOut };
};

test('addresses of URLs and of sitemaps, wherever the text is cut', async () => {
  const text = `\ufeff<?xml version="1.0"?><!-- <url><loc>no</loc></url> --><urlset>
    <url><image:image><image:loc>picture</image:loc></image:image><loc> http://ä/?a=1&amp;b=&#50; </loc></url>
    <url><lastmod>x</lastmod><loc><![CDATA[http://b/]]></loc></url><loc>outside</loc>
    <sitemap><loc>http://c/</loc></sitemap><url><loc></loc></url></urlset>`;
  const expected = {
    urls: ['http://ä/?a=1&b=2', 'http://b/'],
    sitemaps: ['http://c/'],
    leftOut: 0,
  };
  for (const size of [1, 2, 7, 10_000]) {
    assert.deepEqual(await parse(text, 100, size), expected);
    assert.deepEqual(await parse(gzipSync(text), 100, size), expected);
  }
});

test('reports a file that is not a sitemap, and an empty one yields nothing', async () => {
  for (const [text, reason] of [
    ['', /it is empty/],
    [' \n', /it is empty/],
    ['x', /neither XML nor a list/],
    ['no sitemap', /neither XML nor a list/],
    ['{}', /neither XML nor a list/],
    ['<!doctype html><html><loc>http://a/</loc></html>', /an HTML page/],
    ['<opml><body/></opml>', /<opml>/],
    ['<constructor><url/></constructor>', /<constructor>/],
  ] as const) {
    await assert.rejects(parse(text), { message: reason });
  }
  for (const text of ['<urlset/>', '<urlset><url><loc> </loc></url></urlset>', '<rss></rss>']) {
    const { nothingBecause } = await parseSitemap(inChunks(text), '', 10);
    assert.equal(nothingBecause, 'it lists nothing', text);
  }
});

test('elements count by their namespace, whatever their prefix', async () => {
  const sitemap = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const image = 'http://www.google.com/schemas/sitemap-image/1.1';
  for (const text of [
    `<ns0:urlset xmlns:ns0="${sitemap}"><ns0:url><ns0:loc>http://a/</ns0:loc></ns0:url></ns0:urlset>`,
    `<ns0:urlset><ns0:url><ns0:loc>http://a/</ns0:loc></ns0:url></ns0:urlset>`,
    `<a:urlset xmlns:a="${sitemap}"><b:url xmlns:b="${sitemap}"><loc xmlns="${sitemap}">http://a/</loc></b:url></a:urlset>`,
    `<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/"><url><loc>http://a/</loc></url></urlset>`,
    `<urlset xmlns="${sitemap}"><url><loc xmlns="${image}">http://i/</loc><loc>http://a/</loc></url></urlset>`,
    `<urlset xmlns="${sitemap}" xmlns:x="${image}"><x:url><x:loc>http://i/</x:loc></x:url><url><x:loc>http://i/</x:loc><loc>http://a/</loc></url></urlset>`,
    `<s:urlset xmlns:s="${sitemap}" xmlns="${image}"><s:url><image><loc>http://i/</loc></image><loc>http://i/</loc><s:loc>http://a/</s:loc></s:url></s:urlset>`,
    `<URLSET><URL><LOC>http://a/</LOC></URL></URLSET>`,
  ]) {
    for (const size of [7, 10_000]) {
      assert.deepEqual((await parse(text, 10, size)).urls, ['http://a/'], text);
    }
  }
  const index = `<x:sitemapindex xmlns:x="${sitemap}"><x:sitemap><x:loc>http://a/</x:loc></x:sitemap></x:sitemapindex>`;
  assert.deepEqual((await parse(index)).sitemaps, ['http://a/']);
});

test('feeds yield the addresses of their entries', async () => {
  const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
    <link>http://a/</link><atom:link href="http://a/feed" rel="self"/><image><url>http://a/i</url><link>x</link></image>
    <item><title>1</title><link> http://a/1 </link><guid>http://a/?p=1</guid><atom:link href="no"/></item>
    <item><guid isPermaLink="true">http://a/2</guid><source url="http://b/"><link>no</link></source></item>
    <item><link><![CDATA[http://a/3?x=1&y=2]]></link><guid isPermaLink="false">3</guid></item>
    <item><guid isPermaLink="false">4</guid></item><item><link/><guid>http://a/5</guid></item></channel></rss>`;
  const expected = ['http://a/1', 'http://a/2', 'http://a/3?x=1&y=2', 'http://a/5'];
  assert.deepEqual((await parse(rss)).urls, expected);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://a/"/>
    <entry><link rel="self" href="no"/><link href="http://a/1"/><link rel="alternate" href="no"/></entry>
    <entry><source><link href="no"/></source><link rel="alternate" href="/2"/></entry>
    <entry><link rel="enclosure" href="no"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="no"/></div></content></entry></feed>`;
  assert.deepEqual((await parse(atom)).urls, ['http://a/1', '/2']);
  const prefixed = atom
    .replaceAll(/<(\/?)(feed|entry|link|source)/g, '<$1a:$2')
    .replace('xmlns=', 'xmlns:a=');
  assert.deepEqual((await parse(prefixed)).urls, ['http://a/1', '/2']);
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <channel><link>http://a/</link></channel><item><link>http://a/1</link></item></rdf:RDF>`;
  assert.deepEqual((await parse(rdf)).urls, ['http://a/1']);
});

test('a list of URLs yields each line, whatever ends it', async () => {
  const list =
    '\ufeff\nhttp://a/1\r\n  http://a/2?x=ä \rHTTPS://a/3\n\n# no\n/relative\nftp://a/\nhttp://a/4 and more\nhttp://a/5';
  const expected = ['http://a/1', 'http://a/2?x=ä', 'HTTPS://a/3', 'http://a/5'];
  for (const size of [1, 7, 10_000]) {
    assert.deepEqual((await parse(list, 100, size)).urls, expected);
    assert.deepEqual((await parse(gzipSync(list), 100, size)).urls, expected);
  }
  const long = `http://a/${'x'.repeat(100_000)}\nhttp://a/1`;
  assert.deepEqual(await parse(long, 10, 1_000), {
    urls: ['http://a/1'],
    sitemaps: [],
    leftOut: 1,
  });
});

test('the charset: byte order mark, header, XML declaration, or else UTF-8', async () => {
  const xml = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><urlset><url><loc>http://a/é</loc></url></urlset>`;
  const utf16 = Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le');
  for (const [body, type] of [
    [xml('utf-8'), ''],
    [Buffer.from(xml('iso-8859-1'), 'latin1'), ''],
    [Buffer.from(xml('utf-8'), 'latin1'), 'text/xml; charset=iso-8859-1'],
    [xml('nonsense'), 'text/xml; charset=binary'],
    [`  \n${xml('utf-8')}`, ''],
    [utf16, 'text/xml; charset=utf-8'],
    [Buffer.from(utf16).swap16(), ''],
    [utf16.subarray(2), ''],
    [gzipSync(utf16), ''],
  ] as const) {
    for (const size of [1, 10_000]) {
      assert.deepEqual((await parse(body, 10, size, type)).urls, ['http://a/é'], String(body));
    }
  }
});

test('entries beyond the limit, and those that are too long, are left out', async () => {
  const url = (address: string) => `<url><loc>${address}</loc></url>`;
  const { urls, leftOut } = await parse(
    url('a') + url('x'.repeat(2_049)) + url('b') + url('c'.repeat(1_000_000)) + url('d'),
    2,
    10_000,
  );
  assert.deepEqual([urls, leftOut], [['a', 'b'], 3]);
});

test('elements in elements in elements are refused at once', async () => {
  // The time of the parser is quadratic in the depth.
  await assert.rejects(parse('<a>'.repeat(1_000_000), 1, 65_536), FetchError);
});

test('reads no more of a file that grows huge than a sitemap may have', async () => {
  let made = 0;
  const blanks = Buffer.alloc(1024 * 1024, ' ');
  function* bomb() {
    yield Buffer.from('<urlset><url><loc>a</loc></url>');
    for (; made < 1_000; made++) yield blanks;
    yield Buffer.from('<url><loc>b</loc></url>');
  }
  const packed = Readable.from(bomb(), { objectMode: false }).pipe(createGzip({ level: 1 }));
  const { urls } = await parseSitemap(packed as AsyncIterable<Buffer>, '', 10);
  assert.deepEqual(urls, ['a']);
  assert.ok(made < (2 * maxSitemapBytes) / blanks.length, `${made} MiB were made`);
});

test('the event loop is free in between', async (t) => {
  const text = '<url><loc>http://a.example/some/path</loc></url>'.repeat(50_000);
  const counted = turns(t);
  await parseSitemap(inChunks(text, 16 * 1024 * 1024), '', 100);
  const count = counted();
  assert.ok(count > 3, `${count} turns`);
});
