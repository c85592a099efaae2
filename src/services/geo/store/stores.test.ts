import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openPostgres } from '#kit/stores/postgres.ts';
import { openRedis } from '#kit/stores/redis.ts';
import { sql } from '#kit/stores/sql.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { cellCacheContract } from './contract/cells.ts';
import { memoryCache } from './memory/cache.ts';
import { openRedisCache, redisCache } from './redis/cache.ts';
import { cellOf, parentOf } from '../cells/cells.ts';
import { away, centre, hub, plain, T0 } from '../test/fixtures.ts';
import { boxesAround } from '../cells/geometry.ts';
import { hubStoreContract } from './contract/hubs.ts';
import { hubsTouching, openPostgresStore } from './postgres/postgres-geo-store.ts';
import { openDatabase, sqliteStore } from './sqlite/sqlite-geo-store.ts';

hubStoreContract('SQLite', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'geo.db') });
  t.after(() => db.close());
  return [sqliteStore(db), sqliteStore(db)];
});

hubStoreContract('PostgreSQL', (t) => twoPostgres(t, unique('t')), { skip: missing('postgres') });

cellCacheContract('memory', async () => {
  const cache = memoryCache(1000);
  return [cache, cache];
});

cellCacheContract('Redis', (t) => twoRedis(t, servers.redis, unique('t')), {
  skip: missing('redis'),
});

cellCacheContract('a Redis Cluster', (t) => twoRedis(t, servers.cluster, unique('t')), {
  skip: missing('cluster'),
});

describe('hubs on SQLite, closed and opened again', () => {
  it('are there, with what is pending', async (t) => {
    const file = join(temporaryFolder(), 'geo.db');
    const before = sqliteStore(openDatabase({ file }));
    const kept = hub();
    await before.save(kept, T0);
    const pending = await before.pendingInvalidations(T0);
    await before.close();
    const after = sqliteStore(openDatabase({ file }));
    t.after(() => after.close());
    assert.deepEqual(plain((await after.find(kept.id))!), plain(kept));
    assert.equal((await after.hubsReaching(centre, 0)).length, 1);
    assert.deepEqual(await after.pendingInvalidations(T0), pending);
  });
});

describe('hubs on PostgreSQL', { skip: missing('postgres') }, () => {
  it('of another deployment in the same database are not seen', async (t) => {
    const [one] = await twoPostgres(t, unique('t'));
    const [other] = await twoPostgres(t, unique('t'));
    const mine = hub();
    await one.save(mine, T0);
    assert.equal(await other.find(mine.id), undefined);
    const seen = await Promise.all([
      other.list(),
      other.hubsReaching(centre, 0),
      other.pendingInvalidations(T0),
      other.remove(mine.id, T0),
    ]);
    assert.deepEqual(
      seen.map(({ length }) => length),
      [0, 0, 0, 0],
    );
    await other.save(mine, T0);
    await other.remove(mine.id, T0);
    assert.notEqual(await one.find(mine.id), undefined);
  });

  it('are found by their boxes, not by reading them all', async (t) => {
    const deployment = unique('t');
    const [store] = await twoPostgres(t, deployment);
    const db = await openPostgres(
      servers.postgres,
      'geo',
      new URL('./postgres/sql/', import.meta.url),
    );
    t.after(() => db.close());
    await store.save(hub(), T0);
    const slow = db.within();
    await slow.execute(sql`INSERT INTO geo.hub (deployment, revision, hub_id, name, lat, lng, radius_km, stock, riders, count, area)
      SELECT ${deployment}, 1, 'bulk-' || i, 'x', 0, i * 0.01, 1, 1, 1, 1,
        box(point(i * 0.01 - 0.01, -0.01), point(i * 0.01 + 0.01, 0.01))
      FROM generate_series(1, 10000) i`);
    const boxes = boxesAround({ ...centre, radiusKm: 0.25 });
    // Both a table that was just filled and one that the database has had time to look at.
    for (const prepare of ['SELECT 1', 'ANALYZE geo.hub']) {
      await slow.execute(sql.raw(prepare));
      const plan = await db.query(sql<{ 'QUERY PLAN': string }>`
        EXPLAIN ${hubsTouching(deployment, boxes)}`);
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      assert.match(text, /Index Scan on hub_area/);
      assert.match(text, /Index Scan on hub_beyond/);
      assert.doesNotMatch(text, /Seq Scan|hub_pkey/);
    }
  });
});

