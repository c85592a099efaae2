/** The contract of both stores, on every implementation, and what each has of its own. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import {
  counts,
  load,
  openPostgresRecords,
  openRedisStocks,
  openSqliteRecord,
  openSqliteStock,
  reserved,
  T0,
  type Open,
} from '../test/fixtures.ts';
import { outbox, reading } from './contract/outbox.ts';
import { adjusting } from './contract/adjusting.ts';
import { lookups } from './contract/lookups.ts';
import { extending, holding, retaking } from './contract/payments.ts';
import { comparing, listing, recording } from './contract/record.ts';
import { endings, orders, races, reserving } from './contract/reservations.ts';
import { buckets, loading } from './contract/stock.ts';
import { openPostgresRecord } from './postgres/record.ts';
import type { RecordStore } from './record.ts';
import { openRecordDatabase, sqliteRecord } from './sqlite/record.ts';
import { openStockDatabase, sqliteStore } from './sqlite/sqlite-inventory-store.ts';
import type { InventoryStore } from './inventory-store.ts';

stockContract('SQLite', openSqliteStock, false);
stockContract('Redis', openRedisStocks(servers.redis), missing('redis'));
stockContract('a Redis Cluster', openRedisStocks(servers.cluster), missing('cluster'));
recordContract('SQLite', openSqliteRecord, false);
recordContract('PostgreSQL', openPostgresRecords, missing('postgres'));

/** Each test opens two handles on one state and changes through one what it reads through the other. */
function stockContract(name: string, open: Open<InventoryStore>, skip: string | false): void {
  describe(`stock on ${name}`, { skip }, () => {
    describe('loading', () => loading(open));
    describe('adjusting', () => adjusting(open));
    describe('buckets', () => buckets(open));
    describe('reserving', () => reserving(open));
    describe('an order', () => orders(open));
    describe('a hold', () => holding(open));
    describe('extending', () => extending(open));
    describe('confirming late', () => retaking(open));
    describe('the end of a reservation', () => endings(open));
    describe('races', () => races(open));
    describe('the outbox', () => outbox(open));
    describe('reading', () => reading(open));
    describe('looking up', () => lookups(open));
  });
}

function recordContract(name: string, open: Open<RecordStore>, skip: string | false): void {
  describe(`the record on ${name}`, { skip }, () => {
    describe('appending', () => recording(open));
    describe('comparing', () => comparing(open));
    describe('listing movements', () => listing(open));
  });
}

describe('the stores on SQLite, closed and opened again', () => {
  it('know stock, reservations, the outbox and the record', async () => {
    const folder = temporaryFolder();
    const open = () => ({
      store: sqliteStore(openStockDatabase({ file: join(folder, 'inventory.db') })),
      record: sqliteRecord(openRecordDatabase({ file: join(folder, 'record.db') })),
    });
    const before = open();
    await before.store.load(load(10));
    await before.record.append(await before.store.claim(T0)); // and ends before it acknowledges
    const [held, confirmed] = [await reserved(before.store), await reserved(before.store)];
    await before.store.confirm(confirmed, T0);
    await Promise.all([before.store.close(), before.record.close()]);

    const { store, record } = open();
    assert.deepEqual(await counts(store), [8, 1, 1]);
    assert.equal(await store.confirm(held, T0), 'confirmed');
    assert.equal(await store.release(confirmed, T0), 'confirmed');
    // The claim has ended with the process that made it.
    assert.equal((await store.claim(T0)).length, 3);
    for await (const [stock] of record.onHand()) assert.equal(stock?.quantity, 10);
    await Promise.all([store.close(), record.close()]);
  });
});

describe('the record on PostgreSQL', { skip: missing('postgres') }, () => {
  it('is one for each deployment', async (t) => {
    const records = await Promise.all(
      ['a', 'b'].map((name) => openPostgresRecord(servers.postgres, unique(name))),
    );
    t.after(() => Promise.all(records.map((record) => record.close())));
    const movements = [{ sku: 'milk', qty: 1, delta: 1, seq: 1 }];
    const nobody = { orderId: null, userId: null };
    const entry = { id: 'e', kind: 'load', hubId: 'hub', ...nobody, at: T0, movements } as const;
    for (const record of records) await record.append([entry]);
    for (const record of records) {
      for await (const page of record.onHand()) {
        assert.deepEqual(page, [{ hubId: 'hub', sku: 'milk', quantity: 1, lastSeq: 1 }]);
      }
    }
  });
});
