/** Any history on two replicas, held against a scan in big numbers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { eventually } from '#kit/testing/testing.ts';
import { complete, type Lookup } from '../../complete.ts';
import { fold } from '../../completions/folding.ts';
import { histories, ofStores, type Step } from '../../test/histories.ts';
import { Model, tickMs } from '../../test/model.ts';
import { preloaded, type Outcome, type TermStore } from '../autocomplete-store.ts';
import { completed, roomy, type OpenTwo } from './term-store.ts';

/** Terms that a store without much room has beside those of a new one. */
const spare = 3;

export function lawsContract(name: string, open: OpenTwo, skip: string | false = false): void {
  describe(`laws of an index on ${name}`, { skip }, () => {
    for (const [what, limits, numRuns] of [
      ['', roomy, 25],
      [', in a store that is full', { ...roomy, maxTerms: preloaded.length + spare }, 15],
    ] as const) {
      it(`holds on two replicas and after a restart, exactly, folded, fuzzy, decayed and blocked${what}`, async (t) => {
        const { first, second, reopen } = await open(t, limits);
        const replicas = [first, second];
        const room = limits.maxTerms - preloaded.length;
        let now = Date.UTC(2026, 0, 1);
        let run = 0;
        const history = histories({ maxLength: 60, more: ofStores });
        const law = fc.asyncProperty(history, async ({ steps }) => {
          const name = `law${++run}`;
          const model = new Model(fold);
          const asked: Lookup[] = [];
          for (const [i, step] of steps.entries()) {
            if (step.kind === 'ask') asked.push(step.lookup);
            else if (step.kind === 'restart') replicas[i % 2] = await reopen();
            else if (step.kind === 'wait') {
              now += step.ticks * tickMs;
              model.tick(step.ticks);
            } else {
              const isFull = added(model, step) > room - model.values.size - model.blocked.size;
              const expected = isFull ? 'full' : outcomeOf(model, step);
              assert.equal(await change(replicas[i % 2]!, name, step, now), expected, step.kind);
              if (!isFull) follow(model, step);
            }
          }
          await expectAllKnown(replicas, run);
          for (const store of replicas) {
            for (const lookup of asked) {
              model.check(await complete(store.find(name), lookup, now), lookup);
            }
          }
        });
        // Each history has the room to itself, also after one that has failed.
        const emptied = law.afterEach(async () => void (await replicas[0]!.drop(`law${run}`, now)));
        await fc.assert(emptied, { numRuns });
      });
    }
  });
}

/**
 * Waits for all steps of each replica: they reach others in order, so with the last one all are
 * there.
 */
async function expectAllKnown(replicas: readonly TermStore[], run: number): Promise<void> {
  for (const [i, store] of replicas.entries()) {
    // At the beginning it is 1.
    const freq = 1 + run;
    await store.setFreq('default', preloaded[i]!, freq, 0);
    const isKnown = (one: TermStore) => completed(one, preloaded[i]!, 1)[0]?.freq === freq;
    for (const other of replicas) await eventually(() => isKnown(other));
  }
}

type Change = Exclude<Step, { readonly kind: 'ask' | 'wait' | 'restart' }>;

/** How many terms, and blocked terms, a step would add. */
function added({ values, blocked }: Model, step: Change): number {
  if (step.kind === 'block') return blocked.has(step.term) ? 0 : 1;
  const isGiven = step.kind === 'train' || (step.kind === 'put' && step.freq > 0);
  return isGiven && !values.has(step.term) ? 1 : 0;
}

/** The outcome of a step for which there is room. */
function outcomeOf({ values, blocked, exists }: Model, step: Change): Outcome | boolean {
  if (step.kind === 'drop') return exists;
  if (step.kind === 'unblock') return blocked.has(step.term);
  const isForgotten = step.kind === 'forget' || (step.kind === 'put' && step.freq === 0);
  return isForgotten ? values.has(step.term) : 'done';
}

function change(
  store: TermStore,
  name: string,
  step: Change,
  now: number,
): Promise<Outcome | boolean> {
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
      return store.drop(name, now);
  }
}

function follow(model: Model, step: Change): void {
  if (step.kind === 'train') model.train(step.term, step.freq);
  else if (step.kind === 'put') model.put(step.term, step.freq);
  else if (step.kind === 'forget') model.put(step.term, 0);
  else if (step.kind === 'block') model.setBlocked(step.term, true);
  else if (step.kind === 'unblock') model.setBlocked(step.term, false);
  else if (step.kind === 'half-life') model.setHalfLife(step.hours);
  else model.drop();
}
