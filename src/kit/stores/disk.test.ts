import assert from 'node:assert/strict';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync, copyFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { noSmallDisk, smallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/testing.ts';
import { StartupError } from '../base/startup-error.ts';
import { Sqlite } from './sqlite.ts';

const skip = noSmallDisk();
const full = { code: 'STORE_FULL', status: 507, headers: { 'retry-after': '10' } };
const unwritable = {
  code: 'STORE_UNAVAILABLE',
  status: 503,
  headers: { 'retry-after': '1' },
  message: 'the data folder cannot be written',
};
const text = 'x'.repeat(3_000);

describe('the embedded engine on a full disk', { skip }, () => {
  it('refuses what does not fit, each unit for itself, and takes the first that does', async (t) => {
    const disk = smallDisk(t);
    const { db, add, count } = open(t, disk.folder);
    await db.write(() => add('before'));
    disk.fill(64 * 1024);
    const large = () => db.write(() => add('x'.repeat(200_000)));
    const small = () => db.write(() => add('small'));
    const outcomes = await Promise.allSettled([small(), large(), small(), large()]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    await assert.rejects(large(), full);
    assert.equal(count(), 3);
    disk.free();
    await large();
    assert.equal(count(), 4);
  });

  it('reverts what a unit changed besides the database, and says nothing of paths', async (t) => {
    const disk = smallDisk(t);
    const { db, add } = open(t, disk.folder);
    disk.fill();
    const seen: string[] = [];
    const unit = db.write((tx) => {
      seen.push('a');
      tx.onRollback(() => seen.pop());
      for (let i = 0; i < 100; i++) add(text);
    });
    const error = await unit.catch((reason: Error) => reason);
    assert.ok(error instanceof Error);
    assert.deepEqual(seen, []);
    assert.equal(error.message, 'the disk has no space left');
    assert.match(String(error.cause), /test\.db: database or disk is full/);
  });

  it('is not ready from the first refusal until a probe passes, whoever writes', async (t) => {
    const disk = smallDisk(t);
    const { db, add } = open(t, disk.folder);
    await db.ready();
    disk.fill(16 * 1024);
    await assert.rejects(
      db.write(() => add('x'.repeat(100_000))),
      full,
    );
    await db.write(() => add('small'));
    await assert.rejects(Promise.all([db.ready(), db.ready()]), full);
    disk.free();
    await Promise.all([db.ready(), db.ready()]);
    disk.fill();
    await db.ready(); // it has refused nothing since
    assert.deepEqual(
      readdirSync(disk.folder).filter((file) => file.includes('probe')),
      [],
    );
  });

  it('does not commit at a restart what it refused because the index of the log found no room', async (t) => {
    const disk = smallDisk(t, { megabytes: 40 });
    const { db, file, add, count } = open(t, disk.folder);
    // Keeps the log from starting over. Its index has room for 4,062 frames, then it has to grow.
    const reader = new DatabaseSync(file, { readOnly: true });
    t.after(() => reader.close());
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM entry').get();
    const frames = () => Math.floor((statSync(`${file}-wal`).size - 32) / 4_120);
    while (frames() < 4_040) await db.write(() => add(text));
    const before = count();
    disk.fill(30 * 4_096);
    const unit = () => {
      for (let i = 0; i < 25; i++) add(text);
    };
    await assert.rejects(db.write(unit), full);
    assert.ok(frames() > 4_062, 'the frames are there');
    assert.equal(count(), before);
    assert.equal(countAfterCrash(file), before);
    disk.free();
    await db.write(unit);
    assert.equal(countAfterCrash(file), before + 25);
  });

  it('does not start, and says so in one sentence', async (t) => {
    const disk = smallDisk(t);
    disk.fill();
    const file = join(disk.folder, 'test.db');
    const message = `${file}: the disk is full; make room, or set DATA_DIR to another folder`;
    assert.throws(() => openAt(file), new StartupError(message));
    disk.free();
    await openAt(file).close();
  });

  it('closes all the same, and the file is whole', async (t) => {
    const disk = smallDisk(t);
    const { db, file, add } = open(t, disk.folder);
    await db.write(() => add('before'));
    disk.fill();
    const units = Array.from({ length: 50 }, () => db.write(() => add(text)));
    const outcomes = Promise.allSettled(units);
    await db.close();
    const stored = (await outcomes).filter(({ status }) => status === 'fulfilled').length;
    disk.free();
    const after = new DatabaseSync(file);
    assert.equal(after.prepare('PRAGMA integrity_check').get()!['integrity_check'], 'ok');
    assert.equal(after.prepare('SELECT count(*) AS n FROM entry').get()!['n'], stored + 1);
    after.close();
  });
});

describe('the embedded engine in a folder that cannot be written', () => {
  it('does not start on a read-only disk, and names DATA_DIR', { skip }, async (t) => {
    const disk = smallDisk(t);
    const file = join(disk.folder, 'test.db');
    await openAt(file).close();
    disk.makeReadOnly();
    assert.throws(() => openAt(file), {
      message: /test\.db cannot be written \([^\n]*\); see DATA_DIR$/,
    });
  });

  it('does not start where a file is in the way of the folder', () => {
    const folder = join(temporaryFolder(), 'data');
    writeFileSync(folder, '');
    assert.throws(() => openAt(join(folder, 'test.db')), { message: /see DATA_DIR|set DATA_DIR/ });
  });

  it('refuses writes while its files are elsewhere, where they would be lost, and reads', async (t) => {
    const folder = join(temporaryFolder(), 'data');
    const { db, add, count } = open(t, folder);
    await db.write(() => add('before'));
    renameSync(folder, `${folder}.away`);
    await assert.rejects(
      db.write(() => add('lost')),
      unwritable,
    );
    await assert.rejects(db.ready(), unwritable);
    assert.equal(count(), 1);
    renameSync(`${folder}.away`, folder);
    await db.write(() => add('after'));
    await db.ready();
    assert.equal(count(), 2);
    rmSync(folder, { recursive: true });
    await assert.rejects(
      db.write(() => add('lost')),
      unwritable,
    );
    await db.close();
  });

  it('refuses with 503 what the system refuses for another reason than space', async (t) => {
    const { db, add, count } = open(t, temporaryFolder());
    await db.write(() => add('before'));
    limitFiles(t, 128 * 1024);
    const large = () => db.write(() => add('x'.repeat(300_000)));
    await assert.rejects(large(), unwritable);
    await assert.rejects(db.ready(), unwritable);
    assert.equal(count(), 1);
    limitFiles(t, 'unlimited');
    await db.ready();
    await large();
    assert.equal(count(), 2);
  });
});

/** How large a file of this process may become, bytes. */
function limitFiles(t: TestContext, bytes: number | 'unlimited'): void {
  const set = (limit: number | 'unlimited') =>
    spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${limit}:unlimited`]);
  t.after(() => set('unlimited'));
  assert.equal(set(bytes).status, 0);
}

/** Rows that a restart finds if the process ends now. */
function countAfterCrash(file: string): number {
  const copy = join(temporaryFolder(), 'copy.db');
  copyFileSync(file, copy);
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  const db = new DatabaseSync(copy);
  const rows = Number(db.prepare('SELECT count(*) AS n FROM entry').get()!['n']);
  db.close();
  return rows;
}

function openAt(file: string): Sqlite {
  const migrations = pathToFileURL(`${temporaryFolder()}/`);
  const schema = 'CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL)';
  writeFileSync(new URL('0001-entry.sql', migrations), schema);
  return Sqlite.open({ file, migrations });
}

function open(t: TestContext, folder: string) {
  const file = join(folder, 'test.db');
  const db = openAt(file);
  t.after(() => db.close());
  const insert = db.run('INSERT INTO entry (text) VALUES (?)');
  const rows = db.get<{ n: number }>('SELECT count(*) AS n FROM entry');
  return { db, file, add: (one: string) => insert(one), count: () => rows()!.n };
}
