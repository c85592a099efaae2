/** Variant A's payloads, which stand at the top level, and its manual queue. */
import type { App } from '#kit/web/http.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { showOrder, type RouteContext } from './context.ts';
import { refuse } from '../errors.ts';
import { accept, reject } from '../offers.ts';
import { assignByHand, submit } from '../order.ts';
import * as schemas from '../schemas.ts';
import { priorityWeightA } from '../rules/variant-a.ts';
import { orderStatus } from './views.ts';

export function routesA(app: App, context: RouteContext): void {
  const { dispatch, scheduler, clock } = context;

  const orderSchema = {
    body: schemas.OrderBodyA,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 202: schemas.OrderResultA },
  };
  app.post('/dispatch/order', { schema: orderSchema }, async ({ body }, reply) => {
    const { order_id: orderId, pickup_lat: lat, pickup_lng: lng, priority } = body;
    const priorityWeight = priorityWeightA(priority);
    const { batchId, estimateMs } = await submit(
      dispatch,
      { orderId, lat, lng, priority, priorityWeight },
      clock(),
    );
    if (estimateMs === 0) void scheduler.trigger();
    const answer = {
      status: 'queued',
      batch_id: batchId,
      estimated_dispatch_ms: estimateMs,
    } as const;
    return reply.code(202).send(answer);
  });

  const acceptSchema = {
    body: schemas.AnswerBodyA,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_DRIVER,
        refuse.UNKNOWN_ASSIGNMENT,
        refuse.OFFER_EXPIRED,
        refuse.OFFER_REJECTED,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.AcceptResultA,
    },
  };
  app.post('/dispatch/driver/accept', { schema: acceptSchema }, async ({ body }) => {
    const answer = { driverId: body.driver_id, assignmentId: body.assignment_id };
    const { orderId } = await accept(dispatch, answer, clock());
    return { status: 'accepted' as const, order_id: orderId };
  });

  const rejectSchema = {
    body: schemas.RejectBodyA,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_DRIVER,
        refuse.UNKNOWN_ASSIGNMENT,
        refuse.OFFER_EXPIRED,
        refuse.INVALID_TRANSITION,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.RejectResultA,
    },
  };
  app.post('/dispatch/driver/reject', { schema: rejectSchema }, async ({ body }) => {
    const answer = { driverId: body.driver_id, assignmentId: body.assignment_id };
    const { delayMs, order } = await reject(dispatch, answer, clock());
    const order_status = orderStatus(dispatch.rules, order);
    return { status: 'rejected' as const, reassignment_in_ms: delayMs, order_status };
  });

  manualRoutes(app, context);
}

function manualRoutes(app: App, { dispatch, clock, admin }: RouteContext): void {
  const queueSchema = {
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      200: schemas.ManualQueueResult,
    },
  };
  const queueOptions = { schema: queueSchema, onRequest: admin };
  app.get('/admin/manual-queue', queueOptions, async () => {
    const orders = await dispatch.store.orders.findManual();
    return { orders: await Promise.all(orders.map((order) => showOrder(dispatch, order))) };
  });

  const assignSchema = {
    body: schemas.AssignBody,
    response: {
      ...problemResponses(
        common.ADMIN_TOKEN_REQUIRED,
        refuse.UNKNOWN_ORDER,
        refuse.UNKNOWN_DRIVER,
        refuse.NOT_MANUAL,
        refuse.DRIVER_BUSY,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.AssignResult,
    },
  };
  const assignOptions = { schema: assignSchema, onRequest: admin };
  app.post('/admin/manual-queue/assign', assignOptions, async ({ body }) => {
    const pair = { orderId: body.order_id, driverId: body.driver_id };
    const { assignmentId, expiresAt } = await assignByHand(dispatch, pair, clock());
    return { status: 'offered' as const, assignment_id: assignmentId, expires_at: expiresAt };
  });
}
