/** Attempts, repetitions and their end, with a clock to turn. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { storeUnavailable } from '#kit/web/problem.ts';
import { fakeClock } from '#kit/testing/testing.ts';
import type { OutboxOptions } from '../outbox/outbox.ts';
import { retryDelayMs } from '../outbox/retry.ts';
import type { SendResult } from '../senders/sender.ts';
import { backends } from '../store/contract/backends.ts';
import { newOf } from '../store/contract/fixtures.ts';
import { directedSender, openReplica } from './fixtures.ts';

const email = { user_id: 'ann@example.com', channel: 'email', title: 'Hello', body: 'Body' };
const key = { 'idempotency-key': 'key' };
const busy: SendResult = { kind: 'temporary-failure', error: 'the server is busy' };
const day = 24 * 60 * 60 * 1000;
/** Whatever is pending. */
const ever = 1_000 * day;
const T0 = Date.UTC(2026, 0, 1, 12);
/** Far beyond any claim. */
const hour = 60 * 60 * 1000;

for (const { name, skip, open } of backends) {
  describe(`the outbox at work, on ${name}`, { skip }, () => {
    async function setUp(t: TestContext, options: Partial<OutboxOptions> = {}) {
      const { first, second } = await open(t);
      const sender = directedSender();
      const clock = fakeClock();
      const with_ = { clock, ...options };
      const one = await openReplica(t, first, { email: sender, push: sender }, with_);
      const other = await openReplica(t, second, { email: sender, push: sender }, with_);
      return { sender, clock, one, other, first, second };
    }

    test('a temporary failure is answered as failed, and tried again until it is sent', async (t) => {
      const { sender, one } = await setUp(t);
      sender.answer = () => busy;
      const { status, body } = await one.post(email, key);
      assert.deepEqual([status, body.status, body.error], [201, 'failed', 'the server is busy']);
      assert.equal(body.retrying, true);
      await one.pass(4_999);
      assert.equal(sender.asked.length, 1);
      await one.pass(1);
      assert.equal(sender.asked.length, 2);
      sender.answer = () => ({ kind: 'sent' });
      await one.pass(29_999);
      assert.equal(sender.asked.length, 2);
      await one.pass(1);
      assert.equal(sender.asked.length, 3);
      await one.pass(hour);
      assert.equal(sender.asked.length, 3);
      const now = await one.post(email, key);
      const { id, created_at } = body;
      assert.deepEqual(now, { status: 200, body: { id, ...email, status: 'sent', created_at } });
    });

    test('a sender that is away is asked for a day: after 5 s, 30 s, 2, 10, 30 min, then hourly', async (t) => {
      const { sender, one, other, clock } = await setUp(t);
      sender.answer = () => busy;
      const { body } = await one.post(email, key);
      const start = clock();
      const minute = 60_000;
      const first = [5_000, 35_000, 2.5 * minute + 5_000].concat(
        [12.5, 42.5, 102.5].map((minutes) => minutes * minute + 5_000),
      );
      const instants = [
        ...first,
        ...Array.from({ length: 23 }, (_, i) => first[5]! + (i + 1) * hour),
      ];
      for (const [i, instant] of instants.entries()) {
        await other.pass(start + instant - 1 - clock());
        assert.equal(sender.asked.length, i + 1);
        await one.pass(1);
        assert.equal(sender.asked.length, i + 2, `after ${instant} ms`);
        if (instant < day) assert.equal((await one.post(email, key)).body.retrying, true);
      }
      await one.pass(2 * day);
      assert.equal(sender.asked.length, instants.length + 1);
      const { trace } = (await one.get(`/notifications/${body.id}/trace`)).body;
      const at = trace.map((step: { at: number }) => step.at);
      assert.deepEqual(
        at,
        at.toSorted((a: number, b: number) => a - b),
      );
      assert.deepEqual(trace.at(-1), {
        at: start + instants.at(-1)!,
        step: 'result',
        status: 'failed',
      });
    });

    test('a shorter time bounds it, and counts from the first attempt', async (t) => {
      const { sender, one, clock } = await setUp(t, { retryMs: hour });
      sender.answer = () => busy;
      const deliver_at = clock() + 2 * day;
      const { body } = await one.post({ ...email, deliver_at }, key);
      for (const ms of [2 * day, 5_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000]) {
        await one.pass(ms);
      }
      assert.equal(sender.asked.length, 6);
      await one.pass(day);
      await one.pass(day);
      assert.equal(sender.asked.length, 7);
      const { trace } = (await one.get(`/notifications/${body.id}/trace`)).body;
      assert.equal(trace.at(-1).status, 'failed');
    });

    test('a digest whose window was a day is tried for as long as any other', async (t) => {
      const { sender, one } = await setUp(t);
      sender.answer = () => busy;
      await one.post({ ...email, digest: { key: 'k', window_seconds: 86_400 } });
      await one.pass(day);
      for (let i = 0; i < 23; i++) await one.pass(hour);
      sender.answer = () => ({ kind: 'sent' });
      await one.pass(hour);
      assert.equal(sender.asked.length, 25);
      assert.equal(sender.asked.at(-1)?.attempts, 25);
    });

    test('those that are tried again wait, however late; a schedule does not', async (t) => {
      const { sender, one, first, clock } = await setUp(t);
      sender.answer = () => ({ ...busy, retryAfterMs: day });
      await one.post(email);
      await one.post({ ...email, deliver_at: clock() + day });
      assert.equal(await first.pending(600_000, clock()), 1);
    });

    test('a trace is in the order of its instants, though numbers run ahead of the clock', async (t) => {
      const { sender, one } = await setUp(t);
      sender.answer = () => busy;
      for (let i = 0; i < 20; i++) await one.post({ ...email, title: `${i}` });
      const { body } = await one.post(email, key);
      await one.pass(5_000);
      const { trace } = (await one.get(`/notifications/${body.id}/trace`)).body;
      assert.deepEqual(
        trace.map(({ at, step }: Record<string, unknown>) => [at, step]),
        [
          [T0, 'accepted'],
          [T0, 'attempt'],
          [T0 + 5_000, 'attempt'],
        ],
      );
    });

    test('after the last attempt it has failed for good', async (t) => {
      const { sender, one, first } = await setUp(t, { maxAttempts: 3 });
      sender.answer = () => ({ ...busy, error: `busy ${sender.asked.length}` });
      await one.post(email, key);
      for (let i = 0; i < 5; i++) await one.pass(hour);
      assert.equal(sender.asked.length, 3);
      assert.equal(await first.pending(ever, T0), 0);
      const { body } = await one.post(email, key);
      assert.deepEqual([body.status, body.error, body.retrying], ['failed', 'busy 3', undefined]);
      assert.equal(sender.asked.length, 3);
    });

    test('a permanent failure is not tried again', async (t) => {
      const { sender, one } = await setUp(t);
      sender.answer = () => ({ kind: 'permanent-failure', error: 'no such mailbox' });
      const { body } = await one.post(email);
      assert.deepEqual([body.status, body.retrying], ['failed', undefined]);
      await one.pass(day);
      assert.equal(sender.asked.length, 1);
    });

    test('a defect of a sender is one attempt that failed, without its details', async (t) => {
      const { sender, one } = await setUp(t);
      sender.answer = () => {
        throw new Error('secret');
      };
      const { body } = await one.post(email);
      assert.deepEqual([body.status, body.retrying], ['failed', true]);
      assert.doesNotMatch(body.error, /secret/);
      sender.answer = () => ({ kind: 'sent' });
      await one.pass(hour);
      assert.equal(sender.asked.length, 2);
    });

    test('replicas share the repetitions: each is made once', async (t) => {
      const { sender, clock, one, other } = await setUp(t);
      sender.answer = () => busy;
      await Promise.all(Array.from({ length: 50 }, () => one.post(email)));
      sender.answer = () => ({ kind: 'sent' });
      clock.advance(5_000);
      await Promise.all([one.outbox.repeatDue(), other.outbox.repeatDue()]);
      await Promise.all([one.outbox.idle(), other.outbox.idle()]);
      const numbers = sender.asked.slice(50).map(({ n }) => n);
      assert.equal(numbers.length, 50);
      assert.equal(new Set(numbers).size, 50);
    });

    test('a notification has at most one attempt under way, however long it takes', async (t) => {
      const { sender, one, other, clock } = await setUp(t);
      const begun = Promise.withResolvers<void>();
      const end = Promise.withResolvers<SendResult>();
      sender.answer = () => (begun.resolve(), end.promise);
      const answer = one.post(email);
      await begun.promise;
      // To the last millisecond that an attempt may take, and its record.
      clock.advance(5_000 + 4_999);
      for (const { outbox } of [one, other]) await outbox.repeatDue();
      assert.equal(sender.asked.length, 1);
      end.resolve({ kind: 'sent' });
      assert.equal((await answer).body.status, 'sent');
      await other.pass(hour);
      assert.equal(sender.asked.length, 1);
    });

    test('the attempt of a replica that died is made again when its claim lapses', async (t) => {
      const { sender, other, first, clock } = await setUp(t);
      const draft = { user_id: 'a@b.example', channel: 'email', title: 't', body: 'b' } as const;
      await first.accept(draft, undefined, clock() + 20_000, clock());
      await other.pass(19_999);
      assert.equal(sender.asked.length, 0);
      await other.pass(1);
      assert.deepEqual([sender.asked.length, sender.asked[0]?.attempts], [1, 2]);
      assert.equal(await first.pending(ever, T0), 0);
    });

    test('a replica that dies in the last attempt leaves it failed, not tried for ever', async (t) => {
      const { sender, other, first, clock } = await setUp(t, { maxAttempts: 1 });
      const draft = { user_id: 'a@b.example', channel: 'email', title: 't', body: 'b' } as const;
      const accepted = await first.accept(draft, undefined, clock() + 20_000, clock());
      await other.pass(20_000);
      assert.equal(sender.asked.length, 0);
      const { n } = newOf(accepted);
      assert.equal((await first.find(n))?.state, 'failed');
    });

    test('a result that cannot be recorded is 503; the attempt is made again', async (t) => {
      const { sender, one, first } = await setUp(t);
      const settle = t.mock.method(first, 'settle', () => Promise.reject(storeUnavailable()));
      assert.equal((await one.post(email)).status, 503);
      settle.mock.restore();
      await one.pass(hour);
      assert.equal(sender.asked.length, 2);
      assert.equal(await first.pending(ever, T0), 0);
    });

    test('attempts at once are bounded, and those that wait are made', async (t) => {
      const { sender, one } = await setUp(t);
      let maxRunning = 0;
      let running = 0;
      /** Attempts end when as many run at once as may. */
      let full = Promise.withResolvers<void>();
      let bound = 32;
      sender.answer = async () => {
        maxRunning = Math.max(maxRunning, ++running);
        if (running === bound) full.resolve();
        await full.promise;
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return busy;
      };
      await Promise.all(Array.from({ length: 64 }, () => one.post(email)));
      assert.deepEqual([sender.asked.length, maxRunning], [64, 32]);
      maxRunning = 0;
      bound = 16;
      full = Promise.withResolvers<void>();
      await one.pass(hour);
      assert.deepEqual([sender.asked.length, maxRunning], [128, 16]);
    });

    test('a sender that stalls holds up 64 requests of its channel, and refuses the others', async (t) => {
      const { sender, one, first } = await setUp(t);
      const end = Promise.withResolvers<SendResult>();
      const begun = Promise.withResolvers<void>();
      sender.answer = () => {
        if (sender.asked.length === 32) begun.resolve();
        return end.promise;
      };
      const answers = Array.from({ length: 64 }, () => one.post(email));
      await begun.promise;
      const refused = await one.app.inject({
        method: 'POST',
        url: '/send',
        payload: email,
        headers: key,
      });
      assert.deepEqual([refused.statusCode, refused.json().code], [503, 'SENDERS_BUSY']);
      assert.equal(refused.headers['retry-after'], '1');
      assert.equal(await first.pending(ever, T0), 32);
      sender.answer = () => ({ kind: 'sent' });
      assert.equal((await one.post({ ...email, channel: 'push' })).body.status, 'sent');
      end.resolve({ kind: 'sent' });
      for (const { status } of await Promise.all(answers)) assert.equal(status, 201);
      assert.equal((await one.post(email, key)).status, 201);
      assert.equal(sender.asked.length, 66);
    });
  });

  describe(`an attempt, on ${name}`, { skip }, () => {
    const setUp = async (t: TestContext, timeout: number) => {
      const { first } = await open(t);
      const sender = directedSender();
      return {
        sender,
        ...(await openReplica(t, first, { email: sender }, { timeoutMs: timeout })),
      };
    };
    const untilAborted = (signal: AbortSignal) =>
      new Promise<SendResult>((resolve) => {
        const end = () => resolve({ kind: 'temporary-failure', error: 'aborted' });
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      });

    test('is over when its time is up', async (t) => {
      const { sender, post } = await setUp(t, 100);
      sender.answer = untilAborted;
      const { body } = await post(email);
      assert.deepEqual([body.error, body.retrying], ['no result within 100 ms', true]);
    });

    test('that is under way when the process stops is cut short, and recorded', async (t) => {
      const { sender, post, outbox, store } = await setUp(t, 60_000);
      const begun = Promise.withResolvers<void>();
      sender.answer = (signal) => (begun.resolve(), untilAborted(signal));
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const answer = post(email);
      await begun.promise;
      const stopped = outbox.stop();
      t.mock.timers.tick(3_000);
      await stopped;
      assert.equal((await answer).body.retrying, true);
      await outbox.repeatDue();
      assert.equal(await store.pending(ever, T0), 1);
      assert.equal(sender.asked.length, 1);
    });
  });
}

test('pauses grow from 5 s to an hour', () => {
  const seconds = [5, 30, 120, 600, 1_800, 3_600, 3_600];
  for (const [i, pause] of seconds.entries()) assert.equal(retryDelayMs(i + 1), pause * 1_000);
  assert.equal(retryDelayMs(1_000), hour);
});

test('the trace names the attempts whose end nobody has recorded', async (t) => {
  const { first } = await backends[0]!.open(t);
  const sender = directedSender();
  const one = await openReplica(t, first, { email: sender });
  const draft = { user_id: 'a@b.example', channel: 'email', title: 't', body: 'b' } as const;
  const accepted = await first.accept(draft, undefined, one.clock() + 20_000, one.clock());
  await one.pass(20_000);
  const { n } = newOf(accepted);
  const { trace } = (await one.get(`/notifications/notif_${n}/trace`)).body;
  const shown = trace.map(({ step, attempt, result }: Record<string, unknown>) => [
    step,
    attempt,
    result,
  ]);
  assert.deepEqual(shown.slice(1), [
    ['attempt', 1, 'unknown'],
    ['attempt', 2, 'sent'],
    ['result', undefined, undefined],
  ]);
});
