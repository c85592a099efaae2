/**
 * The real process, stopped and killed under load: what it acknowledged is there afterwards, and
 * no unit is lost or sold twice.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { post, privateRedis, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { checkout, load, secret, stockOf } from './buyers.ts';

interface Sale {
  readonly key: string;
  readonly order_id: string;
  readonly reservation_id: string;
}

describe('flash sale, killed or stopped under load', () => {
  const embedded = (): Environment => ({
    DATA_DIR: temporaryFolder(),
    HMAC_SECRET: secret,
  });
  const shared = (): Environment => ({
    ...embedded(),
    STORE_ADDR: servers.redis,
    FLASH_SALE_PREFIX: unique('crash'),
  });

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`keeps every acknowledged sale over ${signal}, on SQLite`, (t) =>
      surviveEnd(t, embedded(), signal));
    it(`keeps every acknowledged sale over ${signal}, on Redis`, { skip: missing('redis') }, (t) =>
      surviveEnd(t, shared(), signal),
    );
  }

  async function surviveEnd(t: TestContext, env: Environment, signal: NodeJS.Signals) {
    const stock = 100_000;
    const first = await startProcess(t, ['flash-sale'], env);
    await load(first.addresses['flash-sale']!, 'lamp', stock);
    const acknowledged: Sale[] = [];
    /** Sent, and not answered with a result. */
    let unknown = 0;
    const buyers = Array.from({ length: 32 }, async (_, buyer) => {
      for (let n = 0; ; n++) {
        const key = `${buyer}-${n}`;
        const answer = await checkout(first.addresses['flash-sale']!, 'lamp', key).catch(
          () => undefined,
        );
        if (answer?.status !== 200) unknown++;
        if (answer === undefined) return; // the process is gone
        if (answer.status === 503) continue; // it is stopping, or Redis was slow
        assert.equal(answer.status, 200);
        const { order_id, reservation_id } = answer.data;
        acknowledged.push({ key, order_id, reservation_id });
        if (acknowledged.length === 1_000) void first.end(signal);
      }
    });
    await Promise.all(buyers);
    const code = await first.end(signal);
    assert.equal(code, signal === 'SIGTERM' ? 0 : null);
    assert.ok(acknowledged.length >= 1_000);

    const second = await startProcess(t, ['flash-sale'], env);
    const address = second.addresses['flash-sale']!;
    const ledger = await stockOf(address, 'lamp');
    assert.equal(ledger.loaded, stock);
    assert.equal(ledger.available + ledger.held + ledger.confirmed, stock);
    // Beside the acknowledged ones there may be those whose answers were under way.
    assert.ok(ledger.held >= acknowledged.length && ledger.held <= acknowledged.length + unknown);
    for (const { key, order_id, reservation_id } of acknowledged.slice(-50)) {
      const repeat = await checkout(address, 'lamp', key);
      assert.equal(repeat.status, 409);
      assert.deepEqual(repeat.data, {
        status: 'idempotency_conflict',
        original_status: 'completed',
        order_id,
        reservation_id,
      });
    }
    for (const { reservation_id } of acknowledged) {
      assert.equal((await post(address, '/flash-sale/confirm', { reservation_id })).status, 200);
    }
    assert.equal((await stockOf(address, 'lamp')).confirmed, acknowledged.length);
  }

  it(
    'sells 1,000 units to 5,000 buyers exactly once each from two processes, one of them killed and restarted',
    { skip: missing('redis') },
    async (t) => {
      const env = shared();
      const steady = await startProcess(t, ['flash-sale'], env);
      let shaky = await startProcess(t, ['flash-sale'], env);
      await load(steady.addresses['flash-sale']!, 'lamp', 1_000);
      const outcomes = new Map<number, { status: string; order_id?: string; position?: number }>();
      // A buyer whose process dies asks the other one, with the same key.
      const persist = async (buyer: number) => {
        for (let attempt = 0; ; attempt++) {
          const process = (buyer + attempt) % 2 === 0 ? steady : shaky;
          const answer = await tryCheckout(process.addresses['flash-sale']!, 'lamp', `b${buyer}`);
          if (answer === undefined) continue;
          const { status, original_status, ...rest } = answer.data;
          return { ...rest, status: original_status ?? status };
        }
      };
      let next = 0;
      const buyers = Array.from({ length: 64 }, async () => {
        while (next < 5_000) {
          const buyer = next++;
          // Killed twice: in the middle of the selling, and of the queueing.
          if (buyer === 500 || buyer === 3_000) {
            await shaky.end('SIGKILL');
            shaky = await startProcess(t, ['flash-sale'], env);
          }
          outcomes.set(buyer, await persist(buyer));
        }
      });
      await Promise.all(buyers);

      const all = [...outcomes.values()];
      const sold = all.filter(({ status }) => status === 'completed');
      const queued = all.filter(({ status }) => status === 'queued');
      assert.equal(sold.length, 1_000);
      assert.equal(new Set(sold.map(({ order_id }) => order_id)).size, 1_000);
      assert.equal(queued.length, 4_000);
      assert.deepEqual(
        queued.map(({ position }) => position).toSorted((a, b) => a! - b!),
        Array.from({ length: 4_000 }, (_, i) => i),
      );
      const { available, held, confirmed, waiting } = await stockOf(
        steady.addresses['flash-sale']!,
        'lamp',
      );
      assert.deepEqual([available, held, confirmed, waiting], [0, 1_000, 0, 4_000]);
    },
  );

  it(
    'answers 503 while Redis is away, and has everything when it is back',
    { skip: missing('redis') },
    async (t) => {
      const redis = await privateRedis(t);
      const env = { HMAC_SECRET: secret, STORE_ADDR: `127.0.0.1:${redis.port}` };
      const { addresses } = await startProcess(t, ['flash-sale'], env);
      const address = addresses['flash-sale']!;
      await load(address, 'lamp', 100);
      const sales = await Promise.all(
        Array.from({ length: 20 }, (_, i) => buy(address, 'lamp', `k${i}`)),
      );
      await redis.kill();
      const refused = await checkout(address, 'lamp', 'away');
      assert.equal(refused.status, 503);
      assert.equal(refused.body.code, 'STORE_UNAVAILABLE');
      assert.equal((await fetch(`${addresses['console']}/readyz`)).status, 503);
      await redis.start();
      await eventually(async () => (await fetch(`${addresses['console']}/readyz`)).ok);
      const { available, held } = await stockOf(address, 'lamp');
      assert.deepEqual([available, held], [80, 20]);
      for (const sale of sales) {
        assert.equal((await checkout(address, 'lamp', sale!.key)).data.order_id, sale!.order_id);
      }
      assert.equal((await checkout(address, 'lamp', 'away')).status, 200);
    },
  );
});

/** Undefined when the process is gone or going. */
async function tryCheckout(address: string, product: string, key: string) {
  const answer = await checkout(address, product, key).catch(() => undefined);
  return answer?.data === undefined ? undefined : answer;
}

async function buy(address: string, product: string, key: string): Promise<Sale | undefined> {
  const answer = await tryCheckout(address, product, key);
  if (answer === undefined) return undefined;
  assert.equal(answer.status, 200);
  const { order_id, reservation_id } = answer.data;
  return { key, order_id, reservation_id };
}
