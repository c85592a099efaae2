import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { EventStreams } from '#kit/event-streams.ts';
import type { App } from '#kit/http.ts';
import { common, problemResponses } from '#kit/problem.ts';
import type { Clock } from '#kit/service.ts';
import { refuse } from './errors.ts';
import { inboxJson } from './inbox.ts';
import { numberIn, view } from './notification.ts';
import * as schemas from './schemas.ts';
import { checkDraft, send, type Sending } from './send.ts';
import { inboxFeed } from './streams.ts';

export interface Desk extends Sending {
  readonly streams: EventStreams<string>;
  readonly clock: Clock;
}

export function routes(app: App, desk: Desk): void {
  sendRoute(app, desk);
  inboxRoutes(app, desk);
  streamRoute(app, desk);
}

function sendRoute(app: App, desk: Desk): void {
  const { UNKNOWN_CHANNEL, REQUEST_IN_PROGRESS, KEY_REUSED, SENDERS_BUSY } = refuse;
  const { STORE_UNAVAILABLE } = common;
  const schema = {
    body: schemas.SendBody,
    headers: schemas.SendHeaders,
    response: {
      ...problemResponses(
        UNKNOWN_CHANNEL,
        REQUEST_IN_PROGRESS,
        KEY_REUSED,
        SENDERS_BUSY,
        STORE_UNAVAILABLE,
      ),
      200: { ...schemas.Notification, description: 'a repetition: as it stands now' },
      201: schemas.Notification,
    },
  };
  app.post('/send', { schema }, async ({ body, headers }, reply) => {
    const { user_id: userId, channel, title, body: text, address, subscription } = body;
    const draft = checkDraft({ userId, channel, title, body: text, address, subscription });
    const { notification, isNew } = await send(
      desk,
      draft,
      headers['idempotency-key'],
      desk.clock(),
    );
    reply.code(isNew ? 201 : 200);
    return view(notification);
  });
}

function inboxRoutes(app: App, { store }: Desk): void {
  const listSchema = {
    querystring: schemas.ListQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.List },
  };
  app.get('/notifications', { schema: listSchema }, async ({ query }, reply) => {
    const { user, limit } = query;
    const before = query.before === undefined ? undefined : numberIn(query.before);
    const json = await inboxJson(store, user, before ?? Number.MAX_SAFE_INTEGER, limit);
    return sendJson(reply, Readable.from(json));
  });

  const findSchema = {
    params: schemas.IdParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_NOTIFICATION, common.STORE_UNAVAILABLE),
      200: schemas.Notification,
    },
  };
  app.get('/notifications/:id', { schema: findSchema }, async ({ params }) => {
    const n = numberIn(params.id);
    const notification = n === undefined ? undefined : await store.find(n);
    if (notification?.channel !== 'in_app') throw refuse.UNKNOWN_NOTIFICATION();
    return view(notification);
  });
}

/** Text passes Fastify's serializers by: see inbox.ts. */
function sendJson(reply: FastifyReply, body: Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

function streamRoute(app: App, { store, streams }: Desk): void {
  const schema = {
    querystring: schemas.StreamQuery,
    headers: schemas.StreamHeaders,
    response: {
      ...problemResponses(refuse.TOO_MANY_STREAMS, common.STORE_UNAVAILABLE),
      200: {
        description: 'a stream without an end',
        content: { 'text/event-stream': { schema: schemas.Notification } },
      },
    },
  };
  // A HEAD of it would never end.
  app.get(
    '/notifications/stream',
    { schema, exposeHeadRoute: false },
    async ({ query, headers }, reply) => {
      const received = headers['last-event-id'];
      const after = received === undefined ? undefined : numberIn(received);
      const begin = after ?? (await store.last());
      // Without a pause before `open`: else others could fill the place, or the process stop.
      if (streams.full) {
        throw refuse.TOO_MANY_STREAMS(undefined, { headers: { 'retry-after': '1' } });
      }
      reply.hijack();
      streams.open(query.user, reply.raw, inboxFeed(store, query.user, begin));
    },
  );
}
