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
import type { InventoryStore } from '../store/inventory-store.ts';
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
    summary: 'Show the stock of a SKU',
    description: 'A SKU that was never loaded has 0 units.',
    access: access.public,
    params: stock.StockParams,
    response: answers({ 200: stock.StockView }),
  };
  app.get('/stock/:hub_id/:sku', { schema: stockSchema }, async ({ params }) => ({
    data: await viewStock(store, { hubId: params.hub_id, sku: params.sku }),
  }));

  const listSchema = {
    operationId: 'inventoryListStock',
    summary: 'List the stock of a hub',
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
    summary: 'Reserve stock for an order',
    description:
      'Holds all lines of the order or none, for 30 seconds or `ttl_seconds`. While the reservation is held or confirmed, the same `order_id` in the same hub gets the same one again. Fails with 409 `INSUFFICIENT_STOCK` and the SKU that is short, or with 409 `ORDER_MISMATCH` if the lines differ from those of the order.',
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
    summary: 'Extend or shorten a reservation',
    description:
      'The new time counts from now, and ends at most one hour after the reservation was made: 409 `EXTENSION_LIMIT` names the latest instant. Fails with 409 once the reservation is over.',
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
    summary: 'Confirm a reservation after payment',
    description:
      'The units are sold, and the sale is written into the system of record exactly once; repeating it gives the same answer. An expired reservation fails with 409, unless `late: "retake"` asks to take its units again if they are all available. While identity is on, only a service can confirm, unless `CONFIRM_BY_USER=1` is set.',
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
    summary: 'Release a reservation and return its units',
    description:
      'Repeating it gives the same answer: `released`, or `expired` if the reservation had expired before. Fails with 409 once it is confirmed.',
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
    summary: 'Show a reservation by its id',
    description: 'A reservation that has ended is known for 24 hours, then it is 404.',
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
    summary: "Find an order's reservation",
    description:
      'Shows the reservation that the order holds or has confirmed, or else its latest one. Without `hub_id`, shows the latest one of all hubs.',
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
