import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { fakeClock } from '#kit/testing/testing.ts';
import { Index } from '../library.ts';

const byPlace = (a: { term: string; freq: number }, b: { term: string; freq: number }) =>
  b.freq - a.freq || (a.term < b.term ? -1 : 1);

const term = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 4 });
const command = fc.oneof(
  fc.record({ kind: fc.constant('train'), term, n: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('set'), term, n: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constantFrom('delete', 'block', 'unblock'), term, n: fc.constant(0) }),
);

describe('the library', () => {
  it('answers as a naive list does, for random histories', async () => {
    const history = fc.array(command, { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(history, term, fc.nat(20), async (commands, prefix, limit) => {
        const index = new Index();
        const counts = new Map<string, number>();
        const blocked = new Set<string>();
        for (const { kind, term: text, n } of commands) {
          const before = counts.get(text) ?? 0;
          if (kind === 'train') {
            index.train(text, n);
            counts.set(text, before + n);
          } else if (kind === 'set') {
            index.set(text, n);
            counts.set(text, n);
          } else if (kind === 'delete') {
            assert.equal(index.delete(text), before > 0);
            counts.delete(text);
          } else {
            index.setBlocked(text, kind === 'block');
            if (kind === 'block') blocked.add(text);
            else blocked.delete(text);
          }
        }
        const there = [...counts].filter(([, freq]) => freq > 0);
        const shown = there
          .map(([text, freq]) => ({ term: text, freq }))
          .filter((one) => !blocked.has(one.term) && one.term.startsWith(prefix))
          .toSorted(byPlace);
        assert.equal(index.size, there.length);
        for (const [text, freq] of counts) assert.equal(index.freq(text), freq);
        assert.deepEqual(index.best(prefix, { limit }), shown.slice(0, limit));
        const forgiven = await index.forgiving(prefix, { limit });
        assert.deepEqual(forgiven.slice(0, shown.length), shown.slice(0, limit));
      }),
    );
  });

  it('its answers belong to the caller', () => {
    const index = new Index();
    index.train('tea');
    const [before] = index.best('t');
    index.train('tea');
    assert.deepEqual(before, { term: 'tea', freq: 1 });
  });

  it('frequencies decay with the half-life', () => {
    const clock = fakeClock();
    const index = new Index({ halfLifeHours: 1, clock });
    index.train('tea', 4);
    clock.advance(3_600_000);
    index.train('milk', 3);
    assert.deepEqual(index.best(''), [
      { term: 'milk', freq: 3 },
      { term: 'tea', freq: 2 },
    ]);
    clock.advance(3_600_000);
    assert.equal(index.freq('tea'), 1);
    clock.advance(3_600_000 * 2);
    assert.equal(index.freq('tea'), 0);
  });

  it('refuses wrong terms, numbers and prefixes', async () => {
    const index = new Index();
    for (const wrong of ['', 'a'.repeat(257), 'a\ud800']) {
      assert.throws(() => index.train(wrong), RangeError);
      assert.throws(() => index.set(wrong, 1), RangeError);
      assert.throws(() => index.setBlocked(wrong, true), RangeError);
    }
    for (const wrong of [0.5, -1, NaN]) {
      assert.throws(() => index.train('a', wrong), RangeError);
      assert.throws(() => index.set('a', wrong), RangeError);
      assert.throws(() => index.best('a', { limit: wrong }), RangeError);
    }
    assert.throws(() => index.train('a', 0), RangeError);
    assert.throws(() => index.best('\ud800'), RangeError);
    await assert.rejects(index.forgiving('\ud800'), RangeError);
    for (const halfLifeHours of [-1, NaN, Infinity]) {
      assert.throws(() => new Index({ halfLifeHours }), RangeError);
    }
    assert.equal(index.size, 0);
    index.train('😀'.repeat(256));
    assert.equal(index.size, 1);
  });
});
