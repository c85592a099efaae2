/** Shared by the contracts of the store. */
import type { FakeClock } from '#kit/testing/testing.ts';
import type { PageResult } from '../../schemas.ts';
import type { CrawlStore, Progress, UrlRow } from '../crawler-store.ts';

export interface Replicas {
  readonly first: CrawlStore;
  readonly second: CrawlStore;
  /** By which the stores book. */
  readonly clock: FakeClock;
  /** Closes both and opens the state again. */
  readonly reopen: () => Promise<CrawlStore>;
}

export const now = Date.UTC(2026, 0, 1);
export const until = now + 15_000;
export const seed = 'http://example.com/';
export const ours = { owner: 'first', until };
export const theirs = { owner: 'second', until };

export const url = (seq: number, more: Partial<UrlRow> = {}): UrlRow => ({
  seq,
  url: `${seed}${seq === 0 ? '' : seq}`,
  depth: seq === 0 ? 0 : 1,
  state: 'queued',
  detail: '',
  attempts: 0,
  ...more,
});

export const page = (more: Partial<PageResult> = {}): PageResult => ({
  url: seed,
  status_code: 200,
  title: 'Tïtle "quoted" 😀',
  links: [`${seed}1`],
  crawled_at: now,
  ...more,
});

export const totals = {
  pages: 0,
  linkCharacters: 0,
  urlCharacters: 0,
  leftOut: 0,
  urls: { queued: 1 },
};

export const progress = (more: Partial<Progress>): Progress => ({
  urls: [],
  pages: [],
  totals,
  ...more,
});

export const create = (store: CrawlStore) => store.create('HTTP://example.com', seed, 10, now);
