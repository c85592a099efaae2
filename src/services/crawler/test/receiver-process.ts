/**
 * Receivers of webhooks, in a process of their own: each path answers in its way, each query is a
 * receiver of its own, and `/seen/<path>?<query>` yields what was received there.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const received = new Map<string, Received[]>();

/** How many requests a path fails before it takes one. */
const failures: Readonly<Record<string, [count: number, status: number, headers?: object]>> = {
  '/flaky': [2, 500],
  '/busy': [1, 429, { 'retry-after': '120' }],
  '/moved': [1_000, 307, { location: '/ok' }],
  '/to-private': [1_000, 308, { location: 'http://10.0.0.1/' }],
  '/gone': [1_000, 410],
  '/broken': [1_000, 500],
};

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url!;
  if (path.startsWith('/seen/')) {
    return void response.end(JSON.stringify(received.get(path.slice(5)) ?? []));
  }
  const count = await note(path, request);
  const [name = ''] = path.split('?');
  // It takes the request, and never answers.
  if (name === '/slow') return;
  const [failing, status, headers = {}] = failures[name] ?? [0, 204];
  response.writeHead(count <= failing ? status : 204, { ...headers }).end();
}

async function note(path: string, request: IncomingMessage): Promise<number> {
  const body = await text(request);
  const list = received.get(path) ?? [];
  received.set(path, list);
  return list.push({ headers: request.headers, body });
}

await once(server.listen(0, '127.0.0.1'), 'listening');
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
