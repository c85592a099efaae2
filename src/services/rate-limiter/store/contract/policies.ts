/** The contract of every store of policies, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { PolicyBook } from '../../policies/policy-book.ts';
import type { Policy, PolicyBounds, PolicyStore } from '../policies.ts';
import type { Limit } from '../rate-limiter-store.ts';

export type OpenPolicies = (
  t: TestContext,
  bounds?: PolicyBounds,
) => Promise<{ first: PolicyStore; second: PolicyStore }>;

export const policy = (more: Partial<Policy> = {}): Policy => ({
  algorithm: 'sliding-window',
  limits: [{ limit: 5, windowMs: 1_000 }],
  shadow: false,
  onOutage: 'refuse',
  ...more,
});

const own: Limit[] = [{ limit: 50, windowMs: 1_000 }];

export function policiesContract(name: string, skip: string | false, open: OpenPolicies): void {
  describe(`policies on ${name}`, { skip }, () => {
    async function openBooks(t: TestContext, bounds?: PolicyBounds) {
      const { first, second } = await open(t, bounds);
      const books = [new PolicyBook(first), new PolicyBook(second)] as const;
      for (const book of books) await book.refresh();
      return { first, second, books };
    }

    test('a change by one replica is in force on the other after its next look', async (t) => {
      const { first, second, books } = await openBooks(t);
      const [, there] = books;
      assert.equal(await first.put('api', policy()), 'put');
      assert.equal(there.find('api'), undefined);
      await there.refresh();
      assert.deepEqual(there.find('api'), { ...policy(), name: 'api', overrides: new Map() });
      await first.put('api', policy({ shadow: true }));
      await second.putOverride('api', 'ann', own);
      await there.refresh();
      assert.equal(there.find('api')!.shadow, true);
      assert.deepEqual(there.find('api')!.overrides, new Map([['ann', own]]));
      assert.equal(await first.removeOverride('api', 'ann'), 'removed');
      await there.refresh();
      assert.equal(there.find('api')!.overrides.size, 0);
      assert.equal(await first.remove('api'), true);
      await there.refresh();
      assert.equal(there.find('api'), undefined);
    });

    test('says what is not there', async (t) => {
      const { first } = await open(t);
      assert.equal(await first.remove('api'), false);
      assert.equal(await first.putOverride('api', 'ann', own), 'unknown policy');
      assert.equal(await first.removeOverride('api', 'ann'), 'unknown policy');
      await first.put('api', policy());
      assert.equal(await first.removeOverride('api', 'ann'), 'unknown override');
    });

    test('a policy that is made again has no overrides of the one before', async (t) => {
      const { first, books } = await openBooks(t);
      await first.put('api', policy());
      await first.putOverride('api', 'ann', own);
      await books[1].refresh();
      await first.remove('api');
      await first.put('api', policy());
      await first.putOverride('api', 'bob', own);
      const fresh = new PolicyBook(first);
      for (const book of [...books, fresh]) {
        await book.refresh();
        assert.deepEqual([...book.find('api')!.overrides.keys()], ['bob']);
      }
    });

    test('one that comes late, or has missed too much, reads everything', async (t) => {
      const { first, second, books } = await openBooks(t, { journalLength: 5 });
      const [, behind] = books;
      await first.put('gone', policy());
      await behind.refresh();
      await first.remove('gone');
      for (let i = 0; i < 20; i++) {
        await first.put(`p${i}`, policy({ limits: [{ limit: i + 1, windowMs: 1_000 }] }));
        await first.putOverride(`p${i}`, `key ${i}`, own);
      }
      const late = new PolicyBook(second);
      for (const book of [behind, late]) {
        await book.refresh();
        assert.equal(book.find('gone'), undefined);
        for (let i = 0; i < 20; i++) {
          const found = book.find(`p${i}`)!;
          assert.equal(found.limits[0]!.limit, i + 1);
          assert.deepEqual(found.overrides, new Map([[`key ${i}`, own]]));
        }
      }
    });

    test('names and keys are any text, and apart', async (t) => {
      const { first, books } = await openBooks(t);
      const names = ['a', 'a:b', 'a}', '__proto__', '漢', 'overrides'];
      for (const name of names) {
        await first.put(name, policy());
        for (const key of names) await first.putOverride(name, key, own);
      }
      await first.removeOverride('a', 'a:b');
      const fresh = new PolicyBook(first);
      for (const book of [books[1], fresh]) {
        await book.refresh();
        for (const name of names) {
          const keys = [...book.find(name)!.overrides.keys()].toSorted();
          const expected = name === 'a' ? names.filter((key) => key !== 'a:b') : names;
          assert.deepEqual(keys, expected.toSorted());
        }
      }
    });

    test('there are so many policies and overrides at most; those there are can be changed', async (t) => {
      const { first, second } = await open(t, { maxPolicies: 3, maxOverrides: 4 });
      const put = await Promise.all(
        Array.from({ length: 8 }, (_, i) => (i % 2 ? first : second).put(`p${i}`, policy())),
      );
      assert.equal(put.filter((outcome) => outcome === 'put').length, 3);
      const names = put.flatMap((outcome, i) => (outcome === 'put' ? [`p${i}`] : []));
      const given = await Promise.all(
        Array.from({ length: 9 }, (_, i) =>
          (i % 2 ? first : second).putOverride(names[i % 3]!, `k${i}`, own),
        ),
      );
      assert.equal(given.filter((outcome) => outcome === 'put').length, 4);
      const i = given.indexOf('put');
      assert.equal(await first.put(names[0]!, policy({ shadow: true })), 'put');
      assert.equal(await first.putOverride(names[i % 3]!, `k${i}`, own), 'put');
      // A removed policy makes room, and so do its overrides.
      const removed = given.filter((outcome, n) => outcome === 'put' && n % 3 === i % 3).length;
      await second.remove(names[i % 3]!);
      assert.equal(await first.put('new', policy()), 'put');
      for (let n = 0; n < removed; n++) {
        assert.equal(await first.putOverride('new', `n${n}`, own), 'put');
      }
      assert.equal(await first.putOverride('new', 'too many', own), 'too many');
      assert.equal(await first.removeOverride('new', 'n0'), 'removed');
      assert.equal(await first.putOverride('new', 'again', own), 'put');
    });

    test('remains of removed policies are swept, the data of others stays', async (t) => {
      const { first } = await open(t);
      await first.put('kept', policy());
      await first.put('gone', policy());
      await Promise.all(
        Array.from({ length: 1_200 }, (_, i) =>
          first.putOverride(i % 2 ? 'kept' : 'gone', `k${i}`, own),
        ),
      );
      await first.remove('gone');
      while (await first.sweep());
      assert.equal(await first.sweep(), false);
      await first.put('gone', policy());
      const book = new PolicyBook(first);
      await book.refresh();
      assert.equal(book.find('kept')!.overrides.size, 600);
      assert.equal(book.find('gone')!.overrides.size, 0);
    });

    test('changes that race are all in force, each once', async (t) => {
      const { first, second, books } = await openBooks(t);
      const stores = [first, second];
      await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const store = stores[i % 2]!;
          await store.put(`p${i % 4}`, policy());
          await store.putOverride(`p${i % 4}`, `k${i}`, own);
          await books[i % 2]!.refresh();
          assert.ok(books[i % 2]!.find(`p${i % 4}`)!.overrides.has(`k${i}`));
        }),
      );
      for (const book of books) {
        await book.refresh();
        for (let i = 0; i < 4; i++) assert.equal(book.find(`p${i}`)!.overrides.size, 10);
      }
    });
  });
}
