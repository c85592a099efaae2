import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { mark, readAll, remove } from '../bell.ts';
import { refuse } from '../errors.ts';
import { toResponse } from '../notification.ts';
import * as schemas from '../schemas.ts';
import type { RouteContext } from './context.ts';

export function bellRoutes(app: App, context: RouteContext): void {
  countRoutes(app, context);
  const { store, clock, removed } = context;
  for (const [path, operationId, isRead] of [
    ['read', 'notificationMarkRead', true],
    ['unread', 'notificationMarkUnread', false],
  ] as const) {
    const schema = {
      operationId,
      access: access.ownerOf('notification'),
      params: schemas.IdParams,
      response: {
        ...problemResponses(refuse.UNKNOWN_NOTIFICATION, common.STORE_UNAVAILABLE),
        200: schemas.Notification,
      },
    };
    app.post(`/notifications/:id/${path}`, { schema }, async ({ raw, params }) =>
      toResponse(await mark(store, callerOf(raw), params.id, isRead ? clock() : null)),
    );
  }

  const removeSchema = {
    operationId: 'notificationRemove',
    access: access.ownerOf('notification'),
    params: schemas.IdParams,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_NOTIFICATION,
        refuse.ALREADY_OUT,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.Removed,
    },
  };
  app.delete('/notifications/:id', { schema: removeSchema }, async ({ raw, params }) => {
    const { channel, ...answer } = await remove(store, callerOf(raw), params.id, clock());
    removed(answer.status, channel);
    return answer;
  });
}

function countRoutes(app: App, { store, clock }: RouteContext): void {
  const countSchema = {
    operationId: 'notificationCount',
    access: access.user({ query: 'user' }),
    querystring: schemas.UserQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.Count },
  };
  app.get('/notifications/count', { schema: countSchema }, ({ query }) => store.count(query.user));

  const readAllSchema = {
    operationId: 'notificationReadAll',
    access: access.user({ query: 'user' }),
    querystring: schemas.UserQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.ReadAll },
  };
  app.post('/notifications/read-all', { schema: readAllSchema }, async ({ query }) => ({
    read: await readAll(store, query.user, clock()),
  }));
}
