import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { splitEvenly } from '../buckets.ts';
import { lifetimesMs } from '../limits.ts';
import type { Checkout } from './checkouts.ts';
import { storeContract } from './contract/contract.ts';
import { award, entry, log, prize, T0 } from './contract/fixtures.ts';
import type { StockLoad } from './ledger.ts';
import { openRedisStore } from './redis/redis-flash-sale-store.ts';
import { openDatabase, sqliteStore } from './sqlite/sqlite-flash-sale-store.ts';
import type { FlashSaleStore } from './flash-sale-store.ts';

storeContract('SQLite', async (t) => {
  // One process has the file, so both replicas are the same store.
  const store = sqliteStore(openDatabase({ file: join(temporaryFolder(), 'flash-sale.db') }));
  t.after(() => store.close());
  return [store, store];
});

storeContract('Redis', (t) => twoRedisStores(t, servers.redis), { skip: missing('redis') });

storeContract('a Redis Cluster', (t) => twoRedisStores(t, servers.cluster), {
  skip: missing('cluster'),
});

describe(
  'flash-sale store on Redis, when a replica dies half-way',
  { skip: missing('redis') },
  () => {
    const users = Array.from({ length: 2_000 }, (_, i) => `u${i}`);
    const halfLoaded = async (t: TestContext) => {
      const [dying, other] = await twoRedisStores(t, servers.redis);
      for (const id of users) await dying.checkout(buy('p', id, 1));
      const load = assert.rejects(dying.load(stock('p', users.length)));
      while ((await other.queuePosition('u0', 'p', now)).kind !== 'promoted');
      await dying.close();
      await load;
      const { waiting } = (await other.stock('p'))!;
      assert.ok(waiting > 0 && waiting < users.length, `${waiting} wait`);
      return other;
    };

    it('those who wait are promoted before a newcomer is served', async (t) => {
      const other = await halfLoaded(t);
      const late = { kind: 'queued', position: 0 };
      assert.deepEqual(await other.checkout(buy('p', 'late', 1)), late);
      assert.equal((await other.stock('p'))!.held, users.length);
    });

    it('they are promoted by the sweep', async (t) => {
      const other = await halfLoaded(t);
      await other.sweep(now);
      assert.equal((await other.stock('p'))!.waiting, 0);
    });
  },
);

