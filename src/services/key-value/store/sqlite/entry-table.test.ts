import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EntryTable } from './entry-table.ts';
import { openDatabase } from './store.ts';

test('what a failed step changed in memory is taken back, tombstones and version too', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const table = new EntryTable(db);
  await db.write((tx) => {
    table.serve(tx, 'n', 'version 1');
    table.set(tx, 'n', 'kept', 'v');
    table.set(tx, 'n', 'tombstone', undefined);
  });
  const before = new Map(table.entries('n'));
  const failing = db.write((tx) => {
    table.serve(tx, 'n', 'version 2');
    table.removeTombstones(tx, 'n');
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
  await db.write((tx) => table.removeTombstones(tx, 'n'));
  assert.deepEqual([...table.entries('n').keys()], ['kept']);
});
