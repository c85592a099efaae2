/** The state tables as laws: exactly the listed moves succeed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '#kit/web/problem.ts';
import { tick } from '../batch.ts';
import { newOrder, replica, report, stateOf, stores, T0 } from './fixtures.ts';
import { move } from '../driver.ts';
import type { RuleSet } from '../rules/rules.ts';
import { variantA } from '../rules/variant-a.ts';
import { variantB } from '../rules/variant-b.ts';

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
      it(`${rules.name}: of any sequence exactly the listed moves succeed`, async (t) => {
        const [a, b] = await open(t, rules);
        let driver = 0;
        const walk = fc.array(fc.constantFrom(...rules.states), { minLength: 1, maxLength: 25 });
        await fc.assert(
          fc.asyncProperty(walk, async (targets) => {
            const driverId = `d${++driver}`;
            // Far from the orders of all other walks.
            const at = { lat: 0, lng: driver / 2 };
            let now = T0 + driver * 1e6;
            let [state, orderId] = [rules.idle, ''];
            await report(a, driverId, now, at);
            for (const [step, to] of targets.entries()) {
              const dispatch = replica(rules, step % 2 === 0 ? a : b);
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
