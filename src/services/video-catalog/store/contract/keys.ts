/** Idempotency keys of uploads. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { forgetLimit } from '../video-catalog-store.ts';
import {
  forEachOf,
  list,
  newVideo,
  now,
  numbers,
  range,
  titled,
  type Backend,
} from './fixtures.ts';

export function keyContract({ name, skip, open }: Backend): void {
  describe(`keys of uploads on ${name}`, { skip }, () => {
    const key = { text: 'key', fingerprint: 'print' };
    const repeated = (n: number) => ({
      kind: 'repeated',
      video: { n, createdAt: now, uploadedAt: now },
    });

    test('a key leads to what its first upload made, whatever became of it', async (t) => {
      const { first, second, reopen } = await open(t);
      const created = await first.create(newVideo({ title: 'a' }), key);
      assert.equal(created.kind, 'new');
      const later = newVideo({ title: 'a' }, now + 60_000);
      for (const store of [first, second]) {
        assert.deepEqual(await store.create(later, key), repeated(1));
      }
      await second.edit(1, { title: 'b' });
      assert.deepEqual(await first.create(later, key), repeated(1));
      await second.remove(1);
      assert.deepEqual(await first.create(later, key), repeated(1));
      assert.deepEqual(await list(second), []);
      assert.deepEqual(await (await reopen()).create(later, key), repeated(1));
    });

    test('another upload with the key is recognised, and leaves no trace', async (t) => {
      const { first, second } = await open(t);
      await first.create(newVideo(), key);
      const other = { ...key, fingerprint: 'other' };
      assert.deepEqual(await second.create(newVideo(), other), { kind: 'mismatched' });
      assert.equal((await titled(first, 'next')).n, 2);
      assert.deepEqual(await second.create(newVideo(), key), repeated(1));
    });

    test('of 60 uploads at once with one key one is new, and n has no gaps', async (t) => {
      const { first, second } = await open(t);
      await titled(first, 'before');
      const [answers, others] = await Promise.all([
        Promise.all(range(1, 60).map((i) => (i % 2 ? first : second).create(newVideo(), key))),
        Promise.all(range(1, 20).map((i) => titled(i % 2 ? first : second, `v${i}`))),
      ]);
      assert.equal(answers.filter(({ kind }) => kind === 'new').length, 1);
      const made = new Set(answers.map((answer) => 'video' in answer && answer.video.n));
      assert.equal(made.size, 1);
      assert.deepEqual(numbers(await list(first)), range(1, 22).reverse());
      assert.equal(new Set([1, ...made, ...numbers(others)]).size, 22);
    });

    test('when two uploads come together with one key, the first is the new one', async (t) => {
      const { first } = await open(t);
      const answers = await Promise.all(
        ['print', 'print', 'other'].map((fingerprint) =>
          first.create(newVideo({ title: fingerprint }), { text: 'key', fingerprint }),
        ),
      );
      assert.deepEqual(
        answers.map(({ kind }) => kind),
        ['new', 'repeated', 'mismatched'],
      );
    });

    test('a key is free again after 24 hours, not before', async (t) => {
      const { first, second } = await open(t);
      await first.create(newVideo(), key);
      const late = now + keyLifetimeMs - 1;
      assert.deepEqual(await second.create(newVideo({}, late), key), repeated(1));
      const other = { ...key, fingerprint: 'other' };
      assert.equal((await second.create(newVideo({}, late + 1), other)).kind, 'new');
      assert.equal((await first.create(newVideo({}, late + 1), other)).kind, 'repeated');
      assert.equal((await list(first)).length, 2);
    });

    test('keys are forgotten after 24 hours, some at a time; videos are not', async (t) => {
      const { first, second } = await open(t);
      const upload = (i: number, at = now) =>
        (i % 2 ? first : second).create(newVideo({}, at), { ...key, text: `key ${i}` });
      await forEachOf(range(0, forgetLimit), (i) => upload(i));
      assert.equal(await second.forget(now + keyLifetimeMs - 1), false);
      assert.equal((await upload(0)).kind, 'repeated');
      assert.equal(await second.forget(now + keyLifetimeMs), true);
      // On a replica whose clock is behind.
      const kinds = await forEachOf(range(0, forgetLimit), async (i) => (await upload(i)).kind);
      assert.equal(kinds.filter((kind) => kind === 'repeated').length, 1);
      assert.equal((await list(first)).length, 2 * forgetLimit + 1);
    });
  });
}
