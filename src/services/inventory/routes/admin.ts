/** What operators and warehouses call. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common } from '#kit/web/problem.ts';
import { Enveloped } from '#kit/web/schema.ts';
import { adjust } from '../adjust.ts';
import { loadBulk } from '../bulk.ts';
import type { Drain } from '../drain.ts';
import { refuse } from '../errors.ts';
import { listHeld, listHubs, listMovements } from '../reading.ts';
import * as reading from '../schemas/reading.ts';
import { Report } from '../schemas/report.ts';
import * as stock from '../schemas/stock.ts';
import { loadStock } from '../stock.ts';
import type { RecordStore } from '../store/record.ts';
import type { InventoryStore } from '../store/inventory-store.ts';
import { answers } from './answers.ts';

interface AdminContext {
  readonly store: InventoryStore;
  readonly record: RecordStore;
  readonly drain: Drain;
  readonly reconcile: () => Promise<Report>;
  readonly clock: Clock;
}

export function adminRoutes(app: App, context: AdminContext): void {
  stockRoutes(app, context);
  readingRoutes(app, context);
  recordRoutes(app, context);
}

function stockRoutes(app: App, { store, drain, clock }: AdminContext): void {
  const loadSchema = {
    operationId: 'inventoryLoadStock',
    summary: 'Set the available units of a SKU',
    description:
      'Held and confirmed units stay, so `loaded` becomes `quantity + held + confirmed`. Fails with 409 `STOCK_BELOW_HELD` if `quantity` is below the held units.',
    access: access.admin,
    body: stock.LoadBody,
    response: answers(
      { 201: stock.StockView },
      common.ADMIN_TOKEN_REQUIRED,
      refuse.STOCK_BELOW_HELD,
    ),
  };
  app.post('/admin/stock', { schema: loadSchema }, async ({ body }, reply) => {
    const data = await loadStock(store, body, clock());
    drain.request();
    return reply.code(201).send({ data });
  });

  const adjustSchema = {
    operationId: 'inventoryAdjustStock',
    summary: 'Adjust stock by a delivery or loss',
    description:
      'Adds `delta` to the available units, once for each `reference`: repeating it within 7 days changes nothing. Fails with 409 if the available units would fall below 0 or exceed 1,000,000,000, and with 422 if the reference was used for another adjustment.',
    access: access.admin,
    body: stock.AdjustBody,
    response: answers(
      { 200: stock.StockView },
      common.ADMIN_TOKEN_REQUIRED,
      refuse.INSUFFICIENT_STOCK,
      refuse.STOCK_ABOVE_LIMIT,
      refuse.KEY_REUSED,
    ),
  };
  app.post('/admin/stock/adjust', { schema: adjustSchema }, async ({ body }) => {
    const data = await adjust(store, body, clock());
    drain.request();
    return { data };
  });

  const bulkSchema = {
    operationId: 'inventoryLoadStockInBulk',
    summary: 'Set the available units of many SKUs',
    description:
      'Loads each item on its own, in order: its result is `ok`, or has the `code` of its refusal. If the store becomes unavailable during the call (503), the first items may be loaded already; repeating it is safe.',
    access: access.admin,
    body: stock.BulkBody,
    response: answers({ 200: stock.BulkResult }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.post('/admin/stock/bulk', { schema: bulkSchema }, async ({ body }) => {
    const data = await loadBulk(store, body, clock());
    drain.request();
    return { data };
  });
}

function readingRoutes(app: App, { store, clock }: AdminContext): void {
  const hubsSchema = {
    operationId: 'inventoryListHubs',
    summary: 'List the hubs that have stock',
    access: access.admin,
    querystring: reading.PageQuery,
    response: answers({ 200: reading.HubList }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.get('/admin/hubs', { schema: hubsSchema }, async ({ query }) => ({
    data: await listHubs(store, query),
  }));

  const heldSchema = {
    operationId: 'inventoryListHeldReservations',
    summary: 'List the reservations that are held',
    description: 'Those that can still be confirmed; the one that ends next comes first.',
    access: access.admin,
    querystring: reading.HeldQuery,
    response: answers({ 200: reading.HeldReservations }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.get('/admin/reservations', { schema: heldSchema }, async ({ query }) => ({
    data: await listHeld(store, query.limit, clock()),
  }));
}

function recordRoutes(app: App, { record, reconcile }: AdminContext): void {
  const movementsSchema = {
    operationId: 'inventoryListMovements',
    summary: 'List the movements of a stock',
    description:
      'Confirmations, loadings and adjustments of one hub and SKU as far as the system of record has them, the newest first. Fails with 503 while the record is unavailable.',
    access: access.admin,
    querystring: reading.MovementsQuery,
    response: answers({ 200: reading.MovementList }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.get('/admin/movements', { schema: movementsSchema }, async ({ query }) => ({
    data: await listMovements(record, query),
  }));

  const reconcileSchema = {
    operationId: 'inventoryReconcile',
    summary: 'Compare the stock with the record',
    description:
      'Reports each difference between the operational store and the system of record; repairs nothing. A difference is explained if exactly the movements that wait in the outbox account for it. Fails with 503 while the record is unavailable.',
    access: access.admin,
    response: answers({ 200: Enveloped(Report) }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.post('/admin/reconcile', { schema: reconcileSchema }, async () => ({
    data: await reconcile(),
  }));
}
