/** The map: every way is along streets, and everybody lives where a hub serves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hubs } from '../map/city.ts';
import {
  allCorners,
  blockKm,
  cornerAt,
  lake,
  lengthKm,
  onTheLake,
  placeAlong,
  placeOf,
  wayBetween,
  within,
  type Corner,
} from '../map/streets.ts';
import { peopleOf } from '../people.ts';
import { Random } from '../random.ts';

const blocksApart = (a: Corner, b: Corner) =>
  Math.abs(a.column - b.column) + Math.abs(a.row - b.row);

describe('ways', () => {
  const random = new Random(7, 'ways');
  const pairs = Array.from({ length: 60 }, () => [
    random.pick(allCorners),
    random.pick(allCorners),
  ]);

  it('lead from corner to corner, block by block, around the lake', () => {
    for (const [from, to] of pairs as [Corner, Corner][]) {
      const way = wayBetween(from, to);
      assert.deepEqual([way[0], way.at(-1)], [from, to]);
      for (const [i, corner] of way.entries()) {
        if (i > 0) assert.equal(blocksApart(way[i - 1]!, corner), 1);
        assert.ok(!within(placeOf(corner), lake));
      }
    }
  });

  it('are as short as the blocks in between, unless the lake lies in the way', () => {
    const [west, east] = [
      { column: 10, row: 28 },
      { column: 19, row: 28 },
    ];
    assert.ok(wayBetween(west, east).length - 1 > blocksApart(west, east));
    const [south, north] = [
      { column: 3, row: 2 },
      { column: 3, row: 20 },
    ];
    assert.equal(wayBetween(south, north).length - 1, blocksApart(south, north));
  });

  it('are the same whenever they are asked for', () => {
    for (const [from, to] of pairs as [Corner, Corner][]) {
      assert.deepEqual(wayBetween(from, to), wayBetween(from, to));
    }
  });

  it('of nowhere are of one corner', () => {
    const way = wayBetween({ column: 5, row: 5 }, { column: 5, row: 5 });
    assert.equal(lengthKm(way), 0);
    assert.deepEqual(placeAlong(way, 3), placeOf({ column: 5, row: 5 }));
  });
});

describe('who is on the way', () => {
  const way = wayBetween({ column: 2, row: 2 }, { column: 4, row: 3 });

  it('is between the corners, as far as that is done', () => {
    assert.equal(lengthKm(way), 3 * blockKm);
    assert.deepEqual(placeAlong(way, 0), placeOf(way[0]!));
    // Some of these blocks lead to the east, and some to the north.
    for (const [i, corner] of way.slice(0, -1).entries()) {
      const [from, to] = [placeOf(corner), placeOf(way[i + 1]!)];
      const { lat, lng } = placeAlong(way, (i + 0.25) * blockKm);
      assert.ok(Math.abs(lat - (from.lat + (to.lat - from.lat) / 4)) < 1e-6);
      assert.ok(Math.abs(lng - (from.lng + (to.lng - from.lng) / 4)) < 1e-6);
    }
  });

  it('is at the end from then on, and at the beginning before', () => {
    assert.deepEqual(placeAlong(way, 99), placeOf(way.at(-1)!));
    assert.deepEqual(placeAlong(way, -1), placeOf(way[0]!));
  });
});

describe('the town', () => {
  it('has its hubs within their areas, and nobody at home in the lake', () => {
    for (const { id, corner, area } of hubs) assert.ok(within(placeOf(corner), area), id);
    for (const { id, home } of peopleOf(1)) {
      assert.ok(
        hubs.some(({ area }) => within(placeOf(home), area)),
        id,
      );
      assert.ok(!within(placeOf(home), lake), id);
    }
  });

  it('has a lake with a boat on it, from which the shore is the nearest corner', () => {
    assert.ok(within(onTheLake, lake));
    assert.ok(!within(placeOf(cornerAt(onTheLake)), lake));
  });
});
