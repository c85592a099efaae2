/** Users in a room, and frames that are not kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { eventually, get, join, listen, start, stores, type Frame } from './fixtures.ts';

const joined = (user: string) => ({ type: 'joined', room: 'tea', user });
const left = (user: string) => ({ type: 'left', room: 'tea', user });

for (const { store, skip, env } of stores) {
  describe(`users in a room, on ${store}`, { skip }, () => {
    it('are listed with how many connections each has', async (t) => {
      const address = await start(t, env());
      const clients = [];
      for (const user of ['bob', 'ann', 'bob']) clients.push(await join(address, user, 'tea'));
      await join(address, 'eve', 'rice');
      const users = [
        { user: 'ann', connections: 1 },
        { user: 'bob', connections: 2 },
      ];
      const list = (query = '') => get(address, `/api/rooms/tea/users${query}`);
      await eventually(t, async () => {
        assert.deepEqual(await list(), { status: 200, body: { users } });
      });
      const first = await list('?limit=1');
      assert.deepEqual(first.body, { users: users.slice(0, 1), next_cursor: 'ann' });
      assert.deepEqual((await list('?limit=1&cursor=ann')).body, { users: users.slice(1) });
      clients[0]!.ws.close();
      clients[1]!.ws.close();
      await eventually(t, async () => {
        assert.deepEqual((await list()).body.users, [{ user: 'bob', connections: 1 }]);
      });
    });

    it('are none of general at first; an unknown room is 404, a wrong limit 400', async (t) => {
      const address = await start(t, env());
      assert.deepEqual((await get(address, '/api/rooms/general/users')).body, { users: [] });
      const { status, body } = await get(address, '/api/rooms/nowhere/users');
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_ROOM']);
      for (const query of ['limit=0', 'limit=1001', 'cursor=%00']) {
        assert.equal((await get(address, `/api/rooms/general/users?${query}`)).status, 400);
      }
    });

    it('come and go in frames to those who asked for events', async (t) => {
      const address = await start(t, env());
      const plain = await join(address, 'ann', 'tea');
      const bob = await listen(address, 'bob', 'tea');
      const twice = [await join(address, 'cid', 'tea'), await join(address, 'cid', 'tea')];
      assert.deepEqual(await bob.next(), joined('cid'));
      for (const client of twice) client.ws.close();
      assert.deepEqual(await bob.next(), left('cid'));
      bob.say('hello');
      assert.equal((await plain.next()).content, 'hello', 'the first that ann is sent');
    });
  });

  describe(`ephemeral frames, on ${store}`, { skip }, () => {
    it('go to the others who asked for events, with user and room set by the server', async (t) => {
      const address = await start(t, env());
      const plain = await join(address, 'ann', 'tea');
      const bob = await listen(address, 'bob', 'tea');
      const cid = await listen(address, 'cid', 'tea');
      assert.deepEqual(await bob.next(), joined('cid'));
      cid.say('first');
      for (const client of [plain, bob, cid]) assert.equal((await client.next()).seq, 1);
      // Nothing ephemeral is sent during a replay, and this is all of it.
      const again = await listen(address, 'cid', 'tea', '&since=0');
      assert.equal((await again.next()).seq, 1);
      const said = { type: 'typing', 1: 'x', more: { of: ['it'] } };
      cid.send(JSON.stringify({ ...said, user: 'bob', room: 'rice' }));
      cid.send(JSON.stringify({ type: 'read', seq: 3 }));
      for (const client of [bob, again]) {
        assert.deepEqual(await client.next(), { ...said, user: 'cid', room: 'tea' });
        assert.deepEqual(await client.next(), { type: 'read', seq: 3, user: 'cid', room: 'tea' });
      }
      plain.send(JSON.stringify({ type: 'typing' }));
      assert.deepEqual(await cid.next(), { type: 'typing', user: 'ann', room: 'tea' });
      cid.say('kept');
      for (const client of [plain, cid]) assert.equal((await client.next()).seq, 2);
      const { body } = await get(address, '/api/rooms/tea/messages');
      assert.equal(body.messages.length, 2);
    });

    it('are up to 1 KiB long, of these two types', async (t) => {
      const address = await start(t, env());
      const [ann, bob] = [await listen(address, 'ann', 'tea'), await listen(address, 'bob', 'tea')];
      const ofLength = (length: number) =>
        JSON.stringify({ type: 'typing', x: 'x'.repeat(length - 24) });
      assert.equal(ofLength(1_024).length, 1_024);
      bob.send(ofLength(1_025));
      for (const type of ['deleted', 'joined', 'gap', 'Typing', '', 7, null, ['typing']]) {
        bob.send(JSON.stringify({ type }));
      }
      bob.send(ofLength(1_024));
      assert.deepEqual(await ann.next(), joined('bob'));
      const frame = await ann.next();
      assert.deepEqual(
        [frame['type'], (frame as Frame & { x: string }).x.length],
        ['typing', 1_000],
      );
    });

    it('are never messages, whatever else they contain; a message may have any other type', async (t) => {
      const address = await start(t, env());
      const [ann, bob] = [await listen(address, 'ann', 'tea'), await listen(address, 'bob', 'tea')];
      await ann.next();
      bob.send(JSON.stringify({ type: 'typing', content: 'a draft' }));
      const typing = { type: 'typing', content: 'a draft', user: 'bob', room: 'tea' };
      assert.deepEqual(await ann.next(), typing);
      bob.send(JSON.stringify({ type: 'text', content: 'said' }));
      const { type, content, seq } = await ann.next();
      assert.deepEqual([type, content, seq], [undefined, 'said', 1]);
    });
  });
}

describe('events on two replicas', { skip: missing('redis') }, () => {
  it('reach those who asked for them on both; users are those of both', async (t) => {
    const env = { STORE_ADDR: servers.redis, CHAT_PREFIX: unique('chat') };
    const addresses = [await start(t, env), await start(t, env)] as const;
    const ann = await listen(addresses[0], 'ann', 'tea');
    const bob = await listen(addresses[1], 'bob', 'tea');
    assert.deepEqual(await ann.next(), joined('bob'));
    const second = await join(addresses[1], 'ann', 'tea');
    bob.send('{"type":"typing"}');
    assert.deepEqual(await ann.next(), { type: 'typing', room: 'tea', user: 'bob' });
    await eventually(t, async () => {
      const { users } = (await get(addresses[1], '/api/rooms/tea/users')).body;
      assert.deepEqual(users, [
        { user: 'ann', connections: 2 },
        { user: 'bob', connections: 1 },
      ]);
    });
    ann.ws.close();
    second.ws.close();
    assert.deepEqual(await bob.next(), left('ann'));
  });
});
