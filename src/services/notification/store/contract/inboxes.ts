/** Numbers, inboxes, and what is reported of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxPageBytes, type Notification, type Page } from '../notification-store.ts';
import type { Backend } from './backends.ts';
import { accept, email, inApp, maxNumber, numbers, T0 } from './fixtures.ts';

export function inboxContract({ name, skip, open }: Backend): void {
  describe(`notifications on ${name}`, { skip }, () => {
    test('the number is the creation instant', async (t) => {
      const { first } = await open(t);
      assert.equal(await first.last(), 0);
      const note = await accept(first, inApp());
      assert.deepEqual(note, { ...inApp(), n: T0, state: 'delivered', attempts: 0 });
      assert.deepEqual(await first.find(T0), note);
      assert.equal(await first.last(), T0);
    });

    test('a clock that stands still, or goes back, is nudged forward on all replicas', async (t) => {
      const { first, second } = await open(t);
      const ns: number[] = [];
      for (const now of [T0, T0, T0 - 5_000, T0 + 1, T0 + 100]) {
        ns.push((await accept(ns.length % 2 ? first : second, inApp(), now)).n);
      }
      assert.deepEqual(ns, [T0, T0 + 1, T0 + 2, T0 + 3, T0 + 100]);
    });

    test('of 400 sent at once by two replicas, each has a number of its own', async (t) => {
      const { first, second } = await open(t);
      const drafts = Array.from({ length: 400 }, (_, i) => (i % 3 ? inApp() : email()));
      const notes = await Promise.all(
        drafts.map((draft, i) => accept(i % 2 ? first : second, draft)),
      );
      assert.equal(new Set(numbers(notes)).size, 400);
      for (const store of [first, second]) {
        const { notifications: inbox } = await store.inbox('ann', maxNumber, 1_000);
        const expected = notes.filter(({ channel }) => channel === 'in_app').map(({ n }) => n);
        assert.deepEqual(
          numbers(inbox),
          expected.toSorted((a, b) => b - a),
        );
      }
    });

    test('a reader who has seen a number never misses a smaller one', async (t) => {
      const { first, second } = await open(t);
      const senders = [first, second].map(async (store) => {
        for (let i = 0; i < 150; i++) await accept(store, inApp());
      });
      const end = Promise.all(senders).then(() => accept(first, inApp({ title: 'end' })));
      const seen: Notification[] = [];
      while (seen.at(-1)?.title !== 'end') {
        const { notifications } = await second.since('ann', seen.at(-1)?.n ?? 0, 7);
        seen.push(...notifications);
        await nextTurn();
      }
      await end;
      assert.equal(seen.length, 301);
      assert.deepEqual(seen, (await first.since('ann', 0, 1_000)).notifications);
    });

    test('inboxes hold in-app notifications of their user alone, in either order', async (t) => {
      const { first, second } = await open(t);
      const own = [];
      for (let i = 0; i < 5; i++) {
        own.push((await accept(first, inApp({ title: `${i}` }))).n);
        await accept(first, inApp({ user_id: 'Ann' }));
        await accept(first, email());
        await accept(first, inApp({ user_id: 'ann', channel: 'push' }));
      }
      const shown = ({ notifications, more }: Page) => [numbers(notifications), more];
      assert.deepEqual(shown(await second.since('ann', 0, 100)), [own, false]);
      assert.deepEqual(shown(await second.since('ann', own[1]!, 2)), [own.slice(2, 4), true]);
      assert.deepEqual(shown(await second.inbox('ann', maxNumber, 100)), [own.toReversed(), false]);
      assert.deepEqual(shown(await second.inbox('ann', own[3]!, 2)), [[own[2], own[1]], true]);
      assert.deepEqual(shown(await second.inbox('bob', maxNumber, 100)), [[], false]);
    });

    test('a page ends with the notification that fills it, and says that there may be more', async (t) => {
      const { first, second } = await open(t);
      // Bytes, not characters: the second of these fills a page, and just so.
      const bodies = ['a', '😀'.repeat(maxPageBytes / 4 - 1) + 'xyz', 'b', 'ä'.repeat(65_536), 'c'];
      const own: number[] = [];
      for (const body of bodies) own.push((await accept(first, inApp({ body }))).n);
      const [a, filling, b, large, c] = own as [number, number, number, number, number];
      const shown = ({ notifications, more }: Page) => [numbers(notifications), more];
      assert.deepEqual(shown(await second.since('ann', 0, 100)), [[a, filling], true]);
      assert.deepEqual(shown(await second.since('ann', filling, 100)), [[b, large], true]);
      assert.deepEqual(shown(await second.since('ann', large, 100)), [[c], false]);
      assert.deepEqual(shown(await second.inbox('ann', maxNumber, 100)), [[c, large], true]);
      assert.deepEqual(shown(await second.inbox('ann', large, 100)), [[b, filling], true]);
      assert.deepEqual(shown(await second.inbox('ann', filling, 100)), [[a], false]);
    });

    test('whatever text comes back as it was', async (t) => {
      const { first, second } = await open(t);
      const texts = ['', 'NULL', 'null', '{"a":[1,"b"]}', '"', "'", '\\', '\\\\"', ' ', ',', '{}'];
      texts.push('\r\n\t\u0001', '😀 ä', '\u2028', '%s $1 ?', 'x'.repeat(65_536));
      const notes = await Promise.all(
        texts.map((text) =>
          accept(first, inApp({ user_id: `u${text.slice(0, 99)}`, title: text, body: text })),
        ),
      );
      for (const note of notes) assert.deepEqual(await second.find(note.n), note);
      const subscription = {
        endpoint: 'https://push.example/"\\',
        keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      };
      const push = await accept(first, email({ channel: 'push', address: 'a"@b', subscription }));
      assert.deepEqual(await second.find(push.n), push);
    });

    test('accepted notifications are there after a restart, and numbers go on', async (t) => {
      const { first, second, reopen } = await open(t);
      const notes = [await accept(first, inApp()), await accept(second, email())];
      const again = await reopen();
      await again.ready();
      for (const note of notes) assert.deepEqual(await again.find(note.n), note);
      assert.equal((await accept(again, inApp())).n, T0 + 2);
    });
  });

  describe(`watching on ${name}`, { skip }, () => {
    test('every replica reports whose inbox has grown, and nothing else', async (t) => {
      const { first, second } = await open(t);
      for (const store of new Set([first, second])) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const reported: string[] = [];
        await store.watch({
          changed: (userId) => void (reported.push(userId), userId === 'last' && resolve()),
          resumed: () => {},
        });
        await accept(first, email({ user_id: 'mail' }));
        await accept(first, inApp({ user_id: 'a user with spaces' }));
        await accept(second, inApp({ user_id: 'bob' }));
        await first.accept(inApp({ user_id: 'last' }), undefined, T0, T0);
        await promise;
        assert.deepEqual(reported, ['a user with spaces', 'bob', 'last']);
      }
    });

    test('each of many inboxes that grow at once is reported', async (t) => {
      const { first, second } = await open(t);
      // As long as a user's name can be, in letters that take the most bytes.
      const users = Array.from({ length: 100 }, (_, i) => '\u0001'.repeat(120) + `${i} "\\😀`);
      const missing = new Set(users);
      const { promise, resolve } = Promise.withResolvers<void>();
      await second.watch({
        changed: (userId) => void (missing.delete(userId) && missing.size === 0 && resolve()),
        resumed: () => {},
      });
      await Promise.all(users.map((userId) => accept(first, inApp({ user_id: userId }))));
      await promise;
    });
  });
}
