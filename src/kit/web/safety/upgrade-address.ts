/** Addresses of clients that ask for another protocol: Fastify, which knows those of others, never sees them. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { commaSeparated } from '../../base/comma-separated.ts';
import { addressOf } from './client-key.ts';

/** @param trustedProxies see TRUSTED_PROXIES */
export function upgradeAddresses(trustedProxies: string): (request: IncomingMessage) => string {
  const proxies = commaSeparated(trustedProxies);
  const isTrusted = proxies.length === 0 ? () => false : proxyAddr.compile(proxies);
  return (request) => addressOf({ ip: proxyAddr(request, isTrusted), socket: request.socket });
}
