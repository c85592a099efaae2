/** Event streams as clients read them: over real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { EventReader } from '#kit/testing/testing.ts';
import type { Replica } from './http.ts';

export interface Event {
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  readonly data: any;
}

/** Reads a stream event by event; `undefined` once it has ended. */
export class Reader extends EventReader {
  async event(): Promise<Event | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined) return { event, data: JSON.parse(data!) };
    }
  }
}

export async function openStream(t: TestContext, { app }: Replica, path: string): Promise<Reader> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path });
  t.after(() => asked.destroy());
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const reader = new Reader(response);
  assert.equal(await reader.block(), ': open');
  return reader;
}
