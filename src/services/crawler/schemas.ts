import { Type, type Static } from 'typebox';

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
});

export const JobParams = Type.Object({ id: Type.String({ description: '`crawl_<n>`' }) });

export const Started = Type.Object({ job_id: Type.String(), status: Type.Literal('started') });
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
});

export type PageResult = Static<typeof Page>;

export const PagesQuery = Type.Object({
  offset: Type.Integer({
    minimum: 0,
    maximum: 1_000,
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

/** A job without its pages. */
const Job = Type.Object({
  id: Type.String(),
  status: Type.String({ enum: ['started', 'running', 'completed', 'cancelled', 'failed'] }),
  seed_url: Type.String(),
  max_pages: Type.Integer(),
  started_at: Time('when it was asked for'),
  ended_at: Type.Union([Type.Integer(), Type.Null()], { description: 'null until it is over' }),
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
