import assert from 'node:assert/strict';
import { it } from 'node:test';
import { join } from 'node:path';
import { openRedis } from '#kit/stores/redis.ts';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { PolicyBook } from '../policies/policy-book.ts';
import { policiesContract, policy, type OpenPolicies } from './contract/policies.ts';
import { redisPolicyStore } from './redis/policies.ts';
import { openDatabase, sqlitePolicyStore } from './sqlite/policies.ts';

policiesContract('SQLite', false, async (t, bounds) => {
  const db = openDatabase({ file: join(temporaryFolder(), 'policies.db') });
  t.after(() => db.close());
  return { first: sqlitePolicyStore(db, bounds), second: sqlitePolicyStore(db, bounds) };
});

const openOn =
  (address: string): OpenPolicies =>
  async (t, bounds) => {
    const prefix = unique('rl-');
    const replica = async () => {
      const redis = await openRedis(address);
      t.after(() => redis.disconnect());
      return redisPolicyStore(redis, prefix, bounds);
    };
    return { first: await replica(), second: await replica() };
  };

policiesContract('Redis', missing('redis'), openOn(servers.redis));
policiesContract('a Redis Cluster', missing('cluster'), openOn(servers.cluster));

it('a Redis that has lost everything has no policies', { skip: missing('redis') }, async (t) => {
  const redis = await openRedis(servers.redis);
  t.after(() => redis.disconnect());
  const prefix = unique('rl-');
  const store = redisPolicyStore(redis, prefix);
  const book = new PolicyBook(store);
  await store.put('api', policy());
  await book.refresh();
  for (const key of [`{${prefix}:policies}`, `{${prefix}:policies}:changes`]) await redis.del(key);
  await book.refresh();
  assert.equal(book.find('api'), undefined);
  await store.put('other', policy());
  await book.refresh();
  assert.ok(book.find('other'));
});

it('a look that fails changes nothing, and the next one catches up', async (t) => {
  const db = openDatabase({ file: ':memory:' });
  t.after(() => db.close());
  const store = sqlitePolicyStore(db);
  const book = new PolicyBook(store);
  await store.put('api', policy());
  await book.refresh();
  await store.put('api', policy({ shadow: true }));
  t.mock.method(store, 'changesSince', async () => {
    throw new Error('away');
  });
  await assert.rejects(book.refresh(), { message: 'away' });
  assert.equal(book.find('api')!.shadow, false);
  t.mock.restoreAll();
  await book.refresh();
  assert.equal(book.find('api')!.shadow, true);
});
