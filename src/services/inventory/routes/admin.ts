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
import type { InventoryStore } from '../store/store.ts';
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
    access: access.admin,
    querystring: reading.PageQuery,
    response: answers({ 200: reading.HubList }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.get('/admin/hubs', { schema: hubsSchema }, async ({ query }) => ({
    data: await listHubs(store, query),
  }));

  const heldSchema = {
    operationId: 'inventoryListHeldReservations',
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
    access: access.admin,
    querystring: reading.MovementsQuery,
    response: answers({ 200: reading.MovementList }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.get('/admin/movements', { schema: movementsSchema }, async ({ query }) => ({
    data: await listMovements(record, query),
  }));

  const reconcileSchema = {
    operationId: 'inventoryReconcile',
    access: access.admin,
    response: answers({ 200: Enveloped(Report) }, common.ADMIN_TOKEN_REQUIRED),
  };
  app.post('/admin/reconcile', { schema: reconcileSchema }, async () => ({
    data: await reconcile(),
  }));
}
