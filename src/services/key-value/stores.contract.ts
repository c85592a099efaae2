/** What every kind of node, and every place of the ring, keeps: two handles on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { StaleRing, type NodeMap } from './node.ts';
import type { RingStore } from './ring-store.ts';

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

export type OpenReplicas = (t: TestContext) => Promise<Replicas>;

export function nodeContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`a node on ${name}`, { skip }, () => {
    async function openNode(t: TestContext) {
      const { first, second, reopen } = await open(t);
      const [one, two] = [first.node('a'), second.node('a')];
      await one.fence(1);
      await two.fence(1);
      return { one, two, reopen: async () => (await reopen()).node('a') };
    }

    test('finds what was put last, through every handle', async (t) => {
      const { one, two } = await openNode(t);
      assert.equal(await one.get(1, 'k'), undefined);
      await one.put(1, 'k', 'v1');
      assert.equal(await two.get(1, 'k'), 'v1');
      await two.put(1, 'k', 'v2');
      assert.equal(await one.get(1, 'k'), 'v2');
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
      for (const text of texts) await one.put(1, `key ${text}`, text);
      for (const text of texts) assert.equal(await two.get(1, `key ${text}`), text);
      const long = '漢'.repeat(300_000);
      await one.put(1, long.slice(0, 170), long);
      assert.equal(await two.get(1, long.slice(0, 170)), long);
    });

    test('deletes, also what is not there', async (t) => {
      const { one, two } = await openNode(t);
      await one.put(1, 'k', 'v');
      await two.delete(1, 'k', false);
      await two.delete(1, 'k', false);
      assert.equal(await one.get(1, 'k'), undefined);
      assert.equal(await one.count(), 0);
    });

    test('names belong to one node alone', async (t) => {
      const { first } = await open(t);
      const [a, b] = [first.node('a'), first.node('b')];
      await Promise.all([a.fence(1), b.fence(1)]);
      await a.put(1, 'k', 'v');
      assert.equal(await b.get(1, 'k'), undefined);
      assert.deepEqual([await a.count(), await b.count()], [1, 0]);
    });

    test('counts and lists its keys', async (t) => {
      const { one, two } = await openNode(t);
      const keys = Array.from({ length: 700 }, (_, i) => `k${i}`);
      await Promise.all(keys.map((key) => one.put(1, key, key)));
      await one.delete(1, 'gone', true);
      assert.equal(await two.count(), 700);
      const listed: string[] = [];
      for await (const portion of two.portions()) listed.push(...portion);
      assert.deepEqual([...new Set(listed)].toSorted(), keys.toSorted());
    });

    test('refuses every operation of another version, and does nothing', async (t) => {
      const { one, two } = await openNode(t);
      await one.put(1, 'k', 'v');
      await two.fence(2);
      for (const version of [1, 3]) {
        for (const operation of [
          () => one.get(version, 'k'),
          () => one.put(version, 'k', 'other'),
          () => one.delete(version, 'k', false),
          () => one.delete(version, 'k', true),
          () => one.accept(version, 'other', 'other'),
        ]) {
          await assert.rejects(operation, (error) => {
            assert.ok(error instanceof StaleRing);
            assert.equal(error.version, 2);
            return true;
          });
        }
      }
      assert.equal(await one.version(), 2);
      assert.equal(await one.get(2, 'k'), 'v');
      assert.equal(await one.get(2, 'other'), undefined);
    });

    test('never serves an earlier version again', async (t) => {
      const { one, two } = await openNode(t);
      await one.fence(3);
      await one.fence(3);
      await assert.rejects(two.fence(2), StaleRing);
      assert.equal(await two.version(), 3);
    });

    test('accepts what the former owner had, unless it knows something newer', async (t) => {
      const { one, two } = await openNode(t);
      assert.equal(await one.accept(1, 'k', 'old'), 'old');
      assert.equal(await two.accept(1, 'k', 'older'), 'old');
      await two.put(1, 'put', 'new');
      assert.equal(await one.accept(1, 'put', 'old'), 'new');
      await one.delete(1, 'deleted', true);
      assert.equal(await two.accept(1, 'deleted', 'old'), undefined);
      assert.equal(await one.get(1, 'deleted'), undefined);
      await one.put(1, 'deleted', 'again');
      assert.equal(await two.accept(1, 'deleted', 'old'), 'again');
    });

    test('drops its tombstones with the next version, not before', async (t) => {
      const { one, two } = await openNode(t);
      await one.delete(1, 'k', true);
      await two.fence(1);
      assert.equal(await two.accept(1, 'k', 'old'), undefined);
      await two.fence(2);
      assert.equal(await one.accept(2, 'k', 'old'), 'old');
    });

    test('has values, tombstones and its version after a restart', async (t) => {
      const { one, two, reopen } = await openNode(t);
      await one.put(1, 'k', 'v1');
      await two.put(1, 'k', 'v2');
      await two.put(1, 'l', 'l');
      await one.delete(1, 'm', true);
      await one.delete(1, 'l', false);
      const again = await reopen();
      await again.ready();
      assert.equal(await again.version(), 1);
      await again.fence(1);
      assert.equal(await again.get(1, 'k'), 'v2');
      assert.equal(await again.get(1, 'l'), undefined);
      assert.equal(await again.accept(1, 'm', 'old'), undefined);
      assert.equal(await again.count(), 1);
      await again.put(1, 'n', 'n');
      assert.equal(await again.get(1, 'k'), 'v2');
    });
  });
}

export function ringStoreContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`the place of the ring on ${name}`, { skip }, () => {
    const nodes = [{ name: 'a' }, { name: 'b', address: 'redis://h:1' }];

    test('has nothing at first, then what was put there', async (t) => {
      const { first, second, reopen } = await open(t);
      assert.equal(await first.ring.load(), undefined);
      assert.equal(await first.ring.replace(0, { version: 4, nodes }), true);
      assert.deepEqual(await second.ring.load(), { version: 4, nodes });
      const next = { version: 5, nodes, former: [{ name: 'c' }] };
      assert.equal(await second.ring.replace(4, next), true);
      assert.deepEqual(await (await reopen()).ring.load(), next);
    });

    test('of replicas that replace one version, one succeeds', async (t) => {
      const { first, second } = await open(t);
      for (const before of [0, 1, 2]) {
        const attempts = Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? first : second).ring.replace(before, {
            version: before + 1,
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
