/** What shops call. */
import type { UserQuota } from '#kit/host/quotas.ts';
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access, type Access } from '#kit/web/identity/access.ts';
import { callerOf, demandOwn } from '#kit/web/identity/caller.ts';
import { common } from '#kit/web/problem.ts';
import { confirm, confirmLate } from '../confirm.ts';
import type { Drain } from '../drain.ts';
import { refuse } from '../errors.ts';
import { extend } from '../extend.ts';
import { listStock, viewReservation, viewReservationOfOrder } from '../reading.ts';
import { release } from '../release.ts';
import { reserve } from '../reserve.ts';
import * as reading from '../schemas/reading.ts';
import * as reservations from '../schemas/reservations.ts';
import * as stock from '../schemas/stock.ts';
import { viewStock } from '../stock.ts';
import type { InventoryStore } from '../store/store.ts';
import { answers } from './answers.ts';

export interface RouteContext {
  readonly store: InventoryStore;
  readonly drain: Drain;
  readonly clock: Clock;
  /** The access that confirming needs. */
  readonly confirmAccess: Access;
  /** Open reservations of a user. */
  readonly holds: UserQuota;
}

export function publicRoutes(app: App, context: RouteContext): void {
  stockRoutes(app, context);
  reserveRoutes(app, context);
  endRoutes(app, context);
  readingRoutes(app, context);
}

function stockRoutes(app: App, { store }: RouteContext): void {
  const stockSchema = {
    operationId: 'inventoryShowStock',
    access: access.public,
    params: stock.StockParams,
    response: answers({ 200: stock.StockView }),
  };
  app.get('/stock/:hub_id/:sku', { schema: stockSchema }, async ({ params }) => ({
    data: await viewStock(store, { hubId: params.hub_id, sku: params.sku }),
  }));

  const listSchema = {
    operationId: 'inventoryListStock',
    access: access.public,
    params: reading.HubParams,
    querystring: reading.PageQuery,
    response: answers({ 200: reading.StockList }),
  };
  app.get('/stock/:hub_id', { schema: listSchema }, async ({ params, query }) => ({
    data: await listStock(store, params.hub_id, query),
  }));
}

function reserveRoutes(app: App, { store, holds, clock }: RouteContext): void {
  const reserveSchema = {
    operationId: 'inventoryReserve',
    access: access.user({ body: 'user_id' }),
    body: reservations.ReserveBody,
    response: answers(
      { 200: reservations.ReserveResult },
      refuse.INSUFFICIENT_STOCK,
      refuse.ORDER_MISMATCH,
      common.QUOTA_EXCEEDED,
    ),
  };
  app.post('/reserve', { schema: reserveSchema }, async ({ raw, body }) => ({
    data: await reserve({ store, holds }, body, callerOf(raw), clock()),
  }));

  const extendSchema = {
    operationId: 'inventoryExtend',
    access: access.ownerOf('reservation'),
    body: reservations.ExtendBody,
    response: answers(
      { 200: reservations.ExtendResult },
      refuse.UNKNOWN_RESERVATION,
      refuse.EXTENSION_LIMIT,
      refuse.RESERVATION_EXPIRED,
      refuse.RESERVATION_RELEASED,
      refuse.RESERVATION_CONFIRMED,
    ),
  };
  app.post('/extend', { schema: extendSchema }, async ({ raw, body }) => {
    const { reservation_id: id, ttl_seconds: ttlSeconds } = body;
    await demandOwn(callerOf(raw), () => store.userOf(id), refuse.UNKNOWN_RESERVATION);
    return { data: await extend(store, id, ttlSeconds, clock()) };
  });
}

function endRoutes(app: App, { store, drain, clock, confirmAccess }: RouteContext): void {
  const confirmSchema = {
    operationId: 'inventoryConfirm',
    access: confirmAccess,
    body: reservations.ConfirmBody,
    response: answers(
      { 200: reservations.ConfirmResult },
      refuse.UNKNOWN_RESERVATION,
      refuse.INSUFFICIENT_STOCK,
      refuse.ORDER_MISMATCH,
      refuse.RESERVATION_EXPIRED,
      refuse.RESERVATION_RELEASED,
    ),
  };
  app.post('/confirm', { schema: confirmSchema }, async ({ raw, body }) => {
    const { reservation_id: id, late } = body;
    await demandOwn(callerOf(raw), () => store.userOf(id), refuse.UNKNOWN_RESERVATION);
    const data = await (late === 'retake' ? confirmLate : confirm)(store, id, clock());
    drain.request();
    return { data };
  });

  const releaseSchema = {
    operationId: 'inventoryRelease',
    access: access.ownerOf('reservation'),
    body: reservations.ReservationBody,
    response: answers(
      { 200: reservations.ReleaseResult },
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

function readingRoutes(app: App, { store, clock }: RouteContext): void {
  const viewSchema = {
    operationId: 'inventoryShowReservation',
    access: access.ownerOf('reservation'),
    params: reading.ReservationParams,
    response: answers({ 200: reading.ReservationView }, refuse.UNKNOWN_RESERVATION),
  };
  app.get('/reservations/:reservation_id', { schema: viewSchema }, async ({ raw, params }) => {
    const { reservation_id: id } = params;
    await demandOwn(callerOf(raw), () => store.userOf(id), refuse.UNKNOWN_RESERVATION);
    return { data: await viewReservation(store, id, callerOf(raw), clock()) };
  });

  const orderSchema = {
    operationId: 'inventoryShowReservationOfOrder',
    access: access.ownerOf('reservation'),
    params: reading.OrderParams,
    querystring: reading.OrderQuery,
    response: answers({ 200: reading.ReservationView }, refuse.UNKNOWN_RESERVATION),
  };
  app.get(
    '/orders/:order_id/reservation',
    { schema: orderSchema },
    async ({ raw, params, query }) => {
      const { order_id: orderId } = params;
      return {
        data: await viewReservationOfOrder(store, orderId, query, callerOf(raw), clock()),
      };
    },
  );
}
