/** `/api/<service>/…` on the console's port: the paths of all services at one address. */
import type { onRequestHookHandler, onSendHookHandler } from 'fastify';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { common } from '../web/problem.ts';
import { defaultConsolePort } from './env.ts';

/** The listener of the service with this name, if it runs. */
export type FindListener = (name: string) => Server | undefined;

/** Where a service's paths begin at the console's address. */
export const apiPath = (service: string) => `/api/${service}`;

/** Where a service is found when no variable says otherwise: on its own port, and on the console's. */
export function defaultServers(name: string, port: number): string[] {
  return [`http://localhost:${port}`, `http://localhost:${defaultConsolePort}${apiPath(name)}`];
}

/**
 * Hands what comes under `/api/<service>/` to the listener of that service, which answers as if it
 * had come to its own port: with its rules of access, its limits and its metrics. That takes no
 * further connection: the listener gets the request itself. Call once, before anything else replaces
 * the server's request listener.
 */
export function serveApis(server: Server, find: FindListener): void {
  const [handle] = server.listeners('request') as [RequestListener];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const target = addressed(request, find);
    if (target === undefined) return handle(request, response);
    request.url = target.url;
    (request as Addressed)[addressee] = target.name;
    // Its operator paths are served here: emitted, the request would be bounded twice.
    if (target.listener === server) handle(request, response);
    else target.listener.emit('request', request, response);
  });
  const shouldUpgradeCallback = (request: IncomingMessage) => {
    const listener = addressed(request, find)?.listener;
    if (listener === undefined || listener === server) return false;
    return (listener as UpgradingServer).shouldUpgradeCallback(request);
  };
  Object.assign(server, { shouldUpgradeCallback });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { listener, url } = addressed(request, find)!;
    request.url = url;
    listener.emit('upgrade', request, socket, head);
  });
}

type UpgradingServer = Server & { shouldUpgradeCallback(request: IncomingMessage): boolean };

/** Which listener a request is for, and its target there. Undefined for the console's own. */
function addressed({ url = '' }: IncomingMessage, find: FindListener) {
  const [, name, rest = ''] = /^\/api\/([^/?]+)(.*)$/s.exec(url) ?? [];
  const listener = name === undefined ? undefined : find(name);
  return listener && { listener, name, url: rest.startsWith('/') ? rest : `/${rest}` };
}

const addressee = Symbol('addressee');
type Addressed = IncomingMessage & { [addressee]?: string | undefined };

/**
 * Refuses a request that names a service in its path and leads to a route of another one: services
 * share listeners, and the console has routes of its own.
 */
export const stayWithAddressee: onRequestHookHandler = (request, _reply, done) => {
  const name = (request.raw as Addressed)[addressee];
  const { url, config } = request.routeOptions;
  // Every path answers a preflight; a path without a route is refused by what follows.
  const isOwn = name === undefined || config.service === name || config.isOfAll === true;
  if (isOwn || url === '*' || request.is404) return done();
  done(common.NOT_FOUND(`${name} has no route for ${request.method} ${request.url.slice(0, 200)}`));
};

const scriptType = /^[a-z]+\/(x-)?(java|ecma|j|live)script/i;

/**
 * Answers with plain text in place of a stored script when a service answers at the console's
 * address: the console's pages may load scripts from their own address.
 */
export const serveNoScript: onSendHookHandler = (request, reply, payload, done) => {
  if (addressee in request.raw) {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && scriptType.test(type)) {
      reply.header('content-type', 'text/plain; charset=utf-8');
    }
  }
  done(null, payload);
};
