import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common } from '#kit/web/problem.ts';
import { refuse } from '../errors.ts';
import * as schemas from '../schemas.ts';
import { setMode } from '../opening.ts';
import { latestSales, loadStock, stockView } from '../stock.ts';
import { refusals, type RouteContext } from './context.ts';

export function adminRoutes(app: App, { store, clock }: RouteContext): void {
  const loadSchema = {
    operationId: 'flashSaleLoad',
    access: access.admin,
    body: schemas.LoadBody,
    response: {
      ...refusals(common.ADMIN_TOKEN_REQUIRED, refuse.ALREADY_LOADED),
      201: schemas.LoadResult,
    },
  };
  app.post('/admin/flash-sale/init-product', { schema: loadSchema }, async ({ body }, reply) =>
    reply.code(201).send({ data: await loadStock(store, body, clock()) }),
  );

  const stockSchema = {
    operationId: 'flashSaleShowStock',
    access: access.admin,
    querystring: schemas.StockQuery,
    response: {
      ...refusals(common.ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_PRODUCT),
      200: schemas.StockResult,
    },
  };
  app.get('/admin/flash-sale/stock', { schema: stockSchema }, async ({ query }) => ({
    data: await stockView(store, query.product_id),
  }));

  const salesSchema = {
    operationId: 'flashSaleListSales',
    access: access.admin,
    querystring: schemas.SalesQuery,
    response: { ...refusals(common.ADMIN_TOKEN_REQUIRED), 200: schemas.SalesResult },
  };
  app.get(
    '/admin/flash-sale/sales',
    { schema: salesSchema },
    async ({ query: { limit = 20 } }) => ({
      sales: await latestSales(store, limit, clock()),
    }),
  );

  const stateSchema = {
    operationId: 'flashSaleSetState',
    access: access.admin,
    body: schemas.StateBody,
    response: {
      ...refusals(common.ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_PRODUCT),
      200: schemas.StateResult,
    },
  };
  app.post(
    '/admin/flash-sale/state',
    { schema: stateSchema },
    async ({ body: { product_id, state } }) => ({
      data: await setMode(store, product_id, state, clock()),
    }),
  );

  const membersSchema = {
    operationId: 'flashSaleSetTier',
    access: access.admin,
    body: schemas.MembersBody,
    response: { ...refusals(common.ADMIN_TOKEN_REQUIRED), 200: schemas.MembersResult },
  };
  app.post(
    '/admin/flash-sale/members',
    { schema: membersSchema },
    async ({ body: { user_ids, tier } }) => {
      await store.setTier(user_ids, tier);
      return { tier, updated: user_ids.length };
    },
  );
}