describe('cell cache in memory', () => {
  it('is bounded, and a group that made room rejects its writes', async () => {
    const cache = memoryCache(2);
    const entry = { at: T0, listed: [], near: [] };
    const cells = Array.from({ length: 5 }, (_, i) => cellOf(away(centre, 100 * i)));
    const early = await cache.beginWrite(cells[0]!);
    for (const cell of cells) await (await cache.beginWrite(cell))(entry);
    // Its group can no longer be found, so `invalidate` could not have ended it.
    assert.equal(await early(entry), false);
    const kept = await Promise.all(cells.map((cell) => cache.get(cell)));
    assert.deepEqual(kept.map(Boolean), [false, false, false, true, true]);
  });
});

describe('cell cache on Redis', { skip: missing('redis') }, () => {
  it('that lost a hash does not take the next one for it', async (t) => {
    const prefix = unique('t');
    const [cache] = await twoRedis(t, servers.redis, prefix);
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    const cell = cellOf(centre);
    const early = await cache.beginWrite(cell);
    await redis.del(`{${prefix}:${parentOf(cell)}}`); // evicted, or expired
    assert.equal(await early({ at: T0, listed: [], near: [] }), false);
    const late = await cache.beginWrite(cell);
    assert.equal(await early({ at: T0, listed: [], near: [] }), false);
    assert.equal(await late({ at: T0, listed: [], near: [] }), true);
  });

  it('whose states went while it read an entry does not answer from before them', async (t) => {
    const prefix = unique('t');
    const [cache] = await twoRedis(t, servers.redis, prefix);
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    const [cell, one] = [cellOf(centre), hub()];
    const write = await cache.beginWrite(cell);
    await write({ at: T0, listed: [one], near: [one] });
    await cache.refresh([parentOf(cell)], { ...one, revision: 2, paused: true });
    const reader = redisCache(redis, prefix);
    assert.equal((await reader.get(cell))!.near[0]!.paused, true);
    // Between the two commands of a lookup another hub of the parent changes.
    const read = redis.hmget.bind(redis);
    t.mock.method(redis, 'hmget', async (...args: Parameters<typeof read>) => {
      const values = await read(...args);
      await cache.invalidate([parentOf(cell)]);
      return values;
    });
    assert.equal(await reader.get(cell), undefined);
  });

  it('leaves nothing behind for good: every hash has a lifetime', async (t) => {
    const prefix = unique('t');
    const [cache] = await twoRedis(t, servers.redis, prefix);
    const redis = await openRedis(servers.redis);
    t.after(() => redis.disconnect());
    const cell = cellOf(centre);
    const write = await cache.beginWrite(cell);
    const lifetime = () => redis.pttl(`{${prefix}:${parentOf(cell)}}`);
    assert.ok((await lifetime()) > 0);
    await write({ at: T0, listed: [], near: [hub()] });
    const long = await lifetime();
    assert.ok(long > 3_000_000 && long <= 3_600_000);
    await write({ at: T0, listed: [], near: [] });
    assert.ok((await lifetime()) > 3_000_000); // a miss does not shorten it
  });
});

async function twoPostgres(t: TestContext, deployment: string) {
  const open = () => openPostgresStore(servers.postgres, deployment);
  const stores = await Promise.all([open(), open()]);
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}

async function twoRedis(t: TestContext, address: string, prefix: string) {
  const open = () => openRedisCache(address, prefix);
  const caches = await Promise.all([open(), open()]);
  t.after(() => Promise.all(caches.map((cache) => cache.close())));
  return caches;
}
