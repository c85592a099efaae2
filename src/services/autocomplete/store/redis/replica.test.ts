/** Changes from the stream and changes made by the replica itself, in any order. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RedisConnection } from '#kit/stores/redis.ts';
import type { Change } from './changes.ts';
import { Replica } from './replica.ts';

const tag = '{ac}';
const idOf = (sequence: number) => `${sequence}-1`;

/** A server with one index of no terms, and entries that come when the test says so. */
async function openReplica(entries: [string, string[]][] = []) {
  const last = 1 + entries.length;
  const asked = [1, last];
  const redis = {
    hgetall: async () => ({ default: '1 0 0 0' }),
    hscan: async () => ['0', []],
    sscan: async () => ['0', []],
    xrange: async () => [['known', []]],
    // One at a time.
    xread: async () => [[`${tag}:changes`, entries.splice(0, 1)]],
  } as unknown as RedisConnection;
  const reply = { isKnown: true, how: 'done', index: 1, numbers: [] } as const;
  const latest = async () => ({ ...reply, latest: idOf(asked.shift() ?? last) });
  const replica = new Replica({ redis, tag, latest });
  await replica.start();
  const terms = () =>
    replica.dictionaries
      .get('default')!
      .terms.best('', 10)
      .map(({ term, freq }) => `${term} ${freq}`);
  const count = (term: string, freq: number): Change => ({
    kind: 'term',
    index: 1,
    term,
    freq,
    halvings: 0,
  });
  return {
    terms,
    /** The stream tells of a count. */
    follows: async (sequence: number, term: string, freq: number): Promise<void> => {
      const fields = ['term', term, 'index', '1', 'freq', String(freq), 'halvings', '0'];
      entries.push([idOf(sequence), fields]);
      await replica.follow();
    },
    /** The stream tells that the index was dropped. */
    followsDrop: async (sequence: number): Promise<void> => {
      entries.push([idOf(sequence), ['dropped', 'default', 'index', '1']]);
      await replica.follow();
    },
    isThere: () => replica.dictionaries.get('default') !== undefined,
    /** The replica is answered that its own step, up to this entry, has set these counts. */
    does: (sequence: number, ...counts: [term: string, freq: number][]): void => {
      const changes = counts.map((one) => count(...one));
      replica.takeIn({ ...reply, latest: idOf(sequence) }, 'default', changes);
    },
  };
}

describe('a replica', () => {
  it('knows at once what it did, and is not told otherwise by earlier entries', async () => {
    const { terms, follows, does } = await openReplica();
    does(4, ['tea', 7], ['tar', 3]);
    assert.deepEqual(terms(), ['tea 7', 'tar 3']);
    await follows(2, 'tea', 9);
    assert.deepEqual(terms(), ['tea 7', 'tar 3']);
    await follows(3, 'tea', 7);
    await follows(4, 'tar', 3);
    await follows(5, 'tea', 0);
    assert.deepEqual(terms(), ['tar 3']);
  });

  it('is not told of something else by an own change', async () => {
    const { terms, follows, does } = await openReplica();
    does(4, ['tea', 7]);
    await follows(2, 'tar', 9);
    assert.deepEqual(terms(), ['tar 9', 'tea 7']);
  });

  it('keeps what the stream told while the reply to an earlier step was on its way', async () => {
    const { terms, follows, does } = await openReplica();
    await follows(2, 'tea', 7);
    await follows(3, 'tar', 3);
    await follows(4, 'tea', 0);
    does(3, ['tea', 7], ['tar', 3]);
    assert.deepEqual(terms(), ['tar 3']);
    does(5, ['tar', 4], ['tea', 1]);
    assert.deepEqual(terms(), ['tar 3', 'tea 1']);
  });

  it('follows what happened while it read everything before it answers from that', async () => {
    const count = (freq: string) => ['term', 'tea', 'index', '1', 'freq', freq, 'halvings', '0'];
    // Read after the last of them: the term is not there.
    const entries: [string, string[]][] = [
      [idOf(2), count('7')],
      [idOf(3), count('0')],
    ];
    const { terms } = await openReplica(entries);
    assert.deepEqual(entries, []);
    assert.deepEqual(terms(), []);
  });

  it('does not recreate an index that was dropped while the reply was on its way', async () => {
    const { follows, followsDrop, isThere, does } = await openReplica();
    await follows(2, 'tea', 7);
    await followsDrop(3);
    does(2, ['tea', 7]);
    assert.equal(isThere(), false);
  });
});
