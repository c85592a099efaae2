import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { tooManyStreams } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import { leave, queueStatus } from '../queue.ts';
import * as schemas from '../schemas.ts';
import { refusals, type RouteContext } from './context.ts';

export function queueRoutes(app: App, { store, followers, clock }: RouteContext): void {
  const queueSchema = {
    operationId: 'flashSaleQueueStatus',
    access: access.user({ query: 'user_id' }),
    querystring: schemas.QueueQuery,
    response: {
      ...refusals(refuse.AMBIGUOUS_PRODUCT, refuse.NOT_QUEUED),
      200: schemas.QueueResult,
    },
  };
  app.get('/flash-sale/queue-status', { schema: queueSchema }, ({ query }) =>
    queueStatus(store, query.user_id, query.product_id, clock()),
  );

  const leaveSchema = {
    operationId: 'flashSaleLeave',
    access: access.user({ body: 'user_id' }),
    body: schemas.LeaveBody,
    response: { ...refusals(), 200: schemas.LeaveResult },
  };
  app.post('/flash-sale/leave', { schema: leaveSchema }, ({ body: { user_id, product_id } }) =>
    leave(store, user_id, product_id, clock()),
  );

  const eventsSchema = {
    operationId: 'flashSaleFollow',
    access: { ...access.public, withQuery: { user_id: access.user({ query: 'user_id' }) } },
    description:
      'Server-sent events: with `user_id`, `queue` with the place of the user in the waiting room, ' +
      'for this user or a service; without, `sale` with the state of the sale, for anybody. First ' +
      'comes the present state, then each change, at most one a second while only numbers change.',
    querystring: schemas.FollowQuery,
    response: {
      ...refusals(...tooManyStreams),
      200: {
        description: 'a stream without an end',
        content: { 'text/event-stream': { schema: schemas.FollowEvent } },
      },
    },
  };
  app.get('/flash-sale/events', { schema: eventsSchema }, async ({ query }, reply) =>
    followers.answer(reply, query.product_id, query.user_id),
  );
}
