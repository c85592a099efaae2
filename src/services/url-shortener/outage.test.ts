import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { alphanumericCode } from '#kit/ids.ts';
import { missing, openService, servers } from '#kit/testing.ts';
import { urlShortener } from './index.ts';

const long = 'https://example.com/some/long/path?with=query';
const newCode = alphanumericCode(7);

/** A way to PostgreSQL that can be cut and mended. */
async function cuttable(t: TestContext, address: string) {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {}).on('close', () => to.destroy());
    }
  });
  const listen = async (port: number) => {
    relay.listen(port, '127.0.0.1');
    await once(relay, 'listening');
    return (relay.address() as AddressInfo).port;
  };
  const cut = async () => {
    const closed = relay.listening ? once(relay, 'close') : undefined;
    relay.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  t.after(cut);
  const port = await listen(0);
  const url = new URL(address);
  url.port = String(port);
  return { url: url.href, cut, mend: () => listen(port) };
}

test(
  'while PostgreSQL is away, known codes redirect and the rest is 503',
  {
    skip: missing('postgres'),
  },
  async (t) => {
    const { url, cut, mend } = await cuttable(t, servers.postgres);
    const { app, running } = await openService(t, urlShortener, { DATABASE_URL: url });
    const post = () => app.inject({ method: 'POST', url: '/shorten', payload: { url: long } });
    const [seen, unseen] = [(await post()).json().data.code, (await post()).json().data.code];
    await app.inject(`/${seen}`);
    await running.ready();

    await cut();
    assert.equal((await app.inject(`/${seen}`)).headers.location, long);
    for (const response of [await post(), await app.inject(`/${unseen}`)]) {
      assert.equal(response.statusCode, 503, response.body);
      assert.equal(response.json().code, 'STORE_UNAVAILABLE');
      assert.equal(response.headers['retry-after'], '1');
    }
    assert.equal((await app.inject('/not-a-code')).statusCode, 404);
    await assert.rejects(running.ready());

    await mend();
    assert.equal((await app.inject(`/${unseen}`)).headers.location, long);
    assert.equal((await app.inject(`/${newCode()}`)).statusCode, 404);
    assert.equal((await post()).statusCode, 201);
    await running.ready();
  },
);
