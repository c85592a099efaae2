import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { IdleMap } from './idle-map.ts';

describe('a map of what is not idle', () => {
  it('keeps an entry for as long as it may be needed', () => {
    const steps = fc.array(
      fc.record({ wait: fc.nat(1_500), key: fc.constantFrom('a', 'b', 'c') }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const map = new IdleMap<object>();
        const lastUse = new Map<string, { at: number; entry: object }>();
        let now = 0;
        for (const { wait, key } of all) {
          now += wait;
          const found = map.get(key, 1_000, now);
          const last = lastUse.get(key);
          if (last !== undefined && now - last.at <= 1_000) assert.equal(found, last.entry);
          const entry = found ?? {};
          map.set(key, entry);
          lastUse.set(key, { at: now, entry });
        }
      }),
    );
  });

  it('keeps an entry that is asked for again and again', () => {
    const map = new IdleMap<number>();
    map.get('k', 1_000, 0);
    map.set('k', 1);
    for (let now = 600; now < 6_000; now += 600) assert.equal(map.get('k', 1_000, now), 1);
  });

  it('drops what nobody asked for, at the next call or sweep', () => {
    const map = new IdleMap<number>();
    for (let i = 0; i < 1_000; i++) {
      map.get(String(i), 1_000, 0);
      map.set(String(i), i);
    }
    map.sweep(1_001);
    assert.equal(map.size, 1_000);
    map.sweep(2_002);
    assert.equal(map.size, 0);
    map.get('k', 1_000, 3_000);
    map.set('k', 1);
    map.sweep(9_000);
    assert.equal(map.size, 0);
  });

  it('keeps what is needed while the clock goes back and forth', () => {
    const map = new IdleMap<number>();
    map.get('k', 1_000, 5_000);
    map.set('k', 1);
    for (const now of [3_000, 4_500, 100, 5_100, 5_900]) {
      map.get('other', 1_000, now);
      map.set('other', now);
    }
    assert.equal(map.get('k', 1_000, 6_000), 1);
  });

  it('forgets a key at once', () => {
    const map = new IdleMap<number>();
    map.get('k', 10, 0);
    map.set('k', 1);
    map.sweep(11);
    map.delete('k');
    assert.equal(map.get('k', 10, 11), undefined);
  });
});
