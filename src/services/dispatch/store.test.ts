import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '#kit/testing.ts';
import { drain, newOrder, offered, offerTo, report, stateOf, stores } from './contract/fixtures.ts';
import { DispatchMemory } from './sqlite/memory.ts';
import { openDatabase, sqliteStore } from './sqlite/store.ts';
import { storeContract } from './store.contract.ts';
import { variantA } from './variant-a.ts';

for (const { name, skip, open } of stores) storeContract(name, open, skip);

it('timers survive a restart on SQLite: window, offer, delay and claim', async (t) => {
  const file = join(temporaryFolder(), 'dispatch.db');
  const open = () => {
    const db = openDatabase({ file });
    t.after(() => db.close());
    return { store: sqliteStore(db, variantA, new DispatchMemory()), close: () => db.close() };
  };
  let { store, close } = open();
  const restart = async () => {
    await close();
    ({ store, close } = open());
  };
  const at = await offered(store, 'o1', 'd1');
  await restart();
  await drain(() => store.due(at + 29_999));
  assert.equal(await stateOf(store, 'o1'), 'offered');
  await drain(() => store.due(at + 30_000));
  assert.equal((await store.order('o1'))?.dueAt, at + 32_000);
  await restart();
  await drain(() => store.due(at + 32_000));
  await store.takeBatch('lost', at + 32_000);
  await restart();
  await drain(() => store.due(at + 41_999));
  assert.equal(await stateOf(store, 'o1'), 'claimed');
  await drain(() => store.due(at + 42_000));
  await report(store, 'd2', at + 42_000);
  assert.equal(await offerTo(store, { o1: 'd2' }, at + 42_000), 1);
  await store.submit(newOrder('o2'), at + 42_000);
  await restart();
  assert.equal(await store.takeBatch('x', at + 46_999), undefined);
  assert.ok(await store.takeBatch('x', at + 47_000));
});
