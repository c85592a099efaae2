/** Sets how long the server waits for clients: a body of 1 GiB takes longer than one of JSON. */
import type { preValidationHookHandler } from 'fastify';
import type { Server } from 'node:http';
import { callerOf } from '#kit/web/identity/caller.ts';
import { atExpiry } from '#kit/web/identity/expiry.ts';

/**
 * Lets the requests of this listener last as long as their bodies keep coming. Node can limit the
 * time of whole requests only for all routes of a server. Heads, and bodies that stall, stay limited.
 */
export function allowLongBodies(server: Server): void {
  server.requestTimeout = 0;
}

/**
 * Makes a hook that cuts the connection of a request when its caller's token ends: bytes may flow for
 * hours in either direction.
 */
export const endWithToken =
  (clock: () => number): preValidationHookHandler =>
  ({ raw }, reply, done) => {
    const callOff = atExpiry(callerOf(raw), clock, () => raw.socket.destroy());
    reply.raw.once('close', callOff);
    done();
  };
