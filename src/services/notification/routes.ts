import type { EventStreams } from '#kit/web/event-streams.ts';
import type { App } from '#kit/web/http.ts';
import { IdempotencyHeaders } from '#kit/web/idempotency-key.ts';
import { access, type Access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { sendList } from '#kit/web/json-stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import { refuse } from './errors.ts';
import { inboxFeed } from './follow.ts';
import { readInbox } from './inbox.ts';
import { toResponse } from './notification.ts';
import * as schemas from './schemas.ts';
import { checkDraft, send, type SendContext } from './send.ts';

export interface RouteContext extends SendContext {
  readonly streams: EventStreams<string>;
  readonly clock: Clock;
  /** Who may send. */
  readonly sendAccess: Access;
}

export function routes(app: App, context: RouteContext): void {
  sendRoute(app, context);
  inboxRoutes(app, context);
  streamRoute(app, context);
}

function sendRoute(app: App, context: RouteContext): void {
  const { UNKNOWN_CHANNEL, REQUEST_IN_PROGRESS, KEY_REUSED, SENDERS_BUSY } = refuse;
  const schema = {
    operationId: 'notificationSend',
    access: context.sendAccess,
    body: schemas.SendBody,
    headers: IdempotencyHeaders,
    response: {
      ...problemResponses(
        common.ADMIN_TOKEN_REQUIRED,
        UNKNOWN_CHANNEL,
        REQUEST_IN_PROGRESS,
        KEY_REUSED,
        SENDERS_BUSY,
        common.STORE_UNAVAILABLE,
      ),
      200: { ...schemas.Notification, description: 'a repetition: as it stands now' },
      201: schemas.Notification,
    },
  };
  app.post('/send', { schema }, async ({ body, headers }, reply) => {
    const key = headers['idempotency-key'];
    const { notification, isNew } = await send(context, checkDraft(body), key, context.clock());
    reply.code(isNew ? 201 : 200);
    return toResponse(notification);
  });
}

function inboxRoutes(app: App, { store }: RouteContext): void {
  const listSchema = {
    operationId: 'notificationList',
    access: access.user({ query: 'user' }),
    querystring: schemas.ListQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.List },
  };
  app.get('/notifications', { schema: listSchema }, async ({ query }, reply) => {
    const { user, limit } = query;
    const before =
      query.before === undefined ? undefined : schemas.notificationIds.parse(query.before);
    const portions = readInbox(store, user, before ?? Number.MAX_SAFE_INTEGER, limit);
    return sendList(reply, 'notifications', portions);
  });

  const findSchema = {
    operationId: 'notificationShow',
    access: access.ownerOf('notification'),
    params: schemas.IdParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_NOTIFICATION, common.STORE_UNAVAILABLE),
      200: schemas.Notification,
    },
  };
  app.get('/notifications/:id', { schema: findSchema }, async ({ raw, params }) => {
    const n = schemas.notificationIds.parse(params.id);
    const notification = n === undefined ? undefined : await store.find(n);
    if (notification?.channel !== 'in_app') throw refuse.UNKNOWN_NOTIFICATION();
    const owner = async () => notification.user_id;
    await demandOwn(callerOf(raw), owner, refuse.UNKNOWN_NOTIFICATION);
    return toResponse(notification);
  });
}

function streamRoute(app: App, { store, streams }: RouteContext): void {
  const schema = {
    operationId: 'notificationFollow',
    access: access.user({ query: 'user' }),
    querystring: schemas.StreamQuery,
    headers: schemas.StreamHeaders,
    response: {
      ...problemResponses(common.TOO_MANY_STREAMS, common.STORE_UNAVAILABLE),
      200: {
        description: 'a stream without an end',
        content: { 'text/event-stream': { schema: schemas.Notification } },
      },
    },
  };
  app.get('/notifications/stream', { schema }, async ({ query, headers }, reply) => {
    const received = headers['last-event-id'];
    const after = received === undefined ? undefined : schemas.notificationIds.parse(received);
    const feed = inboxFeed(store, query.user, after ?? (await store.last()));
    streams.answer(reply, query.user, feed);
  });
}
