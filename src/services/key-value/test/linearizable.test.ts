import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLinearizable, type Event } from './linearizable.ts';

const put = (value: string, called: number, answered: number): Event => ({
  kind: 'put',
  value,
  called,
  answered,
});
const get = (value: string | undefined, called: number, answered: number): Event => ({
  kind: 'get',
  value,
  called,
  answered,
});

describe('the check of histories', () => {
  const accepted: [what: string, history: Event[]][] = [
    ['nothing', []],
    ['one after another', [put('a', 0, 1), get('a', 2, 3)]],
    ['a read during a write finds either', [put('a', 0, 5), get(undefined, 1, 2), get('a', 3, 4)]],
    ['two writes at once, in either order', [put('a', 0, 3), put('b', 1, 2), get('a', 4, 5)]],
    [
      'a deletion',
      [put('a', 0, 1), { kind: 'delete', called: 2, answered: 3 }, get(undefined, 4, 5)],
    ],
  ];
  for (const [what, history] of accepted) {
    it(`accepts ${what}`, () => assert.ok(isLinearizable(history)));
  }

  const refused: [what: string, history: Event[]][] = [
    ['a stale read', [put('a', 0, 1), put('b', 2, 3), get('a', 4, 5)]],
    ['a lost write', [put('a', 0, 1), get(undefined, 2, 3)]],
    ['a read that goes back', [put('a', 0, 9), get('a', 1, 2), get(undefined, 3, 4)]],
    ['a value that nobody wrote', [get('x', 0, 1)]],
    [
      'a value that came back after its deletion',
      [put('a', 0, 1), { kind: 'delete', called: 2, answered: 3 }, get('a', 4, 5)],
    ],
  ];
  for (const [what, history] of refused) {
    it(`refuses ${what}`, () => assert.ok(!isLinearizable(history)));
  }
});
