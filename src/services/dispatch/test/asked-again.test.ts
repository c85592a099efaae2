/** Drivers who refused or missed an order: passed over for others, then asked again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RuleSet } from '../rules/rules.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';
import { here, north, stores } from './fixtures.ts';
import { get, locate, openReplicas, post, type Replica } from './http.ts';

interface Offer {
  readonly order_id: string;
  readonly assignment_id?: string;
  readonly dispatch_id?: string;
}

async function submit(replica: Replica, order_id: string, more: object = {}) {
  const isB = replica.rules.enveloped;
  if (isB) await post(replica, '/admin/hubs', { hub_id: 'h', ...here });
  const place = isB ? { hub_id: 'h' } : { pickup_lat: here.lat, pickup_lng: here.lng };
  const priority = isB ? 'normal' : 5;
  const { status } = await post(replica, '/dispatch/order', {
    order_id,
    ...place,
    priority,
    ...more,
  });
  assert.equal(status, isB ? 200 : 202);
}

const dataOf = ({ body }: { body: any }) => body.data ?? body; // oxlint-disable-line typescript/no-explicit-any -- any JSON

async function offersOf(replica: Replica, driver: string): Promise<Offer[]> {
  return dataOf(await get(replica, `/dispatch/driver/${driver}/assignments`)).assignments;
}

/** The order that each of the drivers is offered; null without an offer. */
async function holders(replica: Replica, drivers: readonly string[]) {
  const held = drivers.map(async (driver) => {
    const [offer] = await offersOf(replica, driver);
    return [driver, offer?.order_id ?? null] as const;
  });
  return Object.fromEntries(await Promise.all(held));
}

const answerTo = (driver_id: string, { assignment_id, dispatch_id }: Offer) =>
  assignment_id === undefined ? { driver_id, dispatch_id } : { driver_id, assignment_id };

/** The driver rejects the only offer; gives the delay and what the order became. */
async function reject(replica: Replica, driver: string) {
  const [offer] = await offersOf(replica, driver);
  assert.ok(offer, `${driver} has an offer`);
  const rejected = await post(replica, '/dispatch/driver/reject', answerTo(driver, offer));
  assert.equal(rejected.status, 200);
  const { reassignment_in_ms, order_status } = dataOf(rejected);
  return { delayMs: reassignment_in_ms as number, became: order_status as string };
}

