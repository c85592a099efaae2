import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import {
  eventually,
  missing,
  servers,
  temporaryFolder,
  twoReplicas,
  unique,
} from '#kit/testing/testing.ts';
import { presenceContract, storeContract } from './contract/contract.ts';
import { recorder } from './contract/fixtures.ts';
import { historyContract } from './contract/history.ts';
import { lawsContract } from './contract/laws.ts';
import { moderationContract } from './contract/moderation.ts';
import { sharedUsersContract, usersContract } from './contract/users.ts';
import { openRedisStore, type RedisOptions } from './redis/redis-chat-store.ts';
import { openSqliteStore } from './sqlite/sqlite-chat-store.ts';
import { kept } from '../test/fixtures.ts';
import type { Message } from './message.ts';
import { defaultHistory, type ChatStore } from './chat-store.ts';

const silent = pino({ level: 'silent' });

const backends = [
  { name: 'SQLite', open: openSqlite, skip: false as const },
  { name: 'Redis', open: openRedis(servers.redis), skip: missing('redis') },
  { name: 'Redis Cluster', open: openRedis(servers.cluster), skip: missing('cluster') },
];
for (const { name, open, skip } of backends) {
  storeContract(name, open(), skip);
  historyContract(name, open, skip);
  lawsContract(name, open, skip);
  moderationContract(name, open(), skip);
  usersContract(name, open(), skip);
  if (name === 'SQLite') continue;
  presenceContract(name, open(), skip);
  sharedUsersContract(name, open(), skip);
}

it('keeps history over a restart, on SQLite', async (t) => {
  const file = join(temporaryFolder(), 'chat.db');
  const before = openSqliteStore({ file });
  await before.append('tea', [{ user: 'ann', content: 'one', timestamp: 1 }]);
  await before.close();
  const after = openSqliteStore({ file });
  t.after(() => after.close());
  await after.append('tea', [{ user: 'bob', content: 'two', timestamp: 2 }]);
  const history = await kept(after, 'tea');
  const expected = [
    [1, 'one'],
    [2, 'two'],
  ];
  assert.deepEqual(
    history.map(({ seq, content }) => [seq, content]),
    expected,
  );
});

it('keeps deletions and bans over a restart, on SQLite', async (t) => {
  const file = join(temporaryFolder(), 'chat.db');
  const before = openSqliteStore({ file });
  await before.append('tea', [{ user: 'ann', content: 'one', timestamp: 1 }]);
  await before.deleteMessage('tea', 1);
  await before.kick('tea', { user: 'ann', bannedUntil: 9, now: 1 });
  await before.close();
  const after = openSqliteStore({ file });
  t.after(() => after.close());
  const deleted = { user: 'ann', room: 'tea', content: '', timestamp: 1, seq: 1, deleted: true };
  assert.deepEqual(await kept(after, 'tea'), [deleted]);
  assert.equal(await after.bannedUntil('tea', 'ann'), 9);
  const draft = { user: 'ann', content: 'two', timestamp: 2 };
  assert.deepEqual(await after.append('tea', [draft]), { seq: 1, leftOut: 1 });
});

it('keeps fewer messages from the start that says so on, on SQLite', async (t) => {
  const file = join(temporaryFolder(), 'chat.db');
  const drafts = Array.from({ length: 1_000 }, () => ({ user: 'ann', content: '', timestamp: 1 }));
  const before = openSqliteStore({ file, history: 1_000 });
  await before.append('tea', drafts);
  await before.close();
  const after = openSqliteStore({ file });
  t.after(() => after.close());
  for (let said = 1_000; said < 1_008; said++) {
    const { first, last, messages } = await after.history('tea', 0, 1_000);
    assert.deepEqual([first, last, messages.length], [said - 99, said, 100]);
    assert.equal((await after.latest('tea', said, 1_000)).length, 99);
    await after.append('tea', drafts.slice(0, 1));
  }
  await after.close();
  // The excess is gone, to the last row.
  const more = openSqliteStore({ file, history: 1_000 });
  t.after(() => more.close());
  assert.deepEqual((await more.history('tea', 0, 1)).first, 909);
});

