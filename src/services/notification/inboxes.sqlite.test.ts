/** Inboxes of the embedded store, whose entries are in memory, on their way, or written. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Sqlite } from '#kit/sqlite.ts';
import { temporaryFolder } from '#kit/testing.ts';
import type { Runs } from './inboxes.sqlite.ts';
import type { Notification } from './notification.ts';
import type { Page } from './store.ts';
import { migrations, openDatabase, sqliteStore } from './store.sqlite.ts';

const all = Number.MAX_SAFE_INTEGER;
const newFile = () => join(temporaryFolder(), 'notification.db');
const numbers = ({ notifications }: Page) => notifications.map(({ n }) => n);

function open(t: TestContext, runs: Runs, file = newFile()) {
  const db = openDatabase({ file });
  const store = sqliteStore(db, runs);
  t.after(() => store.close());
  const written = db.all<{ n: number }>('SELECT n FROM inbox ORDER BY n');
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
    written: () => written().map(({ n }) => n),
  };
}

const user = fc.constantFrom('ann', 'bob', 'cat');
const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), users: fc.array(user, { maxLength: 9 }) }),
  // In one transaction with what fails, so that all of it is rolled back, and each is done alone.
  fc.record({ kind: fc.constant('revert' as const), users: fc.array(user, { maxLength: 9 }) }),
  fc.record({ kind: fc.constant('turns' as const), count: fc.nat(9) }),
  // Also while entries are being written.
  fc.record({ kind: fc.constant('reopen' as const) }),
);
const view = fc.record({ user, from: fc.nat(60), limit: fc.integer({ min: 1, max: 9 }) });
const runs = fc.record({
  length: fc.integer({ min: 1, max: 12 }),
  slice: fc.integer({ min: 1, max: 4 }),
});

test('wherever the entries are, pages show what was sent', async (t) => {
  const fails = () => {
    throw new Error('on purpose');
  };
  const steps = fc.array(fc.tuple(step, view), { maxLength: 30 });
  const law = fc.asyncProperty(runs, steps, async (runs, steps) => {
    const file = newFile();
    let opened = open(t, runs, file);
    const sent: Notification[] = [];
    for (const [step, { user, from, limit }] of steps) {
      if (step.kind === 'turns') for (let i = 0; i < step.count; i++) await nextTurn();
      if (step.kind === 'reopen') {
        await opened.store.close();
        opened = open(t, runs, file);
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

test('entries are written in the background once there are enough', async (t) => {
  const { send, inbox, written } = open(t, { length: 4, slice: 2 });
  const sent: number[] = [];
  for (const userId of ['b', 'a', 'b']) sent.push((await send(userId)).n);
  for (let i = 0; i < 20; i++) await nextTurn();
  assert.deepEqual(written(), []);
  sent.push((await send('a')).n);
  while (written().length < 4) await nextTurn();
  assert.deepEqual(written(), sent);
  assert.deepEqual(await inbox('a'), [sent[3], sent[1]]);
});

test('after a restart what was not written is read from the notifications', async (t) => {
  const file = newFile();
  const before = open(t, { length: 2, slice: 2 }, file);
  const sent = [await before.send('a'), await before.send('a')];
  while (before.written().length < 2) await nextTurn();
  await before.store.close();
  const between = open(t, { length: 100, slice: 2 }, file);
  sent.push(await between.send('a'), await between.send('b'));
  await between.store.close();
  const after = open(t, { length: 100, slice: 2 }, file);
  assert.deepEqual(after.written(), [sent[0]!.n, sent[1]!.n]);
  assert.deepEqual(await after.inbox('a'), [sent[2]!.n, sent[1]!.n, sent[0]!.n]);
  assert.deepEqual(await after.inbox('b'), [sent[3]!.n]);
});

test('what a restart has broken off is written again', async (t) => {
  const file = newFile();
  const runs = { length: 6, slice: 1 };
  const before = open(t, runs, file);
  const sent = [];
  for (let i = 0; i < 6; i++) sent.push((await before.send('a')).n);
  while (before.written().length === 0) await nextTurn();
  await before.store.close();
  const after = open(t, runs, file);
  assert.ok(after.written().length < 6);
  assert.deepEqual(await after.inbox('a'), sent.toReversed());
  sent.push((await after.send('a')).n);
  while (after.written().length < 7) await nextTurn();
  assert.deepEqual(await after.inbox('a'), sent.toReversed());
});

test('a commit that fails leaves no entry, and its number is used again', async (t) => {
  const { db, store, send, inbox } = open(t, { length: 100, slice: 2 });
  const { n } = await send('a');
  let fails = true;
  const beforeCommit = () => {
    if (fails) throw new Error('on purpose');
  };
  db.join({ beforeCommit, afterRollback: () => {} });
  await Promise.all(['a', 'b', 'a'].map((userId) => assert.rejects(send(userId), /on purpose/)));
  assert.deepEqual([await inbox('a'), await inbox('b'), await store.last()], [[n], [], n]);
  fails = false;
  assert.equal((await send('b')).n, n + 1);
  assert.deepEqual([await inbox('a'), await inbox('b')], [[n], [n + 1]]);
});

test('entries that cannot be written stay in memory until they can', async (t) => {
  const { db, send, inbox, written } = open(t, { length: 8, slice: 2 });
  const sent = [];
  for (let i = 0; i < 7; i++) sent.push((await send('a')).n);
  const warned = once(process, 'warning') as Promise<[Error]>;
  const accept = send('a');
  t.mock.method(db, 'write', () => Promise.reject(new Error('the disk is full')), { times: 1 });
  sent.push((await accept).n);
  const [warning] = await warned;
  assert.match(warning.message, /inboxes are written later: Error: the disk is full/);
  assert.deepEqual([written(), await inbox('a')], [[], sent.toReversed()]);
  sent.push((await send('a')).n);
  while (written().length < 8) await nextTurn();
  assert.deepEqual(await inbox('a'), sent.toReversed());
});

test('the inboxes of a database from before there were runs are taken over', async (t) => {
  const file = newFile();
  const old = new Sqlite({ file, migrations: migrations.slice(0, 1) });
  const insert = old.run(
    "INSERT INTO notification VALUES (?, ?, ?, 'Title', 'Body', ?, NULL, NULL, 1, NULL)",
  );
  await old.write(() => {
    insert(5, 'b', 'in_app', 'delivered');
    insert(6, 'a', 'in_app', 'delivered');
    insert(7, 'b', 'email', 'sent');
    insert(8, 'b', 'in_app', 'delivered');
    old.run('UPDATE counter SET last = 8')();
  });
  await old.close();
  const { inbox, send } = open(t, { length: 100, slice: 2 }, file);
  assert.deepEqual([await inbox('a'), await inbox('b')], [[6], [8, 5]]);
  assert.equal((await send('a')).n, 9);
  assert.deepEqual(await inbox('a'), [9, 6]);
});
