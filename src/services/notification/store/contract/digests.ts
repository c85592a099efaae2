/** Digests: the notifications that join them, each digest going out once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { maxItems } from '../../rules/digest-text.ts';
import type { NotificationStore } from '../notification-store.ts';
import type { Backend } from './backends.ts';
import { accept, email, inApp, joining, leaseMs, maxNumber, newOf, swarm, T0 } from './fixtures.ts';

const end = T0 + 60_000;

/** The notifications that go out by email or push. */
async function goesOut(store: NotificationStore, now: number) {
  while ((await store.ripen(20, now)).more);
  const claimed = await store.claim(100, now + leaseMs, now);
  for (const { n, attempts } of claimed) await store.settle(n, attempts, { state: 'sent' }, now);
  return claimed;
}

export function digestContract({ name, skip, open }: Backend): void {
  describe(`digests on ${name}`, { skip }, () => {
    test('the first opens the window, the rest join, one goes out at its end', async (t) => {
      const { first, second } = await open(t);
      const one = newOf(await first.join(joining(email({ title: 'One' })), undefined, T0));
      const two = newOf(await second.join(joining(email({ title: 'Two' })), undefined, end - 1));
      assert.deepEqual([one.state, two.state], ['joined', 'joined']);
      assert.deepEqual(await goesOut(second, end - 1), []);
      const [digest, ...rest] = await goesOut(first, end);
      assert.deepEqual(rest, []);
      const items = [
        { title: 'One', body: 'Body', at: one.n },
        { title: 'Two', body: 'Body', at: two.n },
      ];
      assert.deepEqual(digest?.items, items);
      assert.deepEqual([digest?.title, digest?.body], ['One', 'One\nBody\n\nTwo\nBody']);
      assert.equal((await first.find(one.n))?.state, 'digested');
      assert.deepEqual(await goesOut(second, end + 1), []);
    });

    test('one into an inbox comes there with all its items, under an id of its own', async (t) => {
      const { first, second } = await open(t);
      const { n } = newOf(await first.join(joining(inApp()), undefined, T0));
      const between = await accept(first, inApp({ title: 'between' }));
      await second.ripen(9, end);
      const { notifications } = await first.since('ann', between.n, 9);
      assert.deepEqual(
        notifications.map(({ items }) => items),
        [[{ title: 'Title', body: 'Body', at: n }]],
      );
      assert.equal(notifications[0]!.body, 'Body');
      assert.deepEqual(await first.count('ann'), { unread: 2, total: 2 });
    });

    test('replicas that look for what is due at once make each once', async (t) => {
      const { first, second } = await open(t);
      for (let i = 0; i < 20; i++) {
        const draft = (i % 2 ? email : inApp)({ user_id: `user ${i}` });
        await first.join(joining(draft), undefined, T0);
      }
      const ripened = await Promise.all([first, second, first].map((one) => one.ripen(50, end)));
      const delivered = ripened.reduce((sum, each) => sum + each.delivered, 0);
      assert.equal(delivered, 10);
      assert.equal((await goesOut(second, end)).length, 10);
      for (let i = 0; i < 20; i += 2) assert.equal((await first.count(`user ${i}`)).total, 1);
    });

    test('there is one for each user, channel and key', async (t) => {
      const { first, second } = await open(t);
      const drafts = [email(), email({ user_id: 'bob' }), email({ channel: 'push' })];
      for (const draft of drafts) await first.join(joining(draft), undefined, T0);
      await second.join({ ...joining(email()), digestKey: 'other' }, undefined, T0);
      assert.equal((await goesOut(first, end)).length, 4);
    });

    test('a notification after the end of the window opens the next one, even before the first has gone out', async (t) => {
      const { first, second } = await open(t);
      await first.join(joining(email({ title: 'One' })), undefined, T0);
      const late = {
        ...joining(email({ title: 'Late' })),
        endsAt: end + 60_000,
      };
      await second.join(late, undefined, end);
      const titles = (sent: Awaited<ReturnType<typeof goesOut>>) =>
        sent.map(({ items }) => items!.map(({ title }) => title));
      assert.deepEqual(titles(await goesOut(first, end)), [['One']]);
      await second.join({ ...late, draft: email({ title: 'Later' }) }, undefined, end + 1);
      assert.deepEqual(titles(await goesOut(first, end + 60_000)), [['Late', 'Later']]);
    });

    test('a cancelled item is not part of it; without items, nothing goes out', async (t) => {
      const { first, second } = await open(t);
      const notes = [];
      for (const title of ['One', 'Two']) {
        notes.push(newOf(await first.join(joining(email({ title })), undefined, T0)));
      }
      const alone = newOf(await first.join(joining(email({ user_id: 'bob' })), undefined, T0));
      for (const { n } of [notes[0]!, alone]) {
        assert.equal((await second.remove(n, T0))?.state, 'cancelled');
      }
      const sent = await goesOut(first, end);
      assert.deepEqual(
        sent.map(({ items }) => items!.map(({ title }) => title)),
        [['Two']],
      );
      assert.equal((await second.remove(notes[1]!.n, end))?.state, 'digested');
    });

    test('a repeated key joins once', async (t) => {
      const { first, second } = await open(t);
      const key = { text: 'key', fingerprint: 'print' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? first : second).join(joining(email()), key, T0),
        ),
      );
      const isNew = answers.filter(({ kind }) => kind === 'new');
      assert.deepEqual([isNew.length, answers.length], [1, 20]);
      const note = newOf(isNew[0]!);
      const repeated = { kind: 'repeated', notification: note };
      assert.deepEqual(await second.join(joining(email()), key, T0), repeated);
      const other = { ...key, fingerprint: 'other' };
      assert.equal((await second.join(joining(email()), other, T0)).kind, 'mismatched');
      assert.equal((await goesOut(first, end))[0]?.items?.length, 1);
    });

    test('one that is full takes no more, and loses nothing', async (t) => {
      const { first } = await open(t);
      const large = email({ body: 'x'.repeat(65_536) });
      const kinds = [];
      for (let i = 0; i < 5; i++)
        kinds.push((await first.join(joining(large), undefined, T0)).kind);
      assert.deepEqual(kinds, ['new', 'new', 'new', 'full', 'full']);
      const many = Array.from({ length: maxItems + 3 }, () =>
        first.join(joining(email({ user_id: 'bob' })), undefined, T0),
      );
      const answers = await Promise.all(many);
      assert.equal(answers.filter(({ kind }) => kind === 'full').length, 3);
      const sent = await goesOut(first, end);
      assert.deepEqual(
        sent.map(({ items }) => items!.length).toSorted((a, b) => a - b),
        [3, maxItems],
      );
    });

    test('a law: whatever replicas do at once, each that was taken goes out in one digest', async (t) => {
      const { first, second } = await open(t);
      let run = 0;
      const domains = {
        via: [0, 1],
        act: ['join', 'join', 'join', 'go out', 'cancel'],
        after: [0, 1, 20_000, 60_000],
        to: ['inbox', 'a@shop.example', 'b@shop.example'],
      };
      const law = fc.asyncProperty(swarm(domains, { maxLength: 30 }), async ({ steps }) => {
        const user = `user ${run++}`;
        let now = end + run * 10_000_000;
        const taken = new Map<string, number>();
        const cancelled = new Set<string>();
        const out: string[][] = [];
        const work: Promise<void>[] = [];
        for (const [i, { via, act, after, to }] of steps.entries()) {
          const store = via === 0 ? first : second;
          now += after;
          const at = now;
          work.push(act === 'join' ? join(store, `${i} ${to}`, to, at) : other(store, act, at));
          if (after > 0) await Promise.all(work);
        }
        await Promise.all(work);
        await other(first, 'go out', now + 60_000);
        const { notifications } = await second.inbox(user, maxNumber, 100);
        out.push(...notifications.map(({ items }) => items!.map(({ title }) => title)));
        const all = out.flat().toSorted();
        assert.deepEqual(all, [...taken.keys()].filter((one) => !cancelled.has(one)).toSorted());

        async function join(store: NotificationStore, title: string, to: string, at: number) {
          const about = { user_id: user, title };
          const draft = to === 'inbox' ? inApp(about) : email({ ...about, address: to });
          const own = { ...joining(draft), endsAt: at + 60_000 };
          taken.set(title, newOf(await store.join(own, undefined, at)).n);
        }
        async function other(store: NotificationStore, act: string, at: number) {
          if (act === 'go out') {
            for (const { items, attempts, address } of await goesOut(store, at)) {
              assert.ok(items!.every(({ title }) => title.endsWith(address!)));
              if (attempts === 1) out.push(items!.map(({ title }) => title));
            }
            return;
          }
          const [title, n] = [...taken].at(-1) ?? [];
          if (title === undefined || n === undefined) return;
          if ((await store.remove(n, at))?.state === 'cancelled') cancelled.add(title);
        }
      });
      await fc.assert(law, { numRuns: 25 });
    });
  });
}
