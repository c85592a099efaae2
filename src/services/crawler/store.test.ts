import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { missing, servers, temporaryFolder, twoReplicas, unique } from '#kit/testing.ts';
import { storeContract } from './store.contract.ts';
import { openPostgresStore } from './store.postgres.ts';
import { endFormerLeases, openDatabase, sqliteStore } from './store.sqlite.ts';

storeContract('SQLite', false, async (t) => {
  const file = join(temporaryFolder(), 'crawler.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  return {
    first: sqliteStore(db),
    second: sqliteStore(db),
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return sqliteStore(db);
    },
  };
});

storeContract('PostgreSQL', missing('postgres'), async (t) => {
  const deployment = unique('crawler');
  return twoReplicas(t, () => openPostgresStore(servers.postgres, deployment));
});

test('on SQLite, leases of a former process are void', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqliteStore(db);
  const { n } = await store.create('http://a/', 'http://a/', 1, 0);
  await store.acquire({ owner: 'former', until: 100 }, 0, 1);
  assert.deepEqual(await store.acquire({ owner: 'next', until: 100 }, 50, 1), []);
  await endFormerLeases(db);
  assert.equal((await store.acquire({ owner: 'next', until: 100 }, 50, 1))[0]?.n, n);
});

test(
  'deployments on one PostgreSQL do not see each other',
  { skip: missing('postgres') },
  async (t) => {
    const open = () => openPostgresStore(servers.postgres, unique('crawler'));
    const [one, other] = [await open(), await open()];
    t.after(() => Promise.all([one.close(), other.close()]));
    const { n } = await one.create('http://a/', 'http://a/', 1, 0);
    assert.equal(n, 1);
    assert.equal(await other.find(n), undefined);
    assert.deepEqual(await other.acquire({ owner: 'o', until: 9 }, 0, 9), []);
  },
);
