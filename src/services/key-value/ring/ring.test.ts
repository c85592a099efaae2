import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { Ring, virtualNodes } from './ring.ts';

const names = (count: number) => Array.from({ length: count }, (_, i) => `node-${i + 1}`);
const keys = Array.from({ length: 20_000 }, (_, i) => `user:${i * 7919}`);
const nodeLists = fc.uniqueArray(fc.stringMatching(/^[a-z0-9.-]{1,12}$/), {
  minLength: 1,
  maxLength: 8,
});

describe('the ring', () => {
  it('gives a key to the first virtual node clockwise from its CRC-32, wrapping around', async () => {
    const ring = await Ring.of(names(3));
    const wrapping = keys.find((key) => {
      const { position, virtualNode } = ring.locate(key);
      return virtualNode < position;
    });
    assert.ok(wrapping !== undefined, 'no key lies after the last virtual node');
    const positions = keys.map((key) => ring.locate(key).virtualNode).toSorted((a, b) => a - b);
    assert.equal(ring.locate(wrapping).virtualNode, positions[0]);
    for (const key of keys.slice(0, 1_000)) {
      const { position, virtualNode, node } = ring.locate(key);
      assert.equal(position, crc32(key));
      assert.equal(ring.owner(key), node);
      const next = positions.find((each) => each >= position) ?? positions[0];
      assert.equal(virtualNode, next);
    }
  });

  it('has 150 virtual nodes a node', async () => {
    assert.equal(virtualNodes, 150);
    const dense = Array.from({ length: 200_000 }, (_, i) => String(i));
    for (const count of [1, 2, 3]) {
      const ring = await Ring.of(names(count));
      const seen = new Set(dense.map((key) => ring.locate(key).virtualNode));
      // A few arcs are too small to be hit.
      assert.ok(seen.size <= 150 * count && seen.size > 149 * count - 3, String(seen.size));
    }
  });

  it('does not depend on the order of the nodes', async () => {
    const forwards = await Ring.of(names(5));
    const backwards = await Ring.of(names(5).toReversed());
    for (const key of keys) assert.equal(forwards.owner(key), backwards.owner(key));
  });

  it('is computed and compared in slices: the event loop turns in between', async (t) => {
    // As if each step took longer than a slice.
    let ms = performance.now();
    t.mock.method(performance, 'now', () => (ms += 10));
    let turns = 0;
    let isOver = false;
    t.after(() => (isOver = true));
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const before = await Ring.of(names(30));
    assert.ok(turns > 30, String(turns));
    const after = await Ring.of(names(31));
    turns = 0;
    await before.movementsTo(after);
    assert.ok(turns > 31 * virtualNodes, String(turns));
  });

  it('spreads: the largest share stays under 1.30 of the mean for 3–16 nodes', async (t) => {
    for (let count = 3; count <= 16; count++) {
      const shares = [...(await Ring.of(names(count))).shares().values()];
      const largest = Math.max(...shares) * count;
      t.diagnostic(`${count} nodes: largest share ${largest.toFixed(3)} of the mean`);
      assert.ok(largest < 1.3);
      assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 1) < 1e-9);
    }
  });

  it('moves only keys that now belong to an added node, about K/N', async () => {
    await fc.assert(
      fc.asyncProperty(nodeLists, fc.stringMatching(/^[A-Z]{1,8}$/), async (nodes, added) => {
        const before = await Ring.of(nodes);
        const after = await Ring.of([...nodes, added]);
        const moved = keys.filter((key) => before.owner(key) !== after.owner(key));
        for (const key of moved) assert.equal(after.owner(key), added);
        const expected = keys.length / (nodes.length + 1);
        assert.ok(moved.length > expected * 0.6 && moved.length < expected * 1.5);
      }),
      { numRuns: 20 },
    );
  });

  it('moves only the keys of a removed node', async () => {
    await fc.assert(
      fc.asyncProperty(nodeLists, fc.stringMatching(/^[A-Z]{1,8}$/), async (nodes, removed) => {
        const before = await Ring.of([...nodes, removed]);
        const after = await Ring.of(nodes);
        for (const key of keys) {
          if (before.owner(key) !== after.owner(key)) assert.equal(before.owner(key), removed);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('tells exactly which share would move', async () => {
    const before = await Ring.of(['a', 'b', 'c']);
    const after = await Ring.of(['a', 'c', 'd']);
    const movements = await before.movementsTo(after);
    const moved = (from: string, to: string) =>
      keys.filter((key) => before.owner(key) === from && after.owner(key) === to).length;
    for (const { from, to, share } of movements) {
      assert.ok(Math.abs(moved(from, to) / keys.length - share) < 0.015, `${from} → ${to}`);
    }
    const shareOf = (ring: Ring, node: string) => ring.shares().get(node) ?? 0;
    for (const node of ['a', 'b', 'c', 'd']) {
      const gained = movements.filter(({ to }) => to === node);
      const lost = movements.filter(({ from }) => from === node);
      const sum = (list: typeof gained) => list.reduce((total, { share }) => total + share, 0);
      const difference = shareOf(after, node) - shareOf(before, node);
      assert.ok(Math.abs(difference - (sum(gained) - sum(lost))) < 1e-9);
    }
    assert.deepEqual(await before.movementsTo(await Ring.of(['c', 'b', 'a'])), []);
  });
});
