import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { etagOf, readCondition } from '../../keys/conditions.ts';
import { EntryTable } from './entry-table.ts';
import { VersionMismatch } from '../node.ts';
import { entryOf } from '../contract/entry.ts';
import { sqliteNode } from './node.ts';
import { openDatabase } from './sqlite-key-value-store.ts';

test('changes in memory by a failed step are taken back, tombstones and version too', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const table = new EntryTable(db, Infinity);
  await db.write((tx) => {
    table.serve(tx, 'n', 'version 1');
    table.set(tx, 'n', 'kept', entryOf('v'));
    table.set(tx, 'n', 'tombstone', undefined);
  });
  const before = new Map(table.rows('n'));
  const failing = db.write((tx) => {
    table.serve(tx, 'n', 'version 2');
    table.removeTombstones(tx, 'n', 10);
    table.set(tx, 'n', 'kept', undefined);
    table.set(tx, 'n', 'new', entryOf('v'));
    table.remove(tx, 'n', 'kept');
    table.set(tx, 'n', 'kept', entryOf('other', 1));
    throw new Error('full disk');
  });
  await assert.rejects(failing, /full disk/);
  assert.deepEqual(new Map(table.rows('n')), before);
  assert.deepEqual([table.count('n'), table.servedVersion('n')], [1, 'version 1']);
  // The entries that were taken back are there for the next step.
  await db.write((tx) => table.removeTombstones(tx, 'n', 10));
  assert.deepEqual([...table.rows('n').keys()], ['kept']);
});

test('the order of keys and the bytes follow a rollback', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const table = new EntryTable(db, 10);
  await db.write((tx) => {
    table.set(tx, 'n', 'b', entryOf('12'));
    table.set(tx, 'n', 'd', entryOf('12'));
  });
  const ordered = await table.ordered('n');
  const failing = db.write((tx) => {
    table.set(tx, 'n', 'a', entryOf('1'));
    table.remove(tx, 'n', 'b');
    table.set(tx, 'n', 'd', undefined);
    throw new Error('full disk');
  });
  await assert.rejects(failing, /full disk/);
  assert.deepEqual([...ordered.from('')], ['b', 'd']);
  const isStored = (value: string) => db.write((tx) => table.set(tx, 'n', 'c', entryOf(value)));
  assert.deepEqual([await isStored('1234'), await isStored('123')], [false, true]);
  assert.deepEqual([...ordered.from('c')], ['c', 'd']);
});

test('rows of a database without tags get one each', async (t) => {
  const file = join(temporaryFolder(), 'key-value.db');
  const old = new DatabaseSync(file);
  old.exec(readFileSync(new URL('./sql/0001-entries.sql', import.meta.url), 'utf8'));
  old.exec(`INSERT INTO entry VALUES (1, 'n', 'k', 'v'), (2, 'n', 'l', 'v'), (3, 'n', 'm', NULL);
    INSERT INTO served_version VALUES ('n', 'r 1 a'); PRAGMA user_version = 1`);
  old.close();
  const db = openDatabase({ file });
  t.after(() => db.close());
  const node = sqliteNode(new EntryTable(db, Infinity), 'n');
  const [k, l] = [await node.get('r 1 a', 'k'), await node.get('r 1 a', 'l')];
  assert.deepEqual([k?.value, k?.expiresAt], ['v', undefined]);
  for (const { tag } of [k!, l!]) {
    assert.deepEqual(readCondition({ 'if-match': etagOf(tag, 'envelope') })?.ifMatch, [tag]);
  }
  assert.notEqual(k!.tag, l!.tag);
  assert.equal(await node.get('r 1 a', 'm'), undefined);
});

test('writes of others come between the portions in which many tombstones are dropped', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const table = new EntryTable(db, Infinity);
  const [node, other] = [sqliteNode(table, 'n'), sqliteNode(table, 'other')];
  const versions = ['r 1 a', 'r 2 b'] as const;
  await Promise.all([node.fence(versions[0]), other.fence(versions[0])]);
  await Promise.all(
    Array.from({ length: 1_000 }, (_, i) => node.delete(versions[0], `k${i}`, true)),
  );
  const ended: string[] = [];
  const fence = node.fence(versions[1]).then(() => ended.push('fence'));
  await other.put(versions[0], 'k', entryOf('v'), false).then(() => ended.push('put'));
  await assert.rejects(node.get(versions[0], 'k0'), VersionMismatch);
  await fence;
  assert.deepEqual(ended, ['put', 'fence']);
});
