import assert from 'node:assert/strict';
import { it } from 'node:test';
import { driversOf, solve } from './solver.ts';

/** Gains that are all different, so that there is one best assignment. */
const table = (orders: number, drivers: number) =>
  Array.from({ length: orders }, (_, i) =>
    Array.from({ length: drivers }, (_, j) => ((i * 7_919 + j * 104_729) % 1_000_003) / 1_000_003),
  );

it('a large table is solved as a small one is, while the event loop turns', async () => {
  let isOver = false;
  let turns = 0;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const large = table(101, 100);
  const drivers = await solve(large);
  isOver = true;
  assert.deepEqual([...drivers], [...driversOf(large)]);
  assert.ok(turns > 0);
  const small = table(100, 100);
  turns = 0;
  assert.deepEqual([...(await solve(small))], [...driversOf(small)]);
  assert.equal(turns, 0);
});
