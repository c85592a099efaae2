/** Sales, as rows of the embedded store, in Redis: see lua/lib/base.lua. */
import { redisMovable } from '#kit/moving/redis.ts';
import { together, type Keys } from '#kit/moving/redis/keys.ts';
import type { Entry, MovableStore, Row } from '#kit/moving/movable-store.ts';
import { readLottery } from '../../lottery/moving/read.ts';
import { productOf, ranks, type Product } from './moving/product.ts';
import { writer } from './moving/writer.ts';

const ofPresent = '(product_id, generation) IN (SELECT product_id, generation FROM product)';

/** Former ledgers, of which only reservations count, are not moved; nor is short-lived state. */
export const tables = [
  { name: 'product' },
  { name: 'bucket' },
  { name: 'reservation' },
  { name: 'waiting' },
  { name: 'owned', where: ofPresent },
  { name: 'result', without: ['id'] },
  { name: 'member' },
  { name: 'voucher', where: ofPresent },
  { name: 'lottery_round', where: ofPresent },
  { name: 'lottery_entry', where: ofPresent },
];

export const redisSaleMovable = (address: string, prefix: string): MovableStore =>
  redisMovable({
    address,
    prefix,
    tables: tables.map(({ name }) => name),
    patterns: [`{${prefix}}:*`],
    read: (keys) => read(keys, `{${prefix}}`),
    writer: () => writer(`{${prefix}}`),
  });

async function* read(keys: Keys, tag: string): AsyncGenerator<Entry> {
  const ids = new Set<string>();
  for await (const key of keys.matching(`${tag}:product:*`)) {
    ids.add(key.slice(`${tag}:product:`.length));
  }
  for (const id of ids) yield* readProduct(keys, tag, id);
  const reservations = together(keys.matching(`${tag}:reservation:*`), (key) =>
    reservationOf(keys, tag, key.slice(`${tag}:reservation:`.length)),
  );
  for await (const row of reservations) yield { table: 'reservation', row };
  const results = together(keys.matching(`${tag}:result:*`), async (key) =>
    resultOf(key.slice(`${tag}:result:`.length), await keys.get(key)),
  );
  for await (const row of results) if (row) yield { table: 'result', row };
  for await (const user_id of keys.members(`${tag}:members`)) {
    yield { table: 'member', row: { user_id } };
  }
}

async function* readProduct(keys: Keys, tag: string, id: string): AsyncGenerator<Entry> {
  const hash = await keys.record(`${tag}:product:${id}`);
  const product = productOf(id, hash);
  const { generation } = product;
  yield { table: 'product', row: { ...product } };
  const count = Number(hash['n'] ?? 0);
  for (let bucket = 0; bucket < count; bucket++) {
    // Redis knows the sums alone; those of each bucket are made of the reservations.
    const sum = (name: string) => (bucket === 0 ? Number(hash[name]) : 0);
    const units = { available: Number(hash[`b${bucket}`]), held: sum('held') };
    const row = { product_id: id, bucket, ...units, confirmed: sum('confirmed') };
    yield { table: 'bucket', row };
  }
  yield* readRoom(keys, tag, product);
  for await (const [user_id, units] of keys.fields(`${tag}:owned:${id}`)) {
    const row = { product_id: id, generation, user_id, units: Number(units) };
    yield { table: 'owned', row };
  }
  for await (const user_id of keys.members(`${tag}:vouchers:${id}`)) {
    yield { table: 'voucher', row: { product_id: id, generation, user_id } };
  }
  yield* readLottery(keys, tag, id, generation);
}

interface Waiter {
  readonly qty: number;
  readonly bucket: number;
  readonly group: number;
  readonly entered_ns: string;
}

async function* readRoom(keys: Keys, tag: string, { product_id }: Product): AsyncGenerator<Entry> {
  for await (const [user_id, score] of keys.ranked(`${tag}:room:${product_id}`)) {
    const text = (await keys.field(`${tag}:waiters:${product_id}`, user_id))!;
    const { qty, bucket, group: first_group, entered_ns } = JSON.parse(text) as Waiter;
    const { class: of, seq } = ranks.placeOf(score);
    const who = { product_id, class: of, seq, user_id };
    yield { table: 'waiting', row: { ...who, qty, bucket, first_group, entered_ns } };
  }
}

interface Reservation {
  readonly status: string;
  readonly orderId: string;
  readonly productId: string;
  readonly generation: number;
  readonly userId: string;
  readonly qty: number;
  readonly bucket: number;
  readonly expiresAt?: number;
}

async function reservationOf(keys: Keys, tag: string, id: string): Promise<Row> {
  const stored = JSON.parse((await keys.get(`${tag}:reservation:${id}`))!) as Reservation;
  const { orderId, productId, generation, userId, qty, bucket, status, expiresAt } = stored;
  const latest = await keys.field(`${tag}:promoted:${userId}`, productId);
  const isPromoted =
    latest !== null && (JSON.parse(latest) as { reservationId: string }).reservationId === id;
  const of = { reservation_id: id, order_id: orderId, product_id: productId, generation };
  const goods = { user_id: userId, qty, bucket, status };
  return { ...of, ...goods, promoted: isPromoted ? 1 : 0, expires_at: expiresAt ?? null };
}

/** Undefined when it has expired. */
function resultOf(idempotency_key: string, text: string | null): Row | undefined {
  if (text === null) return undefined;
  const { at, original, holder } = JSON.parse(text) as {
    at: number;
    original: object;
    holder?: string;
  };
  return { idempotency_key, original: JSON.stringify(original), holder: holder ?? null, at };
}
