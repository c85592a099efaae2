/** The handshake of `GET /ws`: first the checks, then the room, and only then the answer 101. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Logger } from 'pino';
import { malformedParameter } from '#kit/web/http.ts';
import { actingUser, callerOf, type Caller } from '#kit/web/identity/caller.ts';
import { atExpiry } from '#kit/web/identity/expiry.ts';
import type { Clock } from '#kit/host/service.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { currentRequest, requestIdHeader, requestIdOf } from '#kit/observe/requests.ts';
import { compileCoercing, describeError } from '#kit/web/schema.ts';
import { refuse } from '../errors.ts';
import { demandNotBanned } from '../moderate.ts';
import { Client, closeCodes } from '../room/client.ts';
import type { Hub } from '../room/hub.ts';
import { demandRoom } from '../room-access.ts';
import type { Arrival, Room } from '../room/room.ts';
import { readFrame } from './incoming.ts';
import { ConnectQuery, type Connect } from './schemas.ts';

/** Longer frames close the connection with 1009. */
const maxFrameBytes = 16 * 1024;

const validate = compileCoercing(ConnectQuery);

export interface UpgradeOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/**
 * The handler of requests for a WebSocket. It throws Refusals: NOT_FOUND,
 * VALIDATION_FAILED, FORBIDDEN, BANNED, BAD_HANDSHAKE, STOPPING, STORE_UNAVAILABLE.
 */
export function upgrader({ hub, clock, log, stopping }: UpgradeOptions) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    // Frames are written as they are, the same to all clients: nothing may compress them.
    perMessageDeflate: false,
  });
  server.on('headers', (headers, request) => {
    headers.push(`${requestIdHeader}: ${currentRequest()?.id ?? requestIdOf(request)}`);
  });
  // Emitted within `handleUpgrade`, which thus throws instead of answering by itself.
  server.on('wsClientError', (error) => {
    throw refuse.BAD_HANDSHAKE(error.message);
  });

  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const connect = check(request);
    const room = await hub.enter(connect.room);
    let isWelcome = false;
    let arrival: Arrival | undefined;
    try {
      arrival = await hub.arrive(room, connect.user);
      if (stopping.aborted) throw refuse.STOPPING();
      // `handleUpgrade` must not see a socket that has closed meanwhile: no `close` would follow.
      if (socket.destroyed) return;
      demandNotBanned(arrival.bannedUntil, clock()); // `welcome` follows in the same turn
      server.handleUpgrade(request, socket, head, (ws) => {
        isWelcome = true;
        const client = welcome(ws, socket, room, connect);
        const callOff = atExpiry(callerOf(request), clock, () =>
          client.close(closeCodes.tokenExpired, 'the token has expired'),
        );
        ws.on('close', callOff);
      });
    } finally {
      if (arrival) room.arrivals.delete(arrival);
      if (!isWelcome) hub.leave(room);
    }
  };

  function welcome(ws: WebSocket, socket: Duplex, room: Room, connect: Connect): Client {
    const { user, since } = connect;
    const events = connect.events === 1;
    const onRemoved = () => hub.leave(room, client);
    const client = new Client(ws, socket, { user, room: room.name, events, onRemoved });
    ws.on('message', (data, isBinary) => {
      const frame = isBinary ? undefined : readFrame(data as Buffer);
      if (frame === undefined || !client.open) return;
      if (frame.kind === 'message') hub.post(room, client, frame.content);
      else hub.relay(room, client, frame.type, frame.said);
    });
    ws.on('close', () => hub.leave(room, client));
    // The library closes the connection after a broken frame; `close` follows.
    const broke = (error: Error) => log.debug({ err: error }, 'a connection broke');
    ws.on('error', AsyncLocalStorage.bind(broke));
    hub.join(room, client, since).catch((error: unknown) => {
      log.warn({ err: error }, 'history could not be replayed');
    });
    return client;
  }
}

/** @throws Refusal NOT_FOUND, VALIDATION_FAILED, FORBIDDEN */
function check(request: IncomingMessage): Connect {
  const { url = '' } = request;
  const [path = ''] = url.split('?', 1);
  if (path !== '/ws') throw common.NOT_FOUND(`there is no WebSocket at ${path.slice(0, 200)}`);
  const connect = readQuery(url, path, callerOf(request));
  demandRoom(callerOf(request), connect.room);
  return connect;
}

/**
 * The query of a handshake, checked as that of any request. It need not name a user who has a token.
 *
 * @throws Refusal VALIDATION_FAILED, naming the parameter; FORBIDDEN
 */
function readQuery(url: string, path: string, caller: Caller): Connect {
  const { user: named, ...others } = parse(url.slice(path.length + 1));
  // One that is given twice is refused with the rest.
  const user = Array.isArray(named) ? named : actingUser(caller, named);
  const query: unknown = { ...others, user };
  if (!validate(query)) {
    const wrong = describeError(validate.errors![0]!);
    throw invalid(wrong.path, wrong.message);
  }
  const malformed = malformedParameter(url);
  if (malformed !== undefined) throw invalid(malformed, 'must be percent-encoded UTF-8');
  return query;
}
