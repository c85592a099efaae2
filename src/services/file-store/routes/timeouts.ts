/** How long the server waits for clients: a body of a gibibyte takes longer than one of JSON. */
import type { FastifyRequest } from 'fastify';
import type { Server } from 'node:http';

/** How much of the body of a refused upload is still read. */
const maxRefusedBytes = 8 * 1024 * 1024;

/**
 * Lets the requests of this listener last as long as their bodies keep coming. Node can limit the
 * time of whole requests only for all routes of a server. Heads, and bodies that stall, stay limited.
 */
export function allowLongBodies(server: Server): void {
  server.requestTimeout = 0;
}

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
