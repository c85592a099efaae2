/** Variant B's payloads, which are enveloped, and its hubs. */
import type { App } from '#kit/web/http.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { RouteContext } from './context.ts';
import { refuse } from '../errors.ts';
import { accept, offerId, reject } from '../offers.ts';
import { locateHub, submit } from '../order.ts';
import * as schemas from '../schemas.ts';
import { priorityWeightB } from '../rules/variant-b.ts';
import { orderStatus } from './views.ts';

export function routesB(app: App, context: RouteContext): void {
  const { dispatch, scheduler, clock } = context;

  const orderSchema = {
    body: schemas.OrderBodyB,
    response: {
      ...problemResponses(refuse.UNKNOWN_HUB, common.STORE_UNAVAILABLE),
      200: schemas.OrderResultB,
    },
  };
  app.post('/dispatch/order', { schema: orderSchema }, async ({ body }) => {
    const { order_id: orderId, hub_id: hubId, priority } = body;
    const pickup = await locateHub(dispatch, hubId);
    const priorityWeight = priorityWeightB[priority];
    const order = { orderId, hubId, ...pickup, priority, priorityWeight };
    const { dispatchId, estimateMs } = await submit(dispatch, order, clock());
    if (estimateMs === 0) void scheduler.trigger();
    const estimated_match_seconds = Math.ceil(estimateMs / 1000);
    return {
      data: { dispatch_id: dispatchId!, status: 'pending' as const, estimated_match_seconds },
    };
  });

  const acceptSchema = {
    body: schemas.AnswerBodyB,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_DRIVER,
        refuse.UNKNOWN_ASSIGNMENT,
        refuse.OFFER_EXPIRED,
        refuse.OFFER_REJECTED,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.AcceptResultB,
    },
  };
  app.post('/dispatch/driver/accept', { schema: acceptSchema }, async ({ body }) => {
    const now = clock();
    const { orderId, hubId } = await accept(dispatch, answerOf(body, now), now);
    return { data: { status: 'accepted' as const, hub_id: hubId!, order_id: orderId } };
  });

  const rejectSchema = {
    body: schemas.RejectBodyB,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_DRIVER,
        refuse.UNKNOWN_ASSIGNMENT,
        refuse.OFFER_EXPIRED,
        refuse.INVALID_TRANSITION,
        common.STORE_UNAVAILABLE,
      ),
      200: schemas.RejectResultB,
    },
  };
  app.post('/dispatch/driver/reject', { schema: rejectSchema }, async ({ body }) => {
    const now = clock();
    const { delayMs, order } = await reject(dispatch, answerOf(body, now), now);
    const order_status = orderStatus(dispatch.rules, order);
    return { data: { status: 'rejected' as const, reassignment_in_ms: delayMs, order_status } };
  });

  const hubSchema = {
    body: schemas.HubBody,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      201: schemas.HubResult,
    },
  };
  const hubOptions = { schema: hubSchema, onRequest: context.admin };
  app.post('/admin/hubs', hubOptions, async ({ body: { hub_id, lat, lng } }, reply) => {
    await dispatch.store.hubs.put({ hubId: hub_id, lat, lng });
    return reply.code(201).send({ data: { hub_id, lat, lng } });
  });
}

function answerOf(body: { driver_id: string; dispatch_id: string }, now: number) {
  const { driver_id: driverId, dispatch_id: dispatchId } = body;
  return { driverId, assignmentId: offerId({ dispatchId, driverId }, now) };
}
