import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openRedis } from '#kit/stores/redis.ts';
import type { Sqlite } from '#kit/stores/sqlite.ts';
import { missing, servers, temporaryFolder, unique, type Ends } from '#kit/testing/testing.ts';
import { cancelContract } from './contract/cancels.ts';
import { choiceContract } from './contract/choices.ts';
import { codeContract } from './contract/codes.ts';
import type { Stores } from './contract/requests.ts';
import { rule, ruleContract } from './contract/rules.ts';
import { usageContract } from './contract/usage.ts';
import { openPostgresRules } from './postgres/rules.ts';
import { openRedisUsage } from './redis/usage.ts';
import { sqliteCodeStore } from './sqlite/codes.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteRuleStore } from './sqlite/rules.ts';
import { sqliteUsageStore } from './sqlite/usage.ts';

ruleContract('SQLite', async (t) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'promotion.db') });
  t.after(() => db.close());
  return [sqliteRuleStore(db), sqliteRuleStore(db)];
});

ruleContract(
  'PostgreSQL',
  async (t) => {
    const deployment = unique('t');
    const stores = [
      await openPostgresRules(servers.postgres, deployment),
      await openPostgresRules(servers.postgres, deployment),
    ] as const;
    t.after(() => Promise.all(stores.map((store) => store.close())));
    return [...stores];
  },
  { skip: missing('postgres') },
);

const contracts = [usageContract, cancelContract, choiceContract, codeContract];

const sqliteStores = (db: Sqlite) => ({ ...sqliteUsageStore(db), ...sqliteCodeStore(db) });

for (const contract of contracts) {
  contract('SQLite', async (t) => {
    const db = openDatabase({ file: ':memory:' });
    t.after(() => db.close());
    return [sqliteStores(db), sqliteStores(db)];
  });
}

for (const [name, server] of [
  ['Redis', 'redis'],
  ['a Redis Cluster', 'cluster'],
] as const) {
  const open = async (t: Ends): Promise<[Stores, Stores]> => {
    const prefix = unique('t');
    const stores = [
      await openRedisUsage(servers[server], prefix),
      await openRedisUsage(servers[server], prefix),
    ] as const;
    t.after(() => Promise.all(stores.map((store) => store.close())));
    return [...stores];
  };
  for (const contract of contracts) contract(name, open, { skip: missing(server) });
}

describe('keys of uses on Redis', { skip: missing('redis') }, () => {
  it('expire when nothing in them counts any more, and no sooner', async (t) => {
    const prefix = unique('t');
    const usage = await openRedisUsage(servers.redis, prefix);
    const redis = await openRedis(servers.redis);
    t.after(async () => {
      redis.disconnect();
      await usage.close();
    });
    const left = (key: string) => redis.pttl(`{${prefix}}:${key}`);
    const order = { orderId: 'o', fingerprint: 'f', terms: 't' };
    const ofLife = (incarnation: string, lifetimeMs: number) =>
      usage.countUses({ ...use, order, candidates: [{ ...candidate, incarnation, lifetimeMs }] });
    await ofLife('long', 3_600_000);
    await usage.countUses({
      ...use,
      candidates: [{ ...candidate, incarnation: 'short', lifetimeMs: 1_000 }],
    });
    assert.ok((await left('u:ann')) > 3_500_000);
    assert.ok((await left('d:phone')) > 86_000_000);
    assert.ok((await left('order:o')) > 6 * 86_400_000);
    await usage.countUses({ ...use, candidates: [{ ...candidate, incarnation: 'for ever' }] });
    assert.equal(await left('u:ann'), -1);
    // The first use of a user and a device, which lives longer than the second of the same call.
    const [long, short] = [3_600_000, 1_000].map((lifetimeMs) => {
      return { ...candidate, incarnation: `of ${lifetimeMs} ms`, lifetimeMs };
    });
    await usage.countUses({ ...use, userId: 'bob', candidates: [long!, short!] });
    assert.ok((await left('u:bob')) > 3_500_000);
  });
});

describe('a call on Redis that meets a counter it cannot read', { skip: missing('redis') }, () => {
  it('counts nothing, is not remembered, and harms none of those that travel with it', async (t) => {
    const prefix = unique('t');
    const usage = await openRedisUsage(servers.redis, prefix);
    const redis = await openRedis(servers.redis);
    t.after(async () => {
      redis.disconnect();
      await usage.close();
    });
    await redis.hset(`{${prefix}}:g`, 'broken', 'two');
    const order = { orderId: 'o', fingerprint: 'f', terms: 't' };
    const broken = { ...candidate, incarnation: 'broken' };
    const before = await usage.countUses({ ...use, userId: 'bob' });
    const calls = await Promise.allSettled([
      usage.countUses({ ...use, userId: 'bob' }),
      usage.countUses({ ...use, candidates: [candidate, broken], order }),
      usage.countUses({ ...use, device: 'tablet' }),
    ]);
    const applied = { status: 'fulfilled', value: before };
    assert.deepEqual([calls[0], calls[2]], [applied, applied]);
    assert.match(
      String((calls[1] as PromiseRejectedResult).reason),
      /the counter broken in .* cannot be read: two/,
    );
    assert.equal(await usage.findOrder('o', 'f', now), undefined);
    assert.deepEqual(await usage.countUses({ ...use, device: 'tablet' }), before);
    assert.deepEqual(await usage.countUses({ ...use, device: 'tablet' }), {
      kind: 'counted',
      verdicts: ['user limit reached'],
    });
  });
});

