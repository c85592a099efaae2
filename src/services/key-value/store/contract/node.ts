/** The contract of every kind of node, tried with two handles on the same state. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { VersionMismatch } from '../node.ts';
import { entryOf, valueOf } from './entry.ts';
import type { OpenReplicas } from './replicas.ts';

/** One ring, its versions made by changes of their own. */
const versionOf = (version: number, ring = 'r') => `${ring} ${version} change-${version}`;
const first = versionOf(1);

export function nodeContract(name: string, skip: string | false, open: OpenReplicas): void {
  describe(`a node on ${name}`, { skip }, () => {
    async function openNode(t: TestContext) {
      const { first: here, second: there, reopen } = await open(t);
      const [one, two] = [here.node('a'), there.node('a')];
      await one.fence(versionOf(1));
      await two.fence(versionOf(1));
      return { one, two, reopen: async () => (await reopen()).node('a') };
    }

    test('finds what was put last, through every handle', async (t) => {
      const { one, two } = await openNode(t);
      assert.equal(await valueOf(one.get(first, 'k')), undefined);
      await one.put(first, 'k', entryOf('v1'), false);
      assert.equal(await valueOf(two.get(first, 'k')), 'v1');
      await two.put(first, 'k', entryOf('v2'), false);
      assert.equal(await valueOf(one.get(first, 'k')), 'v2');
    });

    test('keeps any Unicode as it is', async (t) => {
      const { one, two } = await openNode(t);
      const texts = [
        '',
        '\0',
        'a\0b',
        '\uFEFFbom',
        '😀\u{10FFFF}',
        '__proto__',
        ' {"json":1} \r\n',
      ];
      for (const text of texts) await one.put(first, `key ${text}`, entryOf(text), false);
      for (const text of texts) assert.equal(await valueOf(two.get(first, `key ${text}`)), text);
      const long = '漢'.repeat(300_000);
      await one.put(first, long.slice(0, 170), entryOf(long), false);
      assert.equal(await valueOf(two.get(first, long.slice(0, 170))), long);
    });

    test('deletes, also what is not there', async (t) => {
      const { one, two } = await openNode(t);
      await one.put(first, 'k', entryOf('v'), false);
      await two.delete(first, 'k', false);
      await two.delete(first, 'k', false);
      assert.equal(await valueOf(one.get(first, 'k')), undefined);
      assert.equal(await one.count(), 0);
    });

    test('names belong to one node alone', async (t) => {
      const { first: here } = await open(t);
      const [a, b] = [here.node('a'), here.node('b')];
      await Promise.all([a.fence(versionOf(1)), b.fence(versionOf(1))]);
      await a.put(first, 'k', entryOf('v'), false);
      assert.equal(await valueOf(b.get(first, 'k')), undefined);
      assert.deepEqual([await a.count(), await b.count()], [1, 0]);
    });

    test('counts and lists its keys', async (t) => {
      const { one, two } = await openNode(t);
      const keys = Array.from({ length: 700 }, (_, i) => `k${i}`);
      await Promise.all(keys.map((key) => one.put(first, key, entryOf(key), false)));
      await one.delete(first, 'gone', true);
      assert.equal(await two.count(), 700);
      const listed: string[] = [];
      for await (const portion of two.keys()) listed.push(...portion);
      assert.deepEqual([...new Set(listed)].toSorted(), keys.toSorted());
    });

    test('refuses every operation of another version, and does nothing', async (t) => {
      const { one, two } = await openNode(t);
      await one.put(first, 'k', entryOf('v'), false);
      await two.fence(versionOf(2));
      for (const other of [first, versionOf(3), 'another 2', '']) {
        for (const operation of [
          () => one.get(other, 'k'),
          () => one.put(other, 'k', entryOf('other'), false),
          () => one.delete(other, 'k', false),
          () => one.delete(other, 'k', true),
          () => one.accept(other, 'other', entryOf('other')),
        ]) {
          await assert.rejects(operation, VersionMismatch);
        }
      }
      assert.deepEqual(await one.servedVersion(), versionOf(2));
      assert.equal(await valueOf(one.get(versionOf(2), 'k')), 'v');
      assert.equal(await valueOf(one.get(versionOf(2), 'other')), undefined);
    });

    test('never serves an earlier version again', async (t) => {
      const { one, two } = await openNode(t);
      await one.fence(versionOf(3));
      await one.fence(versionOf(3));
      await assert.rejects(two.fence(versionOf(2)), VersionMismatch);
      assert.deepEqual(await two.servedVersion(), versionOf(3));
    });

    test('accepts what the former owner had, unless it knows something newer', async (t) => {
      const { one, two } = await openNode(t);
      assert.equal(await valueOf(one.accept(first, 'k', entryOf('old'))), 'old');
      assert.equal(await valueOf(two.accept(first, 'k', entryOf('older'))), 'old');
      await two.put(first, 'put', entryOf('new'), false);
      assert.equal(await valueOf(one.accept(first, 'put', entryOf('old'))), 'new');
      await one.delete(first, 'deleted', true);
      assert.equal(await valueOf(two.accept(first, 'deleted', entryOf('old'))), undefined);
      assert.equal(await valueOf(one.get(first, 'deleted')), undefined);
      await one.put(first, 'deleted', entryOf('again'), false);
      assert.equal(await valueOf(two.accept(first, 'deleted', entryOf('old'))), 'again');
    });

    test('drops its tombstones with the next version, not before', async (t) => {
      const { one, two } = await openNode(t);
      await one.delete(first, 'k', true);
      await two.fence(versionOf(1));
      assert.equal(await valueOf(two.accept(first, 'k', entryOf('old'))), undefined);
      await two.fence(versionOf(2));
      assert.equal(await valueOf(one.accept(versionOf(2), 'k', entryOf('old'))), 'old');
    });

    test('drops many tombstones in portions, without serving any version until it is done', async (t) => {
      const { one, two, reopen } = await openNode(t);
      const keys = Array.from({ length: 1_000 }, (_, i) => `k${i}`);
      await Promise.all(keys.map((key) => one.delete(first, key, true)));
      const accepted = keys.map((key) =>
        valueOf(two.accept(first, key, entryOf('old'))).catch(String),
      );
      const fenced = one.fence(versionOf(2));
      const late = keys.map((key) => valueOf(two.accept(first, key, entryOf('old'))).catch(String));
      await fenced;
      const outcomes = await Promise.all([...accepted, ...late]);
      assert.deepEqual(
        outcomes.filter((outcome) => outcome === 'old'),
        [],
      );
      assert.equal(await one.count(), 0);
      assert.equal(
        await valueOf((await reopen()).accept(versionOf(2), 'k0', entryOf('old'))),
        'old',
      );
    });

    test('never goes over to another ring while it holds keys', async (t) => {
      const { one, two } = await openNode(t);
      const other = versionOf(1, 'other');
      await one.put(first, 'k', entryOf('v'), false);
      await assert.rejects(two.fence(other), { code: 'NODE_OF_ANOTHER_RING' });
      assert.equal(await valueOf(one.get(first, 'k')), 'v');
      await one.delete(first, 'k', true);
      await two.fence(other);
      assert.deepEqual(await one.servedVersion(), other);
      await assert.rejects(one.get(first, 'k'), VersionMismatch);
      assert.equal(await valueOf(one.accept(other, 'k', entryOf('old'))), 'old');
    });

    test('has values, tombstones and its version after a restart', async (t) => {
      const { one, two, reopen } = await openNode(t);
      await one.put(first, 'k', entryOf('v1'), false);
      await two.put(first, 'k', entryOf('v2'), false);
      await two.put(first, 'l', entryOf('l'), false);
      await one.delete(first, 'm', true);
      await one.delete(first, 'l', false);
      const again = await reopen();
      await again.ready();
      assert.deepEqual(await again.servedVersion(), versionOf(1));
      await again.fence(versionOf(1));
      assert.equal(await valueOf(again.get(first, 'k')), 'v2');
      assert.equal(await valueOf(again.get(first, 'l')), undefined);
      assert.equal(await valueOf(again.accept(first, 'm', entryOf('old'))), undefined);
      assert.equal(await again.count(), 1);
      await again.put(first, 'n', entryOf('n'), false);
      assert.equal(await valueOf(again.get(first, 'k')), 'v2');
    });
  });
}
