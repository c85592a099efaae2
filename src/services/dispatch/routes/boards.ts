/** The operator's lists of drivers and orders, and the board. Neither variant wraps their answers. */
import type { App } from '#kit/web/app.ts';
import { sendList, type Portions } from '#kit/web/json/stream.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses, tooManyStreams } from '#kit/web/problem.ts';
import { listDrivers, listOrders, type Entries } from '../board.ts';
import * as schemas from '../operator-schemas.ts';
import { statusGroups } from '../rules/rules.ts';
import { boardFeed, boardKey } from './board-feed.ts';
import { operationId, type RouteContext } from './context.ts';
import { fromCursor, toCursor } from './paging.ts';
import { driverEntry, orderEntry } from './views.ts';

export function boardRoutes(app: App, { dispatch, streams, board, clock }: RouteContext): void {
  const { rules } = dispatch;
  const failures = problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE);

  const driversSchema = {
    operationId: operationId(dispatch, 'ListDrivers'),
    summary: 'List all drivers',
    description: 'Ordered by id.',
    access: access.admin,
    querystring: schemas.DriversQuery(rules),
    response: { ...failures, 200: schemas.DriverList },
  };
  app.get('/admin/drivers', { schema: driversSchema }, async ({ query }, reply) => {
    const { status, limit, cursor } = query;
    const entries = listDrivers(dispatch, { status, limit, after: afterOf(cursor) });
    return sendList(
      reply,
      'drivers',
      shown(entries, (entry) => driverEntry(rules, entry)),
    );
  });

  const groups = statusGroups(rules);
  const ordersSchema = {
    operationId: operationId(dispatch, 'ListOrders'),
    summary: 'List all orders',
    description: 'Ordered by id.',
    access: access.admin,
    querystring: schemas.OrdersQuery(rules),
    response: { ...failures, 200: schemas.OrderList },
  };
  app.get('/admin/orders', { schema: ordersSchema }, async ({ query }, reply) => {
    const { status, limit, cursor } = query;
    const group = status === undefined ? undefined : groups.get(status);
    const now = clock();
    const entries = listOrders(dispatch, { group, limit, after: afterOf(cursor) });
    const view = (entry: Parameters<typeof orderEntry>[1]) => {
      const age_seconds = Math.max(0, now - entry.order.submittedAt) / 1_000;
      return { ...orderEntry(rules, entry), age_seconds };
    };
    return sendList(reply, 'orders', shown(entries, view));
  });

  const boardSchema = {
    operationId: operationId(dispatch, 'FollowBoard'),
    summary: 'Follow all drivers and open orders live',
    description:
      'A stream of server-sent events `board`, at most one a second. The first has all drivers and all orders that are not over; later ones have those that have changed, and the ids of those that are gone.',
    access: access.admin,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, ...tooManyStreams, common.STORE_UNAVAILABLE),
      200: {
        description: 'an endless stream of the event `board`',
        content: { 'text/event-stream': { schema: schemas.BoardEvent } },
      },
    },
  };
  app.get('/admin/board', { schema: boardSchema }, async (_request, reply) => {
    streams.answer(reply, boardKey, boardFeed(board));
  });
}

const afterOf = (cursor: string | undefined) => (cursor === undefined ? '' : fromCursor(cursor));

/** Yields entries as clients see them; returns the cursor. */
async function* shown<T>(
  entries: Entries<T>,
  view: (entry: T) => object,
): Portions<object> & AsyncGenerator {
  for (;;) {
    const { done, value } = await entries.next();
    if (done) return value === undefined ? {} : { next_cursor: toCursor(value) };
    yield value.map(view);
  }
}
