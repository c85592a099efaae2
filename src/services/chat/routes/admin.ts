/** The routes for operators. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import { deleteMessage, kick, postMessage } from '../moderate.ts';
import { Message } from '../store/message.ts';
import type { ChatStore } from '../store/chat-store.ts';
import * as schemas from './schemas.ts';

const refused = [common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE] as const;

export function adminRoutes(app: App, store: ChatStore, clock: Clock): void {
  const postSchema = {
    operationId: 'chatPostMessage',
    summary: 'Post a message as an operator',
    description:
      'The message appears in the name of the given user, even one who is banned, and creates the room if it does not exist. Everybody in the room gets it.',
    access: access.admin,
    params: schemas.RoomParams,
    body: schemas.PostBody,
    response: { ...problemResponses(...refused), 201: Message },
  };
  app.post(
    '/api/rooms/:room/messages',
    { schema: postSchema },
    async ({ params: { room }, body }, reply) =>
      reply.code(201).send(await postMessage(store, room, body, clock())),
  );

  const deleteSchema = {
    operationId: 'chatDeleteMessage',
    summary: 'Delete the content of a message',
    description:
      'Keeps the message in its place, with an empty `content` and `deleted: true`, and tells the clients that asked for events. Repeating it is safe. Fails with 404 UNKNOWN_MESSAGE when the room does not keep such a message, or no longer does.',
    access: access.admin,
    params: schemas.MessageParams,
    response: { ...problemResponses(refuse.UNKNOWN_MESSAGE, ...refused), 200: Message },
  };
  app.delete(
    '/api/rooms/:room/messages/:seq',
    { schema: deleteSchema },
    async ({ params: { room, seq } }) => deleteMessage(store, room, seq),
  );

  const kickSchema = {
    operationId: 'chatKick',
    summary: 'Remove or ban a user from a room',
    description:
      'Closes the connections of the user to this room on all replicas with code 4003. With `ban_seconds` the user cannot come back for that long; the ban also holds for a user or a room that does not exist yet.',
    access: access.admin,
    params: schemas.RoomParams,
    body: schemas.KickBody,
    response: { ...problemResponses(...refused), 200: schemas.KickResult },
  };
  app.post('/api/rooms/:room/kick', { schema: kickSchema }, async ({ params: { room }, body }) =>
    kick(store, room, body, clock()),
  );
}
