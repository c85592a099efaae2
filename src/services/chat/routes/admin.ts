/** What operators call. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import { deleteMessage, kick, postMessage } from '../moderate.ts';
import { Message } from '../store/message.ts';
import type { ChatStore } from '../store/store.ts';
import * as schemas from './schemas.ts';

const refused = [common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE] as const;

export function adminRoutes(app: App, store: ChatStore, clock: Clock): void {
  const postSchema = {
    operationId: 'chatPostMessage',
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
    access: access.admin,
    params: schemas.RoomParams,
    body: schemas.KickBody,
    response: { ...problemResponses(...refused), 200: schemas.KickResult },
  };
  app.post('/api/rooms/:room/kick', { schema: kickSchema }, async ({ params: { room }, body }) =>
    kick(store, room, body, clock()),
  );
}
