/** Digests: the recipient and the instant of each part. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Draft, Notification, NotificationStore } from '../notification-store.ts';
import type { Backend } from './backends.ts';
import { email, inApp, joining, leaseMs, maxNumber, newOf, T0 } from './fixtures.ts';

const minute = 60_000;
const end = T0 + minute;
/** It is noon in UTC at T0. */
const quietHours = { timezone: 'UTC', from: '12:00', to: '12:10' };
const quietEnd = T0 + 10 * minute;

async function goesOut(store: NotificationStore, now: number): Promise<Notification[]> {
  while ((await store.ripen(20, now)).more);
  const claimed = await store.claim(100, now + leaseMs, now);
  for (const { n, attempts } of claimed) await store.settle(n, attempts, { state: 'sent' }, now);
  return claimed.toSorted((a, b) => a.n - b.n);
}

const titles = ({ items }: Notification) => items!.map(({ title }) => title);

const device = (name: string, more: Partial<Draft> = {}): Draft => {
  const keys = { p256dh: Buffer.alloc(65, name).toString('base64url'), auth: 'x'.repeat(22) };
  const endpoint = `https://push.example/${name}`;
  return inApp({ channel: 'push', subscription: { endpoint, keys }, ...more });
};

export function digestPartContract({ name, skip, open }: Backend): void {
  describe(`the recipients of digests on ${name}`, { skip }, () => {
    const join = (store: NotificationStore, draft: Draft, now = T0) =>
      store.join({ ...joining(draft), endsAt: now + minute }, undefined, now).then(newOf);

    test('each address gets its own parts, however they are mixed', async (t) => {
      const { first, second } = await open(t);
      const to = ['a@shop.example', 'b@shop.example', 'a@shop.example', undefined];
      for (const [i, address] of to.entries()) {
        const draft = email({ title: `${i}`, ...(address && { address }) });
        await join(i % 2 ? second : first, draft);
      }
      const sent = await goesOut(second, end);
      assert.deepEqual(
        sent.map((each) => [each.address, titles(each)]),
        [
          ['a@shop.example', ['0', '2']],
          ['b@shop.example', ['1']],
          [undefined, ['3']],
        ],
      );
      assert.deepEqual(await goesOut(first, end + minute), []);
    });

    test('each device gets its own parts, each once', async (t) => {
      const { first, second } = await open(t);
      for (const [i, one] of ['phone', 'laptop', 'phone'].entries()) {
        await join(i % 2 ? second : first, device(one, { title: `${i}` }));
      }
      const sent = await goesOut(first, end);
      assert.deepEqual(
        sent.map((each) => [each.subscription?.endpoint.at(-1), titles(each)]),
        [
          ['e', ['0', '2']],
          ['p', ['1']],
        ],
      );
    });

    test('parts that come at once find their recipients', async (t) => {
      const { first, second } = await open(t);
      const all = Array.from({ length: 40 }, (_, i) => {
        const address = `${i % 4}@shop.example`;
        return join(i % 3 ? first : second, email({ title: address, address }));
      });
      await Promise.all(all);
      const sent = await goesOut(first, end);
      assert.equal(sent.length, 4);
      for (const each of sent) {
        assert.deepEqual(
          titles(each),
          Array.from({ length: 10 }, () => each.address),
        );
      }
    });

    test('one recipient is one, in whatever words a client names it', async (t) => {
      const { first } = await open(t);
      const user_id = 'ann@shop.example';
      await join(first, email({ user_id }));
      await join(first, email({ user_id, address: user_id }));
      const { subscription, ...rest } = device('phone');
      const { endpoint, keys } = subscription!;
      const { p256dh, auth } = keys;
      for (const again of [
        { endpoint, keys },
        { keys: { auth: `${auth}==`, p256dh: `${p256dh}=` }, endpoint },
      ]) {
        await join(first, { ...rest, subscription: again });
      }
      for (const address of ['a@shop.example', 'b@shop.example']) {
        await join(first, inApp({ address }));
      }
      const sent = await goesOut(first, end);
      assert.deepEqual(
        sent.map(({ channel, items }) => [channel, items?.length]),
        [
          ['email', 2],
          ['push', 2],
        ],
      );
      assert.equal((await first.inbox('ann', maxNumber, 9)).notifications.length, 1);
    });

    test('the windows of two recipients end each on its own', async (t) => {
      const { first } = await open(t);
      await join(first, email({ title: 'One', address: 'a@shop.example' }));
      const later = { title: 'Two', address: 'b@shop.example' };
      await join(first, email(later), T0 + minute / 2);
      assert.deepEqual((await goesOut(first, end)).map(titles), [['One']]);
      assert.deepEqual((await goesOut(first, end + minute / 2)).map(titles), [['Two']]);
    });

    test('members in which its parts differ are not taken from the first', async (t) => {
      const { first } = await open(t);
      for (const [key, categories] of Object.entries({
        same: ['news', 'news'],
        mixed: ['news', 'ads'],
        partly: ['news', undefined],
      })) {
        for (const category of categories) {
          const draft = email({ user_id: key, ...(category && { category }) });
          await join(first, draft);
        }
      }
      const sent = await goesOut(first, end);
      assert.deepEqual(
        sent.map(({ user_id, category }) => [user_id, category]),
        [
          ['same', 'news'],
          ['mixed', undefined],
          ['partly', undefined],
        ],
      );
    });
  });

  describe(`digests in quiet hours on ${name}`, { skip }, () => {
    const join = (store: NotificationStore, title: string, more: Partial<Draft>, now = T0) => {
      const draft = email({ title, ...more });
      return store.join({ ...joining(draft), quietHours, endsAt: now + minute }, undefined, now);
    };
    const urgent = { urgent: true };

    for (const order of ['UN', 'NU', 'NUN', 'UNU']) {
      test(`urgent parts go out at the end of the window, the others wait: ${order}`, async (t) => {
        const { first, second } = await open(t);
        const all = order.split('').map((kind, i) => `${kind}${i}`);
        for (const [i, title] of all.entries()) {
          await join(i % 2 ? second : first, title, title.startsWith('U') ? urgent : {}, T0 + i);
        }
        const [now, ...rest] = await goesOut(first, end);
        assert.deepEqual([titles(now!), rest], [all.filter((one) => one.startsWith('U')), []]);
        assert.equal(now?.urgent, true);
        assert.deepEqual(await goesOut(second, quietEnd - 1), []);
        const [later, ...others] = await goesOut(second, quietEnd);
        assert.deepEqual([titles(later!), others], [all.filter((one) => one.startsWith('N')), []]);
        assert.equal(later?.urgent, undefined);
        assert.deepEqual(await goesOut(first, quietEnd + minute), []);
      });
    }

    test('none urgent: all wait, by the end of the window and not by their own', async (t) => {
      const { first, second } = await open(t);
      await join(first, 'One', {}, quietEnd - 90_000);
      // Its own minute would be over when quiet hours are over.
      await join(second, 'Two', {}, quietEnd - 45_000);
      assert.deepEqual(await goesOut(first, quietEnd - 30_000), []);
      assert.deepEqual((await goesOut(second, quietEnd)).map(titles), [['One', 'Two']]);
    });

    test('a part that waits can be cancelled; those that are left go out', async (t) => {
      const { first, second } = await open(t);
      const kept = newOf(await join(first, 'Kept', {}));
      const gone = newOf(await join(first, 'Gone', {}));
      await join(first, 'Now', urgent);
      assert.deepEqual([kept.deliverAt, kept.state], [quietEnd, 'joined']);
      await goesOut(first, end);
      assert.equal((await second.remove(gone.n, end))?.state, 'cancelled');
      assert.deepEqual((await goesOut(first, quietEnd)).map(titles), [['Kept']]);
    });

    test('replicas that collect at once split a digest once', async (t) => {
      const { first, second } = await open(t);
      for (let i = 0; i < 10; i++) {
        await join(first, 'Now', { user_id: `${i}`, ...urgent });
        await join(first, 'Later', { user_id: `${i}` });
      }
      const all = () => Promise.all([first, second, first].map((store) => store.ripen(50, end)));
      await all();
      assert.equal((await goesOut(first, end)).length, 10);
      await Promise.all([first, second].map((store) => store.ripen(50, quietEnd)));
      const sent = await goesOut(second, quietEnd);
      assert.deepEqual([sent.length, new Set(sent.map(({ user_id }) => user_id)).size], [10, 10]);
    });
  });
}
