/** A job, as the store keeps it. */
import { Type, type Static } from 'typebox';
import type { CrawlOptions } from '../options.ts';

export const jobStatuses = ['started', 'running', 'completed', 'cancelled', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export type WebhookStatus = 'pending' | 'delivered' | 'failed';

export interface Job {
  /** 1, 2, 3 … */
  readonly n: number;
  readonly seedUrl: string;
  readonly maxPages: number;
  readonly status: JobStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly totals: Totals;
  readonly options: CrawlOptions;
  /** Null when nobody asked to be told. */
  readonly webhookStatus: WebhookStatus | null;
}

/** What the sitemaps of a job yielded. */
export const SitemapTotals = Type.Object(
  {
    read: Type.Integer({ description: 'number of sitemaps and indexes that were read' }),
    failed: Type.Integer({ description: 'number of those that could not be read' }),
    urls: Type.Integer({ description: 'number of URLs in them, up to 50,000' }),
    problems: Type.Optional(
      Type.Array(
        Type.Object({
          url: Type.String({ description: 'the sitemap' }),
          reason: Type.String({ description: 'why it yielded nothing' }),
        }),
        {
          description: 'sitemaps that yielded no URLs, up to 20',
        },
      ),
    ),
  },
  { description: 'what the sitemaps yielded; absent until they were read' },
);
export type SitemapTotals = Static<typeof SitemapTotals>;

/** What is recorded of a job, summed up. */
export const Totals = Type.Object({
  pages: Type.Integer(),
  /** Of the links of all pages together. */
  linkCharacters: Type.Integer(),
  /** Of all recorded URLs but the seed. */
  urlCharacters: Type.Integer(),
  /** Links that were seen, but are beyond the limits of what is recorded. */
  leftOut: Type.Integer(),
  /** How many URLs there are in each state. */
  urls: Type.Record(Type.String(), Type.Integer()),
  /** Once they were read. */
  sitemaps: Type.Optional(SitemapTotals),
});
export type Totals = Static<typeof Totals>;
