/**
 * Small worlds to crawl. Each history draws its own configuration (swarm testing, Groce et al.,
 * 2012): which features there are, few hosts with few pages, and what happens to the crawler.
 */
import * as fc from 'fast-check';
import type { CrawlOptions } from '../../options.ts';

const features = [
  'robots',
  'redirects',
  'failures',
  'retry-after',
  'retries',
  'sitemaps',
  'scope',
  'depth',
  'delay',
  'latency',
  'crashes',
  'stops',
  'cancels',
  'jumps',
] as const;
export type Feature = (typeof features)[number];

/** Hosts, and pages of a host, at most. */
const most = 3;

const target = fc.record({ host: fc.nat(most - 1), page: fc.nat(most - 1) });
interface Target {
  readonly host: number;
  readonly page: number;
}

const page = fc.record({
  links: fc.array(target, { maxLength: 4 }),
  redirect: fc.option(target, { freq: 2 }),
  failure: fc.option(
    fc.record({
      status: fc.constantFrom(0, 404, 429, 500, 503),
      times: fc.integer({ min: 1, max: 3 }),
      retryAfter: fc.constantFrom(undefined, '3', '20'),
    }),
    { freq: 2 },
  ),
});

const robots = fc.constantFrom('none', 'forbids', 'delays', 'fails', 'is busy');

const job = fc.record({
  seed: target,
  maxPages: fc.integer({ min: 1, max: 6 }),
  retries: fc.integer({ min: 1, max: 2 }),
  depth: fc.nat(2),
  scope: fc.constantFrom('same_host', 'exclude', 'include'),
});

/** An event, and the step before which it happens. */
const event = fc.record({
  step: fc.nat(15),
  kind: fc.constantFrom('crashes', 'stops', 'cancels', 'jumps'),
});

export const history = fc.record({
  features: fc.subarray([...features]),
  hosts: fc.integer({ min: 1, max: most }),
  pages: fc.array(page, { minLength: most * most, maxLength: most * most }),
  robots: fc.array(robots, { minLength: most, maxLength: most }),
  jobs: fc.array(job, { minLength: 1, maxLength: 2 }),
  events: fc.array(event, { maxLength: 3 }),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
export type DrawnJob = History['jobs'][number];

/** The answer of a host. */
interface Served {
  readonly status: number;
  readonly body?: string;
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
}

const crawlDelaySeconds = 7;

/** The site of a history, under names of its own. */
export class Site {
  readonly #history: History;
  readonly #name: number;
  /** How often each page has failed. */
  readonly #failed = new Map<string, number>();

  constructor(history: History, name: number) {
    this.#history = history;
    this.#name = name;
  }

  has(feature: Feature): boolean {
    return this.#history.features.includes(feature);
  }

  url({ host, page }: Target): string {
    return `http://h${host % this.#history.hosts}-${this.#name}.test/p${page}`;
  }

  /** The options with which a job is requested. */
  options({ retries, depth, scope }: DrawnJob): CrawlOptions {
    const scopes = {
      same_host: { same_host: true },
      exclude: { exclude: ['**/p1'] },
      include: { include: ['http://h0-*/**'] },
    };
    return {
      ...(this.has('retries') && { retries }),
      ...(this.has('depth') && { max_depth: depth }),
      ...(this.has('sitemaps') && { sitemaps: true }),
      ...(this.has('scope') && scopes[scope]),
    };
  }

  /** Whether a job may ask for a page, however deep it is. */
  isInScope({ seed, scope }: DrawnJob, url: URL): boolean {
    const first = new URL(this.url(seed));
    if (!this.has('scope') || url.href === first.href) return true;
    if (scope === 'same_host') return url.host === first.host;
    return scope === 'exclude' ? url.pathname !== '/p1' : url.host.startsWith('h0-');
  }

  robotsOf({ host }: URL): string {
    return this.has('robots') ? this.#history.robots[Number(host[1])]! : 'none';
  }

  /** Milliseconds between pages of a host that it asks for. */
  crawlDelayOf(url: URL): number {
    return this.robotsOf(url) === 'delays' ? crawlDelaySeconds * 1_000 : 0;
  }

  isForbidden(url: URL): boolean {
    const rules = this.robotsOf(url);
    return rules === 'fails' || (rules === 'forbids' && url.pathname === '/p2');
  }

  /** Where a page leads, whatever it answers at first. */
  leadsTo(url: URL): { readonly redirect?: string; readonly links: readonly string[] } {
    const { links, redirect } = this.#page(url);
    if (redirect !== null && this.has('redirects')) {
      return { redirect: this.url(redirect), links: [] };
    }
    return { links: links.map((link) => this.url(link)) };
  }

  sitemapOf({ host }: URL): string[] {
    return [`http://${host}/p2`, `http://${host}/p0`];
  }

  /** The answer to a request; undefined when the connection breaks. */
  serve(url: URL): Served | undefined {
    if (url.pathname === '/robots.txt') return this.#serveRobots(url);
    if (url.pathname === '/sitemap.xml') {
      return { status: 200, body: this.sitemapOf(url).join('\n') };
    }
    const { failure } = this.#page(url);
    const failed = this.#failed.get(url.href) ?? 0;
    if (failure !== null && this.has('failures') && failed < failure.times) {
      this.#failed.set(url.href, failed + 1);
      const { status, retryAfter } = failure;
      if (status === 0) return undefined;
      return { status, ...(this.has('retry-after') && { retryAfter }) };
    }
    const { redirect, links } = this.leadsTo(url);
    if (redirect !== undefined) return { status: 302, location: redirect };
    return { status: 200, body: links.map((link) => `<a href="${link}">x</a>`).join('') };
  }

  #page(url: URL) {
    return this.#history.pages[Number(url.host[1]) * most + Number(url.pathname[2])]!;
  }

  #serveRobots(url: URL): Served {
    switch (this.robotsOf(url)) {
      case 'forbids':
        return { status: 200, body: 'User-agent: *\nDisallow: /p2' };
      case 'delays':
        return { status: 200, body: `User-agent: *\nCrawl-delay: ${crawlDelaySeconds}` };
      case 'fails':
        return { status: 500 };
      case 'is busy':
        return { status: 429, retryAfter: '5' };
      default:
        return { status: 404 };
    }
  }
}
