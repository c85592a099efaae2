/** Answers on a bare socket, where there is no request that a handler could see. */
import type { FastifyReply } from 'fastify';
import { STATUS_CODES, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { nanoid } from 'nanoid';
import type { Logger } from 'pino';
import { safetyHeaders } from './safety/browser-safety.ts';
import { common, internalError, problemType, Refusal } from './problem.ts';
import { requestIdHeader, withInstance } from './request-id.ts';

/** How long a refused client may go on sending, milliseconds. */
const lingerMs = 2_000;

/** Clients that are still sending what was refused. */
const refused = new WeakSet<Socket>();

/** Answers a connection that sends something other than HTTP, or too slowly, and closes it. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // Closed now, it would reset the connection, and the client would lose the answer.
  if (refused.has(socket)) return;
  if (isAnswering(socket)) return void socket.destroy();
  refused.add(socket);
  socket.end(rawProblem(refusalOf(error.code), nanoid()));
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return common.HEADERS_TOO_LARGE();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return common.REQUEST_TIMEOUT();
  return common.MALFORMED_HTTP();
}

/**
 * Whether the answer to an earlier request is on its way, or due: ours would be taken for it, or
 * for a part of it.
 */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse };
  if (!socket.writable) return true;
  return response != null && (response.headersSent || response.req.complete);
}

/**
 * Answers a failed request for another protocol.
 *
 * @param id of the request
 * @returns the status
 */
export function refuseUpgrade(socket: Duplex, error: unknown, id: string, log: Logger): number {
  const refusal = error instanceof Refusal ? error : undefined;
  if (!refusal) log.error({ err: error }, 'handshake failed');
  socket.once('finish', () => socket.destroy());
  socket.end(rawProblem(refusal, id));
  return refusal?.status ?? 500;
}

/** What hooks have set on a reply, for a response that is written past Fastify. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  return reply.getHeaders() as OutgoingHttpHeaders;
}

/** A whole HTTP answer with a problem document, for a bare socket. @param refusal undefined: a fault */
function rawProblem(refusal: Refusal | undefined, requestId: string): string {
  const document = refusal?.toProblem() ?? internalError;
  const body = JSON.stringify(withInstance(document, requestId));
  const status = Number(document['status']);
  const headers = {
    ...safetyHeaders,
    ...refusal?.headers,
    [requestIdHeader]: requestId,
    connection: 'close',
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
