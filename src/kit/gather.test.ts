import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gather } from './gather.ts';

describe('calls that are gathered', () => {
  it('travel together when they are made in one turn, each with its own answer', async () => {
    const sent: number[][] = [];
    const double = gather(async (calls: readonly number[]) => {
      sent.push([...calls]);
      return calls.map((n) => 2 * n);
    });
    assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, 4, 6]);
    assert.equal(await double(4), 8);
    assert.deepEqual(sent, [[1, 2, 3], [4]]);
  });

  it('are sent in portions, of which one that fails does not harm the others', async () => {
    const call = gather(
      async (calls: readonly number[]) => {
        if (calls.includes(3)) throw new Error('odd one');
        return calls;
      },
      (calls) => calls.map((n) => [n]),
    );
    const outcomes = await Promise.allSettled([2, 3, 4].map(call));
    const statuses = outcomes.map(({ status }) => status);
    assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled']);
  });
});
