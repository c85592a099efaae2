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

const parse = async (body: string | Buffer, max = 100, size?: number) => {
  const { urls, sitemaps, leftOut } = await parseSitemap(inChunks(body, size), max);
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

test('what is none yields nothing', async () => {
  const nothing = { urls: [], sitemaps: [], leftOut: 0 };
  for (const text of ['', 'x', 'no sitemap', '<html><loc>http://a/</loc></html>', '{}']) {
    assert.deepEqual(await parse(text), nothing);
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

test('of a file that grows huge no more is read than a sitemap may have', async () => {
  let made = 0;
  const blanks = Buffer.alloc(1024 * 1024, ' ');
  function* bomb() {
    yield Buffer.from('<urlset><url><loc>a</loc></url>');
    for (; made < 1_000; made++) yield blanks;
    yield Buffer.from('<url><loc>b</loc></url>');
  }
  const packed = Readable.from(bomb(), { objectMode: false }).pipe(createGzip({ level: 1 }));
  const { urls } = await parseSitemap(packed as AsyncIterable<Buffer>, 10);
  assert.deepEqual(urls, ['a']);
  assert.ok(made < (2 * maxSitemapBytes) / blanks.length, `${made} MiB were made`);
});

test('the event loop is free in between', async (t) => {
  const text = '<url><loc>http://a.example/some/path</loc></url>'.repeat(50_000);
  const counted = turns(t);
  await parseSitemap(inChunks(text, 16 * 1024 * 1024), 100);
  const count = counted();
  assert.ok(count > 3, `${count} turns`);
});
