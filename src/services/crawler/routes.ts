import type { EventStreams } from '#kit/event-streams.ts';
import type { App } from '#kit/http.ts';
import { common, problemResponses } from '#kit/problem.ts';
import type { Clock } from '#kit/service.ts';
import { cancelCrawl, followCrawl, showCrawl, showUrls, startCrawl, type Crews } from './crawl.ts';
import { refuse } from './errors.ts';
import { progressFeed } from './events.ts';
import * as schemas from './schemas.ts';
import type { CrawlStore } from './store.ts';

export interface Desk {
  readonly store: CrawlStore;
  readonly crews: Crews;
  readonly streams: EventStreams<number>;
  readonly clock: Clock;
}

export function routes(app: App, desk: Desk): void {
  jobRoutes(app, desk);
  eventRoute(app, desk);
}

function jobRoutes(app: App, { store, crews, clock }: Desk): void {
  const startSchema = {
    body: schemas.CrawlBody,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 202: schemas.Started },
  };
  app.post('/crawl', { schema: startSchema }, async ({ body }, reply) =>
    reply.code(202).send(await startCrawl(store, crews, body, clock())),
  );

  const problems = problemResponses(refuse.UNKNOWN_JOB, common.STORE_UNAVAILABLE);

  const showSchema = {
    params: schemas.JobParams,
    querystring: schemas.PagesQuery,
    response: { ...problems, 200: schemas.JobResult },
  };
  app.get('/crawl/:id', { schema: showSchema }, ({ params, query }) =>
    showCrawl(store, params.id, query.offset, query.limit),
  );

  const urlsSchema = {
    params: schemas.JobParams,
    querystring: schemas.UrlsQuery,
    response: { ...problems, 200: schemas.UrlsResult },
  };
  app.get('/crawl/:id/urls', { schema: urlsSchema }, ({ params, query }) =>
    showUrls(store, params.id, query.cursor, query.limit),
  );

  const cancelSchema = {
    params: schemas.JobParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_JOB, refuse.JOB_COMPLETED, common.STORE_UNAVAILABLE),
      200: schemas.Cancelled,
    },
  };
  app.post('/crawl/:id/cancel', { schema: cancelSchema }, ({ params }) =>
    cancelCrawl(store, crews, params.id, clock()),
  );
}

function eventRoute(app: App, { store, streams }: Desk): void {
  const schema = {
    description:
      'Server-sent events: a `page` for each page result, numbered from 1, those that there are ' +
      'first; then `end`, with the job without its pages.',
    params: schemas.JobParams,
    headers: schemas.EventsHeaders,
    response: {
      ...problemResponses(refuse.UNKNOWN_JOB, refuse.TOO_MANY_STREAMS, common.STORE_UNAVAILABLE),
      200: {
        description: 'a stream that ends with the job',
        content: { 'text/event-stream': { schema: schemas.Page } },
      },
      204: { type: 'null', description: 'the client has the end' },
    },
  };
  // A HEAD of it would never end.
  app.get(
    '/crawl/:id/events',
    { schema, exposeHeadRoute: false },
    async ({ params, headers }, reply) => {
      const begin = await followCrawl(store, params.id, headers['last-event-id']);
      if (begin === undefined) return reply.code(204).send();
      // Without a pause before `open`: else others could fill the place, or the process stop.
      if (streams.full) {
        throw refuse.TOO_MANY_STREAMS(undefined, { headers: { 'retry-after': '1' } });
      }
      reply.hijack();
      streams.open(begin.n, reply.raw, progressFeed(store, begin.n, begin.received));
    },
  );
}
