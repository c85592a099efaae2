/** How long the server waits for clients: a body of a gibibyte takes longer than one of JSON. */
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { refuse } from '../errors.ts';

/** Silence after which a connection is closed; an upload is answered before. */
const idleTimeoutMs = 30_000;
/** Time to send a head, or a body of JSON. */
const shortTimeoutMs = 30_000;
/** How much of the body of a refused upload is still read. */
const maxRefusedBytes = 8 * 1024 * 1024;

/**
 * Lets the requests of this listener last as long as their bodies keep coming. Node can limit the
 * time of whole requests only for all routes of a server, so it is not used; heads stay limited.
 */
export function allowLongBodies(server: Server): void {
  server.requestTimeout = 0;
  server.headersTimeout = shortTimeoutMs;
  server.timeout = idleTimeoutMs;
}

/**
 * The work that takes in the body of a request; when no byte of it comes for the idle timeout, it is
 * given up, and ends when the connection is closed behind the answer.
 *
 * @throws Refusal REQUEST_TIMEOUT, and what the work throws
 */
export function unlessIdle<T>({ raw }: FastifyRequest, work: Promise<T>): Promise<T> {
  const { promise: idle, reject } = Promise.withResolvers<never>();
  // A listener keeps Node from closing the connection itself.
  raw.once('timeout', () => {
    reject(refuse.REQUEST_TIMEOUT(undefined, { headers: { connection: 'close' } }));
    // Node does not tell a request that was answered: the work would wait for ever.
    raw.socket.once('close', () => raw.destroy());
  });
  return Promise.race([work, idle]);
}

/** Ends the idle timeout when the body has arrived: from then on the client waits for us. */
export function stopIdleTimeout({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

/** Starts the idle timeout again for the answer: the client may never read it. */
export async function restartIdleTimeout({ raw }: FastifyRequest): Promise<void> {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(idleTimeoutMs);
}

/** For routes with JSON bodies: cuts the connection of a client that sends too slowly. */
export const limitBodyTime: preParsingHookHandler = (_request, _reply, body, done) => {
  const timer = setTimeout(() => body.destroy(), shortTimeoutMs).unref();
  body.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  done(null, body);
};

/**
 * Reads a little more from a client that is refused, then cuts its connection. Most clients send
 * the whole body before they read the answer, and a connection that is cut at once would lose it.
 * To be called before the answer: after it Node reads whatever comes, unless somebody else does.
 */
export async function limitRefusedBody({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete) return;
  let left = maxRefusedBytes;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
}
