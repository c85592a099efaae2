/** How many frames one user may send, and what becomes of frames that are as small as can be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebSocket } from 'ws';
import { readCommon, type Environment } from '#kit/host/env.ts';
import { fakeClock } from '#kit/testing/testing.ts';
import { authSecret, tokenOf } from '#kit/testing/tokens.ts';
import { readConfig } from '../config.ts';
import { join, now, range, start, stores } from './fixtures.ts';

const limited = { CHAT_FRAMES_PER_SECOND: '1' };

for (const { store, skip, env } of stores) {
  describe(`frames on ${store}`, { skip }, () => {
    it('are refused with 1008 beyond four seconds of the rate, over all connections of a user', async (t) => {
      const clock = fakeClock(now);
      const address = await start(t, { ...env(), ...limited }, clock);
      const [first, second, bob] = [
        await join(address, 'ann'),
        await join(address, 'ann'),
        await join(address, 'bob'),
      ];
      for (const ann of [first, second]) for (const i of range(1, 2)) ann.say(`${i}`);
      await bob.take(4);
      second.say('too many');
      assert.equal(await second.closed, 1008);
      bob.say('heard');
      assert.equal((await bob.next()).content, 'heard');
      clock.advance(4_000);
      first.say('again');
      assert.equal((await bob.next()).content, 'again');
    });

    it('count also as pings and pongs, and when they mean nothing', async (t) => {
      const address = await start(t, { ...env(), ...limited });
      for (const [user, send] of [
        ['ping', (ws: WebSocket) => ws.ping()],
        ['pong', (ws: WebSocket) => ws.pong()],
        ['rubbish', (ws: WebSocket) => ws.send('x')],
      ] as const) {
        const { ws, closed } = await join(address, user);
        for (let i = 0; i < 5; i++) send(ws);
        assert.equal(await closed, 1008, user);
      }
    });

    it('of services and operators are not counted', async (t) => {
      const address = await start(t, { ...env(), ...limited, AUTH_JWT_SECRET: authSecret });
      const token = tokenOf('bridge', now, { scope: 'service' });
      const bridge = await join(address, 'ann', undefined, `&access_token=${token}`);
      for (const i of range(1, 10)) bridge.say(`${i}`);
      assert.equal((await bridge.take(10)).at(-1)!.content, '10');
    });

    it('are all stored, however many come at once', async (t) => {
      const address = await start(t, env());
      const [ann, bob] = [await join(address, 'ann'), await join(address, 'bob')];
      for (const i of range(1, 3_000)) ann.say(`${i}`);
      const seen = await bob.take(3_000);
      assert.deepEqual(
        seen.map(({ content, seq }) => [content, seq]),
        range(1, 3_000).map((i) => [`${i}`, i]),
      );
    });

    it('of more than 256 fragments close the connection with 1008', async (t) => {
      const address = await start(t, env());
      const { ws, say, next, closed } = await join(address, 'ann');
      const fragments = (count: number) => {
        for (let i = 1; i <= count; i++) ws.send('', { fin: i === count });
      };
      fragments(256);
      say('after 256');
      assert.equal((await next()).content, 'after 256');
      fragments(257);
      assert.equal(await closed, 1008);
    });
  });
}

it('any number of frames is allowed until others can reach hawker, then 50 a second', () => {
  const framesPerSecond = (env: Environment) => readConfig(env, readCommon(env)).framesPerSecond;
  assert.deepEqual(
    [
      {},
      { HOST: '0.0.0.0' },
      { TRUSTED_PROXIES: '127.0.0.1' },
      { HOST: '0.0.0.0', CHAT_FRAMES_PER_SECOND: '0' },
      { CHAT_FRAMES_PER_SECOND: '7' },
    ].map(framesPerSecond),
    [0, 50, 50, 0, 7],
  );
});
