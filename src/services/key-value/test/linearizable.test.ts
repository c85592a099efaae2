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

const clock = (now: number, called: number, answered: number): Event => ({
  kind: 'clock',
  now,
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
    [
      'of two that expect one value, one is done',
      [
        put('a', 0, 1),
        { ...put('b', 2, 5), only: { has: 'a' } },
        { ...put('c', 3, 4), only: { has: 'a' }, isRefused: true },
        get('b', 6, 7),
      ],
    ],
    [
      'a value that expires, found by a read that was called before',
      [{ ...put('a', 0, 1), expiresAt: 5 }, clock(5, 3, 4), get('a', 2, 6), get(undefined, 7, 8)],
    ],
    [
      'a value that has expired when it is put, found by a read that believes in an earlier instant',
      [
        put('a', 0, 1),
        clock(5, 6, 7),
        get('a', 8, 9),
        { ...put('b', 2, 11), expiresAt: 5 },
        { ...get('b', 3, 12), believes: 0 },
        { ...get(undefined, 13, 14), believes: 5 },
      ],
    ],
    [
      'what expects nothing, once the value has expired',
      [
        { ...put('a', 0, 1), expiresAt: 5 },
        clock(5, 2, 3),
        { ...put('b', 4, 5), only: 'none' },
        { kind: 'delete', only: '*', called: 6, answered: 7 },
      ],
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
    [
      'two that expect one value, both done',
      [
        put('a', 0, 1),
        { ...put('b', 2, 5), only: { has: 'a' } },
        { ...put('c', 3, 4), only: { has: 'a' } },
      ],
    ],
    [
      'a refusal without a reason',
      [put('a', 0, 1), { ...put('b', 2, 3), only: { has: 'a' }, isRefused: true }],
    ],
    [
      'a value that was refused, and found',
      [{ ...put('a', 0, 1), only: '*', isRefused: true }, get('a', 2, 3)],
    ],
    [
      'a value that has expired, and is found again',
      [
        { ...put('a', 0, 1), expiresAt: 5 },
        clock(5, 3, 4),
        get(undefined, 5, 6),
        { kind: 'delete', only: '*', called: 2, answered: 7 },
        { ...put('b', 8, 9), only: '*' },
      ],
    ],
    [
      'a value that was found expired, and is found again by one that believes in an earlier instant',
      [
        { ...put('a', 0, 1), expiresAt: 5 },
        clock(5, 3, 4),
        { ...get(undefined, 5, 6), believes: 5 },
        { ...get('a', 7, 8), believes: 0 },
      ],
    ],
    [
      'a value that has expired before the read was called',
      [{ ...put('a', 0, 1), expiresAt: 5 }, clock(5, 2, 3), get('a', 4, 5)],
    ],
  ];
  for (const [what, history] of refused) {
    it(`refuses ${what}`, () => assert.ok(!isLinearizable(history)));
  }
});
