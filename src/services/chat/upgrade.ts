/** The handshake of `GET /ws`: first the checks, then the room, and only then the answer 101. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Logger } from 'pino';
import { malformedParameter } from '#kit/web/http.ts';
import { actingUser, callerOf, type Caller } from '#kit/web/identity/caller.ts';
import { atExpiry } from '#kit/web/identity/expiry.ts';
import type { Clock } from '#kit/host/service.ts';
import { common, invalid } from '#kit/web/problem.ts';
import { currentRequest, requestIdHeader, requestIdOf } from '#kit/observe/requests.ts';
import { compileCoercing, describeError } from '#kit/web/schema.ts';
import { Client, closeCodes } from './client.ts';
import { refuse } from './errors.ts';
import type { Hub } from './hub.ts';
import { demandRoom } from './room-access.ts';
import type { Room } from './room.ts';
import { ConnectQuery, type Connect } from './schemas.ts';

/** Longer frames close the connection with 1009. */
const maxFrameBytes = 16 * 1024;
/** Messages with more content are dropped. */
const maxContentBytes = 4 * 1024;

const validate = compileCoercing(ConnectQuery);

export interface UpgradeOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/**
 * The handler of requests for a WebSocket. It throws Refusals: NOT_FOUND,
 * VALIDATION_FAILED, FORBIDDEN, BAD_HANDSHAKE, STOPPING, STORE_UNAVAILABLE.
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
    try {
      if (stopping.aborted) throw refuse.STOPPING();
      // `handleUpgrade` must not see a socket that has closed meanwhile: no `close` would follow.
      if (socket.destroyed) return;
      server.handleUpgrade(request, socket, head, (ws) => {
        isWelcome = true;
        const client = welcome(ws, socket, room, connect);
        const callOff = atExpiry(callerOf(request), clock, () =>
          client.close(closeCodes.tokenExpired, 'the token has expired'),
        );
        ws.on('close', callOff);
      });
    } finally {
      if (!isWelcome) hub.leave(room);
    }
  };

  function welcome(ws: WebSocket, socket: Duplex, room: Room, { user, since }: Connect): Client {
    const client = new Client(user, ws, socket, () => hub.leave(room, client));
    ws.on('message', (data, isBinary) => {
      const content = isBinary ? undefined : contentOf(data);
      if (content !== undefined && client.open) hub.post(room, client, content);
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

/** The content of a client's text frame, or undefined for one that is to be dropped. */
function contentOf(data: RawData): string | undefined {
  const frame = parseJson((data as Buffer).toString('utf8'));
  if (typeof frame !== 'object' || frame === null) return undefined;
  const { content } = frame as { readonly content?: unknown };
  if (typeof content !== 'string' || !content.isWellFormed()) return undefined;
  return Buffer.byteLength(content) > maxContentBytes ? undefined : content;
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
