/** `/api/<service>/…` on the console's port: the paths of all services at one address. */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
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
  return listener && { listener, url: rest.startsWith('/') ? rest : `/${rest}` };
}
