/** Buyers beyond the stock, who buy, wait, give back and pay. */
import { createHmac } from 'node:crypto';
import { Findings } from '../lib/findings.ts';
import {
  expectStatus,
  forEachOf,
  make,
  read,
  settle,
  type Ask,
  type Question,
  type Workload,
} from '../lib/workload.ts';

export const secret = 'secret of the fault scenarios';
const product = 'lamp';
const stock = 100;

interface Sale {
  readonly order_id: string;
  readonly reservation_id: string;
}

export function flashSale(): Workload {
  const completed = new Map<string, Sale>();
  const queued = new Set<string>();
  const released = new Set<string>();

  async function checkOut(ask: Ask, key: string): Promise<void> {
    const answer = await settle(ask, () => checkout(key));
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

  return {
    service: 'flash-sale',

    async prepare(ask) {
      const body = { product_id: product, total_stock: stock };
      await make(ask, { method: 'POST', path: '/admin/flash-sale/init-product', body }, 201);
    },

    async act(ask, client, n) {
      const key = `${client}-${n}`;
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
      const sales = [...completed.values()];
      await forEachOf(completed, async ([key, { order_id }]) => {
        const { status, data } = await settle(ask, () => checkout(key));
        if (status === 200) findings.doubled(`the key ${key} sold again`);
        else if (data.order_id !== order_id) findings.lost(`the sale of ${key}: ${status}`);
      });
      await forEachOf(queued, async (key) => {
        const path = `/flash-sale/queue-status?product_id=${product}&user_id=${key}`;
        const { status, data } = await read(ask, path);
        if (data.status === 'promoted') sales.push(data);
        else if (status !== 200) findings.lost(`the place of ${key} in the queue: ${status}`);
      });
      const { data: ledger } = await read(ask, `/admin/flash-sale/stock?product_id=${product}`);
      const { loaded, available, held, confirmed } = ledger;
      const told = JSON.stringify(ledger);
      if (loaded !== stock) findings.wrong(`the ledger has another stock: ${told}`);
      if (available + held + confirmed !== loaded) findings.wrong(`the ledger is off: ${told}`);
      if (ledger.waiting > 0 && available > 0) findings.wrong(`buyers wait for nothing: ${told}`);
      findings.between('units sold', held + confirmed, sales.length - released.size);
      for (const id of ['order_id', 'reservation_id'] as const) {
        findings.distinct(
          id,
          sales.map((sale) => sale[id]),
        );
      }
      return findings.all;
    },
  };
}

/** With a token that is valid now. */
function checkout(key: string): Question {
  const device_fp = `device-${key}`;
  const expires_at = Math.floor(Date.now() / 1000) + 20;
  const signed = `${device_fp}:${expires_at}`;
  const attestation = createHmac('sha256', secret).update(signed).digest('hex');
  const buyer = { product_id: product, user_id: key, qty: 1, device_fp, attestation, expires_at };
  return {
    method: 'POST',
    path: '/flash-sale/checkout',
    body: { ...buyer, idempotency_key: key },
  };
}
