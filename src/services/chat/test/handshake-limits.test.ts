/** How often, and how many times at once, one caller may open a WebSocket. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { bearer, authSecret, tokenOf } from '#kit/testing/tokens.ts';
import { join, now, start, startChat } from './fixtures.ts';

const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** How a handshake is answered: 101, or a status and a code. */
async function handshake(url: string, headers: Record<string, string> = {}) {
  const asked = request(url, { headers: { ...upgrade, ...headers }, agent: false }).end();
  const [answer, socket] = (await Promise.race([
    once(asked, 'response'),
    once(asked, 'upgrade'),
  ])) as [IncomingMessage, { destroy(): void }?];
  socket?.destroy();
  if (answer.statusCode === 101) return 101;
  const { code } = JSON.parse((await answer.toArray()).join('')) as { code: string };
  return [answer.statusCode, code, answer.headers['retry-after'] !== undefined];
}

const limited = [429, 'RATE_LIMITED', true];

describe('API_LIMIT', () => {
  it('counts handshakes with the requests of a caller, those that are refused as well', async (t) => {
    const address = await start(t, { API_LIMIT: '4/1h' });
    assert.equal((await fetch(`${address}/api/rooms`)).status, 200);
    assert.equal(await handshake(`${address}/ws?user=ann`), 101);
    assert.equal(await handshake(`${address}/ws?user=bob`), 101);
    assert.deepEqual(await handshake(`${address}/ws`), [400, 'VALIDATION_FAILED', false]);
    assert.deepEqual(await handshake(`${address}/ws?user=ann`), limited);
    assert.equal((await fetch(`${address}/api/rooms`)).status, 429);
  });

  it('counts handshakes by user, wrong tokens by address; services are free of it', async (t) => {
    const address = await start(t, { API_LIMIT: '1/1h', AUTH_JWT_SECRET: authSecret });
    const url = `${address}/ws`;
    for (const user of ['ann', 'bob']) {
      assert.equal(await handshake(url, bearer(tokenOf(user, now))), 101);
      assert.deepEqual(await handshake(url, bearer(tokenOf(user, now))), limited);
    }
    assert.deepEqual(await handshake(url, bearer('x.y.z')), [401, 'INVALID_TOKEN', false]);
    assert.deepEqual(await handshake(url, bearer('x.y.z')), limited);
    const shop = bearer(tokenOf('shop', now, { scope: 'service' }));
    for (let i = 0; i < 3; i++) assert.equal(await handshake(`${url}?user=cid`, shop), 101);
  });

  it('counts handshakes of the address that a trusted proxy names', async (t) => {
    const env = { API_LIMIT: '1/1h', TRUSTED_PROXIES: '127.0.0.1', ADMIN_TOKEN: 'a-long-token' };
    const address = await start(t, env);
    for (const from of ['192.0.2.1', '192.0.2.2']) {
      const headers = { 'x-forwarded-for': from };
      assert.equal(await handshake(`${address}/ws?user=ann`, headers), 101);
      assert.deepEqual(await handshake(`${address}/ws?user=ann`, headers), limited);
    }
  });
});

describe('open sockets', () => {
  it('of one user are bounded; one that closes makes room', async (t) => {
    const env = { MAX_STREAMS_PER_USER: '2', AUTH_JWT_SECRET: authSecret };
    const address = await start(t, env);
    const token = tokenOf('ann', now);
    const more = `&access_token=${token}`;
    const [first] = [
      await join(address, 'ann', 'tea', more),
      await join(address, 'ann', 'tea', more),
    ];
    const url = `${address}/ws?user=ann`;
    const refused = [429, 'TOO_MANY_STREAMS_OF_USER', true];
    assert.deepEqual(await handshake(url, bearer(token)), refused);
    assert.equal(await handshake(`${address}/ws`, bearer(tokenOf('bob', now))), 101);
    first.ws.close();
    await first.closed;
    const again = await join(address, 'ann', 'tea', more);
    assert.equal(again.ws.readyState, WebSocket.OPEN);
  });

  it('of one address are bounded, through the console as well', async (t) => {
    const host = await startChat(t, { MAX_STREAMS_PER_ADDRESS: '1' });
    const { address } = host.services[0]!;
    await join(address, 'ann');
    const refused = [429, 'TOO_MANY_STREAMS_OF_ADDRESS', true];
    assert.deepEqual(await handshake(`${address}/ws?user=bob`), refused);
    assert.deepEqual(await handshake(`${host.console}/api/chat/ws?user=bob`), refused);
    assert.equal((await fetch(`${host.console}/readyz`)).status, 200);
  });

  it('that are refused do not count', async (t) => {
    const address = await start(t, { MAX_STREAMS_PER_ADDRESS: '1' });
    for (let i = 0; i < 3; i++) {
      assert.deepEqual(await handshake(`${address}/ws`), [400, 'VALIDATION_FAILED', false]);
    }
    assert.equal((await join(address, 'ann')).ws.readyState, WebSocket.OPEN);
  });
});
