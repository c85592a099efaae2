/** Random histories of small worlds, each with a configuration of its own, held against the laws. */
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fakeClock } from '#kit/testing/testing.ts';
import { stores } from '../fixtures.ts';
import { history, Site } from './history.ts';
import { live } from './live.ts';
import { checkLaws } from './oracle.ts';
import { inOrder, VirtualTime } from './virtual-time.ts';

for (const { name, skip, open } of stores) {
  test(
    `on ${name}, in small worlds no page is requested twice, hosts have their pace, and nothing is lost`,
    { skip },
    async (t) => {
      const clock = fakeClock();
      const { store, isIdle } = inOrder(await open(t, clock));
      let histories = 0;
      const drawnBy: Record<string, number> = {};
      await fc.assert(
        fc.asyncProperty(history, async (drawn) => {
          const site = new Site(drawn, histories++);
          for (const feature of drawn.features) drawnBy[feature] = (drawnBy[feature] ?? 0) + 1;
          const lived = await live(drawn, site, store, new VirtualTime(clock, isIdle));
          await checkLaws(drawn, site, lived, store);
        }),
        { numRuns: Number(process.env['SWARM_RUNS'] ?? (name === 'SQLite' ? 60 : 12)) },
      );
      t.diagnostic(`${histories} histories, with ${JSON.stringify(drawnBy)}`);
    },
  );
}
