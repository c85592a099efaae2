import type { IncomingMessage } from 'node:http';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { UserQuota } from '#kit/host/quotas.ts';
import type { Clock } from '#kit/host/service.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { refuse } from '../errors.ts';
import { listMessages } from '../messages.ts';
import { demandNotBanned } from '../moderate.ts';
import { demandRoom, roomsOf } from '../room-access.ts';
import { createsRoom, listRooms } from '../rooms.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { listUsers } from '../users.ts';
import * as schemas from './schemas.ts';

/**
 * The routes that everybody may call.
 *
 * @param rooms how many rooms a user may create
 */
export function publicRoutes(app: App, store: ChatStore, rooms: UserQuota, clock: Clock): void {
  connectRoute(app, store, rooms, clock);
  listRoutes(app, store, clock);
  roomRoutes(app, store, clock);
}

function connectRoute(app: App, store: ChatStore, rooms: UserQuota, clock: Clock): void {
  // Only requests that do not ask for an upgrade arrive here; the others: upgrade.ts.
  const connectSchema = {
    operationId: 'chatFollow',
    summary: 'Join a room over a WebSocket',
    access: access.user({ query: 'user' }),
    description:
      'Upgrades to a WebSocket. Send `{"content": "…"}`; messages arrive as ' +
      '`{user, room, content, timestamp, seq}`, and your own message comes back once it is stored. ' +
      'With `events=1` frames with a `type` arrive as well: `deleted` (`seq`), `gap` (`from`, `to`), ' +
      '`joined` and `left` (`user`), and the frames that other clients send as ' +
      '`{"type": "typing", …}` or `{"type": "read", …}`.',
    querystring: schemas.ConnectQuery,
    response: {
      ...problemResponses(
        refuse.BAD_HANDSHAKE,
        refuse.BANNED,
        common.ORIGIN_NOT_ALLOWED,
        refuse.UPGRADE_REQUIRED,
        refuse.STOPPING,
        common.QUOTA_EXCEEDED,
        common.STORE_UNAVAILABLE,
      ),
      101: { description: 'The connection is now a WebSocket', type: 'null' },
    },
  };
  app.get('/ws', { schema: connectSchema }, async ({ raw, query: { room, user } }) => {
    // A browser does not show why a handshake was refused, so a page asks here for the reason.
    const caller = callerOf(raw);
    demandRoom(caller, room);
    if (await createsRoom(store, rooms, caller, room, clock())) rooms.demand(caller);
    demandNotBanned(await store.bannedUntil(room, user), clock());
    const headers = { connection: 'upgrade, close', upgrade: 'websocket' };
    throw refuse.UPGRADE_REQUIRED(undefined, { headers });
  });
}

function listRoutes(app: App, store: ChatStore, clock: Clock): void {
  const roomsSchema = {
    operationId: 'chatListRooms',
    summary: 'List rooms and their connected clients',
    description:
      'Sorted by name. Rooms with messages or connected clients are listed, and `general` always. A user whose token names rooms sees only those.',
    access: access.user(),
    querystring: schemas.RoomsQuery,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 200: schemas.RoomsResult },
  };
  app.get('/api/rooms', { schema: roomsSchema }, ({ raw, query }) =>
    listRooms(store, query, clock(), roomsOf(callerOf(raw))),
  );
}

function roomRoutes(app: App, store: ChatStore, clock: Clock): void {
  const refused = problemResponses(refuse.UNKNOWN_ROOM, refuse.BANNED, common.STORE_UNAVAILABLE);

  /** @throws Refusal UNKNOWN_ROOM, BANNED, STORE_UNAVAILABLE */
  async function demandAdmitted(request: IncomingMessage, room: string): Promise<void> {
    const caller = callerOf(request);
    demandRoom(caller, room);
    // Without identity, nobody knows who reads.
    if (caller.kind !== 'user') return;
    demandNotBanned(await store.bannedUntil(room, caller.name), clock());
  }

  const messagesSchema = {
    operationId: 'chatListMessages',
    summary: 'Read the latest messages of a room',
    description:
      'The oldest first. To page back, pass the `seq` of the oldest message as `before`. Fails with 404 UNKNOWN_ROOM when the room has neither messages nor clients. While identity is on, a banned user gets 403 BANNED.',
    access: access.user(),
    params: schemas.RoomParams,
    querystring: schemas.MessagesQuery,
    response: { ...refused, 200: schemas.MessagesResult },
  };
  app.get(
    '/api/rooms/:room/messages',
    { schema: messagesSchema },
    async ({ raw, params: { room }, query }, reply) => {
      await demandAdmitted(raw, room);
      return sendList(reply, 'messages', listMessages(store, { room, ...query }, clock()));
    },
  );

  const usersSchema = {
    operationId: 'chatListUsers',
    summary: 'List the users in a room',
    description:
      'Sorted by name, across all replicas. Fails with 404 UNKNOWN_ROOM when the room has neither messages nor clients. While identity is on, a banned user gets 403 BANNED.',
    access: access.user(),
    params: schemas.RoomParams,
    querystring: schemas.UsersQuery,
    response: { ...refused, 200: schemas.UsersResult },
  };
  app.get(
    '/api/rooms/:room/users',
    { schema: usersSchema },
    async ({ raw, params: { room }, query }) => {
      await demandAdmitted(raw, room);
      return listUsers(store, room, query, clock());
    },
  );
}
