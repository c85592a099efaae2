/** The users of a room: on every store, and on those that replicas share. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presence, type ChatStore } from '../chat-store.ts';
import { at, recorder, type OpenTwo } from './fixtures.ts';

const joined = (user: string) => ({ type: 'joined', room: 'tea', user });
const left = (user: string) => ({ type: 'left', room: 'tea', user });

/** As a hub does: first how many clients the room has, then whose they are. */
async function publish(store: ChatStore, connections: Readonly<Record<string, number>>, now = at) {
  const clients = Object.values(connections).reduce((sum, count) => sum + count, 0);
  await store.publishCounts(new Map([['tea', clients]]), now);
  await store.publishUsers('tea', new Map(Object.entries(connections)));
}

const usersOf = async (store: ChatStore, now = at) =>
  Object.fromEntries(
    (await store.users('tea', '', 100, now)).map(({ user, connections }) => [user, connections]),
  );

export function usersContract(name: string, open: OpenTwo, skip: string | false): void {
  describe(`users in a room on ${name}`, { skip }, () => {
    it('are listed with their connections, in portions, sorted by their bytes', async (t) => {
      const [a, b] = await open(t);
      const users = ['Ann', 'ann', 'bob "/\\', 'ü', '\uff5e', '😀'];
      const connections = Object.fromEntries(users.map((user, i) => [user, i + 1]));
      await publish(a, connections);
      const expected = users.map((user) => ({ user, connections: connections[user]! }));
      for (const store of [a, b]) {
        assert.deepEqual(await store.users('tea', '', 100, at), expected);
        assert.deepEqual(await store.users('tea', '', 2, at), expected.slice(0, 2));
        assert.deepEqual(await store.users('tea', 'b', 3, at), expected.slice(2, 5));
        assert.deepEqual(await store.users('tea', '😀', 3, at), []);
        assert.deepEqual(await store.users('rice', '', 3, at), []);
      }
      assert.deepEqual((await a.publishedUsers('tea')).toSorted(), users.toSorted());
      assert.deepEqual(await a.publishedUsers('rice'), []);
    });

    it('are signalled when the first connection opens and when the last one closes', async (t) => {
      const [a] = await open(t);
      const seen = recorder();
      await a.follow('tea', seen);
      await publish(a, { ann: 1, bob: 2 });
      await publish(a, { ann: 2, bob: 1 });
      await publish(a, { ann: 0, cid: 0 });
      await publish(a, { ann: 0, bob: 0, 'dan "/\\ ü': 1 });
      const expected = [joined('ann'), joined('bob'), left('ann'), left('bob')];
      expected.push(joined('dan "/\\ ü'));
      assert.deepEqual(await seen.eventsUpTo(5), expected);
      assert.deepEqual(await usersOf(a), { 'dan "/\\ ü': 1 });
    });

    it('may be published again: nothing is counted twice', async (t) => {
      const [a] = await open(t);
      const seen = recorder();
      await a.follow('tea', seen);
      for (let i = 0; i < 3; i++) await publish(a, { ann: 2 });
      assert.deepEqual(await usersOf(a), { ann: 2 });
      await publish(a, { ann: 0 });
      assert.deepEqual(await seen.eventsUpTo(2), [joined('ann'), left('ann')]);
    });

    it('may be thousands', async (t) => {
      const [a, b] = await open(t);
      const many = Array.from({ length: 1_700 }, (_, i) => [`user ${1_000 + i}`, 1] as const);
      await publish(a, Object.fromEntries(many));
      const listed = await b.users('tea', '', 2_000, at);
      assert.deepEqual(
        listed.map(({ user }) => user),
        many.map(([user]) => user),
      );
    });
  });
}

/** The contract of shared stores only. */
export function sharedUsersContract(name: string, open: OpenTwo, skip: string | false): void {
  describe(`users in a room on two replicas, on ${name}`, { skip }, () => {
    it('join with their first connection on any replica, and leave with their last', async (t) => {
      const [a, b] = await open(t);
      const seen = recorder();
      await b.follow('tea', seen);
      await publish(a, { ann: 1 });
      await publish(b, { ann: 2, bob: 1 });
      assert.deepEqual(await usersOf(a), { ann: 3, bob: 1 });
      await publish(a, { ann: 0 });
      assert.deepEqual(await usersOf(a), { ann: 2, bob: 1 });
      await publish(b, { ann: 0 });
      assert.deepEqual(await seen.eventsUpTo(3), [joined('ann'), joined('bob'), left('ann')]);
      assert.deepEqual(await b.publishedUsers('tea'), ['bob']);
    });

    it('leave with a replica that closes', async (t) => {
      const [a, b] = await open(t);
      const seen = recorder();
      await b.follow('tea', seen);
      await publish(a, { ann: 1, bob: 1 });
      await publish(b, { bob: 1 });
      await a.close();
      assert.deepEqual(await usersOf(b), { bob: 1 });
      assert.deepEqual(await seen.eventsUpTo(3), [joined('ann'), joined('bob'), left('ann')]);
    });

    it('are not listed any more 15 s after the last heartbeat of their replica', async (t) => {
      const [a, b] = await open(t);
      await publish(a, { ann: 1 });
      await b.heartbeat(at + presence.lifetimeMs);
      assert.deepEqual(await usersOf(b, at + presence.lifetimeMs), { ann: 1 });
      assert.deepEqual(await usersOf(b, at + presence.lifetimeMs + 1), {});
    });

    it('leave within 30 s when their replica dies, at a heartbeat of another', async (t) => {
      const [a, b] = await open(t);
      const seen = recorder();
      await b.follow('tea', seen);
      await publish(a, { ann: 1, bob: 1 });
      await publish(b, { bob: 1 });
      // One that has begun later, and has no clients, does it as well.
      let now = at;
      for (; seen.events.length < 3 && now < at + 30_000; now += presence.heartbeatMs) {
        assert.equal(await b.heartbeat(now), false);
        await b.lastSeq('tea'); // what was signalled before has come
      }
      assert.deepEqual(await seen.eventsUpTo(3), [joined('ann'), joined('bob'), left('ann')]);
      assert.ok(now - at < 30_000);
      assert.deepEqual(await usersOf(b, now), { bob: 1 });
    });

    it('are published again by a replica that was only silent, and then are counted once', async (t) => {
      const [a, b] = await open(t);
      await publish(a, { ann: 1 });
      const later = at + presence.lifetimeMs + 1;
      await b.heartbeat(later);
      assert.equal(await a.heartbeat(later), true);
      assert.equal(await a.heartbeat(later), false);
      assert.deepEqual(await a.publishedUsers('tea'), []);
      await publish(a, { ann: 1 }, later);
      for (const store of [a, b]) await store.heartbeat(later);
      assert.deepEqual(await usersOf(b, later), { ann: 1 });
      assert.equal(await b.clientsIn('tea', later), 1);
      await a.close();
      assert.deepEqual(await usersOf(b, later), {});
    });
  });
}
