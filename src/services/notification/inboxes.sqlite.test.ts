/** Inboxes of the embedded store, whose heads are in memory, on their way, or written. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Sqlite } from '#kit/sqlite.ts';
import { temporaryFolder } from '#kit/testing.ts';
import { defaultSizes, type Link, type Sizes } from './inboxes.sqlite.ts';
import type { Notification } from './notification.ts';
import type { Page } from './store.ts';
import { migrations, openDatabase, sqliteStore } from './store.sqlite.ts';

const all = Number.MAX_SAFE_INTEGER;
const newFile = () => join(temporaryFolder(), 'notification.db');
const numbers = ({ notifications }: Page) => notifications.map(({ n }) => n);

function open(t: TestContext, sizes: Sizes, file = newFile()) {
  const db = openDatabase({ file });
  const store = sqliteStore(db, sizes);
  t.after(() => store.close());
  const heads = db.all<{ user_id: string; newest: number }>('SELECT * FROM inbox');
  const written = db.get<{ written: number }>('SELECT written FROM counter');
  return {
    db,
    store,
    send: async (userId: string) => {
      const draft = { userId, channel: 'in_app', title: '', body: '' } as const;
      const accepted = await store.accept(draft, undefined, 1, 1);
      assert.ok(accepted.kind === 'new');
      return accepted.notification;
    },
    inbox: async (userId: string) => numbers(await store.inbox(userId, all, 1_000)),
    /** Those on disk. */
    heads: () => heads().map(({ user_id, newest }) => [user_id, newest]),
    written: () => written()!.written,
    links: db.all<Link & { readonly n: number }>(
      "SELECT n, previous, mark FROM notification WHERE channel = 'in_app'",
    ),
  };
}

const user = fc.constantFrom('ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gil');
const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), users: fc.array(user, { maxLength: 12 }) }),
  // In one transaction with what fails, so that all of it is rolled back, and each is done alone.
  fc.record({ kind: fc.constant('revert' as const), users: fc.array(user, { maxLength: 12 }) }),
  fc.record({ kind: fc.constant('turns' as const), count: fc.nat(9) }),
  // Also while heads are being written.
  fc.record({ kind: fc.constant('reopen' as const) }),
);
const view = fc.record({ user, from: fc.nat(60), limit: fc.integer({ min: 1, max: 9 }) });
const sizes = fc.record({
  stride: fc.integer({ min: 1, max: 4 }),
  run: fc.integer({ min: 1, max: 12 }),
  slice: fc.integer({ min: 1, max: 4 }),
});

test('wherever the heads are, pages show what was sent', async (t) => {
  const fails = () => {
    throw new Error('on purpose');
  };
  const steps = fc.array(fc.tuple(step, view), { maxLength: 30 });
  const law = fc.asyncProperty(sizes, steps, async (sizes, steps) => {
    const file = newFile();
    let opened = open(t, sizes, file);
    const sent: Notification[] = [];
    for (const [step, { user, from, limit }] of steps) {
      if (step.kind === 'turns') for (let i = 0; i < step.count; i++) await nextTurn();
      if (step.kind === 'reopen') {
        await opened.store.close();
        opened = open(t, sizes, file);
      }
      if (step.kind === 'send' || step.kind === 'revert') {
        const sending = Promise.all(step.users.map(opened.send));
        if (step.kind === 'revert') await assert.rejects(opened.db.write(fails));
        sent.push(...(await sending));
      }
      const own = sent.filter(({ userId }) => userId === user).map(({ n }) => n);
      const below = own.filter((n) => n < from).toReversed();
      const above = own.filter((n) => n > from);
      const { store } = opened;
      assert.deepEqual(numbers(await store.inbox(user, from, limit)), below.slice(0, limit));
      assert.deepEqual(numbers(await store.since(user, from, limit)), above.slice(0, limit));
    }
    await opened.store.close();
  });
  await fc.assert(law, { numRuns: 60 });
});

test('heads are written in the background once there are enough notifications', async (t) => {
  const { send, inbox, heads, written } = open(t, { stride: 2, run: 4, slice: 1 });
  const sent: number[] = [];
  const sendTo = async (users: string) => {
    for (const userId of users) sent.push((await send(userId)).n);
  };
  await sendTo('bab');
  for (let i = 0; i < 20; i++) await nextTurn();
  assert.deepEqual([heads(), written()], [[], 0]);
  await sendTo('a');
  while (written() === 0) await nextTurn();
  const first = [
    ['a', sent[3]],
    ['b', sent[2]],
  ];
  assert.deepEqual([heads(), written()], [first, sent[3]]);
  await sendTo('cca');
  for (let i = 0; i < 20; i++) await nextTurn();
  assert.deepEqual(heads(), first);
  await sendTo('a');
  while (written() === sent[3]) await nextTurn();
  const second = [
    ['a', sent[7]],
    ['b', sent[2]],
    ['c', sent[5]],
  ];
  assert.deepEqual([heads(), written()], [second, sent[7]]);
  assert.deepEqual(await inbox('a'), [sent[7], sent[6], sent[3], sent[1]]);
});

