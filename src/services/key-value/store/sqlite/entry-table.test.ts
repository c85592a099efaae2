import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EntryTable } from './entry-table.ts';
import { VersionMismatch } from '../node.ts';
import { sqliteNode } from './node.ts';
import { openDatabase } from './store.ts';

test('what a failed step changed in memory is taken back, tombstones and version too', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const table = new EntryTable(db, Infinity);
  await db.write((tx) => {
    table.serve(tx, 'n', 'version 1');
    table.set(tx, 'n', 'kept', 'v');
    table.set(tx, 'n', 'tombstone', undefined);
  });
  const before = new Map(table.entries('n'));
  const failing = db.write((tx) => {
    table.serve(tx, 'n', 'version 2');
    table.removeTombstones(tx, 'n', 10);
    table.set(tx, 'n', 'kept', undefined);
    table.set(tx, 'n', 'new', 'v');
    table.remove(tx, 'n', 'kept');
    table.set(tx, 'n', 'kept', 'other');
    throw new Error('full disk');
  });
  await assert.rejects(failing, /full disk/);
  assert.deepEqual(new Map(table.entries('n')), before);
  assert.deepEqual([table.count('n'), table.servedVersion('n')], [1, 'version 1']);
  // What was taken back is there for the next step.
  await db.write((tx) => table.removeTombstones(tx, 'n', 10));
  assert.deepEqual([...table.entries('n').keys()], ['kept']);
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
  await other.put(versions[0], 'k', 'v').then(() => ended.push('put'));
  await assert.rejects(node.get(versions[0], 'k0'), VersionMismatch);
  await fence;
  assert.deepEqual(ended, ['put', 'fence']);
});
