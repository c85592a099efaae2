/** Processes killed while holds lapse: each goes back once, to waiting users, and none is lost. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Environment } from '#kit/host/env.ts';
import { post, startProcess } from '#kit/testing/process.ts';
import { eventually, missing, servers, temporaryFolder, unique } from '#kit/testing/testing.ts';
import { checkout, load, secret, stockOf } from './buyers.ts';

const stock = 600;
const buyers = 700;
const redis = { skip: missing('redis') };

describe('flash sale, killed while holds lapse', () => {
  const embedded = (): Environment => ({ DATA_DIR: temporaryFolder(), HMAC_SECRET: secret });
  const shared = (): Environment => ({
    ...embedded(),
    STORE_ADDR: servers.redis,
    FLASH_SALE_PREFIX: unique('lapse'),
  });

  it('gives each unit back once, on SQLite', async (t) => {
    const env = embedded();
    const first = await startProcess(t, ['flash-sale'], env);
    const address = first.addresses['flash-sale']!;
    const confirmed = await sellOut(address);
    await eventually(async () => (await stockOf(address, 'lamp')).expired > 0);
    await first.end('SIGKILL');
    const second = await startProcess(t, ['flash-sale'], env);
    await assertAllBack(second.addresses['flash-sale']!, confirmed);
  });

  it('gives each unit back once, on Redis, where another process sweeps on', redis, async (t) => {
    const env = shared();
    const [shaky, steady] = await startTwo(t, env);
    const address = steady.addresses['flash-sale']!;
    const confirmed = await sellOut(address);
    await eventually(async () => (await stockOf(address, 'lamp')).expired > 0);
    await shaky.end('SIGKILL');
    await assertAllBack(address, confirmed);
  });
});

async function startTwo(t: TestContext, env: Environment) {
  return [
    await startProcess(t, ['flash-sale'], env),
    await startProcess(t, ['flash-sale'], env),
  ] as const;
}

/**
 * Sells everything for 5 seconds to more users than there are units, and confirms some of it.
 *
 * @returns how many were confirmed; each of the others gets a hold, at once or later, that lapses
 */
async function sellOut(address: string): Promise<number> {
  await load(address, 'lamp', stock, { hold_seconds: 5 });
  let [next, confirmed] = [0, 0];
  const clients = Array.from({ length: 16 }, async () => {
    while (next < buyers) {
      const n = next++;
      const { status, data } = await checkout(address, 'lamp', `${n}`);
      assert.ok(status === 200 || status === 202, `${status}`);
      if (status === 202 || n % 10 > 0) continue;
      const { reservation_id } = data;
      const confirmation = await post(address, '/flash-sale/confirm', { reservation_id });
      if (confirmation.status === 200) confirmed++;
      else assert.equal(confirmation.body.code, 'RESERVATION_EXPIRED');
    }
  });
  await Promise.all(clients);
  return confirmed;
}

/** Those who waited were promoted, each once, and did not pay either. */
async function assertAllBack(address: string, confirmed: number): Promise<void> {
  const expired = buyers - confirmed;
  await eventually(async () => {
    const ledger = await stockOf(address, 'lamp');
    assert.equal(ledger.available + ledger.held + ledger.confirmed, stock);
    assert.ok(ledger.expired <= expired, `${ledger.expired} lapsed`);
    return ledger.held === 0 && ledger.waiting === 0;
  });
  const ledger = await stockOf(address, 'lamp');
  const { available, confirmed: kept, released, expired: lapsed } = ledger;
  assert.deepEqual([available, kept], [stock - confirmed, confirmed]);
  assert.deepEqual([released, lapsed], [expired, expired]);
}
