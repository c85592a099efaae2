/** The handshake of `GET /ws`: checks first, then the room, and only then the 101. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Logger } from 'pino';
import { internalError, rawProblem } from '#kit/http.ts';
import { common, invalid, Refusal } from '#kit/problem.ts';
import { compileCoercing, describeError } from '#kit/schema.ts';
import { Client } from './client.ts';
import { refuse } from './errors.ts';
import type { Hub } from './hub.ts';
import type { Room } from './room.ts';
import { ConnectQuery, type Connect } from './schemas.ts';

/** Longer frames close the connection with 1009. */
const maxFrameBytes = 16 * 1024;
/** Longer contents are dropped. */
const maxContentBytes = 4 * 1024;

const validate = compileCoercing(ConnectQuery);

export interface Gate {
  readonly hub: Hub;
  readonly log: Logger;
  /** Origins that may connect; empty: any. */
  readonly origins: readonly string[];
  readonly stopping: AbortSignal;
}

/** Returns the handler of connections that ask for a WebSocket. */
export function upgrader({ hub, log, origins, stopping }: Gate) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    // Frames are written as they are, to all clients alike: nothing may compress them.
    perMessageDeflate: false,
  });

  server.on('wsClientError', (error, socket) =>
    reject(socket, refuse.BAD_HANDSHAKE(error.message), log),
  );

  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const ignore = () => {};
    socket.on('error', ignore);
    try {
      const connect = check(request);
      const room = await hub.enter(connect.room);
      let welcomed = false;
      if (!stopping.aborted && !socket.destroyed) {
        // From here on the library listens to the socket, and answers what is no handshake.
        socket.off('error', ignore);
        server.handleUpgrade(request, socket, head, (ws) => {
          welcomed = true;
          welcome(ws, socket, room, connect);
        });
      }
      if (!welcomed) hub.leave(room);
      if (stopping.aborted) throw refuse.STOPPING();
    } catch (error) {
      reject(socket, error, log);
    }
  };

  function check(request: IncomingMessage): Connect {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (path !== '/ws') throw common.NOT_FOUND(`no WebSocket at ${path.slice(0, 200)}`);
    const { origin } = request.headers;
    if (origins.length > 0 && !(origin !== undefined && origins.includes(origin))) {
      throw refuse.ORIGIN_REFUSED();
    }
    return readQuery(new URLSearchParams(query));
  }

  function welcome(ws: WebSocket, socket: Duplex, room: Room, { user, since }: Connect): void {
    const client = new Client(user, ws, socket, () => hub.leave(room, client));
    ws.on('message', (data, isBinary) => {
      const content = isBinary ? undefined : contentOf(data);
      if (content !== undefined && client.open) hub.say(room, client, content);
    });
    ws.on('close', () => hub.leave(room, client));
    // A broken frame closes the connection by itself; `close` follows.
    ws.on('error', (error) => log.debug({ err: error }, 'connection ended'));
    hub.join(room, client, since).catch((error: unknown) => {
      log.warn({ err: error }, 'history could not be replayed');
    });
  }
}

/** @throws Refusal naming the parameter */
export function readQuery(params: URLSearchParams): Connect {
  const query = Object.fromEntries(params);
  if (validate(query)) return query as unknown as Connect;
  const { path, message } = describeError(validate.errors![0]!);
  throw invalid(path, message);
}

/** The content of a client's text frame, or undefined for one that is to be dropped. */
export function contentOf(data: RawData): string | undefined {
  try {
    const { content } = JSON.parse((data as Buffer).toString('utf8'));
    const fits = typeof content === 'string' && Buffer.byteLength(content) <= maxContentBytes;
    return fits ? content.toWellFormed() : undefined;
  } catch {
    return undefined; // not JSON, or null
  }
}

function reject(socket: Duplex, error: unknown, log: Logger): void {
  const refusal = error instanceof Refusal ? error : undefined;
  if (!refusal) log.error({ err: error }, 'handshake failed');
  socket.once('finish', () => socket.destroy());
  socket.end(rawProblem(refusal?.toProblem() ?? internalError));
}
