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
    summary: 'Load the stock of a sale',
    description:
      'Sets the units and the rules of the sale: opening times, purchase limit, and how long holds last; a rule that is left out does not apply. Users who already wait are promoted as far as the units go. Fails with 409 `ALREADY_LOADED` unless `reset` is true; a reset voids the vouchers and lottery entries of the former sale.',
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
    summary: 'Show the stock of a sale',
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
    summary: 'List the latest sales',
    description: 'The sales that were loaded last come first.',
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
    summary: 'Open, pause or close a sale',
    description:
      'Closing a sale empties its waiting room. Loading the stock again keeps the state, so a paused or closed sale has to be opened again.',
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
    summary: 'Set the membership tier of users',
    description:
      'In a sale with the flow `weighted`, premium members wait in front of regular users. If the call fails, some of the users may have the new tier already; repeating it is safe.',
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
