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
    summary: "Show a user's position in the waiting room",
    description:
      'Shows the position and the estimated wait, or the order once the user is promoted. Fails with 404 for a user who is not waiting, and once the hold of a promoted user has lapsed or was released.',
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
    summary: 'Leave the waiting room of a product',
    description:
      'If the next user in line fits the units that are left, that user is promoted. Repeating it answers `left: false`.',
    access: access.user({ body: 'user_id' }),
    body: schemas.LeaveBody,
    response: { ...refusals(), 200: schemas.LeaveResult },
  };
  app.post('/flash-sale/leave', { schema: leaveSchema }, ({ body: { user_id, product_id } }) =>
    leave(store, user_id, product_id, clock()),
  );

  const eventsSchema = {
    operationId: 'flashSaleFollow',
    summary: 'Follow a sale or a waiting position live',
    description:
      'A stream of server-sent events. With `user_id` it sends `queue` events with the position of this user, to the user or a service; without it, `sale` events with the state of the sale, to anybody. It begins with the present state; each change follows, at most one a second while only numbers change.',
    access: { ...access.public, withQuery: { user_id: access.user({ query: 'user_id' }) } },
    querystring: schemas.FollowQuery,
    response: {
      ...refusals(...tooManyStreams),
      200: {
        description: 'an endless stream of the events `queue` or `sale`',
        content: { 'text/event-stream': { schema: schemas.FollowEvent } },
      },
    },
  };
  app.get('/flash-sale/events', { schema: eventsSchema }, async ({ query }, reply) =>
    followers.answer(reply, query.product_id, query.user_id),
  );
}
