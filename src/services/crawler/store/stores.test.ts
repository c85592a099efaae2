import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import {
  fakeClock,
  missing,
  servers,
  temporaryFolder,
  twoReplicas,
  unique,
  type FakeClock,
} from '#kit/testing/testing.ts';
import { archiveContract } from './contract/archive.ts';
import type { Replicas } from './contract/fixtures.ts';
import { storeContract } from './contract/crawler-store.ts';
import { webhookContract } from './contract/webhooks.ts';
import { openPostgresStore } from './postgres/postgres-crawler-store.ts';
import { openDatabase, sqliteStore } from './sqlite/sqlite-crawler-store.ts';

const onSqlite = async (t: TestContext): Promise<Replicas> => {
  const file = join(temporaryFolder(), 'crawler.db');
  let db = openDatabase({ file });
  t.after(() => db.close());
  const store = sqliteStore(db); // one, as there is one process
  return {
    clock: fakeClock(),
    first: store,
    second: store,
    async reopen() {
      await db.close();
      db = openDatabase({ file });
      return sqliteStore(db);
    },
  };
};

const onPostgres = async (t: TestContext): Promise<Replicas> => {
  const deployment = unique('crawler');
  const clock = fakeClock();
  const open = () => openPostgresStore(servers.postgres, deployment, clock);
  return { ...(await twoReplicas(t, open)), clock };
};

for (const contract of [storeContract, archiveContract, webhookContract]) {
  contract('SQLite', false, onSqlite);
  contract('PostgreSQL', missing('postgres'), onPostgres);
}

describe('booking on PostgreSQL', { skip: missing('postgres') }, () => {
  async function replicas(t: TestContext, time?: FakeClock) {
    const deployment = unique('crawler');
    return twoReplicas(t, () => openPostgresStore(servers.postgres, deployment, time));
  }

  test('clocks of replicas that differ make no difference', async (t) => {
    const time = fakeClock();
    const { first, second } = await replicas(t, time);
    const [early, late] = [time() - 60_000, time() + 60_000];
    assert.equal(await first.bookRequest('a', 1_000, 300, early), 1_000);
    assert.equal(await second.bookRequest('a', 1_000, 300, late), 1_300);
    assert.equal(await first.bookRequest('a', 1_000, 300, early), 1_600);
  });

  test('it is the clock of the database that counts', async (t) => {
    const { first, second } = await replicas(t);
    const day = 24 * 60 * 60 * 1000;
    assert.equal(await first.bookRequest('a', 1_000, day, 0), 1_000);
    const wait = await second.bookRequest('a', 1_000, 300, 0);
    // Less what has passed since.
    assert.ok(wait <= day + 1_000 && wait > day / 2, `${wait}`);
  });

  test('hosts that are free are forgotten, others are not', async (t) => {
    const time = fakeClock();
    const { first, second } = await replicas(t, time);
    await first.bookRequest('a', 1_000, 300, 0);
    await first.bookRequest('b', 1_000, 5_000, 0);
    assert.equal(await second.forgetHosts(0), 0);
    time.advance(1_300);
    assert.equal(await second.forgetHosts(0), 1);
    assert.deepEqual(
      [await first.bookRequest('a', 1_000, 300, 0), await first.bookRequest('b', 1_000, 300, 0)],
      [1_000, 4_700],
    );
  });

  test('without spacing the database is not asked', async (t) => {
    const { first } = await replicas(t);
    await first.close();
    assert.equal(await first.bookRequest('a', 0, 0, 0), 0);
  });
});

test('on SQLite, leases of a former process are void', async () => {
  const file = join(temporaryFolder(), 'crawler.db');
  const former = sqliteStore(openDatabase({ file }));
  const { n } = await former.create('http://a/', 'http://a/', 1, 0);
  await former.acquire({ owner: 'former', until: 100 }, 0, 1);
  assert.deepEqual(await former.acquire({ owner: 'next', until: 100 }, 50, 1), []);
  await former.close();
  const store = sqliteStore(openDatabase({ file }));
  assert.equal((await store.acquire({ owner: 'next', until: 100 }, 50, 1))[0]?.n, n);
  await store.close();
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
