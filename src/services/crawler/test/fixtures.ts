/** Shared by the crawler's tests: sites to crawl, an environment whose time costs nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isPublicElsewhere } from '#kit/web/addresses.ts';
import type { Environment } from '#kit/host/env.ts';
import type { App } from '#kit/web/app.ts';
import { missing, openService, servers, unique, type FakeClock } from '#kit/testing/testing.ts';
import type { ContentMaker } from '../content/contents.ts';
import type { CrawlOptions } from '../options.ts';
import { createCrawler, type CrawlEnvironment } from '../index.ts';
import { openPostgresStore } from '../store/postgres/postgres-crawler-store.ts';
import { openDatabase, sqliteStore } from '../store/sqlite/sqlite-crawler-store.ts';
import type { CrawlStore, SitemapTotals } from '../store/crawler-store.ts';

/** The stores that HTTP tests run on; each call is a deployment of its own. */
export const deployments: {
  readonly name: string;
  readonly skip: string | false;
  readonly env: () => Environment;
}[] = [
  { name: 'SQLite', skip: false, env: () => ({}) },
  {
    name: 'PostgreSQL',
    skip: missing('postgres'),
    env: () => ({ DATABASE_URL: servers.postgres, CRAWLER_PREFIX: unique('crawler') }),
  },
];

/** Opens a store with no jobs, which books by `clock`. */
export type OpenStore = (t: TestContext, clock: FakeClock) => Promise<CrawlStore>;

export const stores: {
  readonly name: string;
  readonly skip: string | false;
  readonly open: OpenStore;
}[] = [
  {
    name: 'SQLite',
    skip: false,
    async open(t) {
      const db = openDatabase({ file: ':memory:' });
      t.after(() => db.close());
      return sqliteStore(db);
    },
  },
  {
    name: 'PostgreSQL',
    skip: missing('postgres'),
    async open(t, clock) {
      const store = await openPostgresStore(servers.postgres, unique('crawler'), clock);
      t.after(() => store.close());
      return store;
    },
  },
];

/** Waiting takes no time, names stand for this machine. */
export const instant: CrawlEnvironment = {
  sleep: async (_ms, signal) => {
    await setImmediate();
    signal.throwIfAborted();
  },
  resolve: async () => ['127.0.0.1'],
  isPublic: isPublicElsewhere,
  timeoutMs: 10_000,
};

/** Keeps no content. */
export const noContents: ContentMaker = { make: async () => [], close: async () => {} };

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  /** `http://127.0.0.1:40001` */
  readonly origin: string;
  readonly port: number;
  /** How often each path was requested. */
  readonly requests: Map<string, number>;
}

/** Serves the pages, by path: a body of HTML, or a handler. Anything else is 404. */
export async function site(
  t: TestContext,
  pages:
    | Readonly<Record<string, string | Handler>>
    | ((path: string) => string | Handler | undefined),
): Promise<Site> {
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url!;
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const page = typeof pages === 'function' ? pages(path) : pages[path];
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, requests };
}

export const redirect =
  (location: string, status = 302): Handler =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

export const text =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);

export const anchors = (...hrefs: string[]) =>
  hrefs.map((href) => `<a href="${href}">x</a>`).join('');

/** A crawler without delay in an environment of its own. */
export const openCrawler = (
  t: TestContext,
  env: Environment = {},
  environment: Partial<CrawlEnvironment> = {},
) => openService(t, createCrawler({ ...instant, ...environment }), { CRAWL_DELAY_MS: '0', ...env });

export const post = (app: App, payload: object) =>
  app.inject({ method: 'POST', url: '/crawl', payload });

export async function start(
  app: App,
  url: string,
  maxPages?: number,
  options: CrawlOptions = {},
): Promise<string> {
  const response = await post(app, { url, max_pages: maxPages, ...options });
  assert.equal(response.statusCode, 202, response.body);
  return response.json().job_id;
}

interface PageView {
  readonly url: string;
  readonly status_code: number;
  readonly title: string;
  readonly links: string[];
  readonly crawled_at: number;
  readonly error?: string;
  readonly final_url?: string;
  readonly formats?: string[];
}

export interface JobView {
  readonly id: string;
  readonly status: string;
  readonly seed_url: string;
  readonly max_pages: number;
  readonly pages: PageView[];
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly webhook_status?: string;
  readonly sitemap_totals?: SitemapTotals;
}

export async function job(app: App, id: string): Promise<JobView> {
  const response = await app.inject(`/crawl/${id}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().job;
}

/** Waits until the job is as it should be. */
export async function until(app: App, id: string, is: (job: JobView) => boolean): Promise<JobView> {
  for (;;) {
    const seen = await job(app, id);
    if (is(seen)) return seen;
    await setImmediate();
  }
}

export const over = (app: App, id: string) => until(app, id, ({ ended_at }) => ended_at !== null);

type InjectResponse = Awaited<ReturnType<App['inject']>>;

export interface Seen {
  readonly url: string;
  readonly depth: number;
  readonly status: string;
  readonly reason: string | null;
  readonly detail?: string;
}

/** All discovered URLs, page by page. */
export async function discovered(app: App, id: string): Promise<Seen[]> {
  const all: Seen[] = [];
  for (let cursor: string | null = '0'; cursor !== null;) {
    const response: InjectResponse = await app.inject(`/crawl/${id}/urls?limit=7&cursor=${cursor}`);
    assert.equal(response.statusCode, 200, response.body);
    all.push(...response.json().urls);
    cursor = response.json().next_cursor;
  }
  return all;
}

/** Crawls to the end. */
export async function crawled(
  app: App,
  url: string,
  maxPages?: number,
  options: CrawlOptions = {},
) {
  const id = await start(app, url, maxPages, options);
  const ended = await over(app, id);
  const urls = await discovered(app, id);
  const page = (path: string) => ended.pages.find((page) => new URL(page.url).pathname === path)!;
  const reason = (path: string) => urls.find(({ url }) => new URL(url).pathname === path)?.reason;
  return { id, job: ended, urls, page, reason };
}

export const paths = (pages: readonly { readonly url: string }[]) =>
  pages.map(({ url }) => new URL(url).pathname);