test('after a restart heads that were not written are made from the notifications', async (t) => {
  const file = newFile();
  const before = open(t, { stride: 2, run: 2, slice: 2 }, file);
  const sent = [await before.send('a'), await before.send('a')];
  while (before.heads().length < 1) await nextTurn();
  await before.store.close();
  const between = open(t, { stride: 2, run: 100, slice: 2 }, file);
  sent.push(await between.send('a'), await between.send('b'));
  await between.store.close();
  const after = open(t, { stride: 2, run: 100, slice: 2 }, file);
  assert.deepEqual(after.heads(), [['a', sent[1]!.n]]);
  assert.deepEqual(await after.inbox('a'), [sent[2]!.n, sent[1]!.n, sent[0]!.n]);
  assert.deepEqual(await after.inbox('b'), [sent[3]!.n]);
});

test('what a restart has broken off is written again', async (t) => {
  const file = newFile();
  const sizes = { stride: 2, run: 6, slice: 1 };
  const users = ['a', 'b', 'c', 'd', 'e', 'f'];
  const before = open(t, sizes, file);
  for (const userId of users) await before.send(userId);
  while (before.heads().length === 0) await nextTurn();
  await before.store.close();
  const after = open(t, sizes, file);
  assert.ok(after.heads().length < 6);
  for (const userId of users) await after.send(userId);
  while (after.heads().length < 6) await nextTurn();
  for (const userId of users) assert.equal((await after.inbox(userId)).length, 2);
});

test('what comes while heads are being written is not taken for written', async (t) => {
  for (let turns = 0; turns < 8; turns++) {
    const file = newFile();
    const sizes = { stride: 2, run: 2, slice: 1 };
    const before = open(t, sizes, file);
    await Promise.all([before.send('a'), before.send('b')]);
    for (let i = 0; i < turns; i++) await nextTurn();
    await Promise.all([before.send('c'), before.send('b')]);
    while (before.written() === 0) await nextTurn();
    await before.store.close();
    const after = open(t, sizes, file);
    const inboxes = await Promise.all(['a', 'b', 'c'].map(after.inbox));
    const lengths = inboxes.map((inbox) => inbox.length);
    assert.deepEqual(lengths, [1, 2, 1], `${turns} turns`);
  }
});

test('a page from anywhere in a long inbox is found in few steps, also after restarts', async (t) => {
  const file = newFile();
  const sizes = { stride: 8, run: 700, slice: 128 };
  const total = 6_000;
  let links = 0;
  let store = await reopened();
  async function reopened() {
    const db = openDatabase({ file });
    const get = db.get.bind(db);
    t.mock.method(db, 'get', (sql: string) => {
      const statement = get(sql);
      if (!sql.startsWith('SELECT previous, mark')) return statement;
      return (...params: SQLInputValue[]) => {
        links++;
        return statement(...params);
      };
    });
    return sqliteStore(db, sizes);
  }
  t.after(() => store.close());
  const draft = { userId: 'ann', channel: 'in_app', title: '', body: '' } as const;
  for (let sent = 0; sent < total; sent += 500) {
    const sending = Array.from({ length: 500 }, () => store.accept(draft, undefined, 1, 1));
    await Promise.all(sending);
    await store.close();
    store = await reopened();
  }
  const expected = (from: number) => Array.from({ length: 10 }, (_, i) => from + i);
  // 750 marks have indexes of 10 bits: for each up to 10 jumps and a step past the last; a stretch.
  const search = 10 * 11 + 8;
  for (let n = 0; n <= total - 10; n += 7) {
    links = 0;
    assert.deepEqual(numbers(await store.since('ann', n, 10)), expected(n + 1));
    const since = links;
    const below = numbers(await store.inbox('ann', n + 11, 10));
    assert.deepEqual(below, expected(n + 1).toReversed());
    assert.ok(since < 2 * search, `${since} steps to what comes after ${n}`);
    assert.ok(links - since < search, `${links - since} steps to what is before ${n + 11}`);
  }
});

test('emails are in no inbox after a restart either', async (t) => {
  const file = newFile();
  const sizes = { stride: 2, run: 100, slice: 2 };
  const before = open(t, sizes, file);
  const [first, second] = [await before.send('a'), await before.send('a')];
  const email = { userId: 'a', channel: 'email', title: '', body: '', address: 'a@b.c' } as const;
  await before.store.accept(email, undefined, 1, 1);
  await before.store.close();
  const after = open(t, sizes, file);
  assert.deepEqual(await after.inbox('a'), [second.n, first.n]);
  const third = await after.send('a');
  assert.deepEqual(await after.inbox('a'), [third.n, second.n, first.n]);
});

