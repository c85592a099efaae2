/** Answers on a bare socket, where there is no request that a handler could see. */
import type { FastifyReply } from 'fastify';
import { STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { safetyHeaders } from './browser-safety.ts';
import { internalError, problem, problemType, Refusal } from './problem.ts';

/** Answers a connection that sends something other than HTTP, or too slowly. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  const refusals: Record<string, [status: number, code: string, title: string]> = {
    HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers are too large'],
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive'],
  };
  const [status, code, title] = refusals[error.code ?? ''] ?? [
    400,
    'MALFORMED_HTTP',
    'Malformed HTTP request',
  ];
  if (socket.writable) socket.end(rawProblem(problem(code, status, title, title)));
  else socket.destroy();
}

/** Answers a failed request for another protocol. */
export function refuseUpgrade(socket: Duplex, error: unknown, log: Logger): void {
  const refusal = error instanceof Refusal ? error : undefined;
  if (!refusal) log.error({ err: error }, 'handshake failed');
  socket.once('finish', () => socket.destroy());
  socket.end(rawProblem(refusal?.toProblem() ?? internalError));
}

/** What hooks have set on a reply, for a response that is written past Fastify. */
export function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  return reply.getHeaders() as OutgoingHttpHeaders;
}

/** A whole HTTP answer with a problem document, for a bare socket. */
function rawProblem(document: Record<string, unknown>): string {
  const body = JSON.stringify(document);
  const status = Number(document['status']);
  const headers = {
    ...safetyHeaders,
    connection: 'close',
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