describe('flash-sale store on Redis, when a script fails', { skip: missing('redis') }, () => {
  const open = async (t: TestContext) => {
    const prefix = unique('t');
    const store = await openRedisStore(servers.redis, prefix, log);
    const redis = await openRedis(servers.redis);
    t.after(async () => {
      redis.disconnect();
      await store.close();
    });
    return { store, redis, key: (name: string) => `{${prefix}}:${name}` };
  };

  it('a release and a load leave all as it was', async (t) => {
    const { store, redis, key } = await open(t);
    await store.load(stock('p', 3));
    await store.checkout(buy('p', 'all', 3));
    for (const id of ['u0', 'u1']) await store.checkout(buy('p', id, 1));
    const before = await store.stock('p');
    const waiter = (await redis.hget(key('waiters:p'), 'u1'))!;
    await redis.hset(key('waiters:p'), 'u1', 'no JSON');
    await assert.rejects(store.release('res all', now));
    await assert.rejects(store.load({ ...stock('p', 9), reset: true }));
    assert.deepEqual(await store.stock('p'), before);
    await redis.hset(key('waiters:p'), 'u1', waiter);
    const outcome = await store.release('res all', now);
    const users = outcome.kind === 'released' && outcome.promoted.map(({ userId }) => userId);
    assert.deepEqual(users, ['u0', 'u1']);
  });

  it('a checkout that fails harms none of those that travel with it', async (t) => {
    const { store, redis, key } = await open(t);
    await store.load(stock('p', 3));
    await redis.set(key('product:bad'), 'no hash');
    const outcomes = await Promise.allSettled([
      store.checkout(buy('p', 'u0', 1)),
      store.checkout(buy('bad', 'u1', 1)),
      store.checkout(buy('p', 'u2', 1)),
    ]);
    const statuses = outcomes.map(({ status }) => status);
    assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled']);
    assert.equal(await store.originalOf('key u1', now), undefined);
    assert.equal((await store.stock('p'))!.held, 2);
  });

  it('a position that cannot be told harms none of those that are asked with it', async (t) => {
    const { store, redis, key } = await open(t);
    for (const id of ['u0', 'u1']) await store.checkout(buy('p', id, 1));
    await redis.set(key('product:bad'), 'no hash');
    const asked = [
      store.queuePosition('u0', 'p', now),
      store.queuePosition('u0', 'bad', now),
      store.queuePosition('u1', 'p', now),
    ];
    const statuses = (await Promise.allSettled(asked)).map(({ status }) => status);
    assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('flash-sale store on SQLite, closed and opened again', () => {
  it('knows stock, sales and what they became', async () => {
    const folder = temporaryFolder();
    const before = reopen(folder);
    await before.load(stock('p', 10));
    for (const id of ['held', 'confirmed', 'released']) await before.checkout(buy('p', id, 2));
    await before.confirm('res confirmed', now);
    await before.release('res released', now);
    const view = await before.stock('p');
    await before.close();

    const after = reopen(folder);
    assert.deepEqual(await after.stock('p'), view);
    assert.deepEqual(await after.release('res confirmed', now), { kind: 'confirmed' });
    assert.deepEqual(await after.release('res released', now), { kind: 'already-released' });
    assert.deepEqual(await after.confirm('res held', now), {
      kind: 'confirmed',
      orderId: 'ord held',
    });
  });

  it('knows the waiting room in its order, also of a product without stock', async () => {
    const folder = temporaryFolder();
    const before = reopen(folder);
    for (const id of ['u0', 'u1', 'u2']) await before.checkout(buy('p', id, 1));
    await before.close();

    const after = reopen(folder);
    assert.deepEqual(await after.checkout(buy('p', 'u3', 1)), { kind: 'queued', position: 3 });
    const outcome = await after.load(stock('p', 2));
    const users = outcome.kind === 'loaded' && outcome.promoted.map(({ userId }) => userId);
    assert.deepEqual(users, ['u0', 'u1']);
  });

  it('promotes a buyer whom an earlier version left behind a mark', async () => {
    const folder = temporaryFolder();
    const before = reopen(folder);
    await before.load(stock('p', 1));
    await before.checkout(buy('p', 'u0', 1));
    for (const id of ['u1', 'huge']) await before.checkout(buy('p', id, id === 'huge' ? 2 : 1));
    await before.close();
    // As version 1 has left it: u1 has the number that somebody had who was passed over.
    const db = new DatabaseSync(join(folder, 'flash-sale.db'));
    db.exec('PRAGMA user_version = 1; UPDATE product SET passed_regular = 0');
    db.exec('UPDATE bucket SET available = 1, held = 0 WHERE held = 1');
    db.close();

    const after = reopen(folder);
    assert.deepEqual(await after.checkout(buy('p', 'late', 1)), { kind: 'queued', position: 1 });
    assert.equal((await after.queuePosition('u1', 'p', now)).kind, 'promoted');
    assert.equal((await after.stock('p'))?.waiting, 2);
  });

  it('recognises a key: sold, queued, or still running', async () => {
    const folder = temporaryFolder();
    const before = reopen(folder);
    await before.load(stock('p', 1));
    const [sale, queued, running] = [buy('p', 'u0', 1), buy('p', 'u1', 1), buy('p', 'u2', 1)];
    const first = await before.checkout(sale);
    await before.checkout(queued);
    await before.admit(running, 9);
    await before.close();

    const after = reopen(folder);
    assert.deepEqual(await after.checkout(sale), { kind: 'repeated', original: first });
    assert.deepEqual(await after.originalOf('key u1', now), { kind: 'queued', position: 0 });
    assert.deepEqual(await after.originalOf('key u2', now), { kind: 'running' });
    assert.deepEqual(await after.sell(running), { kind: 'queued', position: 1 });
  });

  it('knows members and vouchers', async () => {
    const folder = temporaryFolder();
    const before = reopen(folder);
    await before.load({ ...stock('p', 5), flow: 'voucher', voucherLimit: 1 });
    await before.load({ ...stock('q', 0), flow: 'weighted' });
    await before.claimVoucher({ productId: 'p', userId: 'u0', device: 'd', now: now });
    await before.setTier(['u1'], 'premium');
    await before.close();

    const after = reopen(folder);
    assert.equal((await after.checkout(buy('p', 'u0', 1))).kind, 'completed');
    assert.equal(
      await after.claimVoucher({ productId: 'p', userId: 'u2', device: 'd', now: now }),
      'none-left',
    );
    await after.checkout(buy('q', 'regular', 1));
    assert.deepEqual(await after.checkout(buy('q', 'u1', 1)), { kind: 'queued', position: 0 });
  });

  it('knows lottery entries, rounds and prizes', async () => {
    const folder = temporaryFolder();
    const before = reopen(folder);
    await before.load({ ...stock('p', 5), flow: 'lottery' });
    await before.enterLottery(entry('u0'));
    await before.closeRound('p', 1, 1);
    const won = prize('u0');
    await award(before, 1, [won]);
    const rounds = await before.rounds('p');
    await before.close();

    const after = reopen(folder);
    assert.deepEqual(await after.rounds('p'), rounds);
    const ticket = { state: 'won', prize: { ...won, expiresAt: T0 + lifetimesMs.prize } };
    assert.deepEqual(await after.ticket('p', 'u0', now), ticket);
    assert.equal((await after.claimPrize(won.token, now)).kind, 'claimed');
  });
});

describe('flash-sale store on SQLite, in one batch', () => {
  it('a step that fails leaves nothing behind and does not harm its neighbours', async () => {
    const store = sqliteStore(openDatabase({ file: ':memory:' }));
    await store.load(stock('p', 50));
    const from = (id: string) => ({ ...buy('p', id, 1), devices: ['d'] });
    for (let i = 0; i < 18; i++) await store.checkout(from(`u${i}`));
    const clash = { ...from('clash'), reservationId: 'res u0' };
    const outcomes = await Promise.allSettled([store.checkout(from('u18')), store.checkout(clash)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.equal(await store.originalOf('key clash', now), undefined);
    assert.equal((await store.stock('p'))?.held, 19);
    assert.equal((await store.checkout(from('u19'))).kind, 'completed');
    assert.equal((await store.checkout(from('u20'))).kind, 'rate-limited');
    await store.close();
  });
});

const now = T0;

async function twoRedisStores(
  t: TestContext,
  address: string,
): Promise<[FlashSaleStore, FlashSaleStore]> {
  const prefix = unique('t');
  const open = () => openRedisStore(address, prefix, log);
  const stores = [await open(), await open()];
  t.after(() => Promise.all(stores.map((store) => store.close())));
  return [stores[0]!, stores[1]!];
}

function reopen(folder: string): FlashSaleStore {
  return sqliteStore(openDatabase({ file: join(folder, 'flash-sale.db') }));
}

function stock(productId: string, total: number): StockLoad {
  return {
    productId,
    flow: 'standard',
    buckets: splitEvenly(total),
    slots: [],
    voucherLimit: total,
    rules: {},
    reset: false,
    seed: 'seed 1',
    now,
  };
}

function buy(productId: string, id: string, qty: number): Checkout {
  return {
    productId,
    userId: id,
    qty,
    bucket: 3,
    devices: [id],
    idempotencyKey: `key ${id}`,
    slot: undefined,
    orderId: `ord ${id}`,
    reservationId: `res ${id}`,
    now,
  };
}
