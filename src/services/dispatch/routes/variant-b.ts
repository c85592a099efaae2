/** Variant B's own routes, whose answers are wrapped, and its hubs. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { goalOf, type RouteContext } from './context.ts';
import { refuse } from '../errors.ts';
import { findOwnHub, locateHub, removeHub } from '../hubs.ts';
import { submit } from '../order.ts';
import * as schemas from '../schemas.ts';
import { priorityWeightB } from '../rules/variant-b.ts';

export function routesB(app: App, context: RouteContext): void {
  const { dispatch, scheduler, clock } = context;

  const orderSchema = {
    operationId: 'dispatchBSubmit',
    summary: 'Submit an order for delivery',
    description:
      'The order joins the next batch, which is matched once it has 3 orders or is 5 seconds old. An `order_id` that is known gets the first answer again. Fails with 404 `UNKNOWN_HUB`, and with 503 while the hubs of geo are not known yet.',
    access: access.service,
    body: schemas.OrderBodyB,
    response: {
      ...problemResponses(refuse.UNKNOWN_HUB, refuse.HUBS_UNAVAILABLE, common.STORE_UNAVAILABLE),
      200: schemas.OrderResultB,
    },
  };
  app.post('/dispatch/order', { schema: orderSchema }, async ({ body }) => {
    const { order_id: orderId, hub_id: hubId, priority } = body;
    const goal = goalOf(body);
    const pickup = await locateHub(dispatch, hubId);
    const priorityWeight = priorityWeightB[priority];
    const order = { orderId, hubId, ...pickup, priority, priorityWeight, ...goal };
    const { dispatchId, estimateMs } = await submit(dispatch, order, clock());
    if (estimateMs === 0) void scheduler.trigger();
    const estimated_match_seconds = Math.ceil(estimateMs / 1000);
    return {
      data: { dispatch_id: dispatchId!, status: 'pending' as const, estimated_match_seconds },
    };
  });

  hubRoutes(app, context);
}

function hubRoutes(app: App, { dispatch }: RouteContext): void {
  const hubSchema = {
    operationId: 'dispatchBSaveHub',
    summary: 'Create or move a hub',
    description: 'It takes precedence over a hub of geo with the same id, until it is deleted.',
    access: access.admin,
    body: schemas.HubBody,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      201: schemas.HubResult,
    },
  };
  app.post('/admin/hubs', { schema: hubSchema }, async ({ body: { hub_id, lat, lng } }, reply) => {
    await dispatch.store.hubs.put(hub_id, { lat, lng });
    return reply.code(201).send({ data: { hub_id, lat, lng } });
  });

  const failures = problemResponses(
    common.ADMIN_TOKEN_REQUIRED,
    refuse.UNKNOWN_HUB,
    common.STORE_UNAVAILABLE,
  );
  const findSchema = {
    operationId: 'dispatchBShowHub',
    summary: 'Show a hub of this service',
    description: 'Finds only hubs that were created here, not those of geo.',
    access: access.admin,
    params: schemas.HubParams,
    response: { ...failures, 200: schemas.HubResult },
  };
  app.get('/admin/hubs/:hub_id', { schema: findSchema }, async ({ params: { hub_id } }) => {
    const { lat, lng } = await findOwnHub(dispatch, hub_id);
    return { data: { hub_id, lat, lng } };
  });

  const deleteSchema = {
    operationId: 'dispatchBRemoveHub',
    summary: 'Delete a hub of this service',
    description: 'A hub of geo with the same id counts again.',
    access: access.admin,
    params: schemas.HubParams,
    response: { ...failures, 200: schemas.HubDeleted },
  };
  app.delete('/admin/hubs/:hub_id', { schema: deleteSchema }, async ({ params: { hub_id } }) => {
    await removeHub(dispatch, hub_id);
    return { data: { hub_id, deleted: true as const } };
  });
}
