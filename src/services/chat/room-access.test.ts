import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isOpen, matches } from './room-access.ts';

describe('a pattern of rooms', () => {
  it('opens the room of its name, and with * those whose name has the rest in order', () => {
    const cases: [pattern: string, room: string, isOpen: boolean][] = [
      ['tea', 'tea', true],
      ['tea', 'teas', false],
      ['tea', 'Tea', false],
      ['', 'tea', false],
      ['*', 'tea', true],
      ['team-*', 'team-', true],
      ['team-*', 'team', false],
      ['*-team', 'red-team', true],
      ['*-team', 'red-teams', false],
      ['a*a', 'a', false],
      ['a*a', 'aa', true],
      ['a*b*c', 'a--b--c', true],
      ['a*b*c', 'a--c--b', false],
      ['a*b*b', 'ab', false],
      ['**', 'x', true],
      // Nothing but the star means more than itself.
      ['t.a', 'tea', false],
      ['te+a', 'teea', false],
      ['[a-z]', 'b', false],
    ];
    for (const [pattern, room, expected] of cases) {
      assert.equal(matches(pattern, room), expected, `${pattern} ${room}`);
    }
  });

  it('matches as a regular expression would', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    const room = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(text, room, (pattern, name) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);
        assert.equal(matches(pattern, name), expected);
      }),
    );
  });

  it('opens a room if one of several does, and none if there is none', () => {
    assert.equal(isOpen(['tea', 'rice'], 'rice'), true);
    assert.equal(isOpen([], 'rice'), false);
    assert.equal(isOpen(undefined, 'rice'), true);
  });
});
