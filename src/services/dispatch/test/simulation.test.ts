import { describe, it } from 'node:test';
import { missing, servers, unique } from '#kit/testing/testing.ts';
import { Day, simulate, verify, verifyReplay } from './day.ts';
import { log } from './fixtures.ts';
import { openRedisStore } from '../store/redis/redis-dispatch-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-dispatch-store.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';

describe('a simulated day: no order lost, none delivered twice, every move legal, every delay as specified, and replayed the same', () => {
  for (const rules of [variantA, variantB]) {
    it(`${rules.name}: 10,000 orders, 300 drivers, on SQLite`, async (t) => {
      const store = openSqliteStore({ file: ':memory:' }, rules);
      t.after(() => store.close());
      const day = new Day(rules, [store], 300, 1);
      await simulate(day, 10_000, 8);
      await verify(day, store);
      await verifyReplay(day, rules, store);
    });

    it(
      `${rules.name}: 600 orders, 40 drivers, two replicas on Redis`,
      { skip: missing('redis') },
      async (t) => {
        const prefix = unique('day');
        const [a, b] = [
          await openRedisStore(servers.redis, prefix, rules, log),
          await openRedisStore(servers.redis, prefix, rules, log),
        ];
        t.after(() => Promise.all([a.close(), b.close()]));
        const day = new Day(rules, [a, b], 40, 2);
        await simulate(day, 600, 1);
        await verify(day, a);
        await verifyReplay(day, rules, b);
      },
    );
  }
});
