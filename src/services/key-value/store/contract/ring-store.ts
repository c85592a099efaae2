/** The contract of every store of the ring, tried with two handles on the same state. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenReplicas } from './replicas.ts';

export function ringStoreContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`the place of the ring on ${name}`, { skip }, () => {
    const nodes = [{ name: 'a' }, { name: 'b', address: 'redis://h:1' }];

    test('has nothing at first, then what was put there', async (t) => {
      const { first, second, reopen } = await open(t);
      assert.equal(await first.ring.load(), undefined);
      const before = { ring: 'r', version: 4, change: 'x', nodes };
      assert.equal(await first.ring.replace(undefined, before), true);
      assert.deepEqual(await second.ring.load(), before);
      const next = {
        ring: 'r',
        version: 5,
        change: 'y',
        nodes,
        former: [{ name: 'c' }],
        lost: ['c'],
      };
      assert.equal(await second.ring.replace(undefined, next), false);
      assert.equal(await second.ring.replace({ ...before, ring: 'other' }, next), false);
      assert.equal(await second.ring.replace(before, next), true);
      assert.deepEqual(await (await reopen()).ring.load(), next);
    });

    test('one of the replicas that replace one version succeeds', async (t) => {
      const { first, second } = await open(t);
      for (const version of [1, 2, 3]) {
        const before = await first.ring.load();
        const attempts = Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? first : second).ring.replace(before, {
            ring: 'r',
            version,
            change: `c${i}`,
            nodes: [{ name: `n${i}` }],
          }),
        );
        const outcomes = await Promise.all(attempts);
        assert.equal(outcomes.filter(Boolean).length, 1);
        const { nodes: kept } = (await first.ring.load())!;
        assert.deepEqual(kept, [{ name: `n${outcomes.indexOf(true)}` }]);
      }
    });
  });
}
