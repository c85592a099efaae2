import { Readable } from 'node:stream';
import type { EventStreams } from '#kit/web/event-streams.ts';
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendJson, sendList } from '#kit/web/json-stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import { cancelCrawl } from './cancel.ts';
import { refuse } from './errors.ts';
import { followCrawl, progressFeed } from './follow.ts';
import type { JobControl } from './jobs/scheduler.ts';
import * as schemas from './schemas.ts';
import { showCrawl, showUrls } from './show.ts';
import { startCrawl } from './start.ts';
import type { CrawlStore } from './store/store.ts';

export interface RouteContext {
  readonly store: CrawlStore;
  readonly jobs: JobControl;
  readonly streams: EventStreams<number>;
  readonly clock: Clock;
}

export function routes(app: App, context: RouteContext): void {
  jobRoutes(app, context);
  eventRoute(app, context);
}

function jobRoutes(app: App, { store, jobs, clock }: RouteContext): void {
  const startSchema = {
    operationId: 'crawlerStart',
    access: access.service,
    body: schemas.CrawlBody,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 202: schemas.Started },
  };
  app.post('/crawl', { schema: startSchema }, async ({ body }, reply) =>
    reply.code(202).send(await startCrawl(store, jobs, body, clock())),
  );

  const problems = problemResponses(refuse.UNKNOWN_JOB, common.STORE_UNAVAILABLE);

  const showSchema = {
    operationId: 'crawlerShow',
    access: access.service,
    params: schemas.JobParams,
    querystring: schemas.PagesQuery,
    response: { ...problems, 200: schemas.JobResult },
  };
  app.get('/crawl/:id', { schema: showSchema }, async ({ params, query }, reply) => {
    const { job, pages } = await showCrawl(store, params.id, query.offset, query.limit);
    return sendJson(reply, Readable.from(jobText(job, pages), { objectMode: false }));
  });

  const urlsSchema = {
    operationId: 'crawlerListUrls',
    access: access.service,
    params: schemas.JobParams,
    querystring: schemas.UrlsQuery,
    response: { ...problems, 200: schemas.UrlsResult },
  };
  app.get('/crawl/:id/urls', { schema: urlsSchema }, async ({ params, query }, reply) => {
    const urls = await showUrls(store, params.id, query.cursor, query.limit);
    return sendList(reply, 'urls', urls);
  });

  const cancelSchema = {
    operationId: 'crawlerCancel',
    access: access.service,
    params: schemas.JobParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_JOB, refuse.JOB_COMPLETED, common.STORE_UNAVAILABLE),
      200: schemas.Cancelled,
    },
  };
  app.post('/crawl/:id/cancel', { schema: cancelSchema }, ({ params }) =>
    cancelCrawl(store, jobs, params.id, clock()),
  );
}

function eventRoute(app: App, { store, streams }: RouteContext): void {
  const schema = {
    operationId: 'crawlerFollow',
    access: access.service,
    description:
      'Server-sent events: a `page` for each page result, numbered from 1, those that there are ' +
      'first; then `end`, with the job without its pages.',
    params: schemas.JobParams,
    headers: schemas.EventsHeaders,
    response: {
      ...problemResponses(refuse.UNKNOWN_JOB, common.TOO_MANY_STREAMS, common.STORE_UNAVAILABLE),
      200: {
        description: 'a stream that ends with the job',
        content: { 'text/event-stream': { schema: schemas.EventData } },
      },
      204: { type: 'null', description: 'the client has the end' },
    },
  };
  app.get('/crawl/:id/events', { schema }, async ({ params, headers }, reply) => {
    const begin = await followCrawl(store, params.id, headers['last-event-id']);
    if (begin === undefined) return reply.code(204).send();
    streams.answer(reply, begin.n, progressFeed(store, begin.n, begin.received));
  });
}

/**
 * `{"job":{…,"pages":[…]}}`, as the pages are read: all of a job together may take 64 MiB.
 *
 * @param pages portions of JSON texts
 */
async function* jobText(
  job: object,
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  let before = `{"job":${JSON.stringify(job).slice(0, -1)},"pages":[`;
  for await (const portion of pages) {
    for (const page of portion) {
      yield before + page;
      before = ',';
    }
  }
  yield before === ',' ? ']}}' : `${before}]}}`;
}
