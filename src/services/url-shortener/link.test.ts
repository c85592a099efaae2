import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf, type Link, type LinkState } from './link.ts';

const link: Link = {
  id: 1,
  code: 'spring',
  url: 'https://shop.example/',
  createdAt: 0,
  notBefore: null,
  expiresAt: null,
  maxClicks: null,
  clicks: 1_000_000,
  isDisabled: false,
  tags: [],
  details: {},
};

const cases: [more: Partial<Link>, now: number, state: LinkState][] = [
  [{}, 0, 'open'],
  [{ notBefore: 10 }, 9, 'not yet'],
  [{ notBefore: 10 }, 10, 'open'],
  [{ expiresAt: 20 }, 19, 'open'],
  [{ expiresAt: 20 }, 20, 'expired'],
  [{ maxClicks: 3, clicks: 2 }, 0, 'open'],
  [{ maxClicks: 3, clicks: 3 }, 0, 'used up'],
  [{ maxClicks: 3, clicks: 4 }, 0, 'used up'],
  [{ isDisabled: true }, 0, 'disabled'],
  // When there are several reasons, the first.
  [{ notBefore: 10, isDisabled: true, maxClicks: 1 }, 9, 'not yet'],
  [{ isDisabled: true, expiresAt: 1, maxClicks: 1 }, 5, 'disabled'],
  [{ expiresAt: 1, maxClicks: 1 }, 5, 'expired'],
];

for (const [more, now, state] of cases) {
  test(`at ${now}, a link with ${JSON.stringify(more)} is ${state}`, () => {
    assert.equal(stateOf({ ...link, ...more }, now), state);
  });
}
