/** What every store keeps, tried with two replicas on the same state. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Draft, Notification } from './notification.ts';
import {
  forgetLimit,
  keyLifetime,
  pageBytes,
  type Accepted,
  type NotificationStore,
  type Page,
} from './store.ts';
import type { Backend } from './testing.ts';

const T0 = Date.UTC(2026, 0, 1, 12);
const lease = 20_000;
const all = Number.MAX_SAFE_INTEGER;

const inApp = (more: Partial<Draft> = {}): Draft => ({
  userId: 'ann',
  channel: 'in_app',
  title: 'Title',
  body: 'Body',
  ...more,
});
const email = (more: Partial<Draft> = {}): Draft => inApp({ channel: 'email', ...more });

function taken(accepted: Accepted): Notification {
  assert.ok(accepted.kind === 'new');
  return accepted.notification;
}

const accept = async (store: NotificationStore, draft: Draft, now = T0) =>
  taken(await store.accept(draft, undefined, now + lease, now));

const numbers = (notes: readonly Notification[]) => notes.map(({ n }) => n);

export function storeContract({ name, skip, open }: Backend): void {
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
        const { notifications: inbox } = await store.inbox('ann', all, 1_000);
        const expected = notes.filter(({ channel }) => channel === 'in_app').map(({ n }) => n);
        assert.deepEqual(
          numbers(inbox),
          expected.toSorted((a, b) => b - a),
        );
      }
    });

    test('who has seen a number never misses a smaller one', async (t) => {
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
        await accept(first, inApp({ userId: 'Ann' }));
        await accept(first, email());
        await accept(first, inApp({ userId: 'ann', channel: 'push' }));
      }
      const shown = ({ notifications, more }: Page) => [numbers(notifications), more];
      assert.deepEqual(shown(await second.since('ann', 0, 100)), [own, false]);
      assert.deepEqual(shown(await second.since('ann', own[1]!, 2)), [own.slice(2, 4), true]);
      assert.deepEqual(shown(await second.inbox('ann', all, 100)), [own.toReversed(), false]);
      assert.deepEqual(shown(await second.inbox('ann', own[3]!, 2)), [[own[2], own[1]], true]);
      assert.deepEqual(shown(await second.inbox('bob', all, 100)), [[], false]);
    });

    test('a page ends with the notification that fills it, and says that there may be more', async (t) => {
      const { first, second } = await open(t);
      // Bytes, not characters: the second of these fills a page, and just so.
      const bodies = ['a', '😀'.repeat(pageBytes / 4 - 1) + 'xyz', 'b', 'ä'.repeat(65_536), 'c'];
      const own: number[] = [];
      for (const body of bodies) own.push((await accept(first, inApp({ body }))).n);
      const [a, filling, b, large, c] = own as [number, number, number, number, number];
      const shown = ({ notifications, more }: Page) => [numbers(notifications), more];
      assert.deepEqual(shown(await second.since('ann', 0, 100)), [[a, filling], true]);
      assert.deepEqual(shown(await second.since('ann', filling, 100)), [[b, large], true]);
      assert.deepEqual(shown(await second.since('ann', large, 100)), [[c], false]);
      assert.deepEqual(shown(await second.inbox('ann', all, 100)), [[c, large], true]);
      assert.deepEqual(shown(await second.inbox('ann', large, 100)), [[b, filling], true]);
      assert.deepEqual(shown(await second.inbox('ann', filling, 100)), [[a], false]);
    });

    test('whatever text comes back as it was', async (t) => {
      const { first, second } = await open(t);
      const texts = ['', 'NULL', 'null', '{"a":[1,"b"]}', '"', "'", '\\', '\\\\"', ' ', ',', '{}'];
      texts.push('\r\n\t\u0001', '😀 ä', '\u2028', '%s $1 ?', 'x'.repeat(65_536));
      const notes = await Promise.all(
        texts.map((text) =>
          accept(first, inApp({ userId: `u${text.slice(0, 99)}`, title: text, body: text })),
        ),
      );
      for (const note of notes) assert.deepEqual(await second.find(note.n), note);
      const subscription = {
        endpoint: 'https://push.example/"\\',
        keys: { p256dh: 'p', auth: 'a' },
      };
      const push = await accept(first, email({ channel: 'push', address: 'a"@b', subscription }));
      assert.deepEqual(await second.find(push.n), push);
    });

    test('what was accepted is there after a restart, and numbers go on', async (t) => {
      const { first, second, reopen } = await open(t);
      const notes = [await accept(first, inApp()), await accept(second, email())];
      const again = await reopen();
      await again.ready();
      for (const note of notes) assert.deepEqual(await again.find(note.n), note);
      assert.equal((await accept(again, inApp())).n, T0 + 2);
    });
  });

  describe(`idempotency keys on ${name}`, { skip }, () => {
    const key = { text: 'key', fingerprint: 'print' };

    test('a key leads to what its first request made, on every replica', async (t) => {
      const { first, second, reopen } = await open(t);
      for (const draft of [inApp(), email()]) {
        const own = { ...key, text: draft.channel };
        const note = taken(await first.accept(draft, own, T0 + lease, T0));
        const repeat = { kind: 'repeated', notification: note };
        assert.deepEqual(await first.accept(draft, own, T0 + lease, T0 + 1), repeat);
        assert.deepEqual(await second.accept(draft, own, T0 + lease, T0 + 1), repeat);
      }
      const again = await reopen();
      assert.equal(
        (await again.accept(inApp(), { ...key, text: 'in_app' }, T0, T0)).kind,
        'repeated',
      );
    });

    test('another request with the key is told apart, and leaves no trace', async (t) => {
      const { first, second } = await open(t);
      const note = taken(await first.accept(inApp(), key, T0 + lease, T0));
      const other = { ...key, fingerprint: 'other' };
      const answer = await second.accept(inApp({ title: 'Other' }), other, T0 + lease, T0);
      assert.deepEqual(answer, { kind: 'mismatched' });
      assert.deepEqual(numbers((await first.inbox('ann', all, 10)).notifications), [note.n]);
      assert.equal((await first.accept(inApp(), key, T0 + lease, T0)).kind, 'repeated');
    });

    test('of 60 requests at once with one key, one is new', async (t) => {
      const { first, second } = await open(t);
      for (const [i, draft] of [inApp(), email()].entries()) {
        const own = { ...key, text: `${i}` };
        const answers = await Promise.all(
          Array.from({ length: 60 }, (_, i) =>
            (i % 2 ? first : second).accept(draft, own, T0 + lease, T0),
          ),
        );
        const isNew = answers.filter(({ kind }) => kind === 'new');
        assert.equal(isNew.length, 1);
        const { n } = taken(isNew[0]!);
        for (const answer of answers) {
          assert.equal('notification' in answer && answer.notification.n, n);
        }
      }
      assert.equal((await first.inbox('ann', all, 10)).notifications.length, 1);
      assert.equal(await first.pending(), 1);
    });

    test('a key is free again after 24 hours, not before', async (t) => {
      const { first, second } = await open(t);
      const note = taken(await first.accept(inApp(), key, T0, T0));
      const late = T0 + keyLifetime - 1;
      assert.equal((await second.accept(inApp(), key, late, late)).kind, 'repeated');
      const other = { ...key, fingerprint: 'other' };
      const next = taken(await second.accept(inApp(), other, late + 1, late + 1));
      assert.notEqual(next.n, note.n);
      assert.equal((await first.accept(inApp(), other, late + 1, late + 1)).kind, 'repeated');
    });

    test('keys, emails and pushes are forgotten after 24 hours, inboxes and the outbox never', async (t) => {
      const { first, second } = await open(t);
      const stays = [await accept(first, inApp()), await accept(first, email())];
      const goes = [taken(await first.accept(email(), key, T0 + lease, T0))];
      goes.push(await accept(first, email({ channel: 'push' })));
      await first.settle(goes[0]!.n, 1, { state: 'sent' }, T0);
      await first.settle(goes[1]!.n, 1, { state: 'failed', error: 'no' }, T0);
      await second.forget(T0 + keyLifetime - 1);
      for (const { n } of goes) assert.ok(await first.find(n));
      assert.equal(await second.forget(goes[1]!.n + keyLifetime), false);
      for (const { n } of goes) assert.equal(await first.find(n), undefined);
      for (const note of stays) assert.deepEqual(await first.find(note.n), note);
      assert.equal((await first.accept(email(), key, T0 + lease, T0)).kind, 'new');
    });

    test('a number never comes again, also when what had it is forgotten', async (t) => {
      const { first, reopen } = await open(t);
      const { n } = await accept(first, email());
      await first.settle(n, 1, { state: 'sent' }, T0);
      await first.forget(n + keyLifetime);
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
      const take = () => Promise.all(keys.map((key) => first.accept(email(), key, T0 + lease, T0)));
      const notes = (await take()).map(taken);
      await Promise.all(notes.map(({ n }) => first.settle(n, 1, { state: 'sent' }, T0)));
      assert.equal(await second.forget(T0 + 2 * keyLifetime), true);
      // On a replica whose clock is behind.
      const kinds = (await take()).map(({ kind }) => kind);
      assert.equal(kinds.filter((kind) => kind === 'repeated').length, 1);
      assert.equal(kinds.filter((kind) => kind === 'new').length, forgetLimit);
    });
  });

  describe(`keys and what they lead to, on ${name}`, { skip }, () => {
    test('no key is ever there without its notification, however the clocks differ', async (t) => {
      const { first, second } = await open(t);
      const half = keyLifetime / 2;
      const step = fc.record({
        store: fc.constantFrom(first, second),
        now: fc.integer({ min: -2, max: 6 }).map((halves) => T0 + halves * half),
        act: fc.constantFrom('accept', 'settle', 'forget'),
        key: fc.constantFrom('a', 'b', 'c', undefined),
        channel: fc.constantFrom('in_app', 'email'),
      });
      let run = 0;
      const steps = fc.array(step, { minLength: 10, maxLength: 30 });
      const law = fc.asyncProperty(steps, async (steps) => {
        run++;
        const open: number[] = [];
        for (const { store, now, act, key, channel } of steps) {
          if (act === 'forget') await store.forget(now);
          const n = act === 'settle' ? open.pop() : undefined;
          if (n !== undefined) await store.settle(n, 1, { state: 'sent' }, T0);
          if (act !== 'accept') continue;
          const own = key && { text: `${key} of ${run}`, fingerprint: 'print' };
          const accepted = await store.accept(inApp({ channel }), own, now + lease, now);
          assert.ok('notification' in accepted);
          const { notification, kind } = accepted;
          assert.deepEqual(await store.find(notification.n), notification);
          if (kind === 'new' && notification.state === 'pending') open.push(notification.n);
        }
      });
      await fc.assert(law, { numRuns: 50 });
    });
  });

  describe(`the outbox on ${name}`, { skip }, () => {
    test('what is accepted is claimed by who accepted it, until the claim lapses', async (t) => {
      const { first, second } = await open(t);
      await accept(first, inApp());
      const note = await accept(first, email());
      assert.deepEqual([note.state, note.attempts], ['pending', 1]);
      assert.deepEqual(await second.claim(10, T0 + 2 * lease, T0 + lease - 1), []);
      const [claimed] = await second.claim(10, T0 + 2 * lease, T0 + lease);
      assert.deepEqual(claimed, { ...note, attempts: 2 });
      assert.deepEqual(await first.claim(10, T0 + 2 * lease, T0 + lease), []);
    });

    test('a result counts only while the claim is held', async (t) => {
      const { first, second } = await open(t);
      const { n } = await accept(first, email());
      await second.claim(1, T0 + 2 * lease, T0 + lease);
      assert.equal(await first.settle(n, 1, { state: 'sent' }, T0), false);
      assert.equal((await first.find(n))?.state, 'pending');
      assert.equal(await second.settle(n, 2, { state: 'sent' }, T0), true);
      assert.equal(await second.settle(n, 2, { state: 'failed', error: 'late' }, T0), false);
      assert.equal((await first.find(n))?.state, 'sent');
      assert.equal(await first.pending(), 0);
    });

    test('what is to be tried again is due at its instant, and says why', async (t) => {
      const { first, second } = await open(t);
      const note = await accept(first, email());
      const error = 'the server is busy';
      await first.settle(note.n, 1, { state: 'pending', error, dueAt: T0 + 700 }, T0);
      assert.deepEqual(await second.find(note.n), { ...note, error });
      assert.deepEqual(await second.claim(10, T0 + lease, T0 + 699), []);
      assert.deepEqual(await second.claim(10, T0 + lease, T0 + 700), [
        { ...note, error, attempts: 2 },
      ]);
      await second.settle(note.n, 2, { state: 'sent' }, T0);
      assert.equal((await first.find(note.n))?.error, undefined);
    });

    test('what failed for good, or is sent, is claimed no more', async (t) => {
      const { first, second } = await open(t);
      for (const outcome of [{ state: 'sent' }, { state: 'failed', error: 'no' }] as const) {
        const { n } = await accept(first, email());
        assert.ok(await first.settle(n, 1, outcome, T0));
        assert.deepEqual(await second.claim(10, T0 + 9 * lease, T0 + 8 * lease), []);
      }
    });

    test('the longest due goes first, and no more than the limit', async (t) => {
      const { first, second } = await open(t);
      const notes = [];
      for (const dueAt of [T0 + 30, T0 + 10, T0 + 20]) {
        const { n } = await accept(first, email());
        notes.push(n);
        await first.settle(n, 1, { state: 'pending', error: 'busy', dueAt }, T0);
      }
      const claimed = await second.claim(2, T0 + lease, T0 + 100);
      assert.deepEqual(new Set(numbers(claimed)), new Set([notes[1], notes[2]]));
    });

    test('replicas that claim at once never claim the same', async (t) => {
      const { first, second } = await open(t);
      const notes = await Promise.all(Array.from({ length: 100 }, () => accept(first, email())));
      const claims = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          (i % 2 ? first : second).claim(5, T0 + 2 * lease, T0 + lease),
        ),
      );
      const claimed = numbers(claims.flat());
      assert.equal(new Set(claimed).size, claimed.length);
      claimed.push(...numbers(await first.claim(100, T0 + 2 * lease, T0 + lease)));
      assert.equal(claimed.length, 100);
      assert.deepEqual(new Set(claimed), new Set(numbers(notes)));
    });
  });

  describe(`watching on ${name}`, { skip }, () => {
    test('every replica is told whose inbox has grown, and nothing else', async (t) => {
      const { first, second } = await open(t);
      for (const store of new Set([first, second])) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const told: string[] = [];
        await store.watch({
          arrived: (userId) => void (told.push(userId), userId === 'last' && resolve()),
          resumed: () => {},
        });
        await accept(first, email({ userId: 'mail' }));
        await accept(first, inApp({ userId: 'a user with spaces' }));
        await accept(second, inApp({ userId: 'bob' }));
        await first.accept(inApp({ userId: 'last' }), undefined, T0, T0);
        await promise;
        assert.deepEqual(told, ['a user with spaces', 'bob', 'last']);
      }
    });

    test('of many inboxes that grow at once, each is told', async (t) => {
      const { first, second } = await open(t);
      // As long as a user's name can be, in letters that take the most bytes.
      const users = Array.from({ length: 100 }, (_, i) => '\u0001'.repeat(120) + `${i} "\\😀`);
      const missing = new Set(users);
      const { promise, resolve } = Promise.withResolvers<void>();
      await second.watch({
        arrived: (userId) => void (missing.delete(userId) && missing.size === 0 && resolve()),
        resumed: () => {},
      });
      await Promise.all(users.map((userId) => accept(first, inApp({ userId }))));
      await promise;
    });
  });
}
