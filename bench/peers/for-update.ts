/**
 * The textbook way: stock and reservations in PostgreSQL, each step a transaction that locks the
 * rows it changes (SELECT … FOR UPDATE). No expiry, no second store.
 */
import Fastify from 'fastify';
import { newId } from '../../src/kit/base/ids.ts';
import { Postgres } from '../../src/kit/stores/postgres.ts';
import { formats } from '../../src/kit/web/schema.ts';
import { sql } from '../../src/kit/stores/sql.ts';
import {
  ConfirmResult,
  ReservationBody,
  ReserveBody,
  ReserveResult,
} from '../../src/services/inventory/schemas/reservations.ts';
import { LoadBody } from '../../src/services/inventory/schemas/stock.ts';

const db = new Postgres(process.env['DATABASE_URL']!, 'bench');
await db.execute(sql`CREATE SCHEMA IF NOT EXISTS for_update`);
await db.execute(sql`CREATE TABLE IF NOT EXISTS for_update.stock (
  hub_id text, sku text, available bigint, held bigint, confirmed bigint, PRIMARY KEY (hub_id, sku))`);
await db.execute(sql`CREATE TABLE IF NOT EXISTS for_update.reservation (
  id text PRIMARY KEY, hub_id text, sku text, qty bigint, order_id text, user_id text, status text,
  expires_at bigint, UNIQUE (hub_id, order_id))`);
await db.execute(sql`CREATE TABLE IF NOT EXISTS for_update.movement (
  reservation_id text PRIMARY KEY, hub_id text, sku text, qty bigint, at bigint)`);

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, strict: false, formats } } });

interface Order {
  readonly hub_id: string;
  readonly sku: string;
  readonly qty: number;
  readonly order_id: string;
  readonly user_id: string;
}

app.post<{ Body: Order & { quantity: number } }>(
  '/admin/stock',
  { schema: { body: LoadBody } },
  async ({ body: { hub_id, sku, quantity } }) =>
    db.execute(sql`INSERT INTO for_update.stock VALUES (${hub_id}, ${sku}, ${quantity}, 0, 0)
      ON CONFLICT (hub_id, sku) DO UPDATE SET available = excluded.available`),
);

const reserveSchema = { body: ReserveBody, response: { 200: ReserveResult } };
app.post<{ Body: Order }>('/reserve', { schema: reserveSchema }, async ({ body }, reply) => {
  const { hub_id, sku, qty, order_id, user_id } = body;
  const reservation_id = newId('res0', Date.now());
  const expires_at = Date.now() + 30_000;
  const isReserved = await db.transaction(async (tx) => {
    const [stock] = await tx.query(sql<{ available: string }>`SELECT available FROM for_update.stock
      WHERE hub_id = ${hub_id} AND sku = ${sku} FOR UPDATE`);
    if (stock === undefined || Number(stock.available) < qty) return false;
    await tx.execute(sql`UPDATE for_update.stock SET available = available - ${qty}, held = held + ${qty}
      WHERE hub_id = ${hub_id} AND sku = ${sku}`);
    await tx.execute(sql`INSERT INTO for_update.reservation VALUES
      (${reservation_id}, ${hub_id}, ${sku}, ${qty}, ${order_id}, ${user_id}, 'held', ${expires_at})`);
    return true;
  });
  if (!isReserved) return reply.code(409).send();
  return { data: { reservation_id, status: 'reserved', qty, ttl_seconds: 30, expires_at } };
});

const confirmSchema = { body: ReservationBody, response: { 200: ConfirmResult } };
app.post<{ Body: { reservation_id: string } }>(
  '/confirm',
  { schema: confirmSchema },
  async ({ body: { reservation_id } }, reply) => {
    const isConfirmed = await db.transaction(async (tx) => {
      const [held] = await tx.query(sql<Order>`SELECT hub_id, sku, qty FROM for_update.reservation
        WHERE id = ${reservation_id} AND status = 'held' FOR UPDATE`);
      if (held === undefined) return false;
      const { hub_id, sku, qty } = held;
      await tx.execute(
        sql`UPDATE for_update.reservation SET status = 'confirmed' WHERE id = ${reservation_id}`,
      );
      await tx.execute(sql`UPDATE for_update.stock SET held = held - ${qty}, confirmed = confirmed + ${qty}
        WHERE hub_id = ${hub_id} AND sku = ${sku}`);
      await tx.execute(sql`INSERT INTO for_update.movement VALUES
        (${reservation_id}, ${hub_id}, ${sku}, ${qty}, ${Date.now()})`);
      return true;
    });
    if (!isConfirmed) return reply.code(409).send();
    return { data: { reservation_id, status: 'confirmed' } };
  },
);

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => void app.close().then(() => db.close()));
