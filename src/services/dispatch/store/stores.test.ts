import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '#kit/testing/testing.ts';
import { drain, newOrder, offered, offerTo, report, stateOf, stores } from '../test/fixtures.ts';
import { openSqliteStore } from './sqlite/sqlite-dispatch-store.ts';
import { storeContract } from './contract/contract.ts';
import { variantA } from '../rules/variant-a.ts';

for (const { name, skip, open } of stores) storeContract(name, open, skip);

it('timers survive a restart on SQLite: window, offer, delay and claim', async (t) => {
  const file = join(temporaryFolder(), 'dispatch.db');
  const open = () => {
    const opened = openSqliteStore({ file }, variantA);
    t.after(() => opened.close());
    return opened;
  };
  let store = open();
  const restart = async () => {
    await store.close();
    store = open();
  };
  const at = await offered(store, 'o1', 'd1');
  await restart();
  await drain(() => store.offers.runTimers(at + 29_999));
  assert.equal(await stateOf(store, 'o1'), 'offered');
  await drain(() => store.offers.runTimers(at + 30_000));
  assert.equal((await store.orders.find('o1'))?.dueAt, at + 32_000);
  await restart();
  await drain(() => store.offers.runTimers(at + 32_000));
  await store.orders.claimBatch('lost', at + 32_000);
  await restart();
  await drain(() => store.offers.runTimers(at + 41_999));
  assert.equal(await stateOf(store, 'o1'), 'claimed');
  await drain(() => store.offers.runTimers(at + 42_000));
  await report(store, 'd2', at + 42_000);
  assert.equal(await offerTo(store, { o1: 'd2' }, at + 42_000), 1);
  await store.orders.submit(newOrder('o2'), at + 42_000);
  await restart();
  assert.equal(await store.orders.claimBatch('x', at + 46_999), undefined);
  assert.ok(await store.orders.claimBatch('x', at + 47_000));
});
