/** Idempotency keys, and how they are forgotten. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { forgetLimit } from '../notification-store.ts';
import type { Backend } from './backends.ts';
import {
  accept,
  email,
  inApp,
  leaseMs,
  maxNumber,
  newOf,
  numbers,
  swarm,
  T0,
  ever,
} from './fixtures.ts';

export function keyContract({ name, skip, open }: Backend): void {
  describe(`idempotency keys on ${name}`, { skip }, () => {
    const key = { text: 'key', fingerprint: 'print' };

    test('a key leads to what its first request made, on every replica', async (t) => {
      const { first, second, reopen } = await open(t);
      for (const draft of [inApp(), email()]) {
        const own = { ...key, text: draft.channel };
        const note = newOf(await first.accept(draft, own, T0 + leaseMs, T0));
        const repeat = { kind: 'repeated', notification: note };
        assert.deepEqual(await first.accept(draft, own, T0 + leaseMs, T0 + 1), repeat);
        assert.deepEqual(await second.accept(draft, own, T0 + leaseMs, T0 + 1), repeat);
      }
      const again = await reopen();
      assert.equal(
        (await again.accept(inApp(), { ...key, text: 'in_app' }, T0, T0)).kind,
        'repeated',
      );
    });

    test('another request with the key is recognised, and leaves no trace', async (t) => {
      const { first, second } = await open(t);
      const note = newOf(await first.accept(inApp(), key, T0 + leaseMs, T0));
      const other = { ...key, fingerprint: 'other' };
      const answer = await second.accept(inApp({ title: 'Other' }), other, T0 + leaseMs, T0);
      assert.deepEqual(answer, { kind: 'mismatched' });
      assert.deepEqual(numbers((await first.inbox('ann', maxNumber, 10)).notifications), [note.n]);
      assert.equal((await first.accept(inApp(), key, T0 + leaseMs, T0)).kind, 'repeated');
    });

    test('of 60 requests at once with one key, one is new', async (t) => {
      const { first, second } = await open(t);
      for (const [i, draft] of [inApp(), email()].entries()) {
        const own = { ...key, text: `${i}` };
        const answers = await Promise.all(
          Array.from({ length: 60 }, (_, i) =>
            (i % 2 ? first : second).accept(draft, own, T0 + leaseMs, T0),
          ),
        );
        const isNew = answers.filter(({ kind }) => kind === 'new');
        assert.equal(isNew.length, 1);
        const { n } = newOf(isNew[0]!);
        for (const answer of answers) {
          assert.equal('notification' in answer && answer.notification.n, n);
        }
      }
      assert.equal((await first.inbox('ann', maxNumber, 10)).notifications.length, 1);
      assert.equal(await first.pending(ever, T0), 1);
    });

    test('when two requests come together with one key, the first is the new one', async (t) => {
      const { first } = await open(t);
      const answers = await Promise.all(
        ['One', 'Two'].map((title) => first.accept(inApp({ title }), key, T0 + leaseMs, T0)),
      );
      assert.deepEqual(
        answers.map(({ kind }) => kind),
        ['new', 'repeated'],
      );
    });

    test('a key is free again after 24 hours, not before', async (t) => {
      const { first, second } = await open(t);
      const note = newOf(await first.accept(inApp(), key, T0, T0));
      const late = T0 + keyLifetimeMs - 1;
      assert.equal((await second.accept(inApp(), key, late, late)).kind, 'repeated');
      const other = { ...key, fingerprint: 'other' };
      const next = newOf(await second.accept(inApp(), other, late + 1, late + 1));
      assert.notEqual(next.n, note.n);
      assert.equal((await first.accept(inApp(), other, late + 1, late + 1)).kind, 'repeated');
    });

    test('keys, emails and pushes are forgotten after 24 hours, inboxes and the outbox never', async (t) => {
      const { first, second } = await open(t);
      const stays = [await accept(first, inApp()), await accept(first, email())];
      const goes = [newOf(await first.accept(email(), key, T0 + leaseMs, T0))];
      goes.push(await accept(first, email({ channel: 'push' })));
      await first.settle(goes[0]!.n, 1, { state: 'sent' }, T0);
      await first.settle(goes[1]!.n, 1, { state: 'failed', error: 'no' }, T0);
      await second.forget(T0 + keyLifetimeMs - 1);
      for (const { n } of goes) assert.ok(await first.find(n));
      assert.equal(await second.forget(goes[1]!.n + keyLifetimeMs), false);
      for (const { n } of goes) assert.equal(await first.find(n), undefined);
      for (const note of stays) assert.deepEqual(await first.find(note.n), note);
      assert.equal((await first.accept(email(), key, T0 + leaseMs, T0)).kind, 'new');
    });

    test('a number never comes again, also when what had it is forgotten', async (t) => {
      const { first, reopen } = await open(t);
      const { n } = await accept(first, email());
      await first.settle(n, 1, { state: 'sent' }, T0);
      await first.forget(n + keyLifetimeMs);
      assert.equal(await first.find(n), undefined);
      const store = await reopen();
      assert.equal(await store.last(), n);
      assert.equal((await accept(store, inApp(), T0 - 1)).n, n + 1);
    });
  });

  describe(`more keys than are forgotten at once, on ${name}`, { skip }, () => {
    test('no key outlives its notification, whatever the order of their names', async (t) => {
      const { first, second } = await open(t);
      const keys = Array.from({ length: forgetLimit + 1 }, (_, i) => ({
        text: `${2 * forgetLimit - i}`,
        fingerprint: 'print',
      }));
      const take = () =>
        Promise.all(keys.map((key) => first.accept(email(), key, T0 + leaseMs, T0)));
      const notes = (await take()).map(newOf);
      await Promise.all(notes.map(({ n }) => first.settle(n, 1, { state: 'sent' }, T0)));
      assert.equal(await second.forget(T0 + 2 * keyLifetimeMs), true);
      // On a replica whose clock is behind.
      const kinds = (await take()).map(({ kind }) => kind);
      assert.equal(kinds.filter((kind) => kind === 'repeated').length, 1);
      assert.equal(kinds.filter((kind) => kind === 'new').length, forgetLimit);
    });
  });

  describe(`keys and what they lead to, on ${name}`, { skip }, () => {
    test('no key is ever there without its notification, however the clocks differ', async (t) => {
      const { first, second } = await open(t);
      const half = keyLifetimeMs / 2;
      const domains = {
        via: [0, 1],
        halves: [-2, -1, 0, 1, 2, 3, 6],
        act: ['accept', 'accept', 'settle', 'forget'],
        key: ['a', 'b', 'c', undefined],
        channel: ['in_app', 'email'],
      } as const;
      let run = 0;
      const histories = swarm(domains, { minLength: 10, maxLength: 30 });
      const law = fc.asyncProperty(histories, async ({ steps }) => {
        run++;
        const open: number[] = [];
        for (const { via, halves, act, key, channel } of steps) {
          const store = via === 0 ? first : second;
          const now = T0 + halves * half;
          if (act === 'forget') await store.forget(now);
          const n = act === 'settle' ? open.pop() : undefined;
          if (n !== undefined) await store.settle(n, 1, { state: 'sent' }, T0);
          if (act !== 'accept') continue;
          const own = key && { text: `${key} of ${run}`, fingerprint: 'print' };
          const accepted = await store.accept(inApp({ channel }), own, now + leaseMs, now);
          assert.ok('notification' in accepted);
          const { notification, kind } = accepted;
          assert.deepEqual(await store.find(notification.n), notification);
          if (kind === 'new' && notification.state === 'pending') open.push(notification.n);
        }
      });
      await fc.assert(law, { numRuns: 50 });
    });
  });
}
