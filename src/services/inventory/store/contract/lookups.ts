/** Reading reservations and the stock of a hub. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newReservationId } from '../shards.ts';
import { lifetimes, type InventoryStore } from '../inventory-store.ts';
import { lines, load, reap, reserved, T0, type Open } from '../../test/fixtures.ts';

const { holdMs, endedMs } = lifetimes;

export function lookups(open: Open<InventoryStore>): void {
  it('a reservation is known with its order, lines, status and instants', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    await a.load(load(9, { sku: 'tea' }));
    const order = { orderId: 'o', userId: 'u', now: T0 + 7 };
    const id = await reserved(a, { ...order, lines: lines({ milk: 2, tea: 1 }), holdMs: 60_000 });
    const instants = { reservedAt: T0 + 7, expiresAt: T0 + 60_007 };
    const ids = { id, hubId: 'hub', orderId: 'o', userId: 'u' };
    const held = { ...ids, lines: lines({ milk: 2, tea: 1 }), status: 'held', ...instants };
    const seen = async () => {
      const { hubId, orderId, userId, status, reservedAt, expiresAt, ...rest } =
        (await b.reservation(id))!;
      return {
        id: rest.id,
        hubId,
        orderId,
        userId,
        lines: rest.lines,
        status,
        reservedAt,
        expiresAt,
      };
    };
    assert.deepEqual(await seen(), held);
    await a.confirm(id, T0 + 8);
    assert.deepEqual(await seen(), { ...held, status: 'confirmed' });
    for (const unknown of [newReservationId('hub', T0), 'res_0', '']) {
      assert.equal(await b.reservation(unknown), undefined);
    }
  });

  it('an order has its latest reservation in each hub, also one that has ended', async (t) => {
    const [a, b] = await open(t);
    for (const hubId of ['hub', 'hub 2', 'hub 3']) await a.load(load(9, { hubId }));
    const ofOrder = async (orderId: string, hubId?: string) => {
      const found = await b.reservationsOfOrder(orderId, hubId);
      return found.map(({ id, status }) => `${id} ${status}`).toSorted();
    };
    assert.deepEqual(await ofOrder('o'), []);
    assert.deepEqual(await ofOrder('o', 'hub'), []);
    const first = await reserved(a, { orderId: 'o' });
    await reserved(a, { orderId: 'another' });
    await a.release(first, T0);
    assert.deepEqual(await ofOrder('o'), [`${first} released`]);
    const second = await reserved(a, { orderId: 'o', now: T0 + 1 });
    const elsewhere = await reserved(a, { orderId: 'o', hubId: 'hub 2' });
    await a.confirm(elsewhere, T0);
    const both = [`${second} held`, `${elsewhere} confirmed`];
    assert.deepEqual(await ofOrder('o'), both.toSorted());
    assert.deepEqual(await ofOrder('o', 'hub'), [`${second} held`]);
    assert.deepEqual(await ofOrder('o', 'hub 2'), [`${elsewhere} confirmed`]);
    assert.deepEqual(await ofOrder('o', 'hub 3'), []);
    // The first one is forgotten: that is not the one that the order has.
    await reap(a, T0 + endedMs + 1);
    assert.deepEqual(await ofOrder('o', 'hub'), [`${second} expired`]);
    await reap(a, T0 + 2 * endedMs + 2);
    assert.deepEqual(await ofOrder('o'), []);
  });

  it('an order whose expired reservation was taken again has that one', async (t) => {
    const [a, b] = await open(t);
    await a.load(load(9));
    const first = await reserved(a, { orderId: 'o' });
    const now = T0 + holdMs + 1;
    await a.release(await reserved(a, { orderId: 'o', now }), now);
    await a.retake(first, now);
    const [found, ...others] = await b.reservationsOfOrder('o', 'hub');
    assert.deepEqual([found?.id, found?.status, others], [first, 'confirmed', []]);
  });

  it("lists the stock of a hub by the bytes of the SKUs, from any of them on, and no other hub's", async (t) => {
    const [a, b] = await open(t);
    const skus = ['a', 'a b', 'ab', 'b', 'Ü', '🥚', 'milk'];
    for (const [i, sku] of skus.entries()) await a.load(load(i, { sku, partitioned: i % 2 === 0 }));
    for (const hubId of ['hu', 'hub ', 'hub 2', 'hub~', 'hubs']) await a.load(load(1, { hubId }));
    const sorted = skus.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    const list = async (after: string | undefined, count: number) =>
      (await b.stockOfHub('hub', after, count)).map(({ sku }) => sku);
    assert.deepEqual(await list(undefined, 100), sorted);
    assert.deepEqual(await list(undefined, 2), sorted.slice(0, 2));
    assert.deepEqual(await list(sorted[1], 3), sorted.slice(2, 5));
    assert.deepEqual(await list('aa', 1), ['ab']);
    assert.deepEqual(await list(sorted.at(-1), 3), []);
    assert.deepEqual(await b.stockOfHub('nowhere', undefined, 3), []);
    for (const { sku, stock } of await b.stockOfHub('hub', undefined, 100)) {
      assert.deepEqual(stock, await a.stock({ hubId: 'hub', sku }));
    }
  });

  it('lists the hubs that have stock by their bytes, from any of them on', async (t) => {
    const [a, b] = await open(t);
    assert.deepEqual(await b.hubs(undefined, 3), []);
    const hubs = ['hub', 'hu', 'hub 2', 'hubs', 'Ü', '🏬', 'a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const hubId of hubs) {
      for (const sku of ['milk', 'tea', '~']) await a.load(load(1, { hubId, sku }));
    }
    const sorted = hubs.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    assert.deepEqual(await b.hubs(undefined, 100), sorted);
    assert.deepEqual(await b.hubs(undefined, 4), sorted.slice(0, 4));
    assert.deepEqual(await b.hubs('e', 3), ['f', 'g', 'hu']);
    assert.deepEqual(await b.hubs('gg', 1), ['hu']);
    assert.deepEqual(await b.hubs(sorted.at(-1), 3), []);
  });

  it('lists what is held, the reservation that ends first before the others', async (t) => {
    const [a, b] = await open(t);
    for (const hubId of ['hub', 'hub 2']) await a.load(load(9, { hubId }));
    const held = async (now: number, count = 10) =>
      (await b.heldReservations(now, count)).map(({ orderId }) => orderId);
    assert.deepEqual(await held(T0), []);
    await reserved(a, { orderId: 'late', holdMs: 90_000 });
    await reserved(a, { orderId: 'soon', holdMs: 10_000, hubId: 'hub 2' });
    await reserved(a, { orderId: 'next', holdMs: 20_000 });
    await a.confirm(await reserved(a, { orderId: 'confirmed', holdMs: 15_000 }), T0);
    await a.release(await reserved(a, { orderId: 'released', holdMs: 15_000 }), T0);
    assert.deepEqual(await held(T0), ['soon', 'next', 'late']);
    assert.deepEqual(await held(T0, 2), ['soon', 'next']);
    // To the last instant, whether it has been swept or not.
    assert.deepEqual(await held(T0 + 10_000), ['soon', 'next', 'late']);
    assert.deepEqual(await held(T0 + 10_001), ['next', 'late']);
    await reap(a, T0 + 20_001);
    assert.deepEqual(await held(T0 + 20_001), ['late']);
    // A reservation that has ended is due as well, a day later.
    assert.deepEqual(await held(T0 + endedMs), []);
  });
}
