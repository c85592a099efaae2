/** The bounds of what one job records. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frontier, maxUrls } from './frontier.ts';
import type { Job, PageResult, UrlRow } from '../store/store.ts';

const job: Job = {
  n: 1,
  seedUrl: 'http://a/',
  maxPages: 1_000,
  status: 'running',
  startedAt: 0,
  endedAt: undefined,
  leftOut: 0,
};

const row = (seq: number): UrlRow => ({
  seq,
  url: `http://a/${seq}`,
  depth: 1,
  state: 'robots',
  detail: '',
});

const full = () => {
  const urls = Array.from({ length: maxUrls - 1 }, (_, seq) => row(seq));
  const frontier = new Frontier(job, { urls, pages: 0, pageCharacters: 0 });
  frontier.add('http://a/last', 1, 'queued');
  return frontier;
};

test('links beyond the limit of URLs are counted, and not recorded', () => {
  const frontier = full();
  frontier.add('http://a/beyond', 1, 'queued');
  frontier.add('http://a/last', 1, 'queued');
  const { urls, leftOut } = frontier.takeChanges();
  assert.deepEqual([urls.map(({ url }) => url), leftOut], [['http://a/last'], 1]);
  assert.equal(frontier.size, maxUrls);
});

test('where a redirect leads is visited once, also beyond the limit of URLs', () => {
  const frontier = full();
  assert.equal(frontier.visit('http://a/beyond', 1, 'http://a/1'), true);
  assert.equal(frontier.visit('http://a/beyond', 1, 'http://a/2'), false);
  assert.equal(frontier.isVisited('http://a/beyond'), true);
  const { urls, leftOut } = frontier.takeChanges();
  assert.deepEqual(
    urls.map(({ seq, url }) => [seq, url]),
    [
      [maxUrls - 1, 'http://a/last'],
      [maxUrls, 'http://a/beyond'],
    ],
  );
  assert.equal(leftOut, 0);
});

test('a page for whose links there is no room goes without them, and they are counted', () => {
  const room = 1_000;
  const loaded = { urls: [row(0)], pages: 3, pageCharacters: 64 * 1024 * 1024 - room };
  const frontier = new Frontier(job, loaded);
  const page = (...links: string[]): PageResult => ({
    url: 'http://a/',
    status_code: 200,
    title: '',
    links,
    crawled_at: 0,
  });
  // A link takes three characters more in JSON.
  frontier.addPage(page('x'.repeat(room / 2 - 3)));
  frontier.addPage(page('y'.repeat(room / 2 - 4), 'z'));
  frontier.addPage(page('v'.repeat(room / 2 - 3)));
  frontier.addPage(page('w'));
  const { pages, leftOut } = frontier.takeChanges();
  assert.deepEqual(
    pages.map(([n, { links }]) => [n, links.length]),
    [
      [3, 1],
      [4, 0],
      [5, 1],
      [6, 0],
    ],
  );
  assert.equal(leftOut, 3);
});
