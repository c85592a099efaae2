import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, watch, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Sqlite, type SqliteOptions } from './sqlite.ts';
import { temporaryFolder } from '../testing/testing.ts';

const schema = 'CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)';

describe('embedded engine', () => {
  it('commits the units that wait together, in one transaction', async (t) => {
    t.mock.method(performance, 'now', () => 0);
    const batches: number[] = [];
    const { db, add, texts } = open(t, { onCommit: (units) => batches.push(units) });
    await Promise.all(['a', 'b', 'c'].map((text) => db.write(() => add(text))));
    assert.deepEqual(batches, [3]);
    assert.deepEqual(texts(), ['a', 'b', 'c']);
  });

  it('leaves what exceeds a slice of time to the next batch, in order, and others have a turn', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const batches: number[] = [];
    const seen: string[] = [];
    const { db, add, texts } = open(t, { onCommit: (units) => batches.push(units) });
    const slowly = (text: string) =>
      db.write(() => {
        now += 3;
        seen.push(text);
        if (text === 'a') setImmediate(() => seen.push('another request'));
        return add(text);
      });
    assert.deepEqual(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(slowly)), [1, 1, 1, 1, 1]);
    assert.deepEqual(batches, [2, 2, 1]);
    // It has its turn after the first batch or, where the disk is faster than that turn, after the second.
    const turn = seen.indexOf('another request');
    assert.ok(turn === 2 || turn === 4, seen.join());
    assert.deepEqual(seen.toSpliced(turn, 1), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(texts(), ['a', 'b', 'c', 'd', 'e']);
  });

  it('answers every unit, however many wait behind a slice', async (t) => {
    const { db } = open(t);
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const units = Array.from({ length: 150_000 }, (_, i) =>
      db.write(() => {
        if (i < 3) now += 10;
        return i;
      }),
    );
    assert.equal((await Promise.all(units)).length, units.length);
  });

  it('answers a unit with what it returns, after the commit', async (t) => {
    const { db, file, add } = open(t);
    const answer = await db.write(() => ({ added: add('a') }));
    assert.deepEqual(answer, { added: 1 });
    const other = new DatabaseSync(file, { readOnly: true });
    assert.equal(other.prepare('SELECT count(*) AS n FROM entry').get()!['n'], 1);
    other.close();
  });

  it('runs the others on their own when one of a batch throws, and rejects only that one', async (t) => {
    const { db, add, texts } = open(t);
    const outcomes = await Promise.allSettled([
      db.write(() => add('a')),
      db.write(() => {
        add('half-done');
        throw new Error('no');
      }),
      db.write(() => add('b')),
      db.write(() => add('a')), // not unique
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    assert.deepEqual(texts(), ['a', 'b']);
  });

  it('cuts units that run on their own into slices, too', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const { db } = open(t);
    const seen: string[] = [];
    const fails = (text: string) =>
      db.write(() => {
        now += 3;
        seen.push(text);
        if (seen.length === 1) setImmediate(() => seen.push('another request'));
        throw new Error(text);
      });
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(fails));
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    // The first batch ends with its first unit; then each alone, until the slice is over.
    assert.deepEqual(seen.slice(0, 4), ['a', 'a', 'b', 'another request']);
  });

  it('reverts what a unit changed in memory when its transaction is rolled back', async (t) => {
    const { db, add } = open(t);
    const seen: string[] = [];
    const remember = (text: string) =>
      db.write((tx) => {
        seen.push(text);
        tx.onRollback(() => seen.splice(seen.lastIndexOf(text), 1));
        add(text);
      });
    await Promise.allSettled([remember('a'), remember('a'), remember('b')]);
    assert.deepEqual(seen, ['a', 'b']);
  });

  it('reverts the last change first', async (t) => {
    // The batch takes no time: it is not cut.
    t.mock.method(performance, 'now', () => 0);
    const { db } = open(t);
    let last = '';
    const found: string[] = [];
    const change = (text: string) =>
      db.write((tx) => {
        const before = last;
        tx.onRollback(() => (last = before));
        found.push(before);
        last = text;
      });
    const fails = () => {
      throw new Error('on purpose');
    };
    await Promise.allSettled([change('a'), change('b'), db.write(fails)]);
    // In the batch, and then each alone.
    assert.deepEqual(found, ['', 'a', '', 'a']);
  });

  it('gathers what arrives during an fsync into the next batch', async (t) => {
    // The batch takes no time: it is not cut.
    t.mock.method(performance, 'now', () => 0);
    const batches: number[] = [];
    const { db, add } = open(t, { onCommit: (units) => batches.push(units) });
    const later: Promise<unknown>[] = [];
    const first = db.write(() => {
      // Runs when the batch is committed, and before the loop can turn to the end of its fsync.
      queueMicrotask(() =>
        later.push(
          db.write(() => add('b')),
          db.write(() => add('c')),
        ),
      );
      return add('a');
    });
    await first;
    await Promise.all(later);
    assert.deepEqual(batches, [1, 2]);
  });

  it('finishes what waits before it closes, and closes once', async (t) => {
    const { db, file, add } = open(t);
    const writes = ['a', 'b'].map((text) => db.write(() => add(text)));
    await Promise.all([db.close(), db.close(), ...writes]);
    await assert.rejects(
      db.write(() => add('c')),
      /is closed/,
    );
    const again = Sqlite.open({ file, migrations: folderOf(schema) });
    t.after(() => again.close());
    assert.equal(again.all('SELECT * FROM entry')().length, 2);
  });

  it('refuses a file that is in use', (t) => {
    const { file } = open(t);
    assert.throws(
      () => Sqlite.open({ file, migrations: folderOf(schema) }),
      /is in use by another process/,
    );
  });

  it('applies each migration once, in order, and refuses a newer schema', async () => {
    const file = join(temporaryFolder(), 'm.db');
    const first = Sqlite.open({ file, migrations: folderOf(schema) });
    await first.write(() => first.run("INSERT INTO entry VALUES (1, 'kept')")());
    await first.close();
    const migrations = folderOf(schema, 'ALTER TABLE entry ADD COLUMN note TEXT');
    const second = Sqlite.open({ file, migrations });
    assert.deepEqual(
      { ...second.get('SELECT * FROM entry')() },
      { id: 1, text: 'kept', note: null },
    );
    await second.close();
    const open = () => Sqlite.open({ file, migrations: folderOf(schema) });
    assert.throws(open, /has version 2, but this program knows only 1; run a newer one/);
    // A refused file is not held.
    await Sqlite.open({ file, migrations }).close();
  });

  it('folds the log into the file while it is written, and leaves one whole file', async (t) => {
    const { db, file, add } = open(t);
    // What is committed stands in the log: only a checkpoint changes the file itself.
    const watcher = watch(file);
    t.after(() => watcher.close());
    const folded = once(watcher, 'change').then(() => true);
    let n = 0;
    const write = async () => {
      await db.write(() => add(`entry ${n++}`));
      return false;
    };
    while (!(await Promise.race([folded, write()])));
    await db.close();
    assert.ok(!existsSync(`${file}-wal`));
    const after = new DatabaseSync(file);
    assert.equal(after.prepare('SELECT count(*) AS n FROM entry').get()!['n'], n);
    assert.equal(after.prepare('PRAGMA integrity_check').get()!['integrity_check'], 'ok');
    after.close();
  });
});

function open(t: TestContext, options: Partial<SqliteOptions> = {}) {
  const file = join(temporaryFolder(), 'test.db');
  const db = Sqlite.open({ file, migrations: folderOf(schema), ...options });
  t.after(() => db.close());
  const add = db.run('INSERT INTO entry (text) VALUES (?)');
  const all = db.all<{ text: string }>('SELECT text FROM entry ORDER BY text');
  return { db, file, add: (text: string) => add(text), texts: () => all().map(({ text }) => text) };
}

/** Numbered migrations with these contents. */
function folderOf(...scripts: string[]): URL {
  const folder = pathToFileURL(`${temporaryFolder()}/`);
  scripts.forEach((script, i) => writeFileSync(new URL(`000${i + 1}-step.sql`, folder), script));
  return folder;
}
