import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { missing, servers, temporaryFolder, unique } from '#kit/testing.ts';
import { openPostgresStore } from './postgres/store.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';
import { hashOf, plain } from './contract/fixtures.ts';
import { storeContract } from './store.contract.ts';

storeContract('SQLite', false, async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'file-store.db') });
  t.after(() => db.close());
  return { first: sqliteStore(db), second: sqliteStore(db) };
});

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const deployment = unique('files');
  const open = async () => {
    const store = await openPostgresStore(servers.postgres, deployment);
    t.after(() => store.close());
    return store;
  };
  const [first, second] = await Promise.all([open(), open()]);
  return { first, second };
});

const now = Date.UTC(2026, 0, 1);
const file = { name: 'a', owner_id: 'ann', parent_id: '', mime_type: 'text/plain' };

test('pins of a former process do not outlive it, on SQLite', async () => {
  const options = { file: join(temporaryFolder(), 'file-store.db') };
  const former = sqliteStore(openDatabase(options));
  const pin = await former.pin(hashOf('x'), 1, now + 3_600_000);
  const kept = await former.pin(hashOf('y'), 1, now + 3_600_000);
  await former.createFile(file, kept.id, now);
  await former.close();
  const store = sqliteStore(openDatabase(options));
  assert.deepEqual(plain(await store.condemn(now, now, 10)), [{ id: pin.id, hash: hashOf('x') }]);
  await store.close();
});

test(
  'deployments in one database do not see each other',
  { skip: missing('postgres') },
  async (t) => {
    const open = async () => {
      const store = await openPostgresStore(servers.postgres, unique('files'));
      t.after(() => store.close());
      return store;
    };
    const [one, other] = [await open(), await open()];
    const pin = await one.pin(hashOf('x'), 1, now);
    const made = await one.createFile(file, pin.id, now);
    const folder = await one.createFolder(file, now);
    assert.ok(typeof made === 'object' && typeof folder === 'object');
    assert.equal(await other.findFile(made.id), undefined);
    assert.equal(await other.findFolder(folder.id), undefined);
    assert.equal((await other.lineage(folder.id)).length, 0);
    assert.equal((await other.versions(made.id)).length, 0);
    assert.equal(await other.findVersion(made.id, 1), undefined);
    assert.equal(await other.share(made.id, 'bob', 'read'), 'unknown');
    assert.equal(await other.createFolder({ ...file, parent_id: folder.id }, now), 'unknown');
    assert.equal(await other.deleteFile(made.id), false);
    const all = { folderId: '', ownerId: undefined, visibleTo: undefined, after: undefined };
    assert.deepEqual(await other.children({ ...all, limit: 10 }), []);
    const theirs = await other.pin(hashOf('x'), 1, now);
    assert.notEqual(theirs.id, pin.id);
    const any = { mimeType: undefined, expected: undefined };
    assert.equal(await other.appendVersion(made.id, theirs.id, any, now), 'unknown');
    assert.equal((await one.condemn(now, now, 10)).length, 0);
    assert.equal((await other.condemn(now, now, 10)).length, 1);
  },
);
