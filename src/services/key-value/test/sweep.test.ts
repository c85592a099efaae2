/** Expired values leave the nodes. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { storeUnavailable } from '#kit/web/problem.ts';
import { finishChange } from '../change.ts';
import { Cluster } from '../cluster.ts';
import { valueOf } from '../store/contract/entry.ts';
import { expiredPortion } from '../store/node.ts';
import { newName } from '../store/ring-store.ts';
import { sweep } from '../keys/sweep.ts';
import { nodesOf, ownersOf } from '../view.ts';
import { openSqlite, poolOf, stores } from './fixtures.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const keysOf = (length: number) => Array.from({ length }, (_, i) => `key-${i}`);
const keys = keysOf(expiredPortion + 30);
const now = 1_000;

const putAll = (cluster: Cluster, expiresAt?: number, all = keys) =>
  Promise.all(all.map((key) => cluster.put(key, `value of ${key}`, { expiresAt })));

/** Number of keys that the nodes hold, expired ones too. */
async function heldBy(cluster: Cluster): Promise<number> {
  const counts = await Promise.all([...nodesOf(cluster.view)].map((node) => node.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Begins a change and leaves it, as a process does that dies. */
async function begin(cluster: Cluster, ...names: string[]): Promise<void> {
  const { record } = cluster.view;
  const { ring, version, nodes: former } = record;
  const next = { ring, version: version + 1, change: newName(), nodes: named(...names), former };
  assert.ok(await cluster.replace(next));
}

for (const { name, skip, open } of stores) {
  describe(`the sweep on ${name}`, { skip }, () => {
    async function openClusters(t: TestContext, ...names: string[]) {
      const { first, second } = await open(t);
      const one = await Cluster.open(first.ring, poolOf(first), named(...names));
      return [one, await Cluster.open(second.ring, poolOf(second), named(...names))] as const;
    }

    it('removes what has expired, and nothing else', async (t) => {
      const [one, two] = await openClusters(t, 'a', 'b');
      await putAll(one, now);
      await one.put('later', 'v', { expiresAt: now + 1 });
      await one.put('forever', 'v');
      assert.equal(await sweep(two, now - 1), 0);
      assert.equal(await heldBy(one), keys.length + 2);
      const removed = await Promise.all([sweep(one, now), sweep(two, now)]);
      assert.ok(removed[0] + removed[1] >= keys.length);
      assert.equal(await heldBy(one), 2);
      assert.equal(await sweep(one, now), 0);
      assert.equal(await valueOf(one.get('later', now)), 'v');
    });

    it('has nothing left to do where a request found what has expired', async (t) => {
      const [one, two] = await openClusters(t, 'a', 'b');
      await one.put('k', 'v', { expiresAt: now });
      assert.equal(await valueOf(two.get('k', now - 1)), 'v');
      assert.equal(await two.get('k', now), undefined);
      assert.equal(await heldBy(one), 0);
      // It is gone also for a caller whose clock is behind.
      assert.equal(await one.get('k', now - 1), undefined);
    });

    it('leaves to the change what is about to move, and it is removed after that', async (t) => {
      const [one, two] = await openClusters(t, 'a');
      const all = keysOf(3 * expiredPortion);
      await putAll(one, now, all);
      await begin(one, 'a', 'b');
      await two.refresh();
      const { view } = two;
      const moving = all.filter((key) => ownersOf(view, key).former !== undefined);
      // More than a portion of them come before others.
      assert.ok(moving.length > expiredPortion);
      assert.equal(await sweep(two, now), all.length - moving.length);
      assert.equal(await heldBy(two), moving.length);
      assert.equal(await finishChange(one), moving.length);
      assert.equal(await sweep(two, now), moving.length);
      assert.equal(await heldBy(one), 0);
    });

    it('of a newer value does not bring back the older one, which is on its way', async (t) => {
      const [one, two] = await openClusters(t, 'a', 'b');
      await putAll(one);
      await begin(one, 'c');
      await putAll(one, now);
      assert.equal(await sweep(one, now), keys.length);
      for (const key of keys) assert.equal(await two.get(key, now), undefined);
      await finishChange(one);
      assert.equal(await heldBy(one), 0);
    });
  });
}

describe('the sweep', () => {
  it('goes on to the other nodes when one is away', async (t) => {
    const { first } = await openSqlite(t);
    let isAway = false;
    const pool = poolOf(first, (name, open) => {
      const node = open(name);
      const expired: typeof node.expired = async (...args) => {
        if (isAway && name === 'a') throw storeUnavailable();
        return node.expired(...args);
      };
      return { ...node, expired };
    });
    const cluster = await Cluster.open(first.ring, pool, named('a', 'b'));
    await putAll(cluster, now);
    const held = await first.node('a').count();
    isAway = true;
    await assert.rejects(sweep(cluster, now), { code: 'STORE_UNAVAILABLE' });
    assert.equal(await heldBy(cluster), held);
    isAway = false;
    await sweep(cluster, now);
    assert.equal(await heldBy(cluster), 0);
  });

  it('ends after a portion when the process stops', async (t) => {
    const { first } = await openSqlite(t);
    const cluster = await Cluster.open(first.ring, poolOf(first), named('a'));
    await putAll(cluster, now);
    assert.equal(await sweep(cluster, now, AbortSignal.abort()), expiredPortion);
    assert.equal(await heldBy(cluster), keys.length - expiredPortion);
  });
});