test('heads are written as fast as they come, however many are sent at once', async (t) => {
  const { send, written, store } = open(t, { stride: 4, run: 100, slice: 2 });
  let users = 0;
  const callers = Array.from({ length: 64 }, async () => {
    for (let i = 0; i < 100; i++) await send(`user-${users++}`);
  });
  await Promise.all(callers);
  assert.ok((await store.last()) - written() < 500, `${(await store.last()) - written()}`);
});

test('a commit that fails leaves nothing in an inbox, and its number is used again', async (t) => {
  const { db, store, send, inbox, heads } = open(t, { stride: 2, run: 5, slice: 2 });
  const { n } = await send('a');
  let fails = true;
  const beforeCommit = () => {
    if (fails) throw new Error('on purpose');
  };
  db.join({ beforeCommit, afterRollback: () => {} });
  await Promise.all(['a', 'b', 'a'].map((userId) => assert.rejects(send(userId), /on purpose/)));
  assert.deepEqual([await inbox('a'), await inbox('b'), await store.last()], [[n], [], n]);
  fails = false;
  assert.equal((await send('c')).n, n + 1);
  assert.deepEqual([await inbox('a'), await inbox('c')], [[n], [n + 1]]);
  for (let i = 0; i < 10; i++) await send('c'); // two runs
  while (heads().length < 2) await nextTurn();
  assert.deepEqual(
    heads().map(([userId]) => userId),
    ['a', 'c'],
  );
});

test('heads that cannot be written stay in memory until they can', async (t) => {
  const { db, send, inbox, heads, written } = open(t, { stride: 2, run: 8, slice: 2 });
  const [only, ...sent] = [await send('b'), await send('a')].map(({ n }) => n);
  for (let i = 0; i < 5; i++) sent.push((await send('a')).n);
  const warned = once(process, 'warning') as Promise<[Error]>;
  const accept = send('a');
  t.mock.method(db, 'write', () => Promise.reject(new Error('the disk is full')), { times: 1 });
  sent.push((await accept).n);
  const [warning] = await warned;
  assert.match(warning.message, /heads of inboxes are written later: Error: the disk is full/);
  const check = async () => {
    assert.deepEqual([await inbox('a'), await inbox('b')], [sent.toReversed(), [only]]);
  };
  await check();
  assert.deepEqual([heads(), written()], [[], 0]);
  const first = sent.at(-1)!;
  sent.push((await send('a')).n);
  while (written() < first) await nextTurn();
  await check();
  for (let i = 0; i < 8; i++) sent.push((await send('a')).n);
  while (written() === first) await nextTurn();
  await check();
});

test('a database whose inboxes were an index is taken over', async (t) => {
  const file = newFile();
  const old = new Sqlite({ file, migrations: migrations.slice(0, 2) });
  const insert = old.run(
    "INSERT INTO notification VALUES (?, ?, ?, ?, 'Body', ?, NULL, 'why', 3, 4)",
  );
  const users = Array.from({ length: 900 }, (_, i) => (i % 3 === 0 ? 'b' : 'a'));
  // An email after each in-app notification.
  await old.write(() => {
    users.forEach((userId, i) => {
      insert(2 * i + 1, userId, 'in_app', `Title ${i}`, 'delivered');
      insert(2 * i + 2, userId, 'email', 'Title', 'sent');
    });
    old.run('UPDATE counter SET last = 1800')();
  });
  await old.close();
  const taken = open(t, defaultSizes, file);
  const fresh = open(t, defaultSizes);
  for (const userId of users) await fresh.send(userId);
  // Links go on as they were made: 400 of a user are twelve marks.
  for (let i = 0; i < 100; i++) {
    await taken.send('a');
    await fresh.send('a');
  }
  const asFresh = (n: number | null) => (n === null || n > 1_800 ? n && n - 900 : (n + 1) / 2);
  const links = taken.links().map(({ n, previous, mark }) => {
    return { n: asFresh(n), previous: asFresh(previous), mark: asFresh(mark) };
  });
  assert.deepEqual(
    links,
    fresh.links().map((link) => ({ ...link })),
  );
  assert.deepEqual(taken.heads(), [
    ['a', 1_799],
    ['b', 1_795],
  ]);
  const { notifications } = await taken.store.inbox('b', 1_796, 1);
  assert.deepEqual(notifications, [
    {
      n: 1_795,
      userId: 'b',
      channel: 'in_app',
      title: 'Title 897',
      body: 'Body',
      state: 'delivered',
      attempts: 3,
      error: 'why',
    },
  ]);
});
