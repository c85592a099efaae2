import type { App } from '#kit/http.ts';
import { common, problemResponses } from '#kit/problem.ts';
import type { Clock } from '#kit/service.ts';
import { cancelCrawl, showCrawl, showUrls, startCrawl, type Crews } from './crawl.ts';
import { refuse } from './errors.ts';
import * as schemas from './schemas.ts';
import type { CrawlStore } from './store.ts';

export function routes(app: App, store: CrawlStore, crews: Crews, clock: Clock): void {
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
