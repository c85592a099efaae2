import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { variantA } from '../../rules/variant-a.ts';
import { openSqliteStore } from './sqlite-dispatch-store.ts';

it('no statement reads a whole table; silent drivers are not read', async (t) => {
  const prepare = t.mock.method(DatabaseSync.prototype, 'prepare');
  const store = openSqliteStore({ file: ':memory:' }, variantA);
  t.after(() => store.close());
  const db = prepare.mock.calls.at(-1)!.this as DatabaseSync;
  const statements = prepare.mock.calls.map(({ arguments: [sql] }) => sql);
  const plans = statements
    .filter((sql) => /^\s*(SELECT|UPDATE|DELETE)/.test(sql))
    .map((sql) => {
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      return steps.map(({ detail }) => String(detail)).join('\n');
    });
  // The table `next_batch` has one row.
  const scans = plans.filter((plan) => /SCAN (?!next_batch|CONSTANT ROW)/.test(plan));
  assert.deepEqual(scans, []);
  assert.ok(plans.some((plan) => plan.includes('(cell=? AND state=? AND reported_at>?)')));
});
