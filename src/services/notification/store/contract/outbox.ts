/** The outbox: claims, results, repetitions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Backend } from './backends.ts';
import { accept, email, inApp, leaseMs, numbers, T0, ever, schedule } from './fixtures.ts';

export function outboxContract({ name, skip, open }: Backend): void {
  describe(`the outbox on ${name}`, { skip }, () => {
    test('the replica that accepts a notification has the claim on it, until the claim expires', async (t) => {
      const { first, second } = await open(t);
      await accept(first, inApp());
      const note = await accept(first, email());
      assert.deepEqual([note.state, note.attempts], ['pending', 1]);
      assert.deepEqual(await second.claim(10, T0 + 2 * leaseMs, T0 + leaseMs - 1), []);
      const [claimed] = await second.claim(10, T0 + 2 * leaseMs, T0 + leaseMs);
      assert.deepEqual(claimed, { ...note, attempts: 2 });
      assert.deepEqual(await first.claim(10, T0 + 2 * leaseMs, T0 + leaseMs), []);
    });

    test('a result counts only while the claim is held', async (t) => {
      const { first, second } = await open(t);
      const { n } = await accept(first, email());
      await second.claim(1, T0 + 2 * leaseMs, T0 + leaseMs);
      assert.equal(await first.settle(n, 1, { state: 'sent' }, T0), false);
      assert.equal((await first.find(n))?.state, 'pending');
      assert.equal(await second.settle(n, 2, { state: 'sent' }, T0), true);
      assert.equal(await second.settle(n, 2, { state: 'failed', error: 'late' }, T0), false);
      assert.equal((await first.find(n))?.state, 'sent');
      assert.equal(await first.pending(ever, T0), 0);
    });

    test('a notification that is to be tried again is due at its instant, and says why', async (t) => {
      const { first, second } = await open(t);
      const note = await accept(first, email());
      const error = 'the server is busy';
      await first.settle(note.n, 1, { state: 'pending', error, dueAt: T0 + 700 }, T0);
      assert.deepEqual(await second.find(note.n), { ...note, error });
      assert.deepEqual(await second.claim(10, T0 + leaseMs, T0 + 699), []);
      assert.deepEqual(await second.claim(10, T0 + leaseMs, T0 + 700), [
        { ...note, error, attempts: 2 },
      ]);
      await second.settle(note.n, 2, { state: 'sent' }, T0);
      assert.equal((await first.find(note.n))?.error, undefined);
    });

    test('a notification that failed for good, or is sent, is no longer claimed', async (t) => {
      const { first, second } = await open(t);
      for (const outcome of [{ state: 'sent' }, { state: 'failed', error: 'no' }] as const) {
        const { n } = await accept(first, email());
        assert.ok(await first.settle(n, 1, outcome, T0));
        assert.deepEqual(await second.claim(10, T0 + 9 * leaseMs, T0 + 8 * leaseMs), []);
      }
    });

    test('a notification due within an hour is pending, one scheduled for later is not', async (t) => {
      const { first, second } = await open(t);
      const hour = 3_600_000;
      await accept(first, email());
      await schedule(first, email(), T0 + hour);
      await schedule(first, email(), T0 + hour + 1);
      await schedule(first, inApp(), T0 + 5);
      assert.equal(await second.pending(hour, T0), 2);
      assert.equal(await second.pending(ever, T0), 3);
    });

    test('the longest due goes first, and no more than the limit', async (t) => {
      const { first, second } = await open(t);
      const notes = [];
      for (const dueAt of [T0 + 30, T0 + 10, T0 + 20]) {
        const { n } = await accept(first, email());
        notes.push(n);
        await first.settle(n, 1, { state: 'pending', error: 'busy', dueAt }, T0);
      }
      const claimed = await second.claim(2, T0 + leaseMs, T0 + 100);
      assert.deepEqual(new Set(numbers(claimed)), new Set([notes[1], notes[2]]));
    });

    test('replicas that claim at once never claim the same', async (t) => {
      const { first, second } = await open(t);
      const notes = await Promise.all(Array.from({ length: 100 }, () => accept(first, email())));
      const claims = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          (i % 2 ? first : second).claim(5, T0 + 2 * leaseMs, T0 + leaseMs),
        ),
      );
      const claimed = numbers(claims.flat());
      assert.equal(new Set(claimed).size, claimed.length);
      claimed.push(...numbers(await first.claim(100, T0 + 2 * leaseMs, T0 + leaseMs)));
      assert.equal(claimed.length, 100);
      assert.deepEqual(new Set(claimed), new Set(numbers(notes)));
    });
  });
}
