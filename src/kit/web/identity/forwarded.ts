/** Requests that come through a proxy which nobody has configured: on loopback, everybody comes from here. */
import type { onRequestHookHandler } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { common } from '../problem.ts';
import { callerOf } from './caller.ts';

/** What proxies add. One that adds nothing cannot be told from a client on this machine. */
const addedByProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

function isForwarded({ headers }: IncomingMessage): boolean {
  return addedByProxies.some((name) => headers[name] !== undefined);
}

/** Refuses what is open to this machine only to a request that a proxy has passed on without a token. */
export const demandDirect: onRequestHookHandler = ({ raw }, _reply, done) => {
  const { kind } = callerOf(raw);
  if (kind === 'service' || kind === 'admin' || !isForwarded(raw)) return done();
  done(
    common.FORBIDDEN(
      'a proxy passed this request on, and this is open to this machine only: set TRUSTED_PROXIES to the address of the proxy, and ADMIN_TOKEN or identity',
    ),
  );
};
