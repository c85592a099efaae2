/** Jobs as a whole: begun, listed, cancelled, removed. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { listCrawls, removeCrawl } from '../archive.ts';
import { cancelCrawl } from '../cancel.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { startCrawl } from '../start.ts';
import type { RouteContext } from './context.ts';

const { STORE_UNAVAILABLE } = common;

export function jobRoutes(app: App, context: RouteContext): void {
  const { store, jobs, clock, publicOnly, canSign } = context;
  const startSchema = {
    operationId: 'crawlerStart',
    summary: 'Start a crawl of a web site',
    description:
      'Stores a background job and answers 202; the job waits as `started` for a free slot and survives a restart. It crawls breadth first, obeys robots.txt unless CRAWL_IGNORE_ROBOTS=1, and fetches at most `max_pages` pages. Fails with 400 for a URL that is not an absolute http or https URL, and for a `webhook` when WEBHOOK_SECRET is not set.',
    // Strangers must not read pages of this network.
    access: publicOnly ? access.service : access.localService,
    body: schemas.CrawlBody,
    response: { ...problemResponses(STORE_UNAVAILABLE), 202: schemas.Started },
  };
  app.post('/crawl', { schema: startSchema }, async ({ body }, reply) =>
    reply.code(202).send(await startCrawl(store, jobs, body, canSign, clock())),
  );

  const listSchema = {
    operationId: 'crawlerList',
    summary: 'List crawl jobs, the newest first',
    access: access.service,
    querystring: schemas.JobsQuery,
    response: { ...problemResponses(STORE_UNAVAILABLE), 200: schemas.JobList },
  };
  app.get('/crawl', { schema: listSchema }, async ({ query }, reply) =>
    sendList(reply, 'jobs', listCrawls(store, query)),
  );

  const cancelSchema = {
    operationId: 'crawlerCancel',
    summary: 'Cancel a crawl job',
    description:
      'Ends the job at once: no further request is sent, and those under way are dropped. Repeating it is safe. Fails with 409 JOB_COMPLETED for a job that has completed or failed.',
    access: access.service,
    params: schemas.JobParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_JOB, refuse.JOB_COMPLETED, STORE_UNAVAILABLE),
      200: schemas.Cancelled,
    },
  };
  app.post('/crawl/:id/cancel', { schema: cancelSchema }, ({ params }) =>
    cancelCrawl(store, jobs, params.id, clock()),
  );

  const removeSchema = {
    operationId: 'crawlerDelete',
    summary: 'Delete a finished job and its pages',
    description:
      'The webhook of the job is still delivered. Fails with 409 JOB_RUNNING for a job that has not ended, and with 404 when it is repeated.',
    access: access.service,
    params: schemas.JobParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_JOB, refuse.JOB_RUNNING, STORE_UNAVAILABLE),
      200: schemas.Deleted,
    },
  };
  app.delete('/crawl/:id', { schema: removeSchema }, ({ params }) => removeCrawl(store, params.id));
}
