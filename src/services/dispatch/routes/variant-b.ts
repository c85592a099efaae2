/** Variant B's payloads, which are enveloped, and its hubs. */
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { RouteContext } from './context.ts';
import { refuse } from '../errors.ts';
import { locateHub, submit } from '../order.ts';
import * as schemas from '../schemas.ts';
import { priorityWeightB } from '../rules/variant-b.ts';

export function routesB(app: App, context: RouteContext): void {
  const { dispatch, scheduler, clock } = context;

  const orderSchema = {
    operationId: 'dispatchBSubmit',
    access: access.service,
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

  const hubSchema = {
    operationId: 'dispatchBSaveHub',
    access: access.admin,
    body: schemas.HubBody,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      201: schemas.HubResult,
    },
  };
  const hubOptions = { schema: hubSchema, onRequest: context.admin };
  app.post('/admin/hubs', hubOptions, async ({ body: { hub_id, lat, lng } }, reply) => {
    await dispatch.store.hubs.put(hub_id, { lat, lng });
    return reply.code(201).send({ data: { hub_id, lat, lng } });
  });
}
