import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { SlidingWindows } from './sliding-window.ts';

it('a sliding window is equal to a list of instants that is filtered', () => {
  const steps = fc.array(
    fc.record({
      // A clock may go back a little.
      wait: fc.oneof(fc.nat(3), fc.nat(120), fc.integer({ min: -3, max: -1 })),
      take: fc.constantFrom('record', 'record', 'look', 'take back' as const),
    }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 100 }), (all, window) => {
      const windows = new SlidingWindows();
      let instants: number[] = [];
      let now = 1_000;
      for (const { wait, take } of all) {
        now += wait;
        const requests = windows.of('k', window, now);
        instants = instants.filter((instant) => instant > now - window);
        if (take === 'record') {
          const at = Math.max(now, instants.at(-1) ?? now);
          assert.equal(requests.record(now), at);
          instants.push(at);
        } else if (take === 'take back' && instants.length > 0) {
          const at = instants[Math.floor(instants.length / 2)]!;
          requests.takeBack(at);
          instants.splice(instants.lastIndexOf(at), 1);
        }
        assert.deepEqual(
          Array.from({ length: requests.count }, (_, i) => requests.at(i)),
          instants,
        );
      }
    }),
  );
});
