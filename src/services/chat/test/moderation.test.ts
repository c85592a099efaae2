/** Operators' actions over HTTP, and what clients see of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authSecret, bearer, tokenOf } from '#kit/testing/tokens.ts';
import { fakeClock, missing, servers, unique } from '#kit/testing/testing.ts';
import { handshake } from './handshake.ts';
import { get, join, listen, now, request, start, stores } from './fixtures.ts';

for (const { store, skip, env } of stores) {
  describe(`messages of operators, on ${store}`, { skip }, () => {
    it('are answered with 201 and the message, and reach everybody as any', async (t) => {
      const address = await start(t, env());
      const ann = await join(address, 'ann', 'tea');
      const body = { user: 'shop', content: 'We close at six.', room: 'rice', seq: 7 };
      const posted = await request(address, 'POST', '/api/rooms/tea/messages', body);
      const message = {
        user: 'shop',
        room: 'tea',
        content: 'We close at six.',
        timestamp: now,
        seq: 1,
      };
      assert.deepEqual(posted, { status: 201, body: message });
      assert.deepEqual(await ann.next(), message);
      ann.say('hello');
      assert.equal((await ann.next()).seq, 2);
    });

    it('create the room', async (t) => {
      const address = await start(t, env());
      await request(address, 'POST', '/api/rooms/new/messages', { user: 'shop', content: '' });
      const { body } = await get(address, '/api/rooms/new/messages');
      assert.deepEqual([body.room, body.messages.length], ['new', 1]);
    });

    it('are refused when they do not fit, naming the member', async (t) => {
      const address = await start(t, env());
      const wrong: [body: object, path: string][] = [
        [{ content: 'x' }, 'user'],
        [{ user: '', content: 'x' }, 'user'],
        [{ user: 'u'.repeat(65), content: 'x' }, 'user'],
        [{ user: 'shop' }, 'content'],
        [{ user: 'shop', content: 7 }, 'content'],
        [{ user: 'shop', content: 'é'.repeat(2_049) }, 'content'],
        [{ user: 'shop', content: 'a\ud800' }, 'content'],
      ];
      for (const [body, path] of wrong) {
        const answer = await request(address, 'POST', '/api/rooms/tea/messages', body);
        assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path]);
      }
      const longest = { user: 'shop', content: 'é'.repeat(2_048) };
      const answer = await request(address, 'POST', '/api/rooms/tea/messages', longest);
      assert.equal(answer.status, 201);
    });
  });

  describe(`deletions of messages, on ${store}`, { skip }, () => {
    it('leave the place, empty, and are sent to those who asked for events only', async (t) => {
      const address = await start(t, env());
      const ann = await listen(address, 'ann', 'tea');
      const plain = await join(address, 'bob', 'tea');
      await ann.next(); // bob has joined
      for (const content of ['one', 'two', 'three']) ann.say(content);
      const [, two] = await ann.take(3);
      const { status, body } = await request(address, 'DELETE', '/api/rooms/tea/messages/2');
      assert.deepEqual([status, body], [200, { ...two, content: '', deleted: true }]);
      assert.deepEqual(await ann.next(), { type: 'deleted', room: 'tea', seq: 2 });
      ann.say('four');
      assert.deepEqual(
        (await plain.take(4)).map(({ content }) => content),
        ['one', 'two', 'three', 'four'],
      );
      const listed = (await get(address, '/api/rooms/tea/messages')).body.messages;
      assert.deepEqual(
        listed.map(({ content }: { content: string }) => content),
        ['one', '', 'three', 'four'],
      );
      assert.deepEqual(listed[1], body);
      const late = await join(address, 'cid', 'tea', '&since=0');
      assert.deepEqual(await late.take(4), listed);
    });

    it('may be repeated, and find only what is kept', async (t) => {
      const address = await start(t, env());
      await request(address, 'POST', '/api/rooms/tea/messages', { user: 'shop', content: 'x' });
      for (let i = 0; i < 2; i++) {
        assert.equal(
          (await request(address, 'DELETE', '/api/rooms/tea/messages/1')).body.deleted,
          true,
        );
      }
      for (const path of ['tea/messages/2', 'nowhere/messages/1']) {
        const { status, body } = await request(address, 'DELETE', `/api/rooms/${path}`);
        assert.deepEqual([status, body.code], [404, 'UNKNOWN_MESSAGE']);
      }
      for (const seq of ['0', 'x', '-1', '1.5', '1e300']) {
        const { status } = await request(address, 'DELETE', `/api/rooms/tea/messages/${seq}`);
        assert.equal(status, 400, seq);
      }
    });
  });

  describe(`kicks, on ${store}`, { skip }, () => {
    it('close all connections of the user to the room with 4003, and no others', async (t) => {
      const address = await start(t, env());
      const [first, second] = [
        await join(address, 'ann', 'tea'),
        await join(address, 'ann', 'tea'),
      ];
      const bob = await listen(address, 'bob', 'tea');
      const elsewhere = await join(address, 'ann', 'rice');
      const answer = await request(address, 'POST', '/api/rooms/tea/kick', { user: 'ann' });
      assert.deepEqual(answer, { status: 200, body: { closed: 2 } });
      assert.deepEqual([await first.closed, await second.closed], [4003, 4003]);
      assert.deepEqual(await bob.next(), { type: 'left', room: 'tea', user: 'ann' });
      bob.say('still here');
      assert.equal((await bob.next()).content, 'still here');
      elsewhere.say('here, too');
      assert.equal((await elsewhere.next()).content, 'here, too');
    });

    it('without a ban let the user come back at once', async (t) => {
      const address = await start(t, env());
      const body = { user: 'ann' };
      const { body: answer } = await request(address, 'POST', '/api/rooms/tea/kick', body);
      assert.deepEqual(answer, { closed: 0 });
      assert.equal(await handshake(`${address}/ws?user=ann&room=tea`), 101);
    });

    it('refuse with 403 while banned, also somebody who was absent', async (t) => {
      const clock = fakeClock(now);
      const address = await start(t, env(), clock);
      const ban = { user: 'ann', ban_seconds: 60 };
      const answer = await request(address, 'POST', '/api/rooms/tea/kick', ban);
      assert.deepEqual(answer, { status: 200, body: { closed: 0 } });
      const ws = `${address}/ws?user=ann&room=tea`;
      assert.equal(await handshake(ws), 403);
      // A page is told no reason: it asks by a plain request.
      const { status, body } = await request(address, 'GET', '/ws?user=ann&room=tea');
      assert.deepEqual([status, body.code], [403, 'BANNED']);
      assert.equal((await request(address, 'GET', '/ws?user=bob&room=tea')).status, 426);
      assert.equal(await handshake(`${address}/ws?user=ann&room=rice`), 101);
      assert.equal(await handshake(`${address}/ws?user=bob&room=tea`), 101);
      clock.advance(59_999);
      assert.equal(await handshake(ws), 403);
      clock.advance(1);
      assert.equal(await handshake(ws), 101);
    });

    it('keep a banned user from the history and from the list of users', async (t) => {
      const address = await start(t, { ...env(), AUTH_JWT_SECRET: authSecret });
      const shop = bearer(tokenOf('shop', now, { scope: 'admin' }));
      const ask = async (user: string, path: string) => {
        const headers = bearer(tokenOf(user, now));
        return (await fetch(`${address}/api/rooms/tea/${path}`, { headers })).status;
      };
      const operate = async (path: string, body: object) => {
        const headers = { ...shop, 'content-type': 'application/json' };
        const url = `${address}/api/rooms/tea/${path}`;
        const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
        assert.ok(ok, path);
      };
      await operate('messages', { user: 'shop', content: 'hello' });
      await operate('kick', { user: 'ann', ban_seconds: 60 });
      for (const path of ['messages', 'users']) {
        assert.deepEqual([await ask('ann', path), await ask('bob', path)], [403, 200], path);
      }
    });

    it('end a ban with 0 seconds', async (t) => {
      const address = await start(t, env());
      for (const ban_seconds of [60, 0]) {
        await request(address, 'POST', '/api/rooms/tea/kick', { user: 'ann', ban_seconds });
      }
      assert.equal(await handshake(`${address}/ws?user=ann&room=tea`), 101);
    });

    it('are refused when they do not fit', async (t) => {
      const address = await start(t, env());
      const wrong: [body: object, path: string][] = [
        [{}, 'user'],
        [{ user: 'a\u0000' }, 'user'],
        [{ user: 'ann', ban_seconds: -1 }, 'ban_seconds'],
        [{ user: 'ann', ban_seconds: 1.5 }, 'ban_seconds'],
        [{ user: 'ann', ban_seconds: 1e9 }, 'ban_seconds'],
      ];
      for (const [body, path] of wrong) {
        const answer = await request(address, 'POST', '/api/rooms/tea/kick', body);
        assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path]);
      }
    });
  });
}

describe('a ban on two replicas', { skip: missing('redis') }, () => {
  it('is in force on both when it is answered, and counts what both have closed', async (t) => {
    const env = { STORE_ADDR: servers.redis, CHAT_PREFIX: unique('chat') };
    const addresses = [await start(t, env), await start(t, env)] as const;
    for (let i = 0; i < 5; i++) {
      const room = `tea-${i}`;
      const clients = await Promise.all(
        [...addresses, ...addresses].map((address) => join(address, 'ann', room)),
      );
      const witness = await join(addresses[1], 'bob', room);
      // A flood until the ban is answered: none of it comes afterwards.
      const body = { user: 'ann', ban_seconds: 60 };
      const kicked = request(addresses[i % 2]!, 'POST', `/api/rooms/${room}/kick`, body);
      for (const client of clients) client.say('spam');
      assert.deepEqual((await kicked).body, { closed: 4 });
      const path = `/api/rooms/${room}/messages`;
      const before = (await get(addresses[0], path)).body;
      for (const { closed } of clients) assert.equal(await closed, 4003);
      for (const address of addresses) {
        assert.equal(await handshake(`${address}/ws?user=ann&room=${room}`), 403);
      }
      assert.deepEqual((await get(addresses[0], path)).body, before);
      witness.ws.close();
    }
  });
});
