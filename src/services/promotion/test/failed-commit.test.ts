/** The embedded store when a COMMIT fails: nothing of it may be counted, nothing may be lost. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { assertProblem, by, cart, customer, open, rule } from './fixtures.ts';

/**
 * A service whose COMMITs fail while orders that begin with "bad" are in them: each leaves behind
 * a reference to nothing, which SQLite only looks at when it commits. The units that were in such
 * a batch then run again, each alone.
 */
async function openWithBadOrders(t: TestContext) {
  const folder = temporaryFolder();
  const service = await open(t, { DATA_DIR: folder });
  const db = new DatabaseSync(join(folder, 'promotion.db'));
  t.after(() => db.close());
  db.exec(`CREATE TABLE known (id INTEGER PRIMARY KEY);
    CREATE TABLE reference (id INTEGER REFERENCES known DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER bad_order AFTER INSERT ON applied_order WHEN new.order_id LIKE 'bad%'
      BEGIN INSERT INTO reference VALUES (1); END`);
  const mend = () => db.exec('DROP TRIGGER bad_order');
  const buy = (order_id: string | undefined, more: object = {}) =>
    service.post('/apply', { cart, customer, order_id, ...more });
  return { ...service, mend, buy };
}

describe('an /apply whose commit fails', () => {
  it('counts nothing, and its order counts once when it is sent again', async (t) => {
    const { create, mend, buy, apply } = await openWithBadOrders(t);
    await create(rule('p', { usage_limits: { per_user: 1, global: 1 } }));
    for (let i = 0; i < 3; i++) assertProblem(await buy('bad'), 500, 'INTERNAL_ERROR');
    mend();
    const first = await buy('bad');
    assert.equal(first.json().applied.length, 1, first.body);
    assert.deepEqual((await buy('bad')).json(), first.json());
    assert.deepEqual((await apply()).refused, [{ promo_id: 'p', reason: 'user limit reached' }]);
    const other = await apply(by('bob'));
    assert.deepEqual(other.refused, [{ promo_id: 'p', reason: 'global limit reached' }]);
  });

  it('leaves every limit as it was: of the user, of all and of the device', async (t) => {
    const { create, mend, buy, apply } = await openWithBadOrders(t);
    await create(
      rule('user', { usage_limits: { per_user: 2 } }),
      rule('global', { usage_limits: { global: 2 } }),
      rule('device'),
    );
    const counts = async (times: number) => {
      for (let i = 0; i < times; i++) await buy(`bad ${i}`);
    };
    await apply();
    await counts(5);
    assert.equal((await apply()).applied.length, 3);
    await counts(5);
    mend();
    assert.deepEqual((await apply()).refused, [
      { promo_id: 'global', reason: 'global limit reached' },
      { promo_id: 'user', reason: 'user limit reached' },
    ]);
    assert.deepEqual((await apply({ promo_id: 'device' })).refused, [
      { promo_id: 'device', reason: 'device limit reached' },
    ]);
  });

  it('does no harm to those that were in its batch: each counts once', async (t) => {
    const { create, mend, buy, apply } = await openWithBadOrders(t);
    await create(rule('p', { usage_limits: { per_user: 2, global: 60 } }));
    const send = async (round: number) => {
      const ids = Array.from({ length: 20 }, (_, i) => `${i % 2 ? 'bad' : 'good'} ${round} ${i}`);
      const answers = await Promise.all(ids.map((id) => buy(id, by(id))));
      return new Map(ids.map((id, i) => [id, answers[i]!]));
    };
    const answers = new Map([...(await send(1)), ...(await send(2)), ...(await send(3))]);
    mend();
    for (const [id, before] of answers) {
      assert.equal(before.statusCode, id.startsWith('bad') ? 500 : 200);
      const again = await buy(id, by(id));
      assert.equal(again.json().applied.length, 1, again.body);
      if (before.statusCode === 200) assert.deepEqual(again.json(), before.json());
    }
    // 30 counted at once and 30 when they were sent again.
    const { refused } = await apply(by('late'));
    assert.deepEqual(refused, [{ promo_id: 'p', reason: 'global limit reached' }]);
  });
});
