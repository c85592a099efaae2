import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { turns } from '../../testing/turns.ts';
import { Refusal } from '../problem.ts';
import { parseLongList } from './long-list.ts';
import { isTooDeep } from './scan.ts';

/** Long enough that few entries make a piece. */
const term = fc
  .tuple(fc.constantFrom('', 'a', '中', '😀', '"', '\\', '],[', '{'), fc.nat(40_000))
  .map(([unit, times]) => unit.repeat(times));
const entry = fc.oneof(term, term, fc.constantFrom<unknown>(1, null, [1, ['x']], { a: [2, {}] }));
const body = fc.oneof(
  fc.record({ terms: fc.array(entry, { maxLength: 8 }) }),
  fc.record({ more: fc.array(entry), terms: fc.array(entry), last: fc.jsonValue() }),
  fc.record({ terms: fc.jsonValue() }),
  fc.jsonValue(),
);

/** The terms of a text, or why it is refused. */
async function parsed(json: string): Promise<unknown> {
  try {
    return { terms: await parseLongList(Buffer.from(json), 'terms') };
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.message;
  }
}

function expected(json: string): unknown {
  try {
    const terms = (JSON.parse(json) as { terms?: unknown } | null)?.terms;
    return { terms: Array.isArray(terms) ? (terms as unknown[]) : undefined };
  } catch {
    return 'the body is not JSON';
  }
}

test('a list that is parsed in pieces holds what JSON.parse finds', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(0, 1), async (value, indent) => {
      const json = JSON.stringify(value, undefined, indent);
      assert.deepEqual(await parsed(json), expected(json));
    }),
    { numRuns: 200 },
  );
});

test('a text that is not JSON is refused, wherever it is broken', async () => {
  const change = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ',', '[', ']', '{', '}', '"'));
  await fc.assert(
    fc.asyncProperty(body, change, async (value, [at, removed, added]) => {
      const json = JSON.stringify(value);
      const place = at % (json.length + 1);
      const broken = json.slice(0, place) + added + json.slice(place + removed);
      fc.pre(broken.isWellFormed());
      // Brackets that a string held may nest without end now; which fault is found first is open.
      const faults = ['the body is nested too deep', 'the body is not JSON'];
      const found = await parsed(broken);
      if (isTooDeep(Buffer.from(broken))) assert.ok(faults.includes(String(found)));
      else assert.deepEqual(found, expected(broken));
    }),
    { numRuns: 500 },
  );
  const long = `"${'a'.repeat(70_000)}"`;
  for (const list of [`${long},`, `,${long}`, `${long},,${long}`, `${long} ${long}`, `${long}}`]) {
    assert.equal(await parsed(`{"terms":[${list}]}`), 'the body is not JSON', list.slice(-20));
  }
});

test('one entry, or everything that is not in a list, has 1 MiB at most', async () => {
  const long = 'a'.repeat(2 ** 20);
  const tooLong = 'the body holds a value of more than 1 MiB';
  assert.equal(await parsed(JSON.stringify({ terms: ['tea', long] })), tooLong);
  assert.equal(await parsed(JSON.stringify({ terms: [], more: long })), tooLong);
  assert.equal(await parsed(JSON.stringify(long)), tooLong);
  // A short entry before it does not count.
  const terms = ['tea', long.slice(10)];
  assert.deepEqual(await parsed(JSON.stringify({ terms })), { terms });
  const parts = { a: [], b: [], terms: ['tea'] };
  const half = long.slice(0, 2 ** 19);
  assert.deepEqual(await parsed(JSON.stringify({ more: half, ...parts })), { terms: ['tea'] });
  assert.equal(await parsed(JSON.stringify({ more: half, ...parts, last: half })), tooLong);
});

test('other work has its turns while a list is parsed', async (t) => {
  let now = performance.now();
  t.mock.method(performance, 'now', () => (now += 5));
  const counted = turns(t);
  const terms = Array.from({ length: 10_000 }, () => 'a'.repeat(256));
  await parseLongList(Buffer.from(JSON.stringify({ terms })), 'terms');
  const count = counted();
  assert.ok(count >= 39, `${count} turns`); // one for each 64 KiB
});