const now = Date.UTC(2026, 0, 1, 12);
const candidate = { incarnation: 'p', stackable: true, perUser: 2, global: 9, lifetimeMs: 0 };
const use = { candidates: [candidate], userId: 'ann', device: 'phone', order: undefined, now };

describe('the embedded store, closed and opened again', () => {
  it('knows rules, counters and orders', async () => {
    const file = join(temporaryFolder(), 'promotion.db');
    const order = { orderId: 'o', fingerprint: 'f', terms: 't' };
    const before = openDatabase({ file });
    await sqliteRuleStore(before).create(rule('p'), 'life');
    const usage = sqliteUsageStore(before);
    await usage.countUses({ ...use, order });
    await usage.countUses(use);
    await before.close();

    const after = openDatabase({ file });
    const [change] = await sqliteRuleStore(after).changesSince(0);
    assert.deepEqual(change?.rule, rule('p'));
    const reopened = sqliteUsageStore(after);
    assert.equal((await reopened.findOrder('o', 'f', now))?.kind, 'repeated');
    assert.deepEqual(await reopened.countUses(use), {
      kind: 'counted',
      verdicts: ['user limit reached'],
    });
    await after.close();
  });

  it('counts nothing of a call that fails on its way, and does no harm to its neighbours', async (t) => {
    const db = openDatabase({ file: ':memory:' });
    t.after(() => db.close());
    const usage = sqliteUsageStore(db);
    const broken = {
      ...candidate,
      get global(): number {
        throw new Error('broken');
      },
    };
    const outcomes = await Promise.allSettled([
      usage.countUses(use),
      usage.countUses({ ...use, candidates: [candidate, broken] }),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.deepEqual(await usage.countUses(use), { kind: 'counted', verdicts: ['applied'] });
    assert.deepEqual(await usage.countUses(use), {
      kind: 'counted',
      verdicts: ['user limit reached'],
    });
  });

  it('names counters that it cannot read, and they harm nobody but their user', async (t) => {
    const db = openDatabase({ file: ':memory:' });
    t.after(() => db.close());
    const usage = sqliteUsageStore(db);
    await usage.countUses(use);
    db.run(`UPDATE usage SET counters = '{"p": "2"}' WHERE holder = 'u:ann'`)();
    await assert.rejects(usage.countUses(use), /stored counters: p /);
    const other = { ...use, userId: 'bob' };
    assert.deepEqual(await usage.countUses(other), { kind: 'counted', verdicts: ['applied'] });
  });

  it('counts a holder from 0 when its row was forgotten', async (t) => {
    const db = openDatabase({ file: ':memory:' });
    t.after(() => db.close());
    const usage = sqliteUsageStore(db);
    const candidates = [{ ...candidate, perUser: 1, lifetimeMs: 1_000 }];
    const later = now + 2 * 86_400_000;
    for (const at of [now, later]) {
      while (await usage.sweep(at));
      const outcomes = [
        await usage.countUses({ ...use, candidates, now: at }),
        await usage.countUses({ ...use, candidates, now: at }),
      ];
      assert.deepEqual(outcomes, [
        { kind: 'counted', verdicts: ['applied'] },
        { kind: 'counted', verdicts: ['user limit reached'] },
      ]);
    }
    const reopened = sqliteUsageStore(db);
    const again = await reopened.countUses({ ...use, candidates, now: later });
    assert.deepEqual(again, { kind: 'counted', verdicts: ['user limit reached'] });
  });

  it('forgets counters that have lapsed, and old orders', async (t) => {
    const db = openDatabase({ file: ':memory:' });
    t.after(() => db.close());
    const usage = sqliteUsageStore(db);
    for (let i = 0; i < 700; i++) {
      const candidates = [{ ...candidate, global: 0, lifetimeMs: 1_000 }];
      const order = { orderId: `o${i}`, fingerprint: 'f', terms: 't' };
      await usage.countUses({
        ...use,
        candidates,
        order,
        userId: `u${i}`,
        device: `d${i}`,
        now: now + i,
      });
    }
    const rows = db.get<{ n: number }>('SELECT count(*) AS n FROM usage');
    assert.equal(rows()!.n, 700 + 700);
    while (await usage.sweep(now + 2 * 86_400_000));
    assert.equal(rows()!.n, 0);
    const orders = db.get<{ n: number }>('SELECT count(*) AS n FROM applied_order');
    assert.equal(orders()!.n, 700);
    while (await usage.sweep(now + 8 * 86_400_000));
    assert.equal(orders()!.n, 0);
  });
});
