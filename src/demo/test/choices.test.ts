/** What people choose follows from the seed, and from nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flows, launchOf } from '../launch.ts';
import { peopleOf, wishesOf } from '../people.ts';
import { Random } from '../random.ts';
import { choicesOf } from '../summary/foretold.ts';

const hours = 2 * 3_600_000;
const take = <T>(list: Generator<T>, count: number) =>
  Array.from({ length: count }, () => list.next().value as T);

describe('a seed', () => {
  it('makes the same people, wishes and launches each time', () => {
    const [one, other] = [1, 2].map(() => choicesOf(42, peopleOf(42), hours));
    assert.ok(one!.count > 300);
    assert.deepEqual([one!.count, one!.digest], [other!.count, other!.digest]);
  });

  it('makes others than the next one', () => {
    assert.notEqual(
      choicesOf(1, peopleOf(1), hours).digest,
      choicesOf(2, peopleOf(2), hours).digest,
    );
  });

  it('gives each person the same wishes, whoever else wishes at the same time', () => {
    const [mei, ravi] = peopleOf(3);
    const alone = take(wishesOf(3, mei!), 20);
    const hers = wishesOf(3, mei!);
    const his = wishesOf(3, ravi!);
    const beside = Array.from({ length: 20 }, () => {
      take(his, 3);
      return hers.next().value;
    });
    assert.deepEqual(beside, alone);
  });
});

describe('in the town', () => {
  it('there are a few hundred people, each known by an id that reads well', () => {
    const people = peopleOf(1);
    assert.equal(new Set(people.map(({ id }) => id)).size, 240);
    assert.ok(people.every(({ id }) => /^[a-z]+(-[a-z]+)?$/.test(id)));
  });

  it('all kinds of sale are held, and nobody is twice in a crowd', () => {
    const people = peopleOf(1);
    const launches = [1, 2, 3, 4, 5, 6].map((number) => launchOf(1, number, people));
    assert.deepEqual(new Set(launches.map(({ flow }) => flow)), new Set(flows));
    for (const { crowd } of launches) {
      assert.equal(new Set(crowd.map(({ person }) => person.id)).size, crowd.length);
    }
  });
});

describe('chance', () => {
  it('picks within its bounds, and never the same twice where it must not', () => {
    const random = new Random(5, 'bounds');
    const drawn = Array.from({ length: 2_000 }, () => random.whole(3, 6));
    assert.deepEqual(new Set(drawn), new Set([3, 4, 5, 6]));
    assert.deepEqual(new Set(random.sample([1, 2, 3], 5)), new Set([1, 2, 3]));
  });

  it('lets so much time pass on average', () => {
    const random = new Random(5, 'gaps');
    const gaps = Array.from({ length: 20_000 }, () => random.gapMs(1_000));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    assert.ok(Math.abs(mean - 1_000) < 30, String(mean));
  });
});
