/** Any history on two replicas, held against a scan in big numbers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { eventually } from '#kit/testing/testing.ts';
import { complete } from '../../complete.ts';
import { fold } from '../../completions/folding.ts';
import { histories, type Step } from '../../test/histories.ts';
import { Model, tickMs } from '../../test/model.ts';
import type { TermStore } from '../store.ts';
import { ones, roomy, type OpenTwo } from './term-store.ts';

const index = 'law';

export function lawsContract(name: string, open: OpenTwo, skip: string | false = false): void {
  describe(`laws of an index on ${name}`, { skip }, () => {
    it('holds on two replicas and after a restart, exactly, folded, fuzzy, decayed and blocked', async (t) => {
      const { first, second, reopen } = await open(t, roomy);
      let now = Date.UTC(2026, 0, 1);
      let run = 0;
      await fc.assert(
        fc.asyncProperty(histories({ maxLength: 60, size: 'max' }), async (steps) => {
          const name = `${index}${run++}`;
          const model = new Model(fold);
          for (const [i, step] of steps.entries()) {
            const store = i % 2 ? first : second;
            if (step.kind === 'wait') {
              now += step.ticks * tickMs;
              model.tick(step.ticks);
            } else if (step.kind !== 'ask') {
              await change(store, name, step, now);
              follow(model, step);
            }
          }
          await first.train(name, ones(['by the first']), now);
          await second.train(name, ones(['by the second']), now);
          model.train('by the first', 1);
          model.train('by the second', 1);
          await eventually(() => knows(first, name, 'by the second'));
          await eventually(() => knows(second, name, 'by the first'));
          const asked = steps.filter((step) => step.kind === 'ask');
          for (const store of [first, second]) {
            for (const { lookup } of asked) {
              model.check(await complete(store.find(name), lookup, now), lookup);
            }
          }
          if (run % 5 !== 0) return;
          const again = await reopen();
          for (const { lookup } of asked) {
            model.check(await complete(again.find(name), lookup, now), lookup);
          }
        }),
        { numRuns: 25 },
      );
    });
  });
}

/** What another replica did comes in its order: with its last step, all steps before are there. */
function knows(store: TermStore, name: string, term: string): boolean {
  return store.find(name)?.terms.best(term, 1).length === 1;
}

function change(store: TermStore, name: string, step: Step, now: number): Promise<unknown> {
  switch (step.kind) {
    case 'train':
      return store.train(name, new Map([[step.term, step.freq]]), now);
    case 'put':
      return step.freq === 0
        ? store.forget(name, step.term, now)
        : store.setFreq(name, step.term, step.freq, now);
    case 'forget':
      return store.forget(name, step.term, now);
    case 'block':
      return store.block(name, step.term, now);
    case 'unblock':
      return store.unblock(name, step.term, now);
    case 'half-life':
      return store.setHalfLife(name, step.hours, now);
    default:
      return assert.fail(step.kind);
  }
}

export function follow(model: Model, step: Step): void {
  if (step.kind === 'train') model.train(step.term, step.freq);
  else if (step.kind === 'put') model.put(step.term, step.freq);
  else if (step.kind === 'forget') model.put(step.term, 0);
  else if (step.kind === 'block') model.blocked.add(step.term);
  else if (step.kind === 'unblock') model.blocked.delete(step.term);
  else if (step.kind === 'half-life') model.halfLifeHours = step.hours;
  else if (step.kind === 'wait') model.tick(step.ticks);
}
