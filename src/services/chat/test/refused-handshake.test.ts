/** The headers of a handshake that is refused, on a bare socket as on any other answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { now, start, stores } from './fixtures.ts';

/** The answer to a handshake that is refused. */
async function refused(url: string, headers: Record<string, string> = {}) {
  const handshake = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const asked = request(url, { headers: { ...handshake, ...headers }, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { ...answer.headers, status: answer.statusCode };
}

for (const { store, skip, env } of stores) {
  describe(`a refused handshake on ${store}`, { skip }, () => {
    it('says how to prove who one is: WWW-Authenticate', async (t) => {
      const address = await start(t, { ...env(), AUTH_JWT_SECRET: authSecret });
      const token = tokenOf('ann', now);
      const none = await refused(`${address}/ws`);
      assert.deepEqual([none.status, none['www-authenticate']], [401, 'Bearer']);
      for (const [query, headers] of [
        [`access_token=${token}x`, {}],
        ['', bearer('x.y.z')],
        [`access_token=${tokenOf('ann', now - 7_200_000)}`, {}],
      ] as const) {
        const wrong = await refused(`${address}/ws?${query}`, headers);
        const challenge = 'Bearer error="invalid_token"';
        assert.deepEqual([wrong.status, wrong['www-authenticate']], [401, challenge]);
      }
    });

    it('names the versions of WebSocket that there are', async (t) => {
      const address = await start(t, env());
      const answer = await refused(`${address}/ws?user=ann`, { 'sec-websocket-version': '7' });
      assert.deepEqual([answer.status, answer['sec-websocket-version']], [400, '13']);
    });

    it('names the protocol to ask for, when none was: 426', async (t) => {
      const address = await start(t, env());
      const { status, headers } = await fetch(`${address}/ws?user=ann`);
      assert.deepEqual([status, headers.get('upgrade')], [426, 'websocket']);
      assert.equal(headers.get('connection'), 'upgrade, close');
    });
  });
}
