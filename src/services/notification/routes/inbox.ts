import { Type } from 'typebox';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses, tooManyStreams } from '#kit/web/problem.ts';
import { findInInbox } from '../unread.ts';
import { refuse } from '../errors.ts';
import { inboxFeed } from '../follow.ts';
import { readInbox } from '../inbox.ts';
import { toResponse } from '../notification.ts';
import * as schemas from '../schemas.ts';
import { traceOf } from '../trace.ts';
import type { RouteContext } from './context.ts';

export function inboxRoutes(app: App, context: RouteContext): void {
  readingRoutes(app, context);
  streamRoute(app, context);
}

function readingRoutes(app: App, { store }: RouteContext): void {
  const listSchema = {
    operationId: 'notificationList',
    summary: 'List the inbox of a user',
    description:
      'The newest notification comes first. Emails and pushes are not listed. For the next page, pass the id of the last notification as `before`.',
    access: access.user({ query: 'user' }),
    querystring: schemas.ListQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.List },
  };
  app.get('/notifications', { schema: listSchema }, async ({ query }, reply) => {
    const { user, limit, unread } = query;
    const before =
      query.before === undefined ? undefined : schemas.notificationIds.parse(query.before);
    const portions = readInbox(store, user, before ?? Number.MAX_SAFE_INTEGER, limit, unread);
    return sendList(reply, 'notifications', portions);
  });

  const unknown = problemResponses(refuse.UNKNOWN_NOTIFICATION, common.STORE_UNAVAILABLE);
  const findSchema = {
    operationId: 'notificationShow',
    summary: 'Show a notification of an inbox',
    description:
      'Fails with 404 for an email, a push or a notification that is not delivered yet: none of them is in an inbox.',
    access: access.ownerOf('notification'),
    params: schemas.IdParams,
    response: { ...unknown, 200: schemas.Notification },
  };
  app.get('/notifications/:id', { schema: findSchema }, async ({ raw, params }) => {
    const { notification } = await findInInbox(store, callerOf(raw), params.id);
    return toResponse(notification);
  });

  const traceSchema = {
    operationId: 'notificationTrace',
    summary: 'Trace every decision about a notification',
    description: 'Works for emails and pushes too, until 24 hours after they went out.',
    access: access.ownerOf('notification'),
    params: schemas.IdParams,
    response: { ...unknown, 200: schemas.Trace },
  };
  app.get('/notifications/:id/trace', { schema: traceSchema }, async ({ raw, params }) => ({
    trace: await traceOf(store, callerOf(raw), params.id),
  }));
}

function streamRoute(app: App, { store, streams }: RouteContext): void {
  const events = Type.Union([schemas.Notification, schemas.Count]);
  const schema = {
    operationId: 'notificationFollow',
    summary: 'Follow the inbox of a user live',
    description:
      'An endless stream of server-sent events. It begins with the next notification, or with the one after `Last-Event-ID`, so that a client that reconnects misses none and gets none twice. The event `count` is sent when the number of notifications changes, not at the beginning.',
    access: access.user({ query: 'user' }),
    querystring: schemas.StreamQuery,
    headers: schemas.StreamHeaders,
    response: {
      ...problemResponses(...tooManyStreams, common.STORE_UNAVAILABLE),
      200: {
        description:
          'an endless stream: the event `notification` for each notification, and `count` after changes',
        content: { 'text/event-stream': { schema: events } },
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
