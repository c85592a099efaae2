/** How many rooms and messages one user may make. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { fakeClock } from '#kit/testing/testing.ts';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { join, now, start, stores } from './fixtures.ts';

const token = (sub: string, scope?: string) =>
  tokenOf(sub, now, { exp: now / 1000 + 200_000, ...(scope !== undefined && { scope }) });

for (const { store, skip, env } of stores) {
  describe(`quotas on ${store}`, { skip }, () => {
    it('bound the rooms that a user creates in a day; existing rooms stay open', async (t) => {
      const clock = fakeClock(now);
      const two = { ...env(), AUTH_JWT_SECRET: authSecret, CHAT_ROOMS_PER_DAY: '2' };
      const address = await start(t, two, clock);
      const enter = (user: string, room: string, scope?: string) =>
        join(address, user, room, `&access_token=${token(user, scope)}`);
      await enter('ann', 'general');
      for (const room of ['a', 'b', 'a']) await enter('ann', room);
      await enter('bob', 'of bob');
      await enter('ann', 'of bob');

      const handshake = { connection: 'upgrade', upgrade: 'websocket', ...bearer(token('ann')) };
      const wanted = { 'sec-websocket-version': '13', 'sec-websocket-key': `${'A'.repeat(22)}==` };
      const refused = request(`${address}/ws?room=c`, {
        headers: { ...handshake, ...wanted },
        agent: false,
      }).end();
      const [answer] = (await once(refused, 'response')) as [IncomingMessage];
      answer.resume();
      assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '86400']);
      // As a page asks for the reason.
      const plain = await fetch(`${address}/ws?room=c`, { headers: bearer(token('ann')) });
      const { code, quota, limit } = (await plain.json()) as Record<string, unknown>;
      const expected = [429, 'QUOTA_EXCEEDED', 'CHAT_ROOMS_PER_DAY', 2];
      assert.deepEqual([plain.status, code, quota, limit], expected);

      for (const room of ['d', 'e', 'f']) await enter('shop', room, 'service');
      clock.advance(86_400_000);
      await enter('ann', 'c');
    });

    it('bound the messages of a user in a minute: 1008, and what came before is kept', async (t) => {
      const clock = fakeClock(now);
      const three = { ...env(), AUTH_JWT_SECRET: authSecret, CHAT_MESSAGES_PER_MINUTE: '3' };
      const address = await start(t, three, clock);
      const enter = (user: string, scope?: string) =>
        join(address, user, 'room', `&access_token=${token(user, scope)}`);
      const bob = await enter('bob');
      const [one, other] = [await enter('ann'), await enter('ann')];
      one.say('1');
      other.say('2');
      assert.equal((await bob.take(2)).length, 2);
      const reason = once(one.ws, 'close').then(([, text]) => String(text));
      for (const text of ['3', '4', '5']) one.say(text);
      assert.equal(await one.closed, 1008);
      assert.match(await reason, /^a user may have at most 3 messages a minute \(CHAT_MESSAGES/);
      assert.equal((await bob.next()).content, '3');
      const shop = await enter('shop', 'service');
      for (let i = 0; i < 10; i++) shop.say('of a service');
      assert.ok((await bob.take(10)).every(({ content }) => content === 'of a service'));
      clock.advance(60_000);
      other.say('6');
      assert.equal((await bob.next()).content, '6');
    });
  });
}
