import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { storeUnavailable } from '#kit/web/problem.ts';
import { eventually, fakeClock, temporaryFolder } from '#kit/testing/testing.ts';
import type { Client } from './client.ts';
import { Hub } from './hub.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-chat-store.ts';

it('closes the senders of messages that cannot be stored, with 1013; nobody has seen them', async (t) => {
  const { store, hub } = open(t);
  const room = await hub.enter('tea');
  const [ann, bob] = [fakeClient('ann'), fakeClient('bob')];
  for (const client of [ann, bob]) await hub.join(room, client.client, undefined);
  t.mock.method(store, 'append', () => Promise.reject(storeUnavailable()), { times: 1 });
  hub.post(room, ann.client, 'lost');
  await eventually(() => ann.closed.length !== 0);
  assert.deepEqual(ann.closed, [1013]);
  hub.post(room, bob.client, 'stored');
  await eventually(() => bob.seen.length !== 0);
  assert.deepEqual([ann.seen, bob.seen, bob.closed], [['stored'], ['stored'], []]);
});

it('appends at most 1,000 messages of a room in one turn, in order', async (t) => {
  const { store, hub } = open(t);
  const room = await hub.enter('tea');
  const ann = fakeClient('ann');
  await hub.join(room, ann.client, undefined);
  const appended = t.mock.method(store, 'append');
  const posted = Array.from({ length: 2_500 }, (_, i) => `${i}`);
  for (const content of posted) hub.post(room, ann.client, content);
  const sizes = () => appended.mock.calls.map((call) => call.arguments[1].length);
  await nextTurn();
  assert.deepEqual(sizes(), [1_000]);
  await eventually(() => ann.seen.length === 2_500);
  assert.deepEqual(sizes(), [1_000, 1_000, 500]);
  assert.deepEqual(ann.seen, posted);
});

it('publishes counts at the next heartbeat when the store was away', async (t) => {
  const { store, hub } = open(t);
  const room = await hub.enter('tea');
  const ann = fakeClient('ann');
  const failing = t.mock.method(store, 'publishCounts', () => Promise.reject(storeUnavailable()));
  await hub.join(room, ann.client, undefined);
  await eventually(() => failing.mock.callCount() !== 0);
  failing.mock.restore();
  assert.equal(await store.clientsIn('tea', 0), 0);
  await hub.heartbeat();
  assert.equal(await store.clientsIn('tea', 0), 1);
});

it('publishes at the next heartbeat that a room is empty, also when it is gone by then', async (t) => {
  const { store, hub } = open(t);
  const room = await hub.enter('tea');
  const ann = fakeClient('ann');
  await hub.join(room, ann.client, undefined);
  await nextTurn();
  assert.equal(await store.clientsIn('tea', 0), 1);
  const failing = t.mock.method(store, 'publishCounts', () => Promise.reject(storeUnavailable()));
  hub.leave(room, ann.client);
  await eventually(() => failing.mock.callCount() !== 0);
  failing.mock.restore();
  await hub.heartbeat();
  assert.equal(await store.clientsIn('tea', 0), 0);
});

it('closes its clients with 1001 after what has arrived is stored and delivered', async (t) => {
  const { store, hub } = open(t);
  const room = await hub.enter('tea');
  const ann = fakeClient('ann');
  await hub.join(room, ann.client, undefined);
  hub.post(room, ann.client, 'last words');
  ann.client.close = () => {
    assert.deepEqual(ann.seen, ['last words']);
    hub.leave(room, ann.client);
  };
  await hub.close(1_000);
  assert.deepEqual(hub.clients, []);
  assert.equal(await store.lastSeq('tea'), 1);
});

it('a ban that comes while a user is on the way in holds for them, whatever was read', async (t) => {
  const { store, hub } = open(t);
  const room = await hub.enter('tea');
  const before = await hub.arrive(room, 'ann');
  assert.equal(before.bannedUntil, undefined);
  const read = Promise.withResolvers<undefined>();
  const reading = t.mock.method(store, 'bannedUntil', () => read.promise);
  const arriving = hub.arrive(room, 'ann');
  const other = hub.arrive(room, 'bob');
  reading.mock.restore();
  await store.kick('tea', { user: 'ann', bannedUntil: 7, now: 1 });
  await store.kick('tea', { user: 'ann', bannedUntil: undefined, now: 1 });
  read.resolve(undefined);
  assert.deepEqual([before.bannedUntil, (await arriving).bannedUntil], [7, 7]);
  assert.equal((await other).bannedUntil, undefined);
  assert.equal((await hub.arrive(room, 'ann')).bannedUntil, 7);
});

it('closes a user who is banned without the hub having heard of it, at their next message', async (t) => {
  const { store, hub } = open(t);
  const room = await hub.enter('tea');
  const [ann, bob] = [fakeClient('ann'), fakeClient('bob')];
  await hub.enter('tea');
  for (const client of [ann, bob]) await hub.join(room, client.client, undefined);
  ann.client.remove = (code) => {
    hub.leave(room, ann.client);
    ann.closed.push(code);
  };
  const kicked = t.mock.method(room, 'kicked', () => 0, { times: 1 });
  await store.kick('tea', { user: 'ann', bannedUntil: Number.MAX_SAFE_INTEGER, now: 1 });
  assert.deepEqual([kicked.mock.callCount(), ann.closed], [1, []]);
  hub.post(room, ann.client, 'not heard');
  await eventually(() => ann.closed.length !== 0);
  hub.post(room, bob.client, 'heard');
  await eventually(() => bob.seen.length !== 0);
  assert.deepEqual([ann.closed, bob.seen], [[4003], ['heard']]);
});

function open(t: TestContext) {
  const store = openSqliteStore({ file: join(temporaryFolder(), 'chat.db') });
  t.after(() => store.close());
  return { store, hub: new Hub(store, fakeClock(), pino({ level: 'silent' })) };
}

/** A client that records its messages and the codes that it was closed with. */
function fakeClient(user: string) {
  const seen: string[] = [];
  const closed: number[] = [];
  const client: Partial<Client> = {
    user,
    events: false,
    deliver: (messages) => void seen.push(...messages.map(({ content }) => content)),
    close: (code) => void closed.push(code),
    terminate: () => {},
    posted: () => {},
    stored: () => {},
  };
  return { client: client as Client, seen, closed };
}