describe('foreign writes to our Redis', { skip: missing('redis') }, () => {
  it('is ignored when published: one log line, and the rooms go on', async (t) => {
    const prefix = unique('chat');
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const store = await openRedisStore({ ...redisOptions(prefix), log });
    const outsider = new Redis(servers.redis);
    t.after(() => Promise.all([store.close(), outsider.quit()]));
    const draft = { user: 'ann', content: 'hello', timestamp: 1 };
    const rubbish = ['', 'no JSON', 'null', '[]', '{}', '{"seq":"1"}', '{"user":1}\n{"user":2}'];
    rubbish.push('[', '[null]', '[{}]', '[{"event":{}}]', '[{"event":{"type":"other"}}]');
    rubbish.push('[{"kick":{"id":1}}]', '[{"event":{"type":"deleted","room":"tea"}}]');
    for (const [i, text] of rubbish.entries()) {
      const resumed = Promise.withResolvers<void>();
      const received = Promise.withResolvers<readonly Message[]>();
      const follower = {
        messages: received.resolve,
        signals: () => assert.fail(text),
        kicked: () => assert.fail(text),
        resumed: resumed.resolve,
      };
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
    const store = await openRedisStore(redisOptions(prefix));
    const outsider = new Redis(servers.redis);
    t.after(() => Promise.all([store.close(), outsider.quit()]));
    await outsider.rpush(`{${prefix}:tea}:log`, '{"seq":1}');
    await outsider.set(`{${prefix}:tea}:seq`, '1');
    await assert.rejects(kept(store, 'tea'), /^Error: message of a room: user is required$/);
    await outsider.set(`{${prefix}:tea}:seq`, 'first');
    await assert.rejects(store.lastSeq('tea'), /^Error: seq of a room: must be integer$/);
  });
});

describe('a kick on Redis', { skip: missing('redis') }, () => {
  /** A store, a log, and another subscriber who is told of kicks. */
  async function openWithOutsider(t: TestContext) {
    const prefix = unique('chat');
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const store = await openRedisStore({ ...redisOptions(prefix), log });
    const outsider = new Redis(servers.redis);
    t.after(() => Promise.all([store.close(), outsider.quit()]));
    await outsider.ssubscribe(`{${prefix}:tea}`);
    await store.follow(
      'tea',
      recorder(() => 3),
    );
    const kick = () => store.kick('tea', { user: 'ann', bannedUntil: 9, now: 1 });
    return { prefix, outsider, lines, kick };
  }

  it('waits for all who were told', async (t) => {
    const { prefix, outsider, lines, kick } = await openWithOutsider(t);
    const redis = new Redis(servers.redis);
    t.after(() => redis.quit());
    const looks = async () =>
      Number(/cmdstat_lrange:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
    outsider.on('smessage', async (_channel, text: string) => {
      const key = `{${prefix}:tea}:kick:${JSON.parse(text)[0].kick.id}`;
      // After the other answer has been seen.
      await eventually(async () => (await redis.llen(key)) === 1);
      const seen = await looks();
      await eventually(async () => (await looks()) >= seen + 2);
      await redis.rpush(key, 4);
    });
    assert.equal(await kick(), 7);
    assert.deepEqual(lines, []);
  });

  it('does not wait for ever for a replica that does not answer', async (t) => {
    const { lines, kick } = await openWithOutsider(t);
    let now = performance.now();
    t.mock.method(performance, 'now', () => (now += 100));
    assert.equal(await kick(), 3);
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /a kick was not answered by all/);
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
    const [store] = await openRedis(servers.redis)()(t);
    await say(store, 250, 50_000);
    assert.deepEqual(await seqs(kept(store, 'tea')), [100, 151, 250]);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [250, 1, 250]);
    assert.deepEqual(await seqs(store.missed('tea', 149)), [101, 150, 250]);
    assert.deepEqual(await seqs(store.missed('tea', 150)), [100, 151, 250]);
    await say(store, 2_000, 59_999);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [2_000, 251, 2_250]);
  });

  it('drops that once its last 100 messages have taken 10 s', async (t) => {
    const [store] = await openRedis(servers.redis)()(t);
    await say(store, 250, 50_000);
    await say(store, 99, 59_999);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [349, 1, 349]);
    await say(store, 1, 60_000);
    assert.deepEqual(await seqs(store.missed('tea', 0)), [100, 251, 350]);
  });
});

function redisOptions(prefix: string): RedisOptions {
  return { address: servers.redis, prefix, history: defaultHistory, log: silent };
}

function openRedis(address: string) {
  return (history = defaultHistory) =>
    async (t: TestContext): Promise<[ChatStore, ChatStore]> => {
      const options = { ...redisOptions(unique('chat')), address, history };
      const { first, second } = await twoReplicas(t, () => openRedisStore(options));
      return [first, second];
    };
}

function openSqlite(history = defaultHistory) {
  return async (t: TestContext): Promise<[ChatStore, ChatStore]> => {
    const store = openSqliteStore({ file: join(temporaryFolder(), 'chat.db'), history });
    t.after(() => store.close());
    return [store, store];
  };
}
