/** How long clients are waited for: a body of a gibibyte takes longer than one of JSON. */
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Server } from 'node:http';
import { Socket } from 'node:net';

/** Silence after which a connection is closed, milliseconds. */
const idleLimit = 60_000;
/** Time to send a head, or a body of JSON, milliseconds. */
const shortLimit = 30_000;
/** What is still read of the body of a refused upload, bytes. */
const refusedLimit = 8 * 1024 * 1024;

/**
 * Lets the requests of this listener last as long as their bodies keep coming. Node has one limit
 * for the whole requests of a server; that for their heads stays.
 */
export function allowLongBodies(server: Server): void {
  server.requestTimeout = 0;
  server.headersTimeout = shortLimit;
  server.timeout = idleLimit;
}

/** The body has arrived, and the client waits for us: its silence is no reason to hang up. */
export function bodyArrived({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

/** Now we wait for the client again: it may have asked for more, and never read it. */
export async function answerReady({ raw }: FastifyRequest): Promise<void> {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(idleLimit);
}

/** For routes with JSON bodies: cuts the connection of who sends too slowly. */
export const limitBodyTime: preParsingHookHandler = (_request, _reply, body, done) => {
  const timer = setTimeout(() => body.destroy(), shortLimit).unref();
  body.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  done(null, body);
};

/**
 * Lets a client that was refused send a little more: most send the whole body before they read
 * the answer, and a cut connection would lose it.
 */
export async function endRefused({ raw }: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (raw.complete) return;
  let left = refusedLimit;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
}
