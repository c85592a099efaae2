import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrefetch } from './prefetch.ts';

test('recognizes a prefetch or prerender in each form that browsers send', () => {
  for (const [name, value] of [
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch; anonymous-client-ip'],
    ['sec-purpose', 'Prefetch;Prerender'],
    ['sec-purpose', 'prefetch, prefetch'],
    ['purpose', 'prefetch'],
    ['purpose', 'prerender'],
    ['purpose', 'preview'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ] as const) {
    assert.equal(isPrefetch({ [name]: value }), true, `${name}: ${value}`);
  }
});

test('takes every other request for a visit', () => {
  for (const headers of [
    {},
    { 'sec-purpose': '' },
    { purpose: 'prefetching' },
    { 'x-moz': 'no-prefetch' },
    { 'sec-fetch-dest': 'prefetch' },
  ]) {
    assert.equal(isPrefetch(headers), false, JSON.stringify(headers));
  }
});
