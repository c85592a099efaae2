import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses, tooManyStreams } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import { followCrawl, progressFeed } from '../follow.ts';
import * as schemas from '../schemas.ts';
import type { RouteContext } from './context.ts';

export function eventRoute(app: App, { store, streams }: RouteContext): void {
  const schema = {
    operationId: 'crawlerFollow',
    summary: 'Follow a crawl job live',
    access: access.service,
    description:
      'Server-sent events: a `page` for each page result, numbered from 1 and starting with those ' +
      'that exist already; then `end`, with the job but not its pages, after which the stream ends. ' +
      'With `Last-Event-ID` it continues after that event, and answers 204 if that was the end.',
    params: schemas.JobParams,
    headers: schemas.EventsHeaders,
    response: {
      ...problemResponses(refuse.UNKNOWN_JOB, ...tooManyStreams, common.STORE_UNAVAILABLE),
      200: {
        description: 'a stream that ends when the job ends',
        content: { 'text/event-stream': { schema: schemas.EventData } },
      },
      204: { type: 'null', description: 'the client has already received the end' },
    },
  };
  app.get('/crawl/:id/events', { schema }, async ({ params, headers }, reply) => {
    const begin = await followCrawl(store, params.id, headers['last-event-id']);
    if (begin === undefined) return reply.code(204).send();
    streams.answer(reply, begin.n, progressFeed(store, begin.n, begin.received));
  });
}
