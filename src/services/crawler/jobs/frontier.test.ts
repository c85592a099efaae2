/** Tests the limits on what one job records, and the order of its URLs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frontier, maxUrlCharacters, maxUrls } from './frontier.ts';
import type { PageResult } from '../schemas.ts';
import type { Job, UrlRow } from '../store/crawler-store.ts';

const job: Job = {
  n: 1,
  seedUrl: 'http://a/',
  maxPages: 1_000,
  status: 'running',
  startedAt: 0,
  endedAt: null,
  totals: { pages: 0, linkCharacters: 0, urlCharacters: 0, leftOut: 0, urls: {} },
  options: {},
  webhookStatus: null,
};

const row = (seq: number): UrlRow => ({
  seq,
  url: `http://a/${seq}`,
  depth: 1,
  state: 'robots',
  detail: '',
  attempts: 0,
});

const full = () => {
  const frontier = new Frontier(job);
  frontier.restore(Array.from({ length: maxUrls - 1 }, (_, seq) => row(seq)));
  frontier.add('http://a/last', 1, 'queued');
  return frontier;
};

test('links beyond the limit of URLs are counted but not recorded', () => {
  const frontier = full();
  frontier.add('http://a/beyond', 1, 'queued');
  frontier.add('http://a/last', 1, 'queued');
  const { urls, totals } = frontier.takeChanges();
  assert.deepEqual([urls.map(({ url }) => url), totals.leftOut], [['http://a/last'], 1]);
  assert.equal(frontier.size, maxUrls);
});

test('the URLs of a job stay within a limit of characters; links beyond it are counted', () => {
  const urlCharacters = maxUrlCharacters - 30;
  const frontier = new Frontier({ ...job, totals: { ...job.totals, urlCharacters } });
  frontier.add(`http://a/${'x'.repeat(12)}`, 1, 'queued');
  frontier.add('http://a/y', 1, 'queued');
  frontier.add('http://a/', 1, 'off-scheme');
  const { urls, totals } = frontier.takeChanges();
  assert.deepEqual(
    urls.map(({ url }) => url.length),
    [21, 9],
  );
  assert.deepEqual([totals.urlCharacters, totals.leftOut], [maxUrlCharacters, 1]);
});

test('the target of a redirect is visited once, even beyond the limit of URLs', () => {
  const frontier = full();
  assert.equal(frontier.visit('http://a/beyond', 1, 'http://a/1'), true);
  assert.equal(frontier.visit('http://a/beyond', 1, 'http://a/2'), false);
  assert.equal(frontier.isVisited('http://a/beyond'), true);
  const { urls, totals } = frontier.takeChanges();
  assert.deepEqual(
    urls.map(({ seq, url }) => [seq, url]),
    [
      [maxUrls - 1, 'http://a/last'],
      [maxUrls, 'http://a/beyond'],
    ],
  );
  assert.equal(totals.leftOut, 0);
});

test('the target of a redirect is no longer taken from the queue', () => {
  const frontier = new Frontier(job);
  frontier.add('http://a/1', 1, 'queued');
  frontier.add('http://a/2', 1, 'queued');
  assert.equal(frontier.visit('http://a/1', 1, 'http://a/0'), true);
  assert.equal(frontier.take()?.url, 'http://a/2');
  assert.equal(frontier.take(), undefined);
});

test('URLs are taken level by level, and within a level in order of discovery', () => {
  const frontier = new Frontier(job);
  for (const [path, depth] of [
    ['c', 2],
    ['a', 1],
    ['d', 2],
    ['b', 1],
  ] as const) {
    frontier.add(`http://a/${path}`, depth, 'queued');
  }
  const taken = Array.from({ length: 4 }, () => frontier.take()?.url);
  assert.deepEqual(taken, ['http://a/a', 'http://a/b', 'http://a/c', 'http://a/d']);
});

test('a page whose links do not fit is recorded without them, and the links are counted', () => {
  const room = 1_000;
  const linkCharacters = 64 * 1024 * 1024 - room;
  const frontier = new Frontier({ ...job, totals: { ...job.totals, pages: 3, linkCharacters } });
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
  const { pages, totals } = frontier.takeChanges();
  assert.deepEqual(
    pages.map(([n, { links }]) => [n, links.length]),
    [
      [3, 1],
      [4, 0],
      [5, 1],
      [6, 0],
    ],
  );
  assert.deepEqual([totals.pages, totals.leftOut], [7, 3]);
});

test('the URLs in each state are counted as they are recorded', () => {
  const frontier = new Frontier({ ...job, totals: { ...job.totals, urls: { robots: 1 } } });
  frontier.restore([row(0)]);
  frontier.add('http://a/1', 1, 'queued');
  frontier.add('http://a/2', 1, 'off-scheme');
  assert.deepEqual(frontier.takeChanges().totals.urls, { robots: 1, queued: 1, 'off-scheme': 1 });
  const entry = frontier.take()!;
  frontier.set(entry, 'claimed');
  frontier.set(entry, 'fetched');
  const { urls } = frontier.takeChanges().totals;
  assert.deepEqual(urls, { robots: 1, queued: 0, 'off-scheme': 1, fetched: 1 });
  assert.deepEqual(frontier.takeChanges().totals.urls, urls);
});
