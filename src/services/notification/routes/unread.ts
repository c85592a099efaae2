import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { mark, readAll, remove } from '../unread.ts';
import { refuse } from '../errors.ts';
import { toResponse } from '../notification.ts';
import * as schemas from '../schemas.ts';
import type { RouteContext } from './context.ts';

export function unreadRoutes(app: App, context: RouteContext): void {
  countRoutes(app, context);
  const { store, clock, removed } = context;
  const readTexts = {
    operationId: 'notificationMarkRead',
    summary: 'Mark a notification as read',
    description:
      'Marking it again changes nothing: `read_at` stays the instant of the first reading. Fails with 404 for a notification that is not in an inbox, such as an email.',
  };
  const unreadTexts = {
    operationId: 'notificationMarkUnread',
    summary: 'Mark a notification as unread',
    description:
      'Removes `read_at`. Fails with 404 for a notification that is not in an inbox, such as an email.',
  };
  for (const [path, texts, isRead] of [
    ['read', readTexts, true],
    ['unread', unreadTexts, false],
  ] as const) {
    const schema = {
      ...texts,
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
    summary: 'Delete or cancel a notification',
    description:
      'Deletes a notification from the inbox of its user, or cancels one that has not gone out yet. While identity is on, only services can cancel. A repeated request gets the same answer for 24 hours. Fails with 409 ALREADY_OUT for a notification that has gone out, has failed, was suppressed or is being sent.',
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
    summary: 'Count the notifications of an inbox',
    access: access.user({ query: 'user' }),
    querystring: schemas.UserQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.Count },
  };
  app.get('/notifications/count', { schema: countSchema }, ({ query }) => store.count(query.user));

  const readAllSchema = {
    operationId: 'notificationReadAll',
    summary: 'Mark the whole inbox as read',
    description:
      'Marks the notifications that had arrived when the request began; later ones stay unread.',
    access: access.user({ query: 'user' }),
    querystring: schemas.UserQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.ReadAll },
  };
  app.post('/notifications/read-all', { schema: readAllSchema }, async ({ query }) => ({
    read: await readAll(store, query.user, clock()),
  }));
}
