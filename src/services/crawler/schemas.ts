import { Type, type Static } from 'typebox';
import { CrawlOptions, Format } from './options.ts';
import { jobStatuses, SitemapTotals, type JobStatus } from './store/job.ts';

export const CrawlBody = Type.Object({
  // Its rules are in kit/web/target-url.ts, so that each of them has an answer of its own.
  url: Type.String({
    description: 'absolute http or https URL, up to 2,048 characters, without credentials',
  }),
  max_pages: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 10,
    description: 'pages that are fetched at most',
  }),
  ...CrawlOptions.properties,
});

export const JobParams = Type.Object({ id: Type.String({ description: '`crawl_<n>`' }) });

export const Started = Type.Object({ job_id: Type.String(), status: Type.Literal('started') });
export const Deleted = Type.Object({ job_id: Type.String(), deleted: Type.Literal(true) });
export const Cancelled = Type.Object({ job_id: Type.String(), status: Type.Literal('cancelled') });

const Time = (description: string) =>
  Type.Integer({ description: `${description}, milliseconds since the epoch` });

export const Page = Type.Object({
  url: Type.String({ description: 'the URL asked for' }),
  status_code: Type.Integer({ description: '0 when there was no answer' }),
  title: Type.String(),
  links: Type.Array(Type.String(), {
    description: 'http and https links of an HTML page with status 200, each once',
  }),
  crawled_at: Time('when it was recorded'),
  error: Type.Optional(Type.String({ description: 'why the fetch failed' })),
  final_url: Type.Optional(Type.String({ description: 'where redirects led' })),
  formats: Type.Optional(
    Type.Array(Format, { description: 'what was kept of its content, if the job keeps any' }),
  ),
});

export type PageResult = Static<typeof Page>;

export const PagesQuery = Type.Object({
  offset: Type.Integer({
    minimum: 0,
    default: 0,
    description: 'pages to leave out, of those in the order of completion',
  }),
  limit: Type.Integer({ minimum: 0, maximum: 1_000, default: 1_000 }),
});

export const EventsHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ pattern: '^([0-9]{1,4}|end)$', description: 'the last event received' }),
  ),
});

const Status = Type.Unsafe<JobStatus>({ type: 'string', enum: [...jobStatuses] });

/** A job without its pages. */
const Job = Type.Object({
  id: Type.String(),
  status: Status,
  seed_url: Type.String(),
  max_pages: Type.Integer(),
  started_at: Time('when it was asked for'),
  ended_at: Type.Union([Type.Integer(), Type.Null()], { description: 'null until it is over' }),
  ...CrawlOptions.properties,
  sitemap_totals: Type.Optional(SitemapTotals),
  webhook_status: Type.Optional(
    Type.String({ enum: ['pending', 'delivered', 'failed'], description: 'with a webhook' }),
  ),
});

export const JobResult = Type.Object({
  job: Type.Object({
    ...Job.properties,
    pages: Type.Array(Page, { description: 'grows while the job runs' }),
  }),
});

/** The data of an event. */
export const EventData = Type.Union([
  Type.Object(Page.properties, { title: 'page' }),
  Type.Object(Job.properties, { title: 'end' }),
]);

export const UrlsQuery = Type.Object({
  cursor: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
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
      url: Type.String(),
      depth: Type.Integer({ description: 'links from the seed' }),
      status: Type.String({ enum: ['queued', 'fetching', 'done'] }),
      reason: Type.Union([Type.String({ enum: reasons }), Type.Null()], {
        description: 'how it ended; null until then',
      }),
      detail: Type.Optional(Type.String()),
    }),
    { description: 'in the order of discovery' },
  ),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'how many there are of each reason, and queued and fetching',
  }),
  left_out: Type.Integer({ description: 'links beyond the limits of what is recorded' }),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

export const JobsQuery = Type.Object({
  status: Type.Optional(Status),
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'next_cursor of the page before' }),
  ),
});

export const JobList = Type.Object({
  jobs: Type.Array(Job, { description: 'the newest first, without their pages' }),
  next_cursor: Type.Optional(Type.String({ description: 'there is more' })),
});

export const PageParams = Type.Object({
  id: Type.String({ description: '`crawl_<n>`' }),
  n: Type.Integer({ minimum: 1, maximum: 1_000, description: 'from 1, in the order of `pages`' }),
});

export const ContentQuery = Type.Object({ format: Format });

const text = { schema: { type: 'string' } };

export const Content = {
  description: 'the content, in UTF-8, at most 1 MiB of it',
  content: { 'text/html': text, 'text/plain': text, 'text/markdown': text },
};

export const Exported = {
  description: 'a page result in each line, in the order of completion',
  content: { 'application/x-ndjson': text },
};
