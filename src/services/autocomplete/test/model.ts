/** The contract of one index, word by word, in big numbers: a scan of all terms. */
import assert from 'node:assert/strict';
import type { Completion, Lookup } from '../complete.ts';

/** Instants are multiples of a quarter of an hour, and half-lives of a whole one. */
export const tickMs = 900_000;
const ticksPerHour = 4;

const one = 1n << 256n;

function root(square: bigint): bigint {
  let x = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (x + square / x) / 2n;
    if (next >= x) return x;
    x = next;
  }
}

/** Sixteenth roots of a half, each the root of the one before it: 1/2, 1/4, 1/8, 1/16. */
const parts = [one / 2n];
for (let i = 0; i < 4; i++) parts.push(root(parts.at(-1)! * one));

/** A half to the power of sixteenths, times `one`. */
function halved(sixteenths: number): bigint {
  let value = one >> BigInt(Math.floor(sixteenths / 16));
  for (let i = 1; i <= 4; i++) {
    if (Math.floor(sixteenths / 2 ** (4 - i)) % 2 === 1) value = (value * parts[i]!) / one;
  }
  return value;
}

export class Model {
  readonly values = new Map<string, bigint>();
  readonly blocked = new Set<string>();
  halfLifeHours = 0;
  /** Whether there is such an index; the first change of an index makes it. */
  exists = false;
  #hasDecayed = false;
  readonly #fold: (text: string) => string;

  constructor(fold: (text: string) => string) {
    this.#fold = fold;
  }

  /** Half-lives are 1, 2 or 4 hours, so that a tick is a whole number of sixteenths of one. */
  tick(ticks: number): void {
    if (this.halfLifeHours === 0) return;
    this.#hasDecayed = true;
    const factor = halved((ticks * 16) / ticksPerHour / this.halfLifeHours);
    for (const [term, value] of this.values) this.values.set(term, (value * factor) / one);
  }

  train(term: string, times: number): void {
    this.exists = true;
    this.values.set(term, (this.values.get(term) ?? 0n) + BigInt(times) * one);
  }

  setBlocked(term: string, isBlocked: boolean): void {
    if (!isBlocked) return void this.blocked.delete(term);
    this.exists = true;
    this.blocked.add(term);
  }

  setHalfLife(hours: number): void {
    this.exists = true;
    this.halfLifeHours = hours;
  }

  /** The index is gone with all that it had. */
  drop(): void {
    this.exists = false;
    this.values.clear();
    this.blocked.clear();
    this.halfLifeHours = 0;
  }

  put(term: string, freq: number): void {
    if (freq === 0) this.values.delete(term);
    else {
      this.exists = true;
      this.values.set(term, BigInt(freq) * one);
    }
  }

  /** Checks an answer; numbers that differ by less than 2^-35 are taken for equal. */
  check(answer: readonly Completion[], { prefix, limit, isFolded, isFuzzy }: Lookup): void {
    const groups: string[][] = [[], []];
    const key = (text: string) => (isFolded ? this.#fold(text) : text);
    const sought = key(prefix);
    for (const [term, value] of this.values) {
      if (this.blocked.has(term) || value + (value >> 35n) < one / 2n) continue;
      if (key(term).startsWith(sought)) groups[0]!.push(term);
      else if (isFuzzy && isNear(key(term), sought)) groups[1]!.push(term);
    }
    const order = (a: string, b: string) => {
      const difference = this.values.get(b)! - this.values.get(a)!;
      if (difference !== 0n) return difference > 0n ? 1 : -1;
      return byCodePoints(a, b);
    };
    const expected = groups.flatMap((group) => group.toSorted(order));
    const isSure = (term: string) => (this.values.get(term)! * 2n) / one > 0n;
    const terms = answer.map(({ term }) => term);
    assert.equal(new Set(terms).size, terms.length, 'each term once');
    const least = expected.filter(isSure).slice(0, limit).length;
    assert.ok(terms.length >= least && terms.length <= limit, `${terms.length} of ${least}`);
    for (const [i, { term, freq }] of answer.entries()) {
      const value = this.values.get(term) ?? 0n;
      const isSame = expected[i] === term || this.#isClose(expected[i]!, term);
      assert.ok(isSame, `${JSON.stringify(terms)} instead of ${JSON.stringify(expected)}`);
      const eps = one >> 29n;
      const [low, high] = [-eps, eps].map((e) => Number((value + e + one / 2n) / one));
      assert.ok(freq === low || freq === high, `${term}: ${freq}, not ${low}`);
    }
  }

  #isClose(a: string, b: string): boolean {
    const [left, right] = [this.values.get(a), this.values.get(b)];
    if (left === undefined || right === undefined || !this.#hasDecayed) return false;
    const difference = left > right ? left - right : right - left;
    return difference <= left >> 35n;
  }
}

/** Whether a text begins with what one edit makes of a prefix, from its third character on. */
function isNear(text: string, prefix: string): boolean {
  const sought = Array.from(prefix);
  if (sought.length < 3) return false;
  for (let i = 2; i < sought.length; i++) {
    const begin = sought.slice(0, i).join('');
    if (!text.startsWith(begin)) continue;
    const [next = '', ...rest] = Array.from(text.slice(begin.length));
    const [from, after] = [sought.slice(i).join(''), sought.slice(i + 1).join('')];
    if (text.slice(begin.length).startsWith(after)) return true;
    if (next !== '' && rest.join('').startsWith(after)) return true;
    if (next !== '' && rest.join('').startsWith(from)) return true;
  }
  return false;
}

export function byCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
