/** When webhooks are sent again, and when not. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { fakeClock } from '#kit/testing/testing.ts';
import { stores, type OpenStore } from '../test/fixtures.ts';
import { leaseMs, Notifier, pausesMs } from './notifier.ts';
import type { Delivery, Message } from './sender.ts';

async function open(t: TestContext, openStore: OpenStore) {
  const clock = fakeClock();
  const store = await openStore(t, clock);
  const sent: [at: number, message: Message][] = [];
  let next: Delivery | Error = { kind: 'delivered' };
  const sender = {
    async send(message: Message, now: number) {
      sent.push([now, message]);
      if (next instanceof Error) throw next;
      return next;
    },
    close: async () => {},
  };
  const never = new AbortController().signal;
  const log = pino({ enabled: false });
  const notifier = new Notifier({ store, sender, clock, stopping: never, ending: never, log });
  const webhook = 'http://hook.test/';
  const { n } = await store.create('http://a/', 'http://a/', 1, clock(), { webhook });
  await store.cancel(n, clock());
  return {
    clock,
    n,
    store,
    sent,
    /** Tells what is due, and how often something was. */
    tell: async (delivery: Delivery | Error) => {
      next = delivery;
      const before = sent.length;
      await notifier.tick();
      await notifier.close();
      return sent.length - before;
    },
    status: async () => (await store.find(n))?.webhookStatus,
  };
}

const failed = { kind: 'failed', reason: 'status 500' } as const;

for (const { name, skip, open: openStore } of stores) {
  describe(`pauses of webhooks on ${name}`, { skip }, () => {
    test('5 s, 30 s, 2 min … 10 h, and then it is given up', async (t) => {
      const { clock, tell, status, sent } = await open(t, openStore);
      for (const pause of pausesMs) {
        assert.equal(await tell(failed), 1);
        assert.equal(await status(), 'pending');
        clock.advance(pause - 1);
        assert.equal(await tell(failed), 0);
        clock.advance(1);
      }
      assert.equal(await tell(failed), 1);
      assert.equal(await status(), 'failed');
      clock.advance(1e9);
      assert.equal(await tell(failed), 0);
      assert.equal(new Set(sent.map(([, { id }]) => id)).size, 1);
    });

    test('or as long as the receiver asks for, up to an hour', async (t) => {
      const { clock, tell } = await open(t, openStore);
      for (const [retryAfter, pause] of [
        ['120', 120_000],
        ['3', 30_000],
        ['86400', 3_600_000],
      ] as const) {
        assert.equal(await tell({ ...failed, retryAfter }), 1);
        clock.advance(pause - 1);
        assert.equal(await tell(failed), 0);
        clock.advance(1);
      }
      assert.equal(await tell({ kind: 'delivered' }), 1);
    });

    test('a webhook that is delivered, or refused for good, is not sent again', async (t) => {
      for (const [delivery, expected] of [
        [{ kind: 'delivered' }, 'delivered'],
        [{ kind: 'refused', reason: 'private address' }, 'failed'],
      ] as const) {
        const { clock, tell, status } = await open(t, openStore);
        await tell(delivery);
        assert.equal(await status(), expected);
        clock.advance(1e9);
        assert.equal(await tell(delivery), 0);
      }
    });

    test('an attempt that has no end is repeated when its lease is over', async (t) => {
      const { clock, tell, status } = await open(t, openStore);
      await tell(new Error('stopped'));
      clock.advance(leaseMs - 1);
      assert.equal(await tell(failed), 0);
      clock.advance(1);
      assert.equal(await tell({ kind: 'delivered' }), 1);
      assert.equal(await status(), 'delivered');
    });
  });
}
