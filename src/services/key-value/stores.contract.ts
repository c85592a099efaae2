/** What every kind of node, and every place of the ring, keeps: two handles on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { StaleRing, type NodeMap } from './node.ts';
import { markOf, type RingRecord, type RingStore } from './ring-store.ts';

export interface Replica {
  /** Opens a node that lives where the service keeps its state. */
  readonly node: (name: string) => NodeMap;
  readonly ring: RingStore;
}

export interface Replicas {
  readonly first: Replica;
  readonly second: Replica;
  /** Closes both and opens the state anew. */
  readonly reopen: () => Promise<Replica>;
}

const ring = (version: number): RingRecord => ({
  ring: 'r',
  version,
  change: `change ${version}`.replace(' ', '-'),
  nodes: [{ name: 'a' }],
});
const mark = markOf(ring(1));

export type OpenReplicas = (t: TestContext) => Promise<Replicas>;

export function nodeContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`a node on ${name}`, { skip }, () => {
    async function openNode(t: TestContext) {
      const { first, second, reopen } = await open(t);
      const [one, two] = [first.node('a'), second.node('a')];
      await one.fence(ring(1));
      await two.fence(ring(1));
      return { one, two, reopen: async () => (await reopen()).node('a') };
    }

    test('finds what was put last, through every handle', async (t) => {
      const { one, two } = await openNode(t);
      assert.equal(await one.get(mark, 'k'), undefined);
      await one.put(mark, 'k', 'v1');
      assert.equal(await two.get(mark, 'k'), 'v1');
      await two.put(mark, 'k', 'v2');
      assert.equal(await one.get(mark, 'k'), 'v2');
    });

    test('keeps any Unicode as it is', async (t) => {
      const { one, two } = await openNode(t);
      const texts = [
        '',
        '\0',
        'a\0b',
        '\uFEFFbom',
        '😀\u{10FFFF}',
        '__proto__',
        ' {"json":1} \r\n',
      ];
      for (const text of texts) await one.put(mark, `key ${text}`, text);
      for (const text of texts) assert.equal(await two.get(mark, `key ${text}`), text);
      const long = '漢'.repeat(300_000);
      await one.put(mark, long.slice(0, 170), long);
      assert.equal(await two.get(mark, long.slice(0, 170)), long);
    });

    test('deletes, also what is not there', async (t) => {
      const { one, two } = await openNode(t);
      await one.put(mark, 'k', 'v');
      await two.delete(mark, 'k', false);
      await two.delete(mark, 'k', false);
      assert.equal(await one.get(mark, 'k'), undefined);
      assert.equal(await one.count(), 0);
    });

    test('names belong to one node alone', async (t) => {
      const { first } = await open(t);
      const [a, b] = [first.node('a'), first.node('b')];
      await Promise.all([a.fence(ring(1)), b.fence(ring(1))]);
      await a.put(mark, 'k', 'v');
      assert.equal(await b.get(mark, 'k'), undefined);
      assert.deepEqual([await a.count(), await b.count()], [1, 0]);
    });

    test('counts and lists its keys', async (t) => {
      const { one, two } = await openNode(t);
      const keys = Array.from({ length: 700 }, (_, i) => `k${i}`);
      await Promise.all(keys.map((key) => one.put(mark, key, key)));
      await one.delete(mark, 'gone', true);
      assert.equal(await two.count(), 700);
      const listed: string[] = [];
      for await (const portion of two.portions()) listed.push(...portion);
      assert.deepEqual([...new Set(listed)].toSorted(), keys.toSorted());
    });

    test('refuses every operation of another version, and does nothing', async (t) => {
      const { one, two } = await openNode(t);
      await one.put(mark, 'k', 'v');
      await two.fence(ring(2));
      for (const other of [mark, markOf(ring(3)), 'another 2', '']) {
        for (const operation of [
          () => one.get(other, 'k'),
          () => one.put(other, 'k', 'other'),
          () => one.delete(other, 'k', false),
          () => one.delete(other, 'k', true),
          () => one.accept(other, 'other', 'other'),
        ]) {
          await assert.rejects(operation, StaleRing);
        }
      }
      assert.deepEqual(await one.serves(), ring(2));
      assert.equal(await one.get(markOf(ring(2)), 'k'), 'v');
      assert.equal(await one.get(markOf(ring(2)), 'other'), undefined);
    });

    test('never serves an earlier version again', async (t) => {
      const { one, two } = await openNode(t);
      await one.fence(ring(3));
      await one.fence(ring(3));
      await assert.rejects(two.fence(ring(2)), StaleRing);
      assert.deepEqual(await two.serves(), ring(3));
    });

    test('accepts what the former owner had, unless it knows something newer', async (t) => {
      const { one, two } = await openNode(t);
      assert.equal(await one.accept(mark, 'k', 'old'), 'old');
      assert.equal(await two.accept(mark, 'k', 'older'), 'old');
      await two.put(mark, 'put', 'new');
      assert.equal(await one.accept(mark, 'put', 'old'), 'new');
      await one.delete(mark, 'deleted', true);
      assert.equal(await two.accept(mark, 'deleted', 'old'), undefined);
      assert.equal(await one.get(mark, 'deleted'), undefined);
      await one.put(mark, 'deleted', 'again');
      assert.equal(await two.accept(mark, 'deleted', 'old'), 'again');
    });

    test('drops its tombstones with the next version, not before', async (t) => {
      const { one, two } = await openNode(t);
      await one.delete(mark, 'k', true);
      await two.fence(ring(1));
      assert.equal(await two.accept(mark, 'k', 'old'), undefined);
      await two.fence(ring(2));
      assert.equal(await one.accept(markOf(ring(2)), 'k', 'old'), 'old');
    });

    test('never goes over to another ring while it holds keys', async (t) => {
      const { one, two } = await openNode(t);
      const other = { ...ring(1), ring: 'other' };
      await one.put(mark, 'k', 'v');
      await assert.rejects(two.fence(other), { code: 'NODE_OF_ANOTHER_RING' });
      assert.equal(await one.get(mark, 'k'), 'v');
      await one.delete(mark, 'k', true);
      await two.fence(other);
      assert.deepEqual(await one.serves(), other);
      await assert.rejects(one.get(mark, 'k'), StaleRing);
      assert.equal(await one.accept(markOf(other), 'k', 'old'), 'old');
    });

    test('has values, tombstones and its version after a restart', async (t) => {
      const { one, two, reopen } = await openNode(t);
      await one.put(mark, 'k', 'v1');
      await two.put(mark, 'k', 'v2');
      await two.put(mark, 'l', 'l');
      await one.delete(mark, 'm', true);
      await one.delete(mark, 'l', false);
      const again = await reopen();
      await again.ready();
      assert.deepEqual(await again.serves(), ring(1));
      await again.fence(ring(1));
      assert.equal(await again.get(mark, 'k'), 'v2');
      assert.equal(await again.get(mark, 'l'), undefined);
      assert.equal(await again.accept(mark, 'm', 'old'), undefined);
      assert.equal(await again.count(), 1);
      await again.put(mark, 'n', 'n');
      assert.equal(await again.get(mark, 'k'), 'v2');
    });
  });
}

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

    test('of replicas that replace one version, one succeeds', async (t) => {
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
