import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  orderStates,
  overStates,
  poolStates,
  type OrderGroup,
  type OrderState,
} from '../../rules/rules.ts';
import { variantA } from '../../rules/variant-a.ts';
import { variantB } from '../../rules/variant-b.ts';
import { limits, type DispatchStore } from '../dispatch-store.ts';
import {
  drain,
  newOrder,
  offered,
  offerTo,
  orderMs,
  report,
  T0,
  type Open,
} from '../../test/fixtures.ts';

async function ids(store: DispatchStore, group?: OrderGroup, after = '', limit = 1_000) {
  const page = await store.orders.page({ after, limit, group });
  return page.map(({ order }) => order.orderId);
}

/** An order in each state, named like it. */
async function fill(store: DispatchStore): Promise<number> {
  let now = T0;
  const accept = async (id: string, ...states: OrderState[]) => {
    const driver = `driver of ${id}`;
    const at = await offered(store, id, driver, now);
    await store.offers.accept({ driverId: driver, assignmentId: `${id}/${driver}` }, at);
    for (const order of states) {
      const { state } = (await store.drivers.find(driver))!;
      await store.drivers.move({ driverId: driver, from: [state], to: order, order }, at);
    }
    now = at + 1;
  };
  await store.orders.submit(newOrder('expired', { endsAt: now + 1 }), now);
  await drain(() => store.offers.runTimers(++now));
  await accept('accepted');
  await accept('arrived', 'arrived');
  await accept('picking', 'arrived', 'picking');
  await accept('delivering', 'arrived', 'picking', 'delivering');
  await accept('delivered', 'arrived', 'picking', 'delivering', 'delivered');
  await store.orders.submit(newOrder('cancelled'), now);
  await store.orders.cancel({ orderId: 'cancelled', reason: null }, now);
  const at = await offered(store, 'reassigning', 'd1', now);
  await store.offers.reject({ driverId: 'd1', assignmentId: 'reassigning/d1' }, at);
  now = (await offered(store, 'offered', 'd2', at)) + 1;
  await store.orders.submit(newOrder('claimed'), now);
  await store.orders.claimBatch('x', (now += 5_000));
  await store.orders.submit(newOrder('unmatched'), now);
  await offerTo(store, {}, (now += 5_000));
  await store.orders.submit(newOrder('pooled'), now);
  return now;
}

