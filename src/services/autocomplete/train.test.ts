import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TermStore } from './store/autocomplete-store.ts';
import { trainer } from './train.ts';

/** A store that only remembers what it was given, step by step. */
function recorder() {
  const steps: ReadonlyMap<string, number>[] = [];
  const indexes: string[] = [];
  const train = async (index: string, increments: ReadonlyMap<string, number>) => {
    indexes.push(index);
    steps.push(increments);
    return 'done';
  };
  const trainIndex = trainer({ train } as unknown as TermStore, () => 0);
  return {
    steps,
    indexes,
    train: (terms: readonly string[]) => trainIndex('default', terms),
    trainIndex,
  };
}

it('requests of one moment share a step, and a term in many of them is one increment', async () => {
  const { steps, train } = recorder();
  await Promise.all([train(['tea', 'tar']), train(['tea']), train(['tea', 'tea'])]);
  assert.deepEqual(steps, [
    new Map([
      ['tea', 4],
      ['tar', 1],
    ]),
  ]);
});

it('no step has more than 500 terms, however many are sent at a moment', async () => {
  const { steps, train } = recorder();
  const list = (name: string, length: number) => Array.from({ length }, (_, i) => `${name}${i}`);
  await Promise.all([list('a', 2_500), list('b', 600), list('c', 600), list('d', 1)].map(train));
  assert.deepEqual(new Set(steps.flatMap((step) => [...step.keys()])).size, 3_701);
  for (const step of steps) assert.ok(step.size <= 500, `${step.size} terms`);
});

it('steps of different indexes are apart', async () => {
  const { steps, indexes, trainIndex } = recorder();
  await Promise.all([trainIndex('a', ['tea']), trainIndex('b', ['tea']), trainIndex('a', ['tar'])]);
  assert.deepEqual(indexes, ['a', 'b']);
  assert.deepEqual(
    steps.map((step) => [...step.keys()]),
    [['tea', 'tar'], ['tea']],
  );
});
