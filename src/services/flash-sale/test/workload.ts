/** Buyers beyond the stock, who buy, wait, give back and pay. */
import { isDeepStrictEqual } from 'node:util';
import { Findings } from '#kit/testing/workload/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  type Ask,
  type Named,
  type Question,
  type Workload,
} from '#kit/testing/workload/workload.ts';
import { checkoutBody, type Ledger } from './buyers.ts';

interface Sale {
  readonly order_id: string;
  readonly reservation_id: string;
}

interface Options extends Named {
  /** Fewer than buyers, unless nobody is to wait. */
  readonly stock?: number;
}

export function flashSaleWorkload({ name = '', stock = 10 }: Options = {}): Workload {
  const product = `${name}lamp`;
  const completed = new Map<string, Sale>();
  const queued = new Set<string>();
  const released = new Set<string>();

  async function checkOut(ask: Ask, key: string): Promise<void> {
    const answer = await settle(ask, () => checkout(product, key));
    const { status, data } = answer;
    // Its first try took effect, and nobody heard of it.
    const outcome = status === 409 && answer.isRepeated ? data.original_status : data.status;
    if (outcome === undefined) return checkOut(ask, key); // that try has not ended yet
    if (outcome === 'completed') completed.set(key, data);
    else if (outcome === 'queued') queued.add(key);
    else expectStatus(answer, 200, 202);
  }

  async function pass(ask: Ask, path: string, key: string): Promise<void> {
    const { reservation_id } = completed.get(key)!;
    expectStatus(await settle(ask, { method: 'POST', path, body: { reservation_id } }), 200);
  }

  async function readLedger(ask: Ask): Promise<Ledger> {
    return (await read(ask, `/admin/flash-sale/stock?product_id=${product}`)).data;
  }

  /** No unit is lost or sold twice. */
  async function laws(ask: Ask) {
    const findings = new Findings();
    const ledger = await readLedger(ask);
    const { loaded, available, held, confirmed } = ledger;
    const told = JSON.stringify(ledger);
    if (loaded !== stock) findings.wrong(`the ledger has another stock: ${told}`);
    if (available + held + confirmed !== loaded) findings.wrong(`the ledger is off: ${told}`);
    return findings.all;
  }

  /** The same key is answered as before. */
  async function checkKeys(ask: Ask, findings: Findings): Promise<void> {
    await forEachOf(completed, async ([key, { order_id, reservation_id }]) => {
      const { status, data } = await settle(ask, () => checkout(product, key));
      const before = { original_status: 'completed', order_id, reservation_id };
      const expected = { status: 'idempotency_conflict', ...before };
      if (status === 200) findings.doubled(`the key ${key} sold again`);
      else if (!isDeepStrictEqual(data, expected)) findings.lost(`the sale of ${key}: ${status}`);
    });
  }

  /** @returns the sales of those who waited and were promoted */
  async function checkQueue(ask: Ask, findings: Findings): Promise<Sale[]> {
    const promoted: Sale[] = [];
    await forEachOf(queued, async (key) => {
      const path = `/flash-sale/queue-status?product_id=${product}&user_id=user-${key}`;
      const { status, data } = await read(ask, path);
      if (data.status === 'promoted') promoted.push(data);
      else if (data.status !== 'queued')
        findings.lost(`the position of ${key} in the queue: ${status}`);
    });
    return promoted;
  }

  return {
    service: 'flash-sale',

    async prepare(ask) {
      const body = { product_id: product, total_stock: stock };
      await make(ask, { method: 'POST', path: '/admin/flash-sale/init-product', body }, 201);
    },

    async act(ask, client, n) {
      const key = `${name}${client}-${n}`;
      await checkOut(ask, key);
      if (!completed.has(key)) return;
      if (n % 4 === 1) {
        await pass(ask, '/flash-sale/release', key);
        released.add(key);
      }
      if (n % 4 === 2) await pass(ask, '/flash-sale/confirm', key);
    },

    async check(ask) {
      const findings = new Findings();
      await checkKeys(ask, findings);
      const sales = [...completed.values(), ...(await checkQueue(ask, findings))];
      for (const id of ['order_id', 'reservation_id'] as const) {
        findings.distinct(
          id,
          sales.map((sale) => sale[id]),
        );
      }
      const ledger = await readLedger(ask);
      const { available, held, confirmed, waiting } = ledger;
      if (waiting > 0 && available > 0)
        findings.wrong(`buyers wait for nothing: ${JSON.stringify(ledger)}`);
      const sold = sales.length - released.size;
      findings.between('units sold', held + confirmed, sold);
      findings.between('buyers who wait', waiting, completed.size + queued.size - sales.length);
      const bought = new Set(completed.keys()).difference(released);
      await forEachOf(bought, (key) => pass(ask, '/flash-sale/confirm', key));
      findings.between('units confirmed', (await readLedger(ask)).confirmed, bought.size);
      return [...findings.all, ...(await laws(ask))];
    },

    laws,
  };
}

const checkout = (product: string, key: string): Question => ({
  method: 'POST',
  path: '/flash-sale/checkout',
  body: checkoutBody(product, key),
});
