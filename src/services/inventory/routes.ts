import type { TSchema } from 'typebox';
import type { AdminGuard } from '#kit/web/admin.ts';
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { common, problemResponses, type RefusalFactory } from '#kit/web/problem.ts';
import { Enveloped } from '#kit/web/schema.ts';
import type { Clock } from '#kit/host/service.ts';
import { confirm } from './confirm.ts';
import type { Drain } from './drain.ts';
import { refuse } from './errors.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';
import * as schemas from './schemas.ts';
import { loadStock, viewStock } from './stock.ts';
import type { InventoryStore } from './store/store.ts';

export interface RouteContext {
  readonly store: InventoryStore;
  readonly drain: Drain;
  readonly reconcile: () => Promise<schemas.Report>;
  readonly clock: Clock;
  readonly admin: AdminGuard;
}

/** What a route answers; every one of them needs a store. */
function answers<OkT extends Record<number, TSchema>>(ok: OkT, ...refused: RefusalFactory[]) {
  return { ...problemResponses(...refused, common.STORE_UNAVAILABLE), ...ok };
}

export function routes(app: App, context: RouteContext): void {
  publicRoutes(app, context);
  adminRoutes(app, context);
}

function publicRoutes(app: App, { store, drain, clock }: RouteContext): void {
  const stockSchema = {
    operationId: 'inventoryShowStock',
    access: access.public,
    params: schemas.StockParams,
    response: answers({ 200: schemas.StockView }),
  };
  app.get('/stock/:hub_id/:sku', { schema: stockSchema }, async ({ params }) => ({
    data: await viewStock(store, { hubId: params.hub_id, sku: params.sku }),
  }));

  const reserveSchema = {
    operationId: 'inventoryReserve',
    access: access.user({ body: 'user_id' }),
    body: schemas.ReserveBody,
    response: answers(
      { 200: schemas.ReserveResult },
      refuse.INSUFFICIENT_STOCK,
      refuse.ORDER_MISMATCH,
    ),
  };
  app.post('/reserve', { schema: reserveSchema }, async ({ body }) => ({
    data: await reserve(store, body, clock()),
  }));

  const confirmSchema = {
    operationId: 'inventoryConfirm',
    access: access.ownerOf('reservation'),
    body: schemas.ReservationBody,
    response: answers(
      { 200: schemas.ConfirmResult },
      refuse.UNKNOWN_RESERVATION,
      refuse.RESERVATION_EXPIRED,
      refuse.RESERVATION_RELEASED,
    ),
  };
  app.post('/confirm', { schema: confirmSchema }, async ({ raw, body }) => {
    const { reservation_id: id } = body;
    await demandOwn(callerOf(raw), () => store.userOf(id), refuse.UNKNOWN_RESERVATION);
    const data = await confirm(store, id, clock());
    drain.request();
    return { data };
  });

  const releaseSchema = {
    operationId: 'inventoryRelease',
    access: access.ownerOf('reservation'),
    body: schemas.ReservationBody,
    response: answers(
      { 200: schemas.ReleaseResult },
      refuse.UNKNOWN_RESERVATION,
      refuse.RESERVATION_CONFIRMED,
    ),
  };
  app.post('/release', { schema: releaseSchema }, async ({ raw, body }) => {
    const { reservation_id: id } = body;
    await demandOwn(callerOf(raw), () => store.userOf(id), refuse.UNKNOWN_RESERVATION);
    return { data: await release(store, id, clock()) };
  });
}

function adminRoutes(app: App, { store, drain, reconcile, clock, admin }: RouteContext): void {
  const loadSchema = {
    operationId: 'inventoryLoadStock',
    access: access.admin,
    body: schemas.LoadBody,
    response: answers(
      { 201: schemas.StockView },
      common.ADMIN_TOKEN_REQUIRED,
      refuse.STOCK_BELOW_HELD,
    ),
  };
  app.post('/admin/stock', { schema: loadSchema, onRequest: admin }, async ({ body }, reply) => {
    const data = await loadStock(store, body, clock());
    drain.request();
    return reply.code(201).send({ data });
  });

  const reconcileSchema = {
    operationId: 'inventoryReconcile',
    access: access.admin,
    response: answers({ 200: Enveloped(schemas.Report) }, common.ADMIN_TOKEN_REQUIRED),
  };
  const reconcileOptions = { schema: reconcileSchema, onRequest: admin };
  app.post('/admin/reconcile', reconcileOptions, async () => ({ data: await reconcile() }));
}
