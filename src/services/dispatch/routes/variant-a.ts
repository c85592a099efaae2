/** Variant A's own routes, whose answers are not wrapped, and its manual queue. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { goalOf, showOrder, type RouteContext } from './context.ts';
import type { Dispatch } from '../dispatch.ts';
import { refuse } from '../errors.ts';
import { assignByHand, submit } from '../order.ts';
import * as schemas from '../schemas.ts';
import { priorityWeightA } from '../rules/variant-a.ts';

export function routesA(app: App, context: RouteContext): void {
  const { dispatch, scheduler, clock } = context;

  const orderSchema = {
    operationId: 'dispatchASubmit',
    summary: 'Submit an order for delivery',
    description:
      'The order joins the next batch, which is matched once it has 3 orders or is 5 seconds old. An `order_id` that is known gets the first answer again.',
    access: access.service,
    body: schemas.OrderBodyA,
    response: { ...problemResponses(common.STORE_UNAVAILABLE), 202: schemas.OrderResultA },
  };
  app.post('/dispatch/order', { schema: orderSchema }, async ({ body }, reply) => {
    const { order_id: orderId, pickup_lat: lat, pickup_lng: lng, priority } = body;
    const priorityWeight = priorityWeightA(priority);
    const order = { orderId, lat, lng, priority, priorityWeight, ...goalOf(body) };
    const { batchId, estimateMs } = await submit(dispatch, order, clock());
    if (estimateMs === 0) void scheduler.trigger();
    const answer = {
      status: 'queued',
      batch_id: batchId,
      estimated_dispatch_ms: estimateMs,
    } as const;
    return reply.code(202).send(answer);
  });

  manualRoutes(app, context);
}

function manualRoutes(app: App, { dispatch, clock }: RouteContext): void {
  const queueSchema = {
    operationId: 'dispatchAListManual',
    summary: 'List orders that wait for manual assignment',
    description: 'Orders that no driver took; the one that has waited longest comes first.',
    access: access.admin,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      200: schemas.ManualQueueResult,
    },
  };
  app.get('/admin/manual-queue', { schema: queueSchema }, async (_request, reply) => {
    return sendList(reply, 'orders', manualOrders(dispatch));
  });

  const assignSchema = {
    operationId: 'dispatchAAssign',
    summary: 'Assign an order by hand',
    description:
      'Offers an order of the manual queue to an idle driver, even to one who has rejected it before. A rejection returns the order to the queue.',
    access: access.admin,
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
  app.post('/admin/manual-queue/assign', { schema: assignSchema }, async ({ body }) => {
    const pair = { orderId: body.order_id, driverId: body.driver_id };
    const { assignmentId, expiresAt } = await assignByHand(dispatch, pair, clock());
    return { status: 'offered' as const, assignment_id: assignmentId, expires_at: expiresAt };
  });
}

/** The manual queue, read order by order: it may be long. */
async function* manualOrders(dispatch: Dispatch) {
  for (const orderId of await dispatch.store.orders.listManual()) {
    const order = await dispatch.store.orders.find(orderId);
    // Others were assigned by hand in the meantime.
    if (order?.state === 'manual_assignment') yield [await showOrder(dispatch, order)];
  }
}
