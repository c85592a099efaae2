/** The state tables as laws: exactly the listed moves succeed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '#kit/web/problem.ts';
import { tick } from '../batch.ts';
import type { Dispatch } from '../dispatch.ts';
import { newOrder, replica, report, stateOf, stores, T0 } from './fixtures.ts';
import { move } from '../driver.ts';
import { cancel } from '../order.ts';
import type { RuleSet } from '../rules/rules.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';

/** Stands for the shop, which cancels the order. */
const cancels = 'the order is cancelled';

/** The specification's tables, and what the order becomes. */
const tables: { rules: RuleSet; rows: Record<string, Record<string, string | undefined>> }[] = [
  {
    rules: variantA,
    rows: {
      idle: { assigned: 'offered' },
      assigned: { accepted: 'accepted', idle: 'reassigning' },
      accepted: { arrived: 'arrived', idle: 'reassigning' },
      arrived: { picking: 'picking' },
      picking: { delivering: 'delivering' },
      delivering: { completed: 'delivered' },
      completed: { idle: undefined },
    },
  },
  {
    rules: variantB,
    rows: {
      OFFLINE: { IDLE: undefined },
      IDLE: { ASSIGNED: 'offered', OFFLINE: undefined },
      ASSIGNED: { TO_HUB: 'accepted', IDLE: 'reassigning' },
      TO_HUB: { PICKING: 'picking' },
      PICKING: { DELIVERING: 'delivering' },
      DELIVERING: { COMPLETED: 'delivered' },
      COMPLETED: { IDLE: undefined },
    },
  },
];

for (const { name, skip, open } of stores.filter(({ name }) => !name.includes('Cluster'))) {
  describe(`a driver's moves on ${name}`, { skip }, () => {
    for (const { rules, rows } of tables) {
      it(`${rules.name}: of any sequence, cancels among it, exactly the listed moves succeed`, async (t) => {
        const [a, b] = await open(t, rules);
        let driver = 0;
        // Each history has some of the moves only: swarm testing, Groce et al., 2012.
        const walks = fc
          .subarray([...rules.states, cancels], { minLength: 1 })
          .chain((configuration) =>
            fc.record({
              configuration: fc.constant(configuration),
              targets: fc.array(fc.constantFrom(...configuration), { minLength: 1, maxLength: 25 }),
            }),
          );
        await fc.assert(
          fc.asyncProperty(walks, async ({ targets }) => {
            const driverId = `d${++driver}`;
            // Far from the orders of all other walks.
            const at = { lat: 0, lng: driver / 2 };
            let now = T0 + driver * 1e6;
            let [state, orderId] = [rules.idle, ''];
            await report(a, driverId, now, at);
            for (const [step, to] of targets.entries()) {
              const dispatch = replica(rules, step % 2 === 0 ? a : b);
              if (to === cancels) {
                state = await cancelled(dispatch, { orderId, state, driverId }, now);
                continue;
              }
              const listed = to in rows[state]!;
              if (to === rules.assigned && listed) {
                // Only dispatch assigns.
                await assert.rejects(move(dispatch, { driverId, to }, now), refusal(state, to));
                orderId = `${driverId} ${step}`;
                await a.orders.submit(newOrder(orderId, at), now);
                now += 5_000;
                await report(b, driverId, now, at);
                await tick(dispatch, () => now);
              } else if (listed || state === to) {
                await move(dispatch, { driverId, to }, now);
              } else {
                await assert.rejects(move(dispatch, { driverId, to }, now), refusal(state, to));
                continue;
              }
              const becomes = rows[state]![to];
              if (becomes !== undefined) assert.equal(await stateOf(a, orderId), becomes);
              // The driver would be asked again.
              if (becomes === 'reassigning') await cancel(dispatch, { orderId }, now);
              state = to;
              assert.equal((await b.drivers.find(driverId))?.state, state);
            }
          }),
          { numRuns: 60, seed: 1 },
        );
      });
    }
  });
}

/** Cancels the order that the driver had last; gives the state in which the driver is then. */
async function cancelled(
  dispatch: Dispatch,
  { orderId, state, driverId }: { orderId: string; state: string; driverId: string },
  now: number,
): Promise<string> {
  const { rules, store } = dispatch;
  const before = orderId === '' ? undefined : await stateOf(store, orderId);
  if (before === undefined) {
    await assert.rejects(cancel(dispatch, { orderId: 'none' }, now), { code: 'UNKNOWN_ORDER' });
  } else if (before === 'delivered') {
    await assert.rejects(cancel(dispatch, { orderId }, now), refusal('delivered', 'cancelled'));
  } else {
    await cancel(dispatch, { orderId }, now);
    assert.equal(await stateOf(store, orderId), 'cancelled');
  }
  // Only a driver who has it in hand is moved.
  const isInHand = before !== undefined && inHand.some((other) => other === before);
  const after = isInHand ? rules.idle : state;
  assert.equal((await store.drivers.find(driverId))?.state, after);
  return after;
}

const inHand = ['offered', 'accepted', 'arrived', 'picking', 'delivering'] as const;

const refusal = (from: string, to: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal);
  assert.deepEqual([error.code, error.status], ['INVALID_TRANSITION', 409]);
  assert.deepEqual(error.members, { from, to });
  return true;
};

it('the tables hold no other move', () => {
  for (const { rules, rows } of tables) {
    const listed = Object.entries(rows).flatMap(([from, tos]) =>
      Object.keys(tos).map((to) => `${from} → ${to}`),
    );
    const moves = rules.moves.map(({ from, to }) => `${from} → ${to}`);
    assert.deepEqual(new Set(moves), new Set(listed));
    assert.equal(moves.length, listed.length);
  }
});
