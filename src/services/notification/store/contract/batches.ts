/** Batches and topics. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Message, Portion } from '../batches.ts';
import type { NotificationStore } from '../notification-store.ts';
import type { Backend } from './backends.ts';
import { email, inApp, joining, leaseMs, maxNumber, T0, ever } from './fixtures.ts';

const message: Message = { channel: 'in_app', title: 'Title', body: 'Body' };

const users = (count: number) => Array.from({ length: count }, (_, i) => `user-${i}`).sort();

const partsOf = ({ message, userIds }: Portion) =>
  userIds.map((userId) => {
    const { channel, title, body } = message;
    const draft = { user_id: userId, channel, title, body };
    return { draft, plan: { kind: 'queue', trace: [] } as const };
  });

/** Makes all that is begun. */
async function makeAll(store: NotificationStore, limit = 7): Promise<void> {
  for (;;) {
    const portion = await store.portion(limit, 1_000_000);
    if (portion === undefined) return;
    await store.makePortion(portion, partsOf(portion), T0);
  }
}

const countOf = async (store: NotificationStore, batch: number) => {
  const { states = [], ...rest } = (await store.batch(batch, T0)) ?? {};
  return { ...rest, states: states.map(({ state, count }) => [state, count]) };
};

export function batchContract({ name, skip, open }: Backend): void {
  describe(`batches on ${name}`, { skip }, () => {
    const begin = async (
      store: NotificationStore,
      userIds: string[],
      more: Partial<Message> = {},
    ) => {
      const begun = await store.begin({ ...message, ...more }, { userIds }, undefined, T0);
      assert.ok(begun.kind === 'new');
      return begun.batch;
    };

    test('each user gets one, by whatever replicas, and the batch says how far it is', async (t) => {
      const { first, second, reopen } = await open(t);
      const batch = await begin(first, users(50));
      assert.deepEqual(await countOf(second, batch), { total: 50, made: 0, states: [] });
      const portion = (await second.portion(7, 1_000_000))!;
      assert.deepEqual(portion, { batch, message, after: '', userIds: users(50).slice(0, 7) });
      const made = await Promise.all(
        [first, second].map((store) => store.makePortion(portion, partsOf(portion), T0)),
      );
      assert.equal(made.filter(Boolean).length, 1);
      const part = { total: 50, made: 7, states: [['delivered', 7]] };
      assert.deepEqual(await countOf(second, batch), part);
      await Promise.all([makeAll(first), makeAll(second)]);
      assert.deepEqual(await countOf(first, batch), {
        total: 50,
        made: 50,
        states: [['delivered', 50]],
      });
      const again = await reopen();
      for (const user of users(50)) {
        assert.equal((await again.inbox(user, maxNumber, 9)).notifications.length, 1, user);
      }
      assert.equal(await again.portion(7, 1_000_000), undefined);
    });

    test('emails of a batch are due at once', async (t) => {
      const { first, second } = await open(t);
      const batch = await begin(first, users(3), { channel: 'email' });
      await makeAll(second);
      assert.deepEqual((await first.batch(batch, T0))?.states, [
        {
          ...(await first.batch(batch, T0))!.states[0]!,
          state: 'pending',
          hasFailed: false,
          isLater: false,
          count: 3,
        },
      ]);
      const claimed = await first.claim(9, T0 + leaseMs, T0);
      assert.deepEqual(claimed.map(({ user_id }) => user_id).toSorted(), users(3));
      for (const { n } of claimed) await first.settle(n, 1, { state: 'sent' }, T0);
      assert.deepEqual((await countOf(second, batch)).states, [['sent', 3]]);
    });

    test('a portion holds no more than so many texts', async (t) => {
      const { first } = await open(t);
      await begin(first, users(30), { body: 'x'.repeat(1_000) });
      assert.equal((await first.portion(20, 10_500))?.userIds.length, 10);
      assert.equal((await first.portion(20, 10))?.userIds.length, 1);
    });

    test('a large batch does not hold up a small one', async (t) => {
      const { first } = await open(t);
      const large = await begin(first, users(500));
      const portion = (await first.portion(10, 1_000_000))!;
      await first.makePortion(portion, partsOf(portion), T0);
      const small = await begin(first, users(5));
      const next = (await first.portion(10, 1_000_000))!;
      assert.deepEqual([portion.batch, next.batch], [large, small]);
    });

    test('a notification that can no longer join a digest comes on its own', async (t) => {
      const { first } = await open(t);
      const large = { body: 'x'.repeat(65_536) };
      for (let i = 0; i < 3; i++) await first.join(joining(inApp(large)), undefined, T0);
      const batch = await begin(first, ['ann', 'bob']);
      for (;;) {
        const portion = await first.portion(1, 1_000_000);
        if (portion === undefined) break;
        const parts = partsOf(portion).map((part) => {
          const draft = { ...part.draft, ...large };
          return { ...part, draft, joining: joining(draft) };
        });
        await first.makePortion(portion, parts, T0);
      }
      const { states } = await countOf(first, batch);
      assert.deepEqual(
        new Map(states as [string, number][]),
        new Map([
          ['delivered', 1],
          ['joined', 1],
        ]),
      );
    });

    test('a key leads to its batch for 24 hours', async (t) => {
      const { first, second } = await open(t);
      const key = { text: 'key', fingerprint: 'print' };
      const ask = (store: NotificationStore, fingerprint = 'print', now = T0) =>
        store.begin(message, { userIds: ['ann'] }, { ...key, fingerprint }, now);
      const answers = await Promise.all([ask(first), ask(second), ask(first)]);
      assert.equal(answers.filter(({ kind }) => kind === 'new').length, 1);
      assert.equal(answers.filter(({ kind }) => kind === 'repeated').length, 2);
      assert.equal(new Set(answers.map((one) => 'batch' in one && one.batch)).size, 1);
      assert.equal((await ask(second, 'other')).kind, 'mismatched');
      const day = 24 * 60 * 60 * 1000;
      assert.equal((await ask(second, 'other', T0 + day)).kind, 'new');
    });

    test('a batch is forgotten after 24 hours, once it is over', async (t) => {
      const { first } = await open(t);
      const batch = await begin(first, users(3));
      const day = 24 * 60 * 60 * 1000;
      await first.forget(batch + day);
      assert.ok(await first.batch(batch, T0));
      await makeAll(first);
      await first.forget(batch + day - 1);
      assert.ok(await first.batch(batch, T0));
      await first.forget(batch + day);
      assert.equal(await first.batch(batch, T0), undefined);
    });

    test('a topic is closed to users until it is opened, with its subscribers or without', async (t) => {
      const { first, second } = await open(t);
      await first.subscribe('tea', 'ann');
      for (const topic of ['tea', 'coffee']) {
        assert.equal(await second.isTopicOpen(topic), false);
        await first.openTopic(topic, true);
        assert.equal(await second.isTopicOpen(topic), true);
        await second.openTopic(topic, true);
        await second.subscribe(topic, 'bob');
        await second.openTopic(topic, false);
        assert.equal(await first.isTopicOpen(topic), false);
      }
      const totals = await Promise.all(
        ['tea', 'coffee'].map(async (topic) => {
          const begun = await first.begin(message, { topic }, undefined, T0);
          assert.ok(begun.kind === 'new');
          return (await first.batch(begun.batch, T0))?.total;
        }),
      );
      assert.deepEqual(totals, [2, 1]);
    });

    test('a subscriber of a topic gets each message to it once', async (t) => {
      const { first, second } = await open(t);
      for (const user of [...users(20), 'user-3']) await first.subscribe('tea', user);
      await first.subscribe('coffee', 'bob');
      await second.unsubscribe('tea', 'user-5');
      await second.unsubscribe('tea', 'user-5');
      await second.unsubscribe('tea', 'nobody');
      const begun = await second.begin(message, { topic: 'tea' }, undefined, T0);
      assert.ok(begun.kind === 'new');
      assert.deepEqual(await countOf(first, begun.batch), { total: 19, made: 0, states: [] });
      await makeAll(second);
      assert.deepEqual(await countOf(first, begun.batch), {
        total: 19,
        made: 19,
        states: [['delivered', 19]],
      });
      const sizes = await Promise.all(
        [...users(20), 'bob'].map(async (user) => (await first.count(user)).total),
      );
      assert.deepEqual(
        sizes.filter((size) => size !== 1),
        [0, 0],
      );
      const none = await second.begin(message, { topic: 'none' }, undefined, T0);
      assert.ok(none.kind === 'new');
      await makeAll(first);
      assert.deepEqual(await countOf(first, none.batch), { total: 0, made: 0, states: [] });
    });
  });

  describe(`preferences on ${name}`, { skip }, () => {
    const wants = { channels: { email: false }, categories: { news: { in_app: false } } };

    test('are the answer to a draft that they may concern, on every replica, and to no other', async (t) => {
      const { first, second } = await open(t);
      await first.putPreferences('ann', wants);
      const ask = (draft: ReturnType<typeof inApp>, key?: string) =>
        second.accept(draft, key ? { text: key, fingerprint: 'f' } : undefined, T0 + leaseMs, T0);
      for (const draft of [email(), email({ channel: 'push' }), inApp({ category: 'news' })]) {
        assert.deepEqual(await ask(draft, 'key'), { kind: 'preferred', preferences: wants });
        assert.equal((await ask({ ...draft, user_id: 'bob' })).kind, 'new');
      }
      assert.equal((await ask(inApp())).kind, 'new');
      // Nothing was stored, and the key is free.
      const plan = { kind: 'suppress', reason: 'channel_off', trace: [] } as const;
      const key = { text: 'key', fingerprint: 'f' };
      const accepted = await second.acceptPlanned(email(), plan, key, T0 + leaseMs, T0);
      assert.ok(accepted.kind === 'new');
      const { state, reason } = accepted.notification;
      assert.deepEqual([state, reason], ['suppressed', 'channel_off']);
      assert.equal((await ask(email(), 'key')).kind, 'repeated');
    });

    test('say nothing about a draft with a plan; its key is one with those of others', async (t) => {
      const { first, second } = await open(t);
      await first.putPreferences('ann', wants);
      const keyOf = (text: string, fingerprint = 'f') => ({ text, fingerprint });
      const planned = (key: ReturnType<typeof keyOf>) =>
        second.acceptPlanned(email(), { kind: 'send', trace: [] }, key, T0 + leaseMs, T0);
      const plain = (key: ReturnType<typeof keyOf>) => first.accept(email(), key, T0 + leaseMs, T0);
      const stored = await planned(keyOf('a'));
      assert.ok(stored.kind === 'new');
      const { notification } = stored;
      assert.deepEqual([notification.state, notification.attempts], ['pending', 1]);
      for (const ask of [planned, plain]) {
        assert.deepEqual(await ask(keyOf('a')), { kind: 'repeated', notification });
        assert.deepEqual(await ask(keyOf('a', 'other')), { kind: 'mismatched' });
      }
      // Of two at once with one key, at most one stores.
      const answers = await Promise.all([plain(keyOf('b')), planned(keyOf('b'))]);
      const plainKinds = ['preferred', 'repeated'];
      assert.ok(plainKinds.includes(answers[0].kind), answers[0].kind);
      assert.equal(answers[1].kind, 'new');
      assert.equal(await first.pending(ever, T0), 2);
    });

    test('of many drafts at once, each is answered by those of its user', async (t) => {
      const { first, second } = await open(t);
      for (let i = 0; i < 10; i++) {
        await first.putPreferences(`${i}`, { ...wants, categories: { [`${i}`]: {} } });
      }
      const drafts = Array.from({ length: 40 }, (_, i) => email({ user_id: `${i % 20}` }));
      const answers = await Promise.all(
        drafts.map((draft) => second.accept(draft, undefined, T0 + leaseMs, T0)),
      );
      for (const [i, answer] of answers.entries()) {
        if (i % 20 >= 10) assert.equal(answer.kind, 'new');
        else {
          assert.ok(answer.kind === 'preferred');
          assert.deepEqual(Object.keys(answer.preferences.categories), [`${i % 20}`]);
        }
      }
      assert.equal(await first.pending(ever, T0), 20);
    });

    test('are replaced as a whole, and kept', async (t) => {
      const { first, second, reopen } = await open(t);
      await first.putPreferences('ann', wants);
      const other = { channels: {}, categories: {} };
      await second.putPreferences('ann', other);
      await second.putPreferences('bob', wants);
      const again = await reopen();
      assert.deepEqual(
        await again.preferences(['ann', 'eve', 'bob']),
        new Map([
          ['ann', other],
          ['bob', wants],
        ]),
      );
      assert.equal((await again.accept(email(), undefined, T0, T0)).kind, 'preferred');
    });
  });

  describe(`traces on ${name}`, { skip }, () => {
    test('steps are kept in the order in which they were taken', async (t) => {
      const { first, second } = await open(t);
      const plan = {
        kind: 'schedule',
        deliverAt: T0 + 5,
        trace: [{ at: T0, step: 'one' }],
      } as const;
      const accepted = await first.acceptPlanned(email(), plan, undefined, T0, T0);
      assert.ok(accepted.kind === 'new');
      const { n } = accepted.notification;
      await second.claim(1, T0 + leaseMs, T0 + 5);
      const error = 'busy';
      const two = { at: T0 + 6, step: 'two', text: 'a "quoted", text' };
      await second.settle(n, 1, { state: 'pending', error, dueAt: T0 }, T0 + 6, [two]);
      await second.claim(1, T0 + leaseMs, T0 + 7);
      await second.settle(n, 2, { state: 'sent' }, T0 + 8);
      assert.deepEqual((await first.trace(n))?.steps, [{ at: T0, step: 'one' }, two]);
      assert.equal(await first.trace(n + 1), undefined);
      const plain = await first.accept(email(), undefined, T0 + leaseMs, T0);
      assert.ok(plain.kind === 'new');
      await first.settle(plain.notification.n, 1, { state: 'sent' }, T0, [two]);
      assert.deepEqual((await first.trace(plain.notification.n))?.steps, [two]);
    });
  });
}
