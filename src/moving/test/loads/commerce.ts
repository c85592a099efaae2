/** What clients write to what sells and brings, and to what is live; and how each write is found again. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { post } from '#kit/testing/process.ts';
import type { Load } from './load.ts';
import { secret } from '../sides.ts';

type Answer = Awaited<ReturnType<typeof post>>;

async function made(answer: Promise<Answer>, ...statuses: number[]) {
  const { status, body } = await answer;
  assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
  return body.data ?? body;
}

async function read(url: string) {
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
  return (await (await fetch(url)).json()) as any;
}

/** A device that may check out, as its attestation says. */
function attested(device_fp: string) {
  const expires_at = Math.floor(Date.now() / 1_000) + 25;
  const attestation = createHmac('sha256', secret)
    .update(`${device_fp}:${expires_at}`)
    .digest('hex');
  return { device_fp, attestation, expires_at };
}

const checkout = (address: string, n: string) =>
  made(
    post(address, '/flash-sale/checkout', {
      product_id: 'sneaker',
      user_id: n,
      qty: 1,
      ...attested(`phone ${n}`),
      idempotency_key: `cart ${n}`,
    }),
    200,
    202,
    409, // the key was used
  );

/** Fewer than buyers: most of them wait. */
export const unitsOnSale = 10;

const rider = { lat: 52.4986, lng: 13.4034 };

export const commerceLoads: readonly Load[] = [
  {
    service: 'flash-sale',
    // Some buy, and the others wait.
    async prepare(address) {
      const product = { product_id: 'sneaker', total_stock: unitsOnSale, flow: 'standard' };
      await made(post(address, '/admin/flash-sale/init-product', product), 201);
    },
    async write(address, n) {
      const { order_id, position } = await checkout(address, n);
      return JSON.stringify({ n, order_id, isWaiting: position !== undefined });
    },
    // The same key is answered as before; who waits still does.
    async isThere(address, id) {
      const { n, order_id, isWaiting } = JSON.parse(id) as Record<string, string>;
      if (!isWaiting) return (await checkout(address, n!)).order_id === order_id;
      const url = `${address}/flash-sale/queue-status?user_id=${n}&product_id=sneaker`;
      return (await read(url)).status === 'queued';
    },
  },
  {
    service: 'geo',
    async write(address, hub_id) {
      const supplies = { stock_availability: 0.9, rider_availability: 0.5 };
      const hub = { hub_id, name: hub_id, ...rider, coverage_radius_km: 0.3, ...supplies };
      await made(post(address, '/admin/hubs', hub), 201, 200);
      return hub_id;
    },
    isThere: async (address, id) => (await fetch(`${address}/admin/hubs/${id}`)).status === 200,
  },
  {
    service: 'promotion',
    async prepare(address) {
      const rule = {
        promo_id: 'fruit',
        name: 'Fruit week',
        priority: 1,
        stackable: true,
        discount: { type: 'percentage', value: 10 },
        condition_tree: { type: 'MinTransaction', value: 20 },
        usage_limits: { per_user: 1 },
      };
      await made(post(address, '/admin/rules', rule), 201);
    },
    async write(address, n) {
      await apply(address, n, `order ${n}`);
      return n;
    },
    // The same order is answered as before; another one of the user has no use left.
    async isThere(address, n) {
      const [again, another] = [await apply(address, n, `order ${n}`), await apply(address, n, n)];
      return again === 1 && another === 0;
    },
  },
  ...(['dispatch-a', 'dispatch-b'] as const).map((service): Load => {
    const isA = service === 'dispatch-a';
    return {
      service,
      async prepare(address) {
        if (isA) return;
        await made(post(address, '/admin/hubs', { hub_id: 'kreuzberg', ...rider }), 201);
      },
      async write(address, order_id) {
        const place = isA
          ? { pickup_lat: rider.lat, pickup_lng: rider.lng, priority: 5 }
          : { hub_id: 'kreuzberg', priority: 'vip' };
        await made(post(address, '/dispatch/order', { order_id, ...place }), 200, 202);
        return order_id;
      },
      isThere: async (address, id) =>
        (await fetch(`${address}/dispatch/orders/${id}`)).status === 200,
    };
  }),
  {
    service: 'chat',
    async write(address, room) {
      const message = { user: 'ann', content: room };
      await made(post(address, `/api/rooms/${room}/messages`, message), 201);
      return room;
    },
    async isThere(address, room) {
      const { messages } = await read(`${address}/api/rooms/${room}/messages`);
      return messages.length === 1 && messages[0].content === room;
    },
  },
  {
    service: 'rate-limiter',
    async write(address, n) {
      const limits = [{ limit: 3, window_ms: 60_000 }];
      const policy = { algorithm: 'fixed-window', limits, on_outage: 'refuse' };
      const answer = await fetch(`${address}/admin/policies/p${n}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(policy),
      });
      assert.ok(answer.ok, await answer.text());
      return n;
    },
    isThere: async (address, n) => (await fetch(`${address}/admin/policies/p${n}`)).status === 200,
  },
  {
    service: 'crawler',
    // Nobody listens there: what counts is that the job is known.
    async write(address) {
      const job = { url: 'http://127.0.0.1:9/', max_pages: 1 };
      return (await made(post(address, '/crawl', job), 202)).job_id;
    },
    isThere: async (address, id) => (await fetch(`${address}/crawl/${id}`)).status === 200,
  },
];

/** How many rules the order was given. */
async function apply(address: string, id: string, order_id: string): Promise<number> {
  const items = [{ sku: 'apple', category: 'Fruit', price: 30, qty: 1 }];
  const cart = { total: 30, hub_id: 'kreuzberg', items };
  const customer = { id, device_fingerprint: `phone ${id}`, order_count: 1 };
  const { applied } = await made(post(address, '/apply', { order_id, cart, customer }), 200);
  return applied.length;
}
