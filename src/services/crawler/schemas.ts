import { Type, type Static } from 'typebox';
import { CrawlOptions, Format } from './options.ts';
import { jobStatuses, SitemapTotals, type JobStatus } from './store/job.ts';

export const CrawlBody = Type.Object({
  // Its rules are in kit/web/target-url.ts, so that each has its own error message.
  url: Type.String({
    description:
      'where the crawl starts: an absolute http or https URL, up to 2,048 characters, without credentials',
  }),
  max_pages: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 10,
    description: 'maximum number of pages to fetch',
  }),
  ...CrawlOptions.properties,
});

const JobId = Type.String({ description: 'crawl_<n>' });
export const JobParams = Type.Object({ id: JobId });

export const Started = Type.Object({ job_id: JobId, status: Type.Literal('started') });
export const Deleted = Type.Object({ job_id: JobId, deleted: Type.Literal(true) });
export const Cancelled = Type.Object({
  job_id: JobId,
  status: Type.Literal('cancelled'),
});

const Time = (description: string) =>
  Type.Integer({ description: `${description}, milliseconds since the epoch` });

export const Page = Type.Object({
  url: Type.String({ description: 'the requested URL' }),
  status_code: Type.Integer({ description: 'HTTP status of the answer; 0 when there was none' }),
  title: Type.String({ description: 'title of the page; empty when it has none' }),
  links: Type.Array(Type.String(), {
    description: 'http and https links of an HTML page with status 200, without repetitions',
  }),
  crawled_at: Time('when the result was recorded'),
  error: Type.Optional(Type.String({ description: 'why the fetch failed' })),
  final_url: Type.Optional(Type.String({ description: 'the URL that redirects led to' })),
  formats: Type.Optional(
    Type.Array(Format, {
      description: 'formats in which its content was kept, if the job keeps any',
    }),
  ),
});

export type PageResult = Static<typeof Page>;

export const PagesQuery = Type.Object({
  offset: Type.Integer({
    minimum: 0,
    default: 0,
    description: 'pages to skip, in the order of completion',
  }),
  limit: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    default: 1_000,
    description: 'maximum number of pages in the answer',
  }),
});

export const EventsHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ pattern: '^([0-9]{1,4}|end)$', description: 'id of the last event received' }),
  ),
});

const Status = Type.Unsafe<JobStatus>({
  type: 'string',
  enum: [...jobStatuses],
  description:
    'started: waits for a free slot; failed: two processes in a row ended in the middle of the job without fetching a page',
});

/** A job without its pages. */
const Job = Type.Object({
  id: JobId,
  status: Status,
  seed_url: Type.String({ description: 'where the crawl started' }),
  max_pages: Type.Integer({ description: 'maximum number of pages to fetch' }),
  started_at: Time('when it was requested'),
  ended_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'when it ended, milliseconds since the epoch; null until then',
  }),
  ...CrawlOptions.properties,
  sitemap_totals: Type.Optional(SitemapTotals),
  webhook_status: Type.Optional(
    Type.String({
      enum: ['pending', 'delivered', 'failed'],
      description: 'whether the webhook was delivered; absent without a webhook',
    }),
  ),
});

export const JobResult = Type.Object({
  job: Type.Object({
    ...Job.properties,
    pages: Type.Array(Page, {
      description: 'page results in the order of completion; there are more while the job runs',
    }),
  }),
});

/** The data of an event. */
export const EventData = Type.Union([
  Type.Object(Page.properties, { title: 'page' }),
  Type.Object(Job.properties, { title: 'end' }),
]);

export const UrlsQuery = Type.Object({
  cursor: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'next_cursor of the previous page',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of URLs per page',
  }),
});

const reasons = [
  'fetched',
  'robots',
  'budget',
  'duplicate',
  'off-scheme',
  'out of scope',
  'private address',
  'error',
  'cancelled',
  'failed',
];

export const UrlsResult = Type.Object({
  urls: Type.Array(
    Type.Object({
      url: Type.String({ description: 'the URL in its normal form' }),
      depth: Type.Integer({ description: 'number of links from the seed' }),
      status: Type.String({
        enum: ['queued', 'fetching', 'done'],
        description: 'how far the URL is',
      }),
      reason: Type.Union([Type.String({ enum: reasons }), Type.Null()], {
        description: 'how it ended; null until it is done',
      }),
      detail: Type.Optional(
        Type.String({ description: 'what exactly, such as the option that left it out' }),
      ),
    }),
    { description: 'in the order of discovery' },
  ),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'number of URLs by reason, and of those queued and fetching',
  }),
  left_out: Type.Integer({
    description: 'links that were not recorded, because a page or the job has too many',
  }),
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'cursor of the next page; null on the last one',
  }),
});

export const JobsQuery = Type.Object({
  status: Type.Optional({ ...Status, description: 'only jobs with this status' }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'maximum number of jobs per page',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'next_cursor of the previous page' }),
  ),
});

export const JobList = Type.Object({
  jobs: Type.Array(Job, { description: 'jobs without their pages, the newest first' }),
  next_cursor: Type.Optional(
    Type.String({ description: 'cursor of the next page; absent on the last one' }),
  ),
});

export const PageParams = Type.Object({
  id: JobId,
  n: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'number of the page from 1, in the order of `pages`',
  }),
});

export const ContentQuery = Type.Object({ format: Format });

const text = { schema: { type: 'string' } };

export const Content = {
  description: 'the content in UTF-8, at most 1 MiB',
  content: { 'text/html': text, 'text/plain': text, 'text/markdown': text },
};

export const Exported = {
  description: 'one page result a line, in the order of completion',
  content: { 'application/x-ndjson': text },
};
