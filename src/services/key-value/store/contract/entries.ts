/** Tags, expiry, conditions and lists of every kind of node, tried with two handles. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { Condition } from '../../keys/conditions.ts';
import {
  expiredPortion,
  VersionMismatch,
  type Entry,
  type Guard,
  type Head,
  type NodeMap,
} from '../node.ts';
import { entryOf, valueOf } from './entry.ts';
import type { OpenReplicas } from './replicas.ts';

const version = 'r 1 change-1';
const later = 'r 2 change-2';
const now = 1_767_268_800_000;
/** Nothing is left where a key was. */
const nowhere = undefined;

function guard(condition: Partial<Condition>, left: Head | undefined, at = now): Guard {
  const none = { ifMatch: undefined, ifNoneMatch: undefined };
  return { condition: { ...none, ...condition }, now: at, left };
}
const has = (entry: Entry, left?: Head) => guard({ ifMatch: [entry.tag] }, left);
const hasAny = (left?: Head) => guard({ ifMatch: '*' }, left);
const hasNone = (left?: Head) => guard({ ifNoneMatch: '*' }, left);

export function entriesContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`entries of a node on ${name}`, { skip }, () => {
    async function openNode(t: TestContext) {
      const { first, second, reopen } = await open(t);
      const [one, two] = [first.node('a'), second.node('a')];
      await one.fence(version);
      await two.fence(version);
      return { one, two, reopen: async () => (await reopen()).node('a') };
    }

    /** Puts an entry that expired at this instant. */
    async function putExpired(node: NodeMap, key: string, expiresAt = now): Promise<Entry> {
      const entry = entryOf(`value of ${key}`, expiresAt);
      await node.put(version, key, entry, false);
      return entry;
    }

    async function expectEntry(node: NodeMap, key: string, expected: Entry | undefined) {
      const found = await node.get(version, key);
      if (expected === undefined || found === undefined) return assert.equal(found, expected);
      const { value, tag, expiresAt } = found;
      assert.deepEqual({ value, tag, expiresAt }, expected);
    }

    test('have their tag and expiry as they were put or accepted, also after a restart', async (t) => {
      const { one, two, reopen } = await openNode(t);
      const [put, accepted, forever] = [entryOf('漢字', now + 1), entryOf('', now), entryOf('v')];
      await one.put(version, 'put', put, false);
      await two.accept(version, 'accepted', accepted);
      await two.put(version, 'forever', entryOf('before', now + 5), false);
      await one.put(version, 'forever', forever, false);
      const expectAll = async (node: NodeMap) => {
        await expectEntry(node, 'put', put);
        await expectEntry(node, 'accepted', accepted);
        await expectEntry(node, 'forever', forever);
        assert.deepEqual(await node.expired(undefined, Number.MAX_SAFE_INTEGER), [
          { key: 'accepted', expiresAt: now },
          { key: 'put', expiresAt: now + 1 },
        ]);
      };
      await expectAll(two);
      await expectAll(await reopen());
    });

    test('are written and deleted by a condition on the value that is there', async (t) => {
      const { one, two } = await openNode(t);
      const [first, second, third] = [entryOf('1'), entryOf('2'), entryOf('3')];
      assert.equal(await one.put(version, 'k', first, false, hasAny()), false);
      assert.equal(await one.put(version, 'k', first, false, has(first)), false);
      await expectEntry(two, 'k', undefined);
      assert.equal(await one.put(version, 'k', first, false, hasNone()), true);
      assert.equal(await two.put(version, 'k', second, false, hasNone()), false);
      await expectEntry(two, 'k', first);
      assert.equal(await two.put(version, 'k', second, false, has(first)), true);
      assert.equal(await one.put(version, 'k', third, false, has(first)), false);
      assert.equal(await one.delete(version, 'k', false, has(first)), false);
      assert.equal(await one.delete(version, 'k', false, hasNone()), false);
      await expectEntry(one, 'k', second);
      const either = guard({ ifMatch: [first.tag, second.tag] }, nowhere);
      assert.equal(await one.put(version, 'k', third, false, either), true);
      const other = guard({ ifNoneMatch: [first.tag, second.tag] }, nowhere);
      assert.equal(await two.put(version, 'k', second, false, other), true);
      assert.equal(await two.put(version, 'k', first, false, other), false);
      assert.equal(await two.delete(version, 'k', false, has(second)), true);
      assert.equal(await two.delete(version, 'k', false, hasAny()), false);
      assert.equal(await two.delete(version, 'k', false, hasNone()), true);
      await expectEntry(one, 'k', undefined);
    });

    test('one of many writers that expect the same value writes', async (t) => {
      const { one, two } = await openNode(t);
      let present = entryOf('first');
      await one.put(version, 'k', present, false);
      for (let round = 0; round < 5; round++) {
        const entries = Array.from({ length: 10 }, (_, i) => entryOf(`${round} ${i}`));
        const outcomes = await Promise.all(
          entries.map((entry, i) =>
            (i % 2 ? one : two).put(version, 'k', entry, false, has(present)),
          ),
        );
        assert.equal(outcomes.filter(Boolean).length, 1);
        present = entries[outcomes.indexOf(true)]!;
        await expectEntry(one, 'k', present);
      }
    });

    test('while a key moves, what is left counts unless something newer is here', async (t) => {
      const { one, two } = await openNode(t);
      const [left, next] = [entryOf('left'), entryOf('next')];
      assert.equal(await one.put(version, 'k', next, true, hasNone(left)), false);
      assert.equal(await one.delete(version, 'k', true, hasNone(left)), false);
      // Refused: it may still arrive.
      assert.equal(await valueOf(one.accept(version, 'k', left)), 'left');
      assert.equal(await two.put(version, 'put', next, true, has(left, left)), true);
      assert.equal(await two.put(version, 'put', left, true, has(left, left)), false);
      assert.equal(await one.delete(version, 'deleted', true, has(left, left)), true);
      assert.equal(await two.put(version, 'deleted', next, true, hasAny(left)), false);
      assert.equal(await two.accept(version, 'deleted', left), undefined);
      assert.equal(await two.put(version, 'deleted', next, true, hasNone(left)), true);
    });

    test('that have expired meet no condition, and are removed in that step', async (t) => {
      const { one, two } = await openNode(t);
      const expired = await putExpired(one, 'k');
      const before = { ...has(expired), now: now - 1 };
      assert.equal(await one.put(version, 'k', entryOf('v'), false, has(expired)), false);
      assert.equal(await one.count(), 0);
      // It is gone also for a caller whose clock is behind.
      assert.equal(await two.put(version, 'k', entryOf('v'), false, before), false);
      await putExpired(two, 'k');
      assert.equal(await one.put(version, 'k', entryOf('v'), false, hasNone()), true);
      await putExpired(two, 'l');
      assert.equal(await one.delete(version, 'l', false, hasAny()), false);
      assert.equal(await one.delete(version, 'l', false, hasNone()), true);
      const alive = await putExpired(two, 'm', now + 1);
      assert.equal(await one.put(version, 'm', entryOf('v'), false, hasNone()), false);
      assert.equal(await one.put(version, 'm', entryOf('v'), false, has(alive)), true);
      assert.equal(await one.count(), 2);
    });

    test('that expire while they move leave a tombstone', async (t) => {
      const { one, two } = await openNode(t);
      const left = entryOf('left', now);
      // Here, and left at the former owner.
      await putExpired(one, 'here');
      assert.equal(await one.put(version, 'here', entryOf('v'), true, hasAny()), false);
      assert.equal(await one.put(version, 'left', entryOf('v'), true, hasAny(left)), false);
      await putExpired(one, 'read');
      assert.equal(await one.expire(version, 'read', now, true), undefined);
      assert.equal(await one.expire(version, 'nothing', now, true), undefined);
      for (const key of ['here', 'left', 'read', 'nothing']) {
        assert.equal(await two.accept(version, key, left), undefined, key);
      }
      await two.fence(later);
      assert.equal(await valueOf(two.accept(later, 'here', left)), 'left');
    });

    test('expire when they are over, and not before', async (t) => {
      const { one, two } = await openNode(t);
      await putExpired(one, 'k');
      assert.equal(await valueOf(two.expire(version, 'k', now - 1, false)), 'value of k');
      assert.equal(await two.expire(version, 'k', now, false), undefined);
      await expectEntry(one, 'k', undefined);
      await one.put(version, 'forever', entryOf('v'), false);
      const end = Number.MAX_SAFE_INTEGER;
      assert.equal(await valueOf(two.expire(version, 'forever', end, false)), 'v');
      assert.equal(await valueOf(one.accept(version, 'k', entryOf('w'))), 'w');
    });

    test('are told when they have expired, the earliest first, in portions', async (t) => {
      const { one, two } = await openNode(t);
      const keys = Array.from({ length: expiredPortion + 10 }, (_, i) => `k${i}`);
      // Two of each instant.
      const instantOf = (i: number) => now - Math.floor(i / 2);
      await Promise.all(keys.map((key, i) => putExpired(one, key, instantOf(i))));
      await one.put(version, 'forever', entryOf('v'), false);
      await putExpired(one, 'later', now + 1);
      const portion = await two.expired(undefined, now);
      const sorted = keys
        .map((key, i) => ({ key, expiresAt: instantOf(i) }))
        .toSorted((a, b) => a.expiresAt - b.expiresAt || (a.key < b.key ? -1 : 1));
      assert.deepEqual(portion, sorted.slice(0, expiredPortion));
      const rest = await two.expired(portion.at(-1), now);
      assert.deepEqual(rest, sorted.slice(expiredPortion));
      assert.deepEqual(
        await two.expired(sorted[6], now - 100),
        sorted.slice(7).filter(({ expiresAt }) => expiresAt <= now - 100),
      );
      for (const { key } of [...portion, ...rest]) await one.expire(version, key, now, false);
      assert.deepEqual(await two.expired(undefined, now), []);
      assert.equal(await one.count(), 2);
    });

    test('are listed in the order of their bytes, with sizes and expiry', async (t) => {
      const { one, two, reopen } = await openNode(t);
      const keys = ['', '\0', 'a', 'a\0', 'aa', 'b', 'é', '\uE000', '\uFFFF', '😀', '\u{10FFFF}'];
      for (const key of keys.toReversed()) await one.put(version, key, entryOf(`${key}é`), false);
      await one.put(version, 'aa', entryOf('longer', now + 1), false);
      await putExpired(one, 'ab');
      await one.delete(version, 'b', false);
      const left = keys.filter((key) => key !== 'b');
      const all = { from: '', prefix: '', limit: 100 };
      const expected = left.map((key) => ({
        key,
        size: key === 'aa' ? 6 : Buffer.byteLength(key) + 2,
        expiresAt: key === 'aa' ? now + 1 : undefined,
      }));
      assert.deepEqual(await two.list(version, all, now), { keys: expected, upTo: undefined });
      assert.deepEqual((await (await reopen()).list(version, all, now)).keys, expected);
      const names = async (range: object) =>
        (await one.list(version, { ...all, ...range }, now)).keys.map(({ key }) => key);
      assert.deepEqual(await names({ from: 'a', prefix: 'a' }), ['a', 'a\0', 'aa']);
      assert.deepEqual(await names({ from: 'a\0', prefix: 'a' }), ['a\0', 'aa']);
      assert.deepEqual(await names({ from: '\u{10FFFF}', prefix: '\u{10FFFF}' }), ['\u{10FFFF}']);
      assert.deepEqual(await names({ from: 'zz', prefix: 'zz' }), []);
    });

    test('are listed in part: a list reads as many as it was asked for', async (t) => {
      const { one, two } = await openNode(t);
      for (const key of ['a', 'c', 'd']) await one.put(version, key, entryOf(key), false);
      await putExpired(one, 'b');
      const list = async (from: string, limit: number) => {
        const { keys, upTo } = await two.list(version, { from, prefix: '', limit }, now);
        return [keys.map(({ key }) => key).join(''), upTo];
      };
      assert.deepEqual(await list('', 2), ['a', 'b']);
      assert.deepEqual(await list('b\0', 2), ['cd', 'd']);
      assert.deepEqual(await list('b\0', 3), ['cd', undefined]);
      assert.deepEqual(await list('', 4), ['acd', 'd']);
      assert.deepEqual(await list('d\0', 1), ['', undefined]);
    });

    test('that were deleted or have expired are told to be gone', async (t) => {
      const { one, two } = await openNode(t);
      await one.put(version, 'here', entryOf('v', now + 1), false);
      await putExpired(one, 'expired');
      await one.delete(version, 'deleted', true);
      await one.delete(version, 'again', true);
      await one.put(version, 'again', entryOf('v'), true);
      const asked = ['here', 'expired', 'deleted', 'again', 'unknown'];
      assert.deepEqual(await two.gone(version, asked, now), ['expired', 'deleted']);
    });

    test('are kept from callers of another version', async (t) => {
      const { one, two } = await openNode(t);
      await putExpired(one, 'k');
      await two.fence(later);
      for (const operation of [
        () => one.expire(version, 'k', now, false),
        () => one.put(version, 'k', entryOf('v'), false, hasNone()),
        () => one.delete(version, 'k', false, hasNone()),
        () => one.list(version, { from: '', prefix: '', limit: 1 }, now),
        () => one.gone(version, ['k'], now),
      ]) {
        await assert.rejects(operation, VersionMismatch);
      }
      assert.equal(await one.count(), 1);
    });
  });
}