export function lists(open: Open): void {
  it('orders in the order of their ids, byte by byte, page by page', async (t) => {
    const [a, b] = await open(t, variantA);
    const names = ['a', 'B', 'a:b', 'ü', '点', '😀', '\uffee', '10', '9', '{x}', ' ', '__proto__'];
    for (const name of names) await a.orders.submit(newOrder(name), T0);
    const sorted = names.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    assert.deepEqual(await ids(b), sorted);
    for (const group of ['pool', 'open'] as const) assert.deepEqual(await ids(b, group), sorted);
    const paged = [];
    for (let after = ''; ;) {
      const page = await ids(b, 'pool', after, 5);
      paged.push(...page);
      if (page.length < 5) break;
      after = page.at(-1)!;
    }
    assert.deepEqual(paged, sorted);
  });

  it('orders by status, with their assignments: exactly those that are in it', async (t) => {
    const [a, b] = await open(t, { ...variantA, atEnd: 'expired' });
    await fill(a);
    for (const state of orderStates) {
      if (state === 'manual_assignment' || poolStates.some((other) => other === state)) continue;
      assert.deepEqual(await ids(b, state), [state]);
    }
    assert.deepEqual(await ids(b, 'pool'), ['claimed', 'pooled', 'unmatched']);
    const all = orderStates.filter((state) => state !== 'manual_assignment').toSorted();
    assert.deepEqual(await ids(b), all);
    const over = new Set<string>(overStates);
    assert.deepEqual(
      await ids(b, 'open'),
      all.filter((state) => !over.has(state)),
    );
    for (const { order, assignment } of await b.orders.page({ after: '', limit: 100 })) {
      assert.equal(assignment?.assignmentId ?? null, order.assignmentId);
    }
    // By hand, and back from a driver's hands.
    const [c, d] = await open(t, { ...variantA, delaysMs: [] });
    const at = await offered(c, 'o1', 'd1');
    const answer = { driverId: 'd1', assignmentId: 'o1/d1' };
    await c.offers.accept(answer, at);
    assert.equal(await d.orders.oldestWaiting(), null);
    await c.offers.reject(answer, at);
    assert.deepEqual(await ids(d, 'manual_assignment'), ['o1']);
    assert.equal(await d.orders.oldestWaiting(), T0);
    const hand = { orderId: 'o1', driverId: 'd1', assignmentId: 'hand', expiresAt: at + 1 };
    await c.offers.assignByHand({ ...hand, endsAt: at + orderMs }, at);
    assert.deepEqual([await ids(d, 'manual_assignment'), await ids(d, 'offered')], [[], ['o1']]);
  });

  it('drivers in the order of their ids, with what they have in hand', async (t) => {
    const [a, b] = await open(t, variantB);
    for (const id of ['d2', 'd10', 'd1']) await report(a, id, T0);
    await offered(a, 'o1', 'd2');
    const page = await b.drivers.page({ after: '', limit: 2 });
    assert.deepEqual(
      page.map(({ driver, assignment }) => [driver.driverId, assignment]),
      [
        ['d1', undefined],
        ['d10', undefined],
      ],
    );
    const [last, ...none] = await b.drivers.page({ after: 'd10', limit: 2 });
    assert.deepEqual(none, []);
    assert.deepEqual([last?.driver.driverId, last?.assignment?.orderId], ['d2', 'o1']);
    assert.deepEqual({ ...last?.driver }, { ...(await a.drivers.find('d2')) });
    await a.orders.cancel({ orderId: 'o1', reason: null }, T0);
    await drain(() => a.deleteOld(T0 + 10_000 + limits.keepMs));
    assert.deepEqual(await b.drivers.page({ after: '', limit: 2 }), []);
  });

  it('the oldest order that no driver has accepted yet', async (t) => {
    const [a, b] = await open(t, variantA);
    assert.equal(await b.orders.oldestWaiting(), null);
    const at = await offered(a, 'o1', 'd1');
    await a.orders.submit(newOrder('o2'), at);
    assert.equal(await b.orders.oldestWaiting(), T0, 'an offer is not an acceptance');
    await a.offers.accept({ driverId: 'd1', assignmentId: 'o1/d1' }, at);
    assert.equal(await b.orders.oldestWaiting(), at);
    await a.orders.cancel({ orderId: 'o2', reason: null }, at);
    assert.equal(await b.orders.oldestWaiting(), null);
    await a.offers.reject({ driverId: 'd1', assignmentId: 'o1/d1' }, at);
    assert.equal(await b.orders.oldestWaiting(), T0, 'it was given back');
  });

  it('an order with its driver: from acceptance on, until it is over', async (t) => {
    const [a, b] = await open(t, variantA);
    assert.equal(await a.orders.track('o1'), undefined);
    const goal = { dropoffLat: 1, dropoffLng: -2, note: 'the green door' };
    await a.orders.submit(newOrder('o1', goal), T0);
    await report(a, 'd1', T0 + 5_000);
    const seen = async () => {
      const { order, assignment, driver } = (await b.orders.track('o1'))!;
      const { dropoffLat, dropoffLng, note } = order;
      assert.deepEqual({ dropoffLat, dropoffLng, note }, goal);
      return [order.state, assignment?.driverId, driver?.driverId];
    };
    assert.deepEqual(await seen(), ['pooled', undefined, undefined]);
    await offerTo(a, { o1: 'd1' }, T0 + 5_000);
    assert.deepEqual(await seen(), ['offered', 'd1', undefined]);
    await a.offers.accept({ driverId: 'd1', assignmentId: 'o1/d1' }, T0 + 5_000);
    assert.deepEqual(await seen(), ['accepted', 'd1', 'd1']);
    const end = {
      driverId: 'd1',
      from: ['accepted'],
      to: 'completed',
      order: 'delivered',
    } as const;
    await a.drivers.move(end, T0 + 5_000);
    assert.deepEqual(await seen(), ['delivered', 'd1', undefined]);
  });
}
