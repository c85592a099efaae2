import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  backends,
  closeAll,
  drainAll,
  lines,
  load,
  milk,
  reserved,
  T0,
  together,
  type Backend,
} from './test/fixtures.ts';
import { TimeSlice } from '#kit/base/time-slice.ts';
import type { RecordStore } from './store/record.ts';
import { reconcile, countUnexplained } from './reconcile.ts';
import type { OutboxEntry } from './store/outbox.ts';
import type { StockKey } from './store/stock.ts';
import { limits, type InventoryStore } from './store/inventory-store.ts';

for (const { name, skip, open } of backends) {
  describe(`reconciliation on ${name}`, { skip }, () => {
    it('finds no differences when everything is recorded', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await store.confirm(await reserved(store, { lines: lines({ milk: 2, tea: 1 }) }), T0);
      await store.release(await reserved(store), T0);
      await reserved(store, { lines: lines({ tea: 3 }) });
      await drainAll(store, record);
      const report = { checked: 3, differences: [], unbalanced: [], postponed: 0, rejected: [] };
      assert.deepEqual(await reconcile(store, record), report);
    });

    it('explains by the outbox what waits to be recorded', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await drainAll(store, record);
      await store.confirm(await reserved(store, { lines: lines({ milk: 2, tea: 1 }) }), T0);
      const { differences } = await reconcile(store, record);
      const explained = { hub_id: 'hub', explained_by: 'outbox' };
      assert.deepEqual(differences, [
        { ...explained, sku: 'milk', operational: 8, recorded: 10 },
        { ...explained, sku: 'tea', operational: 9, recorded: 10 },
      ]);
    });

    it('knows that an entry was recorded although it was not acknowledged', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await drainAll(store, record);
      for (let i = 0; i < 3; i++) await store.confirm(await reserved(store), T0 + i);
      const entries = await store.claim(T0 + 9);
      await record.append([entries[1]!]);
      const { differences } = await reconcile(store, record);
      const key = { hub_id: 'hub', sku: 'milk' };
      const counts = { operational: 7, recorded: 9 };
      assert.deepEqual(differences, [{ ...key, ...counts, explained_by: 'outbox' }]);
      await record.append(entries);
      assert.deepEqual((await reconcile(store, record)).differences, []);
    });

    it('does not explain what is not in the outbox', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await drainAll(store, record);
      await store.confirm(await reserved(store), T0);
      await record.append([movement(-4, 1)]); // somebody tampers with the record
      const { differences } = await reconcile(store, record);
      const key = { hub_id: 'hub', sku: 'milk' };
      assert.deepEqual(differences, [{ ...key, operational: 9, recorded: 6, explained_by: null }]);
      await drainAll(store, record);
      assert.equal(countUnexplained(await reconcile(store, record)), 1);
    });

    it('notices that an entry was lost on its way', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await drainAll(store, record);
      await store.confirm(await reserved(store), T0);
      await store.acknowledge(await store.claim(T0)); // without recording it
      const { differences } = await reconcile(store, record);
      const key = { hub_id: 'hub', sku: 'milk' };
      assert.deepEqual(differences, [{ ...key, operational: 9, recorded: 10, explained_by: null }]);
    });

    it('notices that the operational store lacks what the record has', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await drainAll(store, record);
      // As after a restore from an older state: one stock key has gone, another has gone back.
      await record.append([movement(5, 1, { hubId: 'hub', sku: 'salt' }), movement(-1, 2)]);
      const { differences } = await reconcile(store, record);
      const hub = { hub_id: 'hub', explained_by: null };
      assert.deepEqual(differences, [
        { ...hub, sku: 'milk', operational: 10, recorded: 9 },
        { ...hub, sku: 'salt', operational: 0, recorded: 5 },
      ]);
    });

    it('reports a stock key whose ledger does not add up', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await drainAll(store, record);
      const tampered: InventoryStore = {
        ...store,
        snapshots: async (keys) =>
          (await store.snapshots(keys)).map((one) =>
            one.sku === 'tea' ? { ...one, stock: { ...one.stock, loaded: 11 } } : one,
          ),
      };
      const report = await reconcile(tampered, record);
      const ledger = { loaded: 11, available: 10, held: 0, confirmed: 0 };
      assert.deepEqual(report.unbalanced, [{ hub_id: 'hub', sku: 'tea', ...ledger }]);
      assert.equal(countUnexplained(report), 1);
    });

    it('postpones a stock key with too much in the outbox, and says so', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await together(limits.pending, (i) => store.load(load(i)));
      const report = await reconcile(store, record);
      assert.deepEqual([report.checked, report.postponed, countUnexplained(report)], [2, 1, 0]);
      await drainAll(store, record);
      const checked = { checked: 3, differences: [], unbalanced: [], postponed: 0, rejected: [] };
      assert.deepEqual(await reconcile(store, record), checked);
    });

    it('checks thousands of stock keys in portions', async (t) => {
      const { store, record } = await handles(t, open);
      const loadAt = (i: number) => store.load(load(i, { hubId: `h${i % 40}`, sku: `s${i}` }));
      // In portions: all at once would wait longer for a busy machine than a store may take to answer.
      for (let first = 0; first < 2_500; first += 250)
        await together(250, (i) => loadAt(first + i));
      await drainAll(store, record);
      const report = {
        checked: 2_500,
        differences: [],
        unbalanced: [],
        postponed: 0,
        rejected: [],
      };
      assert.deepEqual(await reconcile(store, record), report);
    });

    it('finds nothing unexplained while orders and drains go on', async (t) => {
      const { store, record, other } = await handles(t, open);
      await load3(store, 1e6);
      const over = new AbortController();
      const orders = together(16, async (i) => {
        while (!over.signal.aborted) {
          const wanted = lines({ milk: 1, tea: (i % 3) + 1 });
          const id = await reserved(i % 2 ? store : other.store, { lines: wanted });
          await (i % 5 === 0 ? store.release(id, T0) : other.store.confirm(id, T0));
        }
      });
      const drains = together(2, async (i) => {
        while (!over.signal.aborted) await drainAll(i === 0 ? store : other.store, record);
      });
      let found = 0;
      for (let round = 0; round < 60; round++) {
        const report = await reconcile(store, other.record);
        assert.equal(countUnexplained(report), 0, JSON.stringify(report));
        found += report.differences.length;
      }
      over.abort();
      await Promise.all([orders, drains]);
      assert.ok(found > 0); // it did read in the middle of things
      await drainAll(store, record);
      assert.deepEqual((await reconcile(store, record)).differences, []);
    });

    it('waits for its turn before each portion of keys: many reports may be made at once', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      await drainAll(store, record);
      const turns = t.mock.method(TimeSlice.prototype, 'next', async () => {});
      // Every slice is over at once.
      t.mock.getter(TimeSlice.prototype, 'isOver', () => true);
      await reconcile(store, record);
      // At least one portion of the store, and one of the record.
      assert.ok(turns.mock.callCount() >= 2, String(turns.mock.callCount()));
    });

    it('ends early when it is told to', async (t) => {
      const { store, record } = await handles(t, open);
      await load3(store);
      const run = reconcile(store, record, AbortSignal.abort());
      await assert.rejects(run, { name: 'AbortError' });
    });
  });
}

interface Handles {
  readonly store: InventoryStore;
  readonly record: RecordStore;
  readonly other: { readonly store: InventoryStore; readonly record: RecordStore };
}

async function handles(t: TestContext, open: Backend['open']): Promise<Handles> {
  const opened = await open();
  t.after(() => closeAll(opened));
  const [store, otherStore] = opened.stores;
  const [record, otherRecord] = opened.records;
  return { store, record, other: { store: otherStore, record: otherRecord } };
}

async function load3(store: InventoryStore, quantity = 10): Promise<void> {
  for (const sku of ['eggs', 'milk', 'tea']) await store.load(load(quantity, { sku }));
}

function movement(delta: number, seq: number, { hubId, sku }: StockKey = milk): OutboxEntry {
  const movements = [{ sku, qty: Math.abs(delta), delta, seq }];
  const order = { orderId: 'o', userId: 'u' };
  return { id: `stray-${sku}-${seq}`, kind: 'confirm', hubId, ...order, at: T0, movements };
}
