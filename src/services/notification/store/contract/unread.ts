/** Reading, removing and counting. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { keyLifetimeMs } from '#kit/web/idempotency-key.ts';
import { foldFrom } from '../inboxes.ts';
import { forgetLimit, type NotificationStore } from '../notification-store.ts';
import type { Backend } from './backends.ts';
import {
  accept,
  email,
  inApp,
  leaseMs,
  maxNumber,
  newOf,
  numbers,
  schedule,
  swarm,
  T0,
} from './fixtures.ts';

const upTo = (last: number) => ({ after: 0, last });
const ascending = (a: number, b: number) => a - b;
const day = 24 * 60 * 60 * 1000;

export function unreadContract({ name, skip, open }: Backend): void {
  describe(`inboxes on ${name}`, { skip }, () => {
    test('one is read at its first reading, until it is unread again; a repetition changes nothing', async (t) => {
      const { first, second } = await open(t);
      const note = await accept(first, inApp());
      const read = { ...note, readAt: T0 + 5 };
      assert.deepEqual(await first.mark(note.n, T0 + 5), read);
      assert.deepEqual(await second.mark(note.n, T0 + 9), read);
      assert.deepEqual(await second.find(note.n), read);
      assert.deepEqual(await second.mark(note.n, null), note);
      assert.deepEqual(await first.mark(note.n, null), note);
      assert.deepEqual(await first.find(note.n), note);
    });

    test('only what is in an inbox can be read', async (t) => {
      const { first } = await open(t);
      const later = await schedule(first, inApp(), T0 + day);
      for (const { n } of [await accept(first, email()), later]) {
        assert.equal(await first.mark(n, T0), undefined);
      }
      assert.equal(await first.mark(T0 + day, T0), undefined);
    });

    test('the unread ones are listed alone, all others with them in one order', async (t) => {
      const { first, second } = await open(t);
      const own = [];
      for (let i = 0; i < 7; i++) own.unshift((await accept(first, inApp())).n);
      const read = [own[0]!, own[3]!, own[6]!];
      for (const n of read) await second.mark(n, T0);
      const unread = own.filter((n) => !read.includes(n));
      const list = async (before: number, limit: number, unreadOnly: boolean) =>
        numbers((await second.inbox('ann', before, limit, unreadOnly)).notifications);
      assert.deepEqual(await list(maxNumber, 10, true), unread);
      assert.deepEqual(await list(unread[0]!, 2, true), unread.slice(1, 3));
      assert.deepEqual(await list(maxNumber, 10, false), own);
      assert.deepEqual(await list(own[2]!, 3, false), own.slice(3, 6));
      assert.deepEqual(numbers((await first.since('ann', 0, 10)).notifications), own.toReversed());
      assert.deepEqual(numbers((await first.since('ann', own[5]!, 2)).notifications), [
        own[4],
        own[3],
      ]);
    });

    test('a removed notification is in no inbox; its key leads to it for 24 hours', async (t) => {
      const { first, second } = await open(t);
      const key = { text: 'key', fingerprint: 'print' };
      const note = newOf(await first.accept(inApp(), key, T0, T0));
      const removed = { ...note, state: 'deleted' };
      assert.deepEqual(await second.remove(note.n, T0 + 1), removed);
      assert.deepEqual(await first.remove(note.n, T0 + 2), removed);
      assert.deepEqual((await first.inbox('ann', maxNumber, 9)).notifications, []);
      assert.deepEqual((await first.since('ann', 0, 9)).notifications, []);
      assert.deepEqual(await first.accept(inApp(), key, T0, T0 + 2), {
        kind: 'repeated',
        notification: removed,
      });
      await first.forget(T0 + keyLifetimeMs - 1);
      assert.ok(await second.find(note.n));
      await first.forget(T0 + 1 + keyLifetimeMs);
      assert.equal(await second.find(note.n), undefined);
    });

    test('read-all marks every old notification, in portions, and none that comes during it', async (t) => {
      const { first, second } = await open(t);
      const own: number[] = [];
      for (let i = 0; i < 7; i++) own.push((await accept(first, inApp())).n);
      await accept(first, inApp({ user_id: 'bob' }));
      await first.mark(own[1]!, T0);
      const mark = async (store: NotificationStore, after: number) =>
        (await store.markAll('ann', { after, last: own[5]! }, 3, T0 + 1)).toSorted(ascending);
      assert.deepEqual(await mark(first, 0), [own[0], own[2], own[3]]);
      assert.deepEqual(await mark(second, own[4]!), [own[5]]);
      assert.deepEqual(await mark(second, 0), [own[4]]);
      assert.deepEqual(await first.count('ann'), { unread: 1, total: 7 });
      assert.deepEqual(await first.count('bob'), { unread: 1, total: 1 });
      assert.equal((await first.find(own[1]!))?.readAt, T0);
      assert.equal((await first.find(own[2]!))?.readAt, T0 + 1);
    });

    test('a long inbox is counted as a short one', async (t) => {
      const { first, second } = await open(t);
      const all = await Promise.all(
        Array.from({ length: 2 * foldFrom + 3 }, () => accept(first, inApp())),
      );
      const own = numbers(all).toSorted((a, b) => a - b);
      assert.deepEqual(await second.count('ann'), { unread: own.length, total: own.length });
      // Some of those that were summed up.
      for (const n of own.slice(0, 5)) await first.mark(n, T0);
      await first.mark(own[0]!, null);
      await first.remove(own[1]!, T0);
      await first.remove(own[9]!, T0);
      const [unread, total] = [own.length - 5, own.length - 2];
      assert.deepEqual(await first.count('ann'), { unread, total });
      // One of those that were not.
      const { n } = await accept(second, inApp());
      assert.deepEqual(await first.count('ann'), { unread: unread + 1, total: total + 1 });
      await first.mark(n, T0);
      assert.deepEqual(await second.count('ann'), { unread, total: total + 1 });
      const marked = await first.markAll('ann', { after: 0, last: maxNumber }, 2_000, T0);
      assert.equal(marked.length, unread);
      assert.deepEqual(await second.count('ann'), { unread: 0, total: total + 1 });
    });

    test('inboxes forget what is old, but nothing that a key leads to', async (t) => {
      const { first, second } = await open(t);
      const key = { text: 'key', fingerprint: 'print' };
      const old = await accept(first, inApp());
      const kept = newOf(await first.accept(inApp(), key, T0, T0 + day));
      await first.mark(old.n, T0);
      assert.equal(await second.expire(upTo(T0 - 1), T0 + 3 * day), undefined);
      assert.deepEqual(await first.count('ann'), { unread: 1, total: 2 });
      await second.expire(upTo(T0 + 2 * day), T0 + 2 * day - 1);
      assert.equal(await first.find(old.n), undefined);
      assert.ok(await first.find(kept.n));
      assert.deepEqual(await first.count('ann'), { unread: 1, total: 1 });
      await first.forget(T0 + 2 * day);
      await second.expire(upTo(T0 + 2 * day), T0 + 3 * day);
      assert.deepEqual(await first.count('ann'), { unread: 0, total: 0 });
    });

    test('inboxes forget in portions, and counts follow', async (t) => {
      const { first, second } = await open(t);
      await Promise.all(
        Array.from({ length: foldFrom + forgetLimit }, (_, i) =>
          accept(first, inApp({ user_id: i % 2 ? 'ann' : 'bob' })),
        ),
      );
      const last = await first.last();
      // So that it is summed up.
      for (let i = 0; i < foldFrom; i++) await accept(first, inApp());
      const before = await first.count('ann');
      const half = await second.expire(upTo(last), T0 + 9 * day);
      assert.equal(half, T0 + forgetLimit - 1);
      assert.equal(await first.expire({ after: half + 200, last }, T0 + 9 * day), undefined);
      assert.equal((await first.count('ann')).total, before.total - 100 - 28);
      assert.ok((await second.expire({ after: half, last }, T0 + 9 * day))! > half);
      await second.expire(upTo(last), T0 + 9 * day);
      assert.deepEqual(before, { unread: 228 + 256, total: 228 + 256 });
      assert.deepEqual(await first.count('ann'), { unread: 256, total: 256 });
      assert.deepEqual(await first.count('bob'), { unread: 0, total: 0 });
    });

    test('every replica is told of each change of an inbox', async (t) => {
      const { first, second } = await open(t);
      const { n } = await accept(first, inApp());
      const reported: string[] = [];
      let told = () => {};
      await second.watch({
        changed(userId) {
          reported.push(userId);
          told();
        },
        resumed: () => {},
      });
      const changes: (() => Promise<unknown>)[] = [
        () => first.mark(n, T0),
        () => first.mark(n, null),
        () => first.markAll('ann', { after: 0, last: n }, 5, T0),
        () => first.remove(n, T0),
      ];
      for (const [i, change] of changes.entries()) {
        const heard = new Promise<void>((resolve) => (told = resolve));
        await change();
        await heard;
        assert.deepEqual(
          reported,
          Array.from({ length: i + 1 }, () => 'ann'),
        );
      }
    });
  });

  describe(`a law of counts on ${name}`, { skip }, () => {
    test('they are what a naive count says, on random histories of two replicas', async (t) => {
      const { first, second } = await open(t);
      let run = 0;
      const acts = ['send', 'send many', 'read', 'unread', 'remove', 'read all', 'count', 'expire'];
      const which = [0, 1, 2, 300, 999];
      const histories = swarm({ via: [0, 1], act: acts, which }, { maxLength: 25 });
      const law = fc.asyncProperty(histories, async ({ steps }) => {
        const user = `user ${run++}`;
        const model = new Map<number, boolean>();
        const start = (await first.last()) + 1;
        await actOn(first, 'send', undefined);
        for (const { via, act, which } of steps) {
          const known = [...model.keys()];
          const n = known[which % (known.length || 1)];
          await actOn(via === 0 ? first : second, act, n);
        }
        async function actOn(store: NotificationStore, act: string, n: number | undefined) {
          if (act === 'send' || act === 'send many') {
            const count = act === 'send' ? 3 : foldFrom + 1;
            const many = Array.from({ length: count }, (_, i) =>
              accept(i % 2 ? first : second, inApp({ user_id: user }), start),
            );
            for (const note of await Promise.all(many)) model.set(note.n, true);
          } else if (act === 'read all') {
            await store.markAll(user, { after: 0, last: maxNumber }, 10_000, T0);
            for (const one of model.keys()) model.set(one, false);
          } else if (act === 'count') {
            await store.count(user);
          } else if (n === undefined) {
            return;
          } else if (act === 'remove') {
            await store.remove(n, T0);
            model.delete(n);
          } else if (act === 'expire') {
            while ((await store.expire(upTo(n), start + 9 * day)) !== undefined);
            for (const one of model.keys()) if (one <= n) model.delete(one);
          } else {
            await store.mark(n, act === 'read' ? T0 : null);
            model.set(n, act === 'unread');
          }
        }
        const unread = [...model.values()].filter(Boolean).length;
        for (const store of [first, second]) {
          assert.deepEqual(await store.count(user), { unread, total: model.size });
        }
      });
      await fc.assert(law, { numRuns: 30 });
    });

    test('they hold when replicas change one inbox at once', async (t) => {
      const { first, second } = await open(t);
      const all = await Promise.all(
        Array.from({ length: foldFrom + 40 }, () => accept(first, inApp())),
      );
      const own = numbers(all);
      for (const [i, n] of own.slice(0, 60).entries()) {
        const work: Promise<unknown>[] = [];
        const [one, other] = i % 2 ? [first, second] : [second, first];
        work.push(one.mark(n, T0), other.mark(n, T0), one.count('ann'), accept(other, inApp()));
        if (i % 3 === 0) work.push(other.remove(n, T0), one.remove(n, T0));
        if (i % 10 === 0)
          work.push(accept(one, inApp()), other.markAll('ann', { after: 0, last: n }, 3, T0));
        await Promise.all(work);
      }
      const { notifications } = await second.inbox('ann', maxNumber, 1_000);
      const unread = notifications.filter(({ readAt }) => readAt === undefined).length;
      for (const store of [first, second]) {
        assert.deepEqual(await store.count('ann'), { unread, total: notifications.length });
      }
    });
  });

  describe(`notifications that have not gone out, on ${name}`, { skip }, () => {
    test('is cancelled once, and never goes out', async (t) => {
      const { first, second } = await open(t);
      for (const draft of [inApp(), email()]) {
        const note = await schedule(first, draft, T0 + 500);
        const cancelled = { ...note, state: 'cancelled' };
        assert.deepEqual(await second.remove(note.n, T0 + 499), cancelled);
        assert.deepEqual(await first.remove(note.n, T0 + 499), cancelled);
        await first.ripen(9, T0 + 500);
        assert.deepEqual(await first.claim(9, T0 + leaseMs, T0 + 500), []);
        assert.deepEqual(await second.find(note.n), cancelled);
      }
      assert.deepEqual(await first.count('ann'), { unread: 0, total: 0 });
    });

    test('is not cancelled any more once its first attempt has begun', async (t) => {
      const { first, second } = await open(t);
      const begun = await accept(first, email());
      assert.deepEqual(await second.remove(begun.n, T0), begun);
      const note = await schedule(first, email(), T0 + 500);
      const [claimed] = await first.claim(9, T0 + leaseMs, T0 + 500);
      assert.equal(claimed?.n, note.n);
      assert.deepEqual(await second.remove(note.n, T0), claimed);
      await first.settle(note.n, 1, { state: 'sent' }, T0);
      assert.equal((await second.remove(note.n, T0))?.state, 'sent');
      assert.equal(await second.remove(T0 + day, T0), undefined);
    });

    test('comes into its inbox at its instant, above all that is there, under its id', async (t) => {
      const { first, second } = await open(t);
      const later = await schedule(first, inApp({ title: 'later' }), T0 + 500);
      assert.deepEqual([later.state, later.deliverAt], ['waiting', T0 + 500]);
      const now = await accept(first, inApp());
      assert.deepEqual(await second.ripen(9, T0 + 499), { more: false, delivered: 0 });
      assert.deepEqual(numbers((await first.since('ann', 0, 9)).notifications), [now.n]);
      const ripened = await Promise.all([first.ripen(9, T0 + 500), second.ripen(9, T0 + 500)]);
      assert.equal(
        ripened.reduce((sum, { delivered }) => sum + delivered, 0),
        1,
      );
      const [come] = (await first.since('ann', now.n, 9)).notifications;
      assert.deepEqual([come?.firstN, come?.title, come?.state], [later.n, 'later', 'delivered']);
      assert.deepEqual(await second.find(later.n), come);
      assert.equal(await second.find(come!.n), undefined);
      const after = await accept(second, inApp());
      assert.ok(come!.n > now.n && after.n > come!.n);
      assert.deepEqual(numbers((await first.inbox('ann', later.n, 9)).notifications), [now.n]);
      assert.deepEqual(await first.count('ann'), { unread: 3, total: 3 });
      assert.equal((await first.mark(later.n, T0))?.readAt, T0);
      assert.equal((await first.remove(later.n, T0))?.state, 'deleted');
      assert.deepEqual(await first.count('ann'), { unread: 2, total: 2 });
    });

    test('many that are due at once come once each, and in portions', async (t) => {
      const { first, second } = await open(t);
      for (let i = 0; i < 25; i++) await schedule(first, inApp(), T0 + i);
      assert.deepEqual(await first.ripen(10, T0 + 100), { more: true, delivered: 10 });
      const all = [first, second].map(async (store) => {
        while ((await store.ripen(10, T0 + 100)).more);
      });
      await Promise.all(all);
      await first.ripen(10, T0 + 100);
      const { notifications } = await first.inbox('ann', maxNumber, 99);
      assert.equal(new Set(notifications.map(({ firstN }) => firstN)).size, 25);
      assert.equal(notifications.length, 25);
    });

    test('is forgotten 24 hours after it went out, not after it came', async (t) => {
      const { first, second } = await open(t);
      const due = T0 + 2 * day;
      const { n } = await schedule(first, email(), due);
      await first.claim(9, due + leaseMs, due);
      await first.settle(n, 1, { state: 'sent' }, due);
      await second.forget(due + day - 1);
      assert.ok(await first.find(n));
      await second.forget(due + day);
      assert.equal(await first.find(n), undefined);
    });
  });
}
