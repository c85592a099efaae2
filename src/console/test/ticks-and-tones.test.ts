/** Where charts write their labels, which colour a meaning has, and counts with their words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { nameOfCounter } from '../page/live/counter-names.ts';
import { plural } from '../page/live/format.ts';
import { timeTicks, valueTicks } from '../page/parts/ticks.ts';
import { plainTone, toneOf, tonesOf } from '../page/parts/tones.ts';

describe('the labels of a chart', () => {
  it('name whole minutes, each one once, with room between them', () => {
    const spans = fc.record({
      from: fc.integer({ min: 1_700_000_000, max: 1_700_010_000 }),
      width: fc.integer({ min: 60, max: 3_000 }),
    });
    fc.assert(
      fc.property(spans, ({ from, width }) => {
        const ticks = timeTicks(from, from + 600, width);
        assert.ok(ticks.every((at) => at % 60 === 0 && at >= from && at <= from + 600));
        for (const [i, at] of ticks.slice(1).entries()) {
          const pixels = ((at - ticks[i]!) / 600) * width;
          assert.ok(pixels >= 80 || ticks.length <= 2, `${pixels} pixels`);
        }
      }),
    );
  });

  it('are whole numbers from 0 in steps of 1, 2 or 5 and zeros', () => {
    assert.deepEqual(valueTicks(1, 110), [0, 1]);
    assert.deepEqual(valueTicks(1.1, 110), [0, 1]);
    assert.deepEqual(valueTicks(8.8, 110), [0, 2, 4, 6, 8]);
    assert.deepEqual(valueTicks(33, 110), [0, 10, 20, 30]);
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (most) => {
        const ticks = valueTicks(most, 110);
        assert.ok(ticks.length >= 2 && ticks.length <= 6, ticks.join());
        assert.ok(ticks.every(Number.isInteger));
        assert.match(String(ticks[1]), /^[125]0*$/);
      }),
    );
  });
});

describe('the colour of a meaning', () => {
  it('is red for what failed and amber for what was refused, whatever is drawn beside it', () => {
    const others = fc.array(fc.constantFrom('uploads', 'views', 'sold', 'held', 'queued', 'idle'));
    fc.assert(
      fc.property(others, others, (before, after) => {
        const names = [...before, 'failed', 'refused', 'failed: email', ...after];
        const tones = tonesOf(names);
        assert.deepEqual(tones.slice(before.length, before.length + 3), ['bad', 'warn', 'bad']);
      }),
    );
  });

  it('belongs to nothing else in the same picture, as long as there are colours', () => {
    const names = ['orders', 'offers', 'accepted', 'changes', 'views'];
    const tones = tonesOf(names);
    assert.equal(new Set(tones).size, names.length, tones.join());
    assert.deepEqual(tones.slice(0, 3), ['series-1', 'series-2', 'series-3']);
  });

  it('is grey for what does not take part, which no hub and no node ever is', () => {
    const plain = Array.from({ length: 6 }, (_, i) => plainTone(i));
    assert.equal(new Set(plain).size, 6);
    assert.deepEqual(tonesOf(['a', 'b', 'c', 'd', 'e', 'f']), plain);
    assert.equal(plainTone(6), plain[0]);
    for (const meaning of ['paused', 'failed', 'refused']) {
      assert.ok(!plain.includes(toneOf(meaning)), meaning);
    }
  });
});

describe('words on the pages', () => {
  it('agree with their number', () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => plural(count, 'video')),
      ['0 videos', '1 video', '2 videos'],
    );
    assert.equal(plural(1, 'entry', 'entries'), '1 entry');
    assert.equal(plural(2, 'entry', 'entries'), '2 entries');
  });

  it('say what a counter counts', () => {
    assert.equal(nameOfCounter('uploads'), 'uploads');
    assert.equal(nameOfCounter('ephemerals'), 'signals such as typing');
    assert.equal(nameOfCounter('drawn'), 'lottery rounds drawn');
    assert.equal(nameOfCounter('turned_away:closed'), 'turned away: closed');
  });
});
