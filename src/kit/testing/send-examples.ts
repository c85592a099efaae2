/** Sends the examples of a service, and compares its answers with theirs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Service } from '../host/service.ts';
import { WebSocket } from 'ws';
import {
  operationOf,
  type Example,
  type Examples,
  type Paths,
  type Site,
} from '../openapi/examples.ts';
import { EventReader, eventually, openService, type OpenService } from './testing.ts';

/**
 * @param altered another request that must be answered as that of the example
 * @throws AssertionError for the first answer that is not as its example says
 */
export async function sendExamples(
  t: TestContext,
  service: Service,
  altered: (example: Example, paths: Paths) => Example = (example) => example,
): Promise<void> {
  const { env, made = [], site, requests }: Examples = service.examples!;
  const names = new MadeValues(made);
  if (site) names.set(site.address, await serveSite(t, site));
  const opened = await openService(t, service, env);
  const { paths } = opened.openapi() as { paths: Paths };
  for (const example of requests) {
    opened.clock.advance(example.afterMs ?? 0);
    const check = async () => {
      const got = await answerTo(opened, altered(names.inRequest(example), paths));
      assert.deepEqual(names.inAnswer(got, example.answer), example.answer, example.request);
    };
    await (example.eventually ? eventually(() => succeeds(check)) : check());
  }
}

/** @returns its address */
export async function serveSite(t: TestContext, { pages }: Site): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const page = pages[url];
    if (page === null) return;
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function succeeds(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) return false;
    throw error;
  }
}

/** What is answered, as an example has it. */
export async function answerTo(opened: OpenService, example: Example): Promise<object> {
  const { request, headers, body, answer } = example;
  const [method = '', url = ''] = request.split(' ');
  if (answer.status === 101) return { status: 101, events: await converse(opened, example) };
  const isOwn = operationOf((opened.openapi() as { paths: Paths }).paths, request) !== undefined;
  const isJson = typeof body === 'object';
  const payload = isJson ? JSON.stringify(body) : (body as string | undefined);
  const response = await (isOwn ? opened.app : opened.consoleApp).inject({
    method: method as 'GET',
    url,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  });
  const shown = Object.keys(answer.headers ?? {}).map((name) => [
    name,
    response.headers[name.toLowerCase()],
  ]);
  const head = {
    status: response.statusCode,
    ...(shown.length > 0 && { headers: Object.fromEntries(shown) as object }),
  };
  const stream = response.stream();
  if (answer.events) return { ...head, events: await firstEvents(stream, answer.events.length) };
  const text = (await stream.setEncoding('utf8').toArray()).join('');
  if (text === '') return head;
  const isText = !/[/+]json/.test(String(response.headers['content-type']));
  return { ...head, body: isText ? text : (JSON.parse(text) as unknown) };
}

/** Speaks over a WebSocket, and returns as many messages as the example has. */
async function converse({ app, running }: OpenService, example: Example): Promise<unknown[]> {
  const { request, says = [], answer } = example;
  if (!app.server.listening) {
    await app.listen({ host: '127.0.0.1', port: 0 });
    app.server.on('upgrade', (...of) => void running.upgrade!(...of));
  }
  const { port } = app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${request.split(' ')[1]}`);
  const messages: unknown[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
  await once(socket, 'open');
  for (const one of says) socket.send(JSON.stringify(one));
  while (messages.length < (answer.events?.length ?? 0)) await once(socket, 'message');
  socket.close();
  await once(socket, 'close');
  return messages;
}

/** The data of as many events. */
async function firstEvents(stream: Readable, count: number): Promise<unknown[]> {
  const reader = new EventReader(stream as never);
  const events: unknown[] = [];
  while (events.length < count) {
    const block = await reader.block();
    if (block === undefined) break;
    const [, data] = /^data: (.*)$/m.exec(block) ?? [];
    if (data !== undefined) events.push(JSON.parse(data));
  }
  return events;
}

/** The values of an example that the service makes for each request, and what it made in their place. */
export class MadeValues {
  readonly #shown: readonly (string | number)[];
  readonly #made = new Map<string, string>();

  constructor(shown: readonly (string | number)[]) {
    this.#shown = shown;
  }

  set(shown: string, made: string): void {
    this.#made.set(shown, made);
  }

  inRequest(example: Example): Example {
    let text = JSON.stringify(example);
    for (const [shown, made] of this.#made) text = text.replaceAll(shown, made);
    return { ...(JSON.parse(text) as Example), answer: example.answer };
  }

  /** An answer with the example's values in the places of those that were made. */
  inAnswer(got: unknown, expected: unknown): unknown {
    if (typeof got === 'number') {
      const stands = typeof expected === 'number' && this.#shown.includes(expected);
      return stands ? expected : got;
    }
    if (typeof got === 'string') {
      if (typeof expected === 'string') this.#learn(got, expected);
      return [...this.#made].reduce((text, [shown, made]) => text.replaceAll(made, shown), got);
    }
    if (typeof got !== 'object' || got === null) return got;
    const parts = expected as Readonly<Record<string, unknown>> | undefined;
    if (Array.isArray(got)) return got.map((one, i) => this.inAnswer(one, parts?.[i]));
    return Object.fromEntries(
      Object.entries(got).map(([name, value]) => [name, this.inAnswer(value, parts?.[name])]),
    );
  }

  #learn(got: string, expected: string): void {
    for (const shown of this.#shown) {
      if (typeof shown === 'number' || this.#made.has(shown)) continue;
      const [before, after] = expected.split(shown);
      if (after === undefined) continue;
      if (!got.startsWith(before!) || !got.endsWith(after)) continue;
      this.#made.set(shown, got.slice(before!.length, got.length - after.length));
    }
  }
}
