import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import { refuse } from './errors.ts';
import { demandRoom, roomsOf } from './room-access.ts';
import { lastMessages, listRooms } from './rooms.ts';
import { ConnectQuery, MessagesResult, RoomParams, RoomsQuery, RoomsResult } from './schemas.ts';
import type { ChatStore } from './store/store.ts';

export function routes(app: App, store: ChatStore, clock: Clock): void {
  // Only requests that do not ask for an upgrade arrive here; the others: upgrade.ts.
  const connectSchema = {
    operationId: 'chatConnect',
    access: access.user({ query: 'user' }),
    description:
      'Upgrades to a WebSocket. Send `{"content": "…"}`; messages arrive as ' +
      '`{user, room, content, timestamp, seq}`.',
    querystring: ConnectQuery,
    response: {
      ...problemResponses(
        refuse.BAD_HANDSHAKE,
        common.ORIGIN_NOT_ALLOWED,
        refuse.UPGRADE_REQUIRED,
        refuse.STOPPING,
        common.STORE_UNAVAILABLE,
      ),
      101: { description: 'The connection is a WebSocket', type: 'null' },
    },
  };
  app.get('/ws', { schema: connectSchema }, async () => {
    throw refuse.UPGRADE_REQUIRED(undefined, { headers: { upgrade: 'websocket' } });
  });

  const roomsSchema = {
    operationId: 'chatListRooms',
    access: access.user(),
    querystring: RoomsQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: RoomsResult },
  };
  app.get('/api/rooms', { schema: roomsSchema }, ({ raw, query }) =>
    listRooms(store, query, clock(), roomsOf(callerOf(raw))),
  );

  const messagesSchema = {
    operationId: 'chatListMessages',
    access: access.user(),
    params: RoomParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_ROOM, common.STORE_UNAVAILABLE),
      200: MessagesResult,
    },
  };
  app.get(
    '/api/rooms/:room/messages',
    { schema: messagesSchema },
    async ({ raw, params: { room } }) => {
      demandRoom(callerOf(raw), room);
      return { room, messages: await lastMessages(store, room, clock()) };
    },
  );
}
