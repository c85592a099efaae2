/** The ring with two replicas: changes by either of them, and changes that one of them misses. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fakeClock } from '#kit/testing/testing.ts';
import { changeRing, finishChange } from '../change.ts';
import { Cluster } from '../cluster.ts';
import { follow } from '../follow.ts';
import { entryOf, valueOf } from '../store/contract/entry.ts';
import type { Replica } from '../store/contract/replicas.ts';
import { newName } from '../store/ring-store.ts';
import { ownersOf } from '../view.ts';
import { poolOf, stores } from './fixtures.ts';

/** Nothing expires here. */
const now = 0;
const named = (...names: string[]) => names.map((name) => ({ name }));
const keys = Array.from({ length: 300 }, (_, i) => `key-${i}`);

for (const { name, skip, open } of stores) {
  describe(`the ring on ${name}`, { skip }, () => {
    async function openClusters(t: TestContext, ...names: string[]) {
      const { first, second, reopen } = await open(t);
      const openOne = (replica: Replica) =>
        Cluster.open(replica.ring, poolOf(replica), named(...names));
      const [one, two] = await Promise.all([openOne(first), openOne(second)]);
      return { one, two, reopen: async () => openOne(await reopen()) };
    }
    const fill = (cluster: Cluster) =>
      Promise.all(keys.map((key) => cluster.put(key, `value of ${key}`)));

    /** Every key is at its owner and nowhere else. */
    async function expectSorted(cluster: Cluster, among: readonly string[] = keys): Promise<void> {
      const { current, record } = cluster.view;
      assert.equal(record.former, undefined);
      for (const [node, map] of current.nodes) {
        const held: string[] = [];
        for await (const portion of map.keys()) held.push(...portion);
        const own = among.filter((key) => current.ring.owner(key) === node);
        assert.deepEqual([...new Set(held)].toSorted(), own.toSorted(), node);
      }
    }

    it('is the same for replicas that start together', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await one.put('k', 'v');
      assert.equal(await valueOf(two.get('k', now)), 'v');
      assert.equal(one.view.record.version, two.view.record.version);
    });

    it('moves keys to a node that comes, and from one that goes', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      const before = one.view.current.ring;
      const moved = await changeRing(one, named('a', 'b', 'c'));
      const after = one.view.current.ring;
      const moving = keys.filter((key) => before.owner(key) !== after.owner(key));
      assert.equal(moved, moving.length);
      assert.ok(moved > 0);
      await expectSorted(one);
      for (const key of keys) assert.equal(await valueOf(two.get(key, now)), `value of ${key}`);
      await changeRing(two, named('b', 'c'));
      await expectSorted(two);
      for (const key of keys) assert.equal(await valueOf(one.get(key, now)), `value of ${key}`);
    });

    it('is not changed by a list of the same nodes', async (t) => {
      const { one } = await openClusters(t, 'a', 'b');
      const { version } = one.view.record;
      assert.equal(await changeRing(one, named('b', 'a')), 0);
      assert.equal(one.view.record.version, version);
    });

    it('lets no replica that missed a change read or write at a former owner', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      await changeRing(one, named('c'));
      assert.equal(two.view.current.ring.owner('key-1') === 'c', false);
      await two.put('key-1', 'new');
      await two.delete('key-2');
      assert.equal(await valueOf(one.get('key-1', now)), 'new');
      assert.equal(await valueOf(one.get('key-2', now)), undefined);
      await expectSorted(
        one,
        keys.filter((key) => key !== 'key-2'),
      );
    });

    /** Begins a change and leaves it, as a process does that dies. */
    async function begin(cluster: Cluster, ...names: string[]): Promise<void> {
      const { record } = cluster.view;
      const { ring, version, nodes: former } = record;
      const next = {
        ring,
        version: version + 1,
        change: newName(),
        nodes: named(...names),
        former,
      };
      assert.ok(await cluster.store.replace(record, next));
    }

    it('serves every key while keys move', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      await begin(one, 'b', 'c');
      await one.refresh();
      const moving = keys.filter((key) => ownersOf(one.view, key).former !== undefined);
      const [read, written, deleted, both, left] = moving as [
        string,
        string,
        string,
        string,
        string,
      ];
      assert.equal(await valueOf(two.get(read, now)), `value of ${read}`);
      await two.put(written, 'new');
      await two.delete(deleted);
      await one.put(both, 'new');
      await two.delete(both);
      assert.equal(await valueOf(one.get(read, now)), `value of ${read}`);
      assert.equal(await valueOf(one.get(written, now)), 'new');
      assert.equal(await valueOf(one.get(deleted, now)), undefined);
      assert.equal(await valueOf(one.get(both, now)), undefined);
      await finishChange(two);
      assert.equal(await valueOf(two.get(read, now)), `value of ${read}`);
      assert.equal(await valueOf(two.get(written, now)), 'new');
      assert.equal(await valueOf(two.get(left, now)), `value of ${left}`);
      assert.equal(await valueOf(one.get(deleted, now)), undefined, 'came back');
      assert.equal(await valueOf(one.get(both, now)), undefined, 'came back');
      await expectSorted(
        two,
        keys.filter((key) => key !== deleted && key !== both),
      );
    });

    it('is finished by any replica, and by several at once', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      await begin(one, 'c', 'd');
      await Promise.all([one.refresh(), two.refresh()]);
      await Promise.all([finishChange(one), finishChange(two)]);
      await expectSorted(one);
      for (const key of keys) assert.equal(await valueOf(two.get(key, now)), `value of ${key}`);
    });

    it('goes on with an unfinished change after a restart; the deleted stays deleted', async (t) => {
      const { one, reopen } = await openClusters(t, 'a', 'b');
      await fill(one);
      await begin(one, 'c');
      await one.delete('key-7');
      await one.put('key-8', 'new');
      const again = await reopen();
      assert.ok(again.view.record.former);
      assert.equal(await valueOf(again.get('key-7', now)), undefined);
      assert.equal(await valueOf(again.get('key-8', now)), 'new');
      await finishChange(again);
      await expectSorted(
        again,
        keys.filter((key) => key !== 'key-7'),
      );
      assert.equal(await valueOf(again.get('key-7', now)), undefined);
      assert.equal(await valueOf(again.get('key-8', now)), 'new');
    });

    it('refuses another change while one is under way; the same one is finished', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      await begin(one, 'a', 'c');
      await assert.rejects(changeRing(two, named('a', 'd')), { code: 'RING_CHANGING' });
      assert.ok((await changeRing(two, named('c', 'a'))) > 0);
      await expectSorted(two);
    });

    it('one of the replicas that want different nodes at once succeeds', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      const outcomes = await Promise.allSettled([
        changeRing(one, named('a', 'c')),
        changeRing(two, named('a', 'd')),
      ]);
      const failed = outcomes.filter(({ status }) => status === 'rejected');
      // One may come after the other had ended.
      assert.ok(failed.length <= 1);
      for (const { reason } of failed as PromiseRejectedResult[]) {
        assert.equal(reason.code, 'RING_CHANGING');
      }
      await Promise.all([one.refresh(), two.refresh()]);
      assert.deepEqual(one.view.record, two.view.record);
      await expectSorted(one);
    });

    it('refuses a node that holds keys already', async (t) => {
      const { one } = await openClusters(t, 'a');
      const stranger = one.pool.open({ name: 'x' });
      const other = 'other 7 x';
      await stranger.fence(other);
      await stranger.put(other, 'k', entryOf('from another life'), false);
      await assert.rejects(changeRing(one, named('a', 'x')), { code: 'NODE_NOT_EMPTY' });
      assert.equal(one.view.record.former, undefined);
      await stranger.delete(other, 'k', false);
      await changeRing(one, named('x'));
      await one.put('k', 'v');
      assert.equal(await valueOf(one.get('k', now)), 'v');
    });

    it('refuses to begin with nodes that hold keys', async (t) => {
      const { first } = await open(t);
      await first.node('b').fence('other 1 x');
      await first.node('b').put('other 1 x', 'k', entryOf('v'), false);
      const opening = Cluster.open(first.ring, poolOf(first), named('a', 'b'));
      await assert.rejects(opening, { code: 'NODE_NOT_EMPTY' });
      assert.equal(await first.ring.load(), undefined);
    });

    it('puts back what its store has lost', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      const { record: old } = one.view;
      await changeRing(one, named('b', 'c'));
      const { record } = one.view;
      assert.ok(await one.store.replace(record, old));
      assert.equal(await valueOf(one.get('key-1', now)), 'value of key-1');
      await one.refresh();
      assert.deepEqual(await two.store.load(), record);
      for (const key of keys) assert.equal(await valueOf(two.get(key, now)), `value of ${key}`);
    });

    it('refuses keys while its store has fallen behind the nodes, and nobody knows better', async (t) => {
      const { one, reopen } = await openClusters(t, 'a', 'b');
      await fill(one);
      const { record: old } = one.view;
      await changeRing(one, named('b', 'c'));
      for (const key of keys) assert.equal(await valueOf(one.get(key, now)), `value of ${key}`);
      const { record } = one.view;
      assert.ok(await one.store.replace(record, old));
      const again = await reopen();
      const moved = keys.find((key) => one.view.current.ring.owner(key) === 'b')!;
      await assert.rejects(again.put(moved, 'new'), { code: 'STORE_UNAVAILABLE' });
      await assert.rejects(changeRing(again, named('a')), { code: 'RING_CHANGING' });
      assert.ok(await again.store.replace(old, record));
      for (const key of keys) assert.equal(await valueOf(again.get(key, now)), `value of ${key}`);
    });

    it('serves one of two changes that began at one version, never both', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      const { record } = one.view;
      await begin(one, 'a', 'b', 'c');
      await one.refresh();
      for (const key of keys) await one.put(key, 'new');
      // The store falls back, and another replica begins another change.
      assert.ok(await one.store.replace(one.view.record, record));
      await changeRing(two, named('a', 'b', 'd')).catch(() => {});
      const values = await Promise.all(
        keys.map((key) => valueOf(two.get(key, now)).catch(() => 'refused')),
      );
      assert.deepEqual(new Set([...values, 'new', 'refused']), new Set(['new', 'refused']));
    });

    it('an empty node that left another ring is a new one', async (t) => {
      const { one } = await openClusters(t, 'a', 'b');
      await changeRing(one, named('a'));
      const forgetful = { ...one.store, load: async () => undefined, replace: async () => true };
      const other = await Cluster.open(forgetful, one.pool, named('b'));
      assert.notEqual(other.view.record.ring, one.view.record.ring);
      await other.put('k', 'v');
      assert.equal(await valueOf(other.get('k', now)), 'v');
    });

    it('gives up the keys of a node that is lost, and keeps all others', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b', 'c');
      await fill(one);
      const { ring } = one.view.current;
      const survivors = new Set(keys.filter((key) => ring.owner(key) !== 'b'));
      const moved = await changeRing(one, named('a', 'c'), ['b']);
      assert.equal(moved, 0);
      await two.refresh();
      for (const key of keys) {
        const expected = survivors.has(key) ? `value of ${key}` : undefined;
        assert.equal(await valueOf(two.get(key, now)), expected);
      }
      await two.put(
        keys.find((key) => !survivors.has(key))!,
        'again',
      );
    });

    it('is finished by another replica after 10 s', async (t) => {
      const { one, two } = await openClusters(t, 'a', 'b');
      await fill(one);
      const clock = fakeClock();
      const tick = follow(two, clock);
      await begin(one, 'c');
      await tick();
      clock.advance(9_999);
      await tick();
      assert.ok(two.view.record.former, 'too early');
      clock.advance(1);
      await tick();
      assert.equal(two.view.record.former, undefined);
      await expectSorted(two);
    });
  });
}
