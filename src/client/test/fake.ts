/** A small server for tests of the client: it notes what comes, and answers what it is told to. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Ends } from '#kit/testing/testing.ts';
import { createHawker, type HawkerOptions } from '../index.ts';

export interface Noted {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: Noted) => void;

/** @param replies one after the other; the last one goes on */
export async function fakeServer(t: Ends, ...replies: Reply[]) {
  const requests: Noted[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const noted = { method, url, headers, body: await text(request) };
    requests.push(noted);
    const reply = replies[Math.min(requests.length, replies.length) - 1]!;
    reply(response, noted);
  };
  const server = createServer((request, response) => void answer(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests, server };
}

/** A client of it that notes its waits instead of waiting. */
export async function fakeClient(t: Ends, replies: Reply[], options: HawkerOptions = {}) {
  const { baseUrl, requests, server } = await fakeServer(t, ...replies);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { hawker: createHawker({ baseUrl, wait, ...options }), requests, waits, server };
}

export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
  };

export const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { status, code, detail: `what ${code} is about`, limit: 2 }, headers);

/** The connection breaks before there is an answer. */
export const broken: Reply = (response) => void response.destroy();

/** A stream of these blocks (one that ends with a line feed is not complete), which then ends; or stays open. */
export const events =
  (blocks: readonly string[], { stays = false } = {}): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      `: open\n\n${blocks.map((block) => (block.endsWith('\n') ? block : `${block}\n\n`)).join('')}`,
    );
    if (!stays) response.end();
  };
