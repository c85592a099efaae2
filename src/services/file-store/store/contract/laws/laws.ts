/** The tree under random histories: step by step against a naive model, and many steps at once. */
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maxDepth } from '../../file-store.ts';
import type { Reopenable } from '../fixtures.ts';
import { compare } from './compare.ts';
import { oneInAnother, race } from './race.ts';
import { histories, operations, reportConfigurations } from './swarm.ts';
import type { TestContext } from 'node:test';

/** @param runs random histories of each law: fewer where a step takes longer */
export function treeLaws(runs: number, open: (t: TestContext) => Promise<Reopenable>): void {
  test('the tree, its shares, the trash and the contents are as a naive model has them', async (t) => {
    let replicas = await open(t);
    const report = reportConfigurations(t);
    const swarm = histories(operations, (step) => fc.array(step, { minLength: 5, maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(swarm, async (history) => {
        report(history.configuration);
        replicas = await compare(replicas, history);
      }),
      { numRuns: runs },
    );
  });

  test('moves, deletions and uploads at once make no cycle, and lose nothing', async (t) => {
    const replicas = await open(t);
    const report = reportConfigurations(t);
    const levels = await oneInAnother(replicas.first, maxDepth);
    const swarm = histories(['move', 'remove', 'restore', 'share'], (step) =>
      fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(swarm, (history) => {
        report(history.configuration);
        return race(replicas, history, levels);
      }),
      { numRuns: runs },
    );
  });
}
