/** What every store does, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { customAlphabet } from 'nanoid';
import type { MappingStore } from '../store.ts';

export interface Replicas {
  readonly first: MappingStore;
  readonly second: MappingStore;
  /** Closes both and opens the state anew. */
  readonly reopen: () => Promise<MappingStore>;
}

/** Codes of their own for each test: a shared database keeps those of all. */
const newCode = customAlphabet('abcdefghijkABCDEFGHIJK0123456789', 7);
const now = Date.UTC(2026, 0, 1);
const url = 'https://example.com/a?b=c#d';

export function storeContract(
  name: string,
  skip: string | false,
  open: (t: TestContext) => Promise<Replicas>,
): void {
  describe(`mappings on ${name}`, { skip }, () => {
    test('what one replica inserted, every replica finds', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      assert.equal(await first.insertIfAbsent(code, url, now), true);
      assert.equal(await first.find(code), url);
      assert.equal(await second.find(code), url);
    });

    test('an unknown code has no URL, and codes differ by case', async (t) => {
      const { first, second } = await open(t);
      const code = newCode().replace(/^./, 'a');
      assert.equal(await second.find(code), undefined);
      await first.insertIfAbsent(code, url, now);
      assert.equal(await second.find(code.replace(/^a/, 'A')), undefined);
      assert.equal(await second.insertIfAbsent(code.replace(/^a/, 'A'), url, now), true);
    });

    test('a taken code keeps its URL', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      await first.insertIfAbsent(code, url, now);
      assert.equal(await second.insertIfAbsent(code, 'https://other.example/', now), false);
      assert.equal(await first.insertIfAbsent(code, url, now), false);
      assert.equal(await second.find(code), url);
    });

    test('of 50 inserts that race for one code, exactly one succeeds', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      const urls = Array.from({ length: 50 }, (_, i) => `https://example.com/${i}`);
      const outcomes = await Promise.all(
        urls.map((each, i) => (i % 2 ? first : second).insertIfAbsent(code, each, now)),
      );
      const won = urls.filter((_, i) => outcomes[i]);
      assert.equal(won.length, 1);
      assert.equal(await first.find(code), won[0]);
    });

    test('of inserts of one code that come together through one replica, the first succeeds', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      const outcomes = await Promise.all(
        [url, 'https://other.example/'].map((each) => first.insertIfAbsent(code, each, now)),
      );
      assert.deepEqual(outcomes, [true, false]);
      assert.equal(await second.find(code), url);
    });

    test('replicas that insert overlapping codes at once share them out', async (t) => {
      const { first, second } = await open(t);
      const codes = Array.from({ length: 100 }, newCode);
      const [ofFirst, ofSecond] = await Promise.all([
        Promise.all(codes.map((code) => first.insertIfAbsent(code, `${url}1`, now))),
        Promise.all(codes.toReversed().map((code) => second.insertIfAbsent(code, `${url}2`, now))),
      ]);
      ofSecond.reverse();
      for (const [i, code] of codes.entries()) {
        assert.notEqual(ofFirst[i], ofSecond[i]);
        assert.equal(await second.find(code), ofFirst[i] ? `${url}1` : `${url}2`);
      }
    });

    test('the longest URL comes back whole', async (t) => {
      const { first, second } = await open(t);
      const code = newCode();
      const long = `https://example.com/${'%F0%9F%98%80'.repeat(660)}`;
      await first.insertIfAbsent(code, long, now);
      assert.equal(await second.find(code), long);
    });

    test('what was acknowledged is there after a restart', async (t) => {
      const { first, second, reopen } = await open(t);
      const codes = Array.from({ length: 20 }, newCode);
      await Promise.all(
        codes.map((code, i) => (i % 2 ? first : second).insertIfAbsent(code, `${url}${i}`, now)),
      );
      const again = await reopen();
      await again.ready();
      for (const [i, code] of codes.entries()) assert.equal(await again.find(code), `${url}${i}`);
    });
  });
}
