import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { missing, servers, temporaryFolder, twoReplicas, unique } from '#kit/testing/testing.ts';
import { presenceContract, storeContract } from './contract/contract.ts';
import { openRedisStore } from './redis/store.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { ChatStore, Message } from './store.ts';

const silent = pino({ level: 'silent' });

storeContract('SQLite', async (t) => {
  const store = openSqliteStore({ file: join(temporaryFolder(), 'chat.db') });
  t.after(() => store.close());
  return [store, store];
});
storeContract('Redis', openTwo(servers.redis), missing('redis'));
storeContract('Redis Cluster', openTwo(servers.cluster), missing('cluster'));
presenceContract('Redis', openTwo(servers.redis), missing('redis'));

it('keeps history over a restart, on SQLite', async (t) => {
  const file = join(temporaryFolder(), 'chat.db');
  const before = openSqliteStore({ file });
  await before.append('tea', [{ user: 'ann', content: 'one', timestamp: 1 }]);
  await before.close();
  const after = openSqliteStore({ file });
  t.after(() => after.close());
  await after.append('tea', [{ user: 'bob', content: 'two', timestamp: 2 }]);
  const history = await after.history('tea', 0);
  const expected = [
    [1, 'one'],
    [2, 'two'],
  ];
  assert.deepEqual(
    history.map(({ seq, content }) => [seq, content]),
    expected,
  );
});

describe('what others write to our Redis', { skip: missing('redis') }, () => {
  it('is ignored when published: one log line, and the rooms go on', async (t) => {
    const prefix = unique('chat');
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const store = await openRedisStore(servers.redis, prefix, log);
    const outsider = new Redis(servers.redis);
    t.after(() => Promise.all([store.close(), outsider.quit()]));
    const draft = { user: 'ann', content: 'hello', timestamp: 1 };
    const rubbish = ['', 'no JSON', 'null', '[]', '{}', '{"seq":"1"}', '{"user":1}\n{"user":2}'];
    for (const [i, text] of rubbish.entries()) {
      const resumed = Promise.withResolvers<void>();
      const received = Promise.withResolvers<readonly Message[]>();
      const follower = { messages: received.resolve, resumed: resumed.resolve };
      await store.follow('tea', follower);
      assert.equal(await outsider.spublish(`{${prefix}:tea}`, text), 1);
      await resumed.promise; // the room looks into history
      assert.equal(lines.length, i + 1, text);
      assert.match(lines[i]!, /a malformed publish is ignored/);
      await store.append('tea', [draft]);
      const room = { ...draft, room: 'tea', seq: i + 1 };
      assert.deepEqual(await received.promise, [room]);
    }
    assert.equal(lines.length, rubbish.length);
  });

  it('is a defect when it stands in history, not an outage', async (t) => {
    const prefix = unique('chat');
    const store = await openRedisStore(servers.redis, prefix, silent);
    const outsider = new Redis(servers.redis);
    t.after(() => Promise.all([store.close(), outsider.quit()]));
    await outsider.rpush(`{${prefix}:tea}:log`, '{"seq":1}');
    await outsider.set(`{${prefix}:tea}:seq`, 'first');
    await assert.rejects(store.history('tea', 0), /^Error: message of a room: user is required$/);
    await assert.rejects(store.lastSeq('tea'), /^Error: seq of a room: must be integer$/);
  });
});

describe('a busy room on Redis', { skip: missing('redis') }, () => {
  const say = (store: ChatStore, n: number, timestamp: number) =>
    store.append(
      'tea',
      Array.from({ length: n }, () => ({ user: 'ann', content: 'hello', timestamp })),
    );
  const seqs = async (messages: Promise<Message[]>) => {
    const found = await messages;
    return [found.length, found[0]?.seq, found.at(-1)?.seq];
  };

  it('keeps more than its history shows, up to 2,000, for replicas that missed some', async (t) => {
    const [store] = await openTwo(servers.redis)(t);
    await say(store, 250, 50_000);
    assert.deepEqual(await seqs(store.history('tea', 0)), [100, 151, 250]);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [250, 1, 250]);
    assert.deepEqual(await seqs(store.missed('tea', 149)), [101, 150, 250]);
    assert.deepEqual(await seqs(store.missed('tea', 150)), [100, 151, 250]);
    await say(store, 2_000, 59_999);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [2_000, 251, 2_250]);
  });

  it('drops that once its last 100 messages have taken 10 s', async (t) => {
    const [store] = await openTwo(servers.redis)(t);
    await say(store, 250, 50_000);
    await say(store, 99, 59_999);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [349, 1, 349]);
    await say(store, 1, 60_000);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [100, 251, 350]);
  });
});

function openTwo(address: string) {
  return async (t: TestContext): Promise<[ChatStore, ChatStore]> => {
    const prefix = unique('chat');
    const { first, second } = await twoReplicas(t, () => openRedisStore(address, prefix, silent));
    return [first, second];
  };
}