const variants: { rules: RuleSet; delays: number[]; last: string }[] = [
  { rules: variantA, delays: [2_000, 4_000, 8_000, 16_000, 30_000], last: 'manual_assignment' },
  { rules: variantB, delays: [1_000, 2_000, 4_000], last: 'pending' },
];

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  for (const { rules, delays, last } of variants) {
    describe(`${rules.name} on ${name}: a driver who refused or missed an order`, { skip }, () => {
      it('is asked again while alone, after each delay, until the last attempt', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await locate(a, 'd1');
        await submit(a, 'o1');
        await a.pass(5_000);
        const seen = new Set<string>();
        for (const delay of delays) {
          const [offer] = await offersOf(b, 'd1');
          seen.add((offer?.assignment_id ?? offer?.dispatch_id)!);
          assert.deepEqual(await reject(b, 'd1'), { delayMs: delay, became: 'reassigning' });
          await locate(a, 'd1');
          await a.pass(delay - 1);
          assert.deepEqual(await offersOf(b, 'd1'), []);
          await b.pass(1);
        }
        assert.equal(seen.size, delays.length, 'each offer is a new one');
        assert.deepEqual(await reject(a, 'd1'), { delayMs: 0, became: last });
      });

      it('is asked again after a missed offer too', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await locate(a, 'd1');
        await submit(a, 'o1');
        await a.pass(5_000);
        for (const delay of delays) {
          assert.equal((await offersOf(b, 'd1')).length, 1);
          await locate(a, 'd1');
          await b.pass(30_000);
          await locate(a, 'd1');
          await b.pass(delay);
        }
        assert.equal((await offersOf(b, 'd1')).length, 1);
        await a.pass(30_000);
        assert.equal(dataOf(await get(b, '/dispatch/orders/o1')).status, last);
      });

      it('alternates with the only other one: the one who refused longest ago is next', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await locate(a, 'far', north(4));
        await locate(a, 'near');
        await submit(a, 'o1');
        await a.pass(5_000);
        const asked: string[] = [];
        for (const delay of delays) {
          const held = await holders(a, ['near', 'far']);
          const driver = Object.keys(held).find((id) => held[id] !== null);
          asked.push(driver!);
          await reject(b, driver!);
          for (const id of ['near', 'far']) await locate(a, id, id === 'far' ? north(4) : {});
          await b.pass(delay);
        }
        const [first, second] = asked;
        assert.notEqual(first, second);
        assert.deepEqual(
          asked,
          delays.map((_, i) => (i % 2 === 0 ? first : second)),
        );
      });

      it('waits for anybody who has not been asked, also for one who comes later', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await locate(a, 'd1');
        await submit(a, 'o1');
        await a.pass(5_000);
        await reject(a, 'd1');
        await locate(b, 'late', north(9));
        await b.pass(delays[0]!);
        assert.deepEqual(await holders(a, ['d1', 'late']), { d1: null, late: 'o1' });
      });

      it('is asked while the others are out of reach, and when all are back the longest ago', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await submit(a, 'o1');
        a.clock.advance(5_000);
        for (const [i, id] of ['d1', 'd2'].entries()) {
          await locate(a, id);
          await a.pass(i === 0 ? 0 : delays[0]!);
          await reject(b, id);
          await locate(a, id, { lat: 0 });
        }
        await locate(a, 'd2');
        await a.pass(delays[1]!);
        assert.deepEqual(await holders(b, ['d1', 'd2']), { d1: null, d2: 'o1' });
        await reject(b, 'd2');
        for (const id of ['d1', 'd2']) await locate(a, id);
        await b.pass(delays[2]!);
        assert.deepEqual(await holders(a, ['d1', 'd2']), { d1: 'o1', d2: null });
      });

      it('is offered other orders of the batch, and the refused one where nobody else is left', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await locate(a, 'd1', { max_orders: 3 });
        await submit(a, 'o1');
        await a.pass(5_000);
        await reject(a, 'd1');
        await locate(a, 'd2', { max_orders: 3 });
        await submit(b, 'o2', rules.enveloped ? { priority: 'vip' } : { priority: 9 });
        await b.pass(delays[0]!);
        const held = await holders(a, ['d1', 'd2']);
        assert.deepEqual(new Set(Object.values(held)), new Set(['o1', 'o2']), 'both are offered');
      });

      it('is asked for another order first, then for each in turn', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await locate(a, 'd1');
        for (const id of ['o1', 'o2']) await submit(a, id);
        await a.pass(5_000);
        const asked: string[] = [];
        for (let round = 0; round < 6; round++) {
          asked.push((await offersOf(b, 'd1'))[0]!.order_id);
          await reject(b, 'd1');
          await locate(a, 'd1');
          await b.pass(Math.max(...delays));
        }
        const [first, second] = asked;
        assert.notEqual(first, second);
        assert.deepEqual(asked, [first, second, first, second, first, second]);
      });

      it('refuses a second offer as a new one; a repeated refusal of the first changes nothing', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        await locate(a, 'd1');
        await submit(a, 'o1');
        await a.pass(5_000);
        const [first] = await offersOf(a, 'd1');
        const refuse = (offer: Offer) => post(b, '/dispatch/driver/reject', answerTo('d1', offer));
        const refused = await refuse(first!);
        await b.pass(delays[0]!);
        const [second] = await offersOf(b, 'd1');
        assert.deepEqual(await refuse(first!), refused);
        assert.deepEqual(await offersOf(a, 'd1'), [second], 'the second offer stands');
        const again = await refuse(second!);
        assert.equal(dataOf(again).reassignment_in_ms, delays[1]);
        assert.deepEqual(await refuse(second!), again);
        assert.deepEqual(await refuse(first!), refused);
        assert.equal(dataOf(await get(a, '/dispatch/orders/o1')).attempts_total, 2);
      });

      it('is asked once, whatever number of replicas is at it', async (t) => {
        const [a, b] = await openReplicas(t, rules, open);
        for (const id of ['d1', 'd2']) await locate(a, id);
        await submit(a, 'o1');
        a.clock.advance(5_000);
        for (const delay of delays) {
          await Promise.all([a.pass(0), b.pass(0)]);
          const held = await holders(a, ['d1', 'd2']);
          const asked = Object.keys(held).filter((id) => held[id] === 'o1');
          assert.equal(asked.length, 1);
          await Promise.all([a, b].map((replica) => reject(replica, asked[0]!).catch(() => {})));
          for (const id of ['d1', 'd2']) await locate(a, id);
          a.clock.advance(delay);
        }
        assert.equal(dataOf(await get(a, '/dispatch/orders/o1')).attempts_total, delays.length);
      });
    });
  }

  describe(`after the last attempt on ${name}`, { skip }, () => {
    it('A: the order is assigned by hand, to the driver who refused it too', async (t) => {
      const [a, b] = await openReplicas(t, variantA, open);
      await locate(a, 'd1');
      await submit(a, 'o1');
      await a.pass(5_000);
      for (let left = 6; left > 0; left--) {
        const { delayMs } = await reject(a, 'd1');
        await locate(a, 'd1');
        await a.pass(delayMs);
      }
      const queue = await get(b, '/admin/manual-queue');
      assert.deepEqual(
        queue.body.orders.map(({ order_id }: Offer) => order_id),
        ['o1'],
      );
      assert.deepEqual(await offersOf(a, 'd1'), [], 'nobody is asked any more');
      const by = { order_id: 'o1', driver_id: 'd1' };
      assert.equal((await post(b, '/admin/manual-queue/assign', by)).status, 200);
      const [offer] = await offersOf(a, 'd1');
      const accepted = await post(b, '/dispatch/driver/accept', answerTo('d1', offer!));
      assert.deepEqual(accepted.body, { status: 'accepted', order_id: 'o1' });
    });

    it('B: the order is offered from the pool again, first to those who never refused it', async (t) => {
      const [a, b] = await openReplicas(t, variantB, open);
      await locate(a, 'd1');
      await submit(a, 'o1');
      await a.pass(5_000);
      for (let left = 4; left > 0; left--) {
        const { delayMs } = await reject(a, 'd1');
        await locate(a, 'd1');
        await a.pass(delayMs);
      }
      await locate(b, 'd2', north(9));
      await b.pass(5_000);
      assert.deepEqual(await holders(a, ['d1', 'd2']), { d1: null, d2: 'o1' });
      await reject(a, 'd2');
      await locate(b, 'd2', { lat: 0 });
      await b.pass(1_000);
      const [offer] = await offersOf(a, 'd1');
      assert.equal(offer?.order_id, 'o1');
      const shown = dataOf(await get(b, '/dispatch/orders/o1'));
      assert.deepEqual([shown.round, shown.attempts, shown.attempts_total], [2, 1, 5]);
      const { dispatch_id } = shown;
      const accepted = await post(b, '/dispatch/driver/accept', { driver_id: 'd1', dispatch_id });
      assert.equal(dataOf(accepted).status, 'accepted', 'by the name of the dispatch');
    });
  });
}
