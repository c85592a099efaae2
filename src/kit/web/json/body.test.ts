/** Bodies that are empty, whatever their type, on a real socket: only there is one sent in chunks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { createTestApp } from '../../testing/testing.ts';

const types = [
  undefined,
  '',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'nonsense',
  ';',
];

async function open(t: TestContext) {
  const app = createTestApp();
  app.post('/read', async () => ({ read: true }));
  app.delete('/read', async () => ({ read: true }));
  app.post('/write', { schema: { body: Type.Object({ id: Type.String() }) } }, async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const send = async (
    path: string,
    type: string | undefined,
    { body = '', method = 'POST', headers = {} }: Sent = {},
  ) => {
    const typed = type === undefined ? {} : { 'content-type': type };
    const asked = request({ port, path, method, headers: { ...typed, ...headers }, agent: false });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) as { code?: string } };
  };
  return { send };
}

interface Sent {
  readonly body?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

const chunked = { 'transfer-encoding': 'chunked' };

describe('a route without a body', () => {
  for (const type of types) {
    it(`takes an empty body of the type ${type}`, async (t) => {
      const { send } = await open(t);
      for (const method of ['POST', 'DELETE']) {
        for (const headers of [{ 'content-length': '0' }, chunked]) {
          const { status, body } = await send('/read', type, { method, headers });
          assert.deepEqual([status, body], [200, { read: true }], `${method} ${status}`);
        }
      }
    });
  }

  it('ignores a body that is JSON, and refuses any other: 415', async (t) => {
    const { send } = await open(t);
    assert.equal((await send('/read', 'application/json', { body: '{"a":1}' })).status, 200);
    for (const type of ['text/plain', 'nonsense', undefined]) {
      for (const headers of [{}, chunked]) {
        const { status, body } = await send('/read', type, { body: 'a=b', headers });
        assert.deepEqual([status, body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], String(type));
      }
    }
  });
});

it('a route with a body says that an empty one does not fit, whatever its type', async (t) => {
  const { send } = await open(t);
  for (const type of types) {
    for (const headers of [{ 'content-length': '0' }, chunked]) {
      const { status, body } = await send('/write', type, { headers });
      assert.deepEqual([status, body.code], [400, 'VALIDATION_FAILED'], String(type));
    }
  }
});
