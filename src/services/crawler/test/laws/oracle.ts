/** Laws that hold for every crawl, whatever the world is like and whatever happens to the crawler. */
import assert from 'node:assert/strict';
import type { PageResult } from '../../schemas.ts';
import { maxStarts, type CrawlStore, type Job, type UrlRow } from '../../store/crawler-store.ts';
import type { DrawnJob, History, Site } from './history.ts';
import { jumpMs, type Lived } from './live.ts';

const isPage = ({ pathname }: URL) => pathname.startsWith('/p');

/** @throws AssertionError when a law does not hold */
export async function checkLaws(history: History, site: Site, lived: Lived, store: CrawlStore) {
  checkRequests(history, site, lived);
  checkPace(site, lived);
  const isCalm = lived.crashes === 0 && !site.has('stops');
  for (const [i, job] of lived.jobs.entries()) {
    const rows = await store.urls(job.n, 0, 1_000);
    const pages = await store.pages(job.n, 0, 1_000);
    checkRecord(
      job,
      rows,
      pages.map((page) => JSON.parse(page) as PageResult),
    );
    if (job.status === 'failed') assert.ok(lived.crashes >= maxStarts, 'failed without crashes');
    if (job.status === 'cancelled') assert.ok(i === 0 && lived.cancelledAt !== undefined);
    if (isCalm && job.status === 'completed') checkNothingLost(history.jobs[i]!, site, job, rows);
  }
}

/** No page more often than its attempts, nothing that is forbidden or out of scope, nothing after a cancel. */
function checkRequests({ jobs }: History, site: Site, { requests, cancelledAt }: Lived): void {
  const attempts = jobs.map(({ retries }) => (site.has('retries') ? retries + 1 : 1));
  const most = attempts.reduce((sum, each) => sum + each, 0);
  const ofPages = requests.filter(({ url }) => isPage(url));
  for (const [href, { length }] of Map.groupBy(ofPages, ({ url }) => url.href)) {
    assert.ok(length <= most, `${href} was requested ${length} times`);
    assert.ok(!site.isForbidden(new URL(href)), `${href} is forbidden`);
    assert.ok(
      jobs.some((job) => site.isInScope(job, new URL(href))),
      `${href} is out of scope`,
    );
  }
  if (cancelledAt === undefined || jobs.length > 1) return;
  const late = requests.filter(({ at }) => at > cancelledAt).map(({ url }) => url.href);
  assert.deepEqual(late, [], 'requests after the job was cancelled');
}

/** Requests to a host are apart, and one that asks for time is left alone. */
function checkPace(site: Site, { requests, delayMs, jumps }: Lived): void {
  for (const ofHost of Map.groupBy(requests, ({ url }) => url.host).values()) {
    for (const [i, { at, url }] of ofHost.entries()) {
      const before = ofHost[i - 1];
      if (before === undefined) continue;
      // A request booked before the clock was set may be at any distance from those after it.
      const isDisturbed = jumps.some((jump) => jump > before.at - jumpMs && jump <= at);
      if (isDisturbed) continue;
      // Another job may ask for robots.txt before it knows what the host asks for.
      const askedFor = isPage(before.url) && isPage(url) ? site.crawlDelayOf(url) : 0;
      const spacingMs = Math.max(Math.ceil(delayMs / 3), askedFor);
      const gapMs = at - before.at;
      assert.ok(gapMs >= spacingMs, `${url.href} came ${gapMs} ms after ${before.url.href}`);
    }
    for (const { answeredAt, pauseMs, owner } of ofHost) {
      const early = ofHost.find(
        (next) => next.owner === owner && next.at > answeredAt && next.at < answeredAt + pauseMs,
      );
      assert.equal(early?.url.href, undefined, 'a host that asked for time was not left alone');
    }
  }
}

/** Checks that the record of a job fits together, and that a completed job has ended its URLs. */
function checkRecord(
  { maxPages, totals, status, options }: Job,
  rows: readonly UrlRow[],
  pages: readonly PageResult[],
): void {
  assert.ok(pages.length <= maxPages, 'too many pages');
  assert.equal(totals.pages, pages.length);
  const ofPages = new Set(pages.map(({ url }) => url));
  assert.equal(ofPages.size, pages.length, 'a page twice');
  const states = new Map(rows.map(({ url, state }) => [url, state]));
  assert.equal(states.size, rows.length, 'a URL twice');
  const counted = Object.entries(totals.urls).filter(([, count]) => count > 0);
  const found = Map.groupBy(rows, ({ state }) => state as string);
  assert.deepEqual(new Map(counted), new Map([...found].map(([state, of]) => [state, of.length])));
  for (const { url, links } of pages) {
    const state = states.get(url)!;
    assert.ok(['fetched', 'error', 'duplicate'].includes(state), `${url} is ${state}`);
    for (const link of links) assert.ok(states.has(link), `${link} was lost`);
  }
  for (const { url, state, depth } of rows) {
    const isOfItsOwn = ['queued', 'claimed', 'fetched', 'error'].includes(state);
    // Too deep for a link is not too deep for a redirect from a page that is less deep.
    if (isOfItsOwn) assert.ok(depth <= (options.max_depth ?? Infinity), `${url} is too deep`);
    if (state === 'fetched' || state === 'error') assert.ok(ofPages.has(url), `${url} has no page`);
    if (status !== 'completed') continue;
    assert.notEqual(state, 'claimed', `${url} has not ended`);
    if (state === 'queued') assert.equal(pages.length, maxPages, `${url} was left`);
  }
}

/** A naive crawl finds the same URLs, where the pages do not run out. */
function checkNothingLost({ seed }: DrawnJob, site: Site, job: Job, rows: readonly UrlRow[]): void {
  // Whether a page fails or is out of scope depends on the way to it and on the attempt.
  const isExact = !['failures', 'scope', 'depth'].some((each) => site.has(each as 'scope'));
  if (job.totals.pages >= job.maxPages || !isExact) return;
  const first = new URL(site.url(seed));
  const known = new Set([first.href]);
  if (site.has('sitemaps') && site.robotsOf(first) !== 'fails') {
    for (const url of site.sitemapOf(first)) known.add(url);
  }
  // A Set yields what is added while it is walked through.
  for (const url of known) {
    if (site.isForbidden(new URL(url))) continue;
    const { redirect, links } = site.leadsTo(new URL(url));
    for (const next of redirect === undefined ? links : [redirect]) known.add(next);
  }
  assert.deepEqual(new Set(rows.map(({ url }) => url)), known);
}
