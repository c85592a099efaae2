/** The handshake of `GET /ws`: first the checks, then the room, and only then the answer 101. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Logger } from 'pino';
import { malformedParameter } from '#kit/web/http.ts';
import { actingUser, callerOf, type Caller } from '#kit/web/identity/caller.ts';
import { atExpiry } from '#kit/web/identity/expiry.ts';
import type { UserQuota } from '#kit/host/quotas.ts';
import type { Clock } from '#kit/host/service.ts';
import { common, invalid, Refusal } from '#kit/web/problem.ts';
import { currentRequest } from '#kit/observe/requests.ts';
import { requestIdHeader, requestIdOf } from '#kit/web/request-id.ts';
import { compileText, describeError } from '#kit/web/schema.ts';
import { refuse } from '../errors.ts';
import { demandNotBanned } from '../moderate.ts';
import { Client, closeCodes } from '../room/client.ts';
import { FrameRate } from '../room/frame-rate.ts';
import type { Hub } from '../room/hub.ts';
import { demandRoom } from '../room-access.ts';
import { createsRoom } from '../rooms.ts';
import type { ChatStore } from '../store/chat-store.ts';
import type { Arrival, Room } from '../room/room.ts';
import { SlicedSocket } from '../room/sliced-socket.ts';
import { readFrame } from './incoming.ts';
import { ConnectQuery, type Connect } from './schemas.ts';

/** Longer frames close the connection with 1009. */
const maxFrameBytes = 16 * 1024;
/** A message in more fragments closes the connection with 1008. */
const maxFragments = 256;

const validate = compileText(ConnectQuery);

export interface UpgradeOptions {
  readonly hub: Hub;
  readonly store: ChatStore;
  /** Rooms that a user creates. */
  readonly rooms: UserQuota;
  /** Messages of a user. */
  readonly messages: UserQuota;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stopping: AbortSignal;
  /** Most frames of one user; 0: any number. */
  readonly framesPerSecond: number;
}

/**
 * The handler of requests for a WebSocket. It throws Refusals: NOT_FOUND,
 * VALIDATION_FAILED, FORBIDDEN, BANNED, BAD_HANDSHAKE, QUOTA_EXCEEDED, STOPPING, STORE_UNAVAILABLE.
 */
export function upgrader(options: UpgradeOptions) {
  const { hub, store, rooms, messages, clock, log, stopping } = options;
  const rate = new FrameRate(options.framesPerSecond);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    maxFragments,
    // Frames are written as they are, the same to all clients: nothing may compress them.
    perMessageDeflate: false,
  });
  server.on('headers', (headers, request) => {
    headers.push(`${requestIdHeader}: ${currentRequest()?.id ?? requestIdOf(request)}`);
  });
  // Emitted within `handleUpgrade`, which thus throws instead of answering by itself.
  server.on('wsClientError', (error) => {
    throw refuse.BAD_HANDSHAKE(error.message, { headers: { 'sec-websocket-version': '13' } });
  });

  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const connect = check(request);
    const caller = callerOf(request);
    if (await createsRoom(store, rooms, caller, connect.room, clock())) rooms.take(caller);
    const room = await hub.enter(connect.room);
    let isWelcome = false;
    let arrival: Arrival | undefined;
    try {
      arrival = await hub.arrive(room, connect.user);
      if (stopping.aborted) throw refuse.STOPPING();
      // `handleUpgrade` must not see a socket that has closed by now: no `close` would follow.
      if (socket.destroyed) return;
      demandNotBanned(arrival.bannedUntil, clock()); // `welcome` follows in the same turn
      const sliced = new SlicedSocket(socket as Socket, head);
      server.handleUpgrade(request, sliced, Buffer.alloc(0), (ws) => {
        isWelcome = true;
        const client = welcome(ws, socket, room, connect, caller);
        const { kind } = caller;
        if (kind !== 'service' && kind !== 'admin') limit(ws, client);
        const callOff = atExpiry(caller, clock, () =>
          client.close(closeCodes.tokenExpired, 'the token has expired'),
        );
        ws.on('close', callOff);
      });
    } finally {
      if (arrival) room.arrivals.delete(arrival);
      if (!isWelcome) hub.leave(room);
    }
  };

  function limit(ws: WebSocket, client: Client): void {
    const check = () => {
      if (client.open && !rate.allows(client.user, clock())) {
        client.close(closeCodes.policyViolation, 'too many frames');
      }
    };
    // Before a message that is one too many is read.
    for (const kind of ['message', 'ping', 'pong']) ws.prependListener(kind, check);
  }

  function welcome(
    ws: WebSocket,
    socket: Duplex,
    room: Room,
    connect: Connect,
    caller: Caller,
  ): Client {
    const { user, since } = connect;
    const events = connect.events === 1;
    const onRemoved = () => hub.leave(room, client);
    const client = new Client(ws, socket, { user, room: room.name, events, onRemoved });
    /** A frame has no answer: closing the connection tells that the message was not taken. */
    function say(from: Client, content: string) {
      try {
        messages.take(caller);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return from.close(closeCodes.policyViolation, error.message);
      }
      hub.post(room, from, content);
    }
    ws.on('message', (data, isBinary) => {
      const frame = isBinary ? undefined : readFrame(data as Buffer);
      if (frame === undefined || !client.open) return;
      if (frame.kind === 'message') say(client, frame.content);
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
