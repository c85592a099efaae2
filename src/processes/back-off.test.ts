import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BackOff } from './back-off.ts';

describe('back-off', () => {
  it('doubles up to 10 s while replacements serve for a moment and end', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const backOff = new BackOff();
    const pauses = Array.from({ length: 10 }, () => {
      const pauseMs = backOff.next();
      t.mock.timers.tick(pauseMs);
      backOff.served();
      t.mock.timers.tick(1_000);
      return pauseMs;
    });
    assert.deepEqual(pauses, [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
  });

  it('starts over after 10 s in which no worker ended, whichever served last', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const backOff = new BackOff();
    assert.deepEqual([backOff.next(), backOff.next()], [100, 200]);
    backOff.served();
    t.mock.timers.tick(5_000);
    backOff.served();
    t.mock.timers.tick(9_999);
    assert.equal(backOff.next(), 400);
    backOff.served();
    t.mock.timers.tick(10_000);
    assert.equal(backOff.next(), 100);
  });
});
