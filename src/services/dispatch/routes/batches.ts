/** Routes that show and replay batches. Neither variant wraps their answers. */
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList } from '#kit/web/json/stream.ts';
import { common, invalid, problemResponses } from '#kit/web/problem.ts';
import type { Dispatch } from '../dispatch.ts';
import { refuse } from '../errors.ts';
import { match, type Method } from '../matching/matching.ts';
import type { IdleDriver } from '../matching/ranking.ts';
import * as schemas from '../operator-schemas.ts';
import { findBatch, replay, type MatchedBatch } from '../replay.ts';
import type { NumberedBatch } from '../store/batches.ts';
import { operationId, type RouteContext } from './context.ts';
import { fromCursor, toCursor } from './paging.ts';

export function batchRoutes(app: App, { dispatch }: RouteContext): void {
  const failures = [common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE];

  const listSchema = {
    operationId: operationId(dispatch, 'ListBatches'),
    summary: 'List the batches kept for replay',
    description: 'The newest first; how many are kept is `DISPATCH_KEEP_BATCHES`.',
    access: access.admin,
    querystring: schemas.BatchesQuery,
    response: { ...problemResponses(...failures), 200: schemas.BatchList },
  };
  app.get('/admin/batches', { schema: listSchema }, async ({ query: { limit, cursor } }, reply) => {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberOf(fromCursor(cursor));
    return sendList(reply, 'batches', summaries(dispatch, before, limit));
  });

  const batchSchema = {
    operationId: operationId(dispatch, 'ShowBatch'),
    summary: 'Show the full input of a batch',
    description: 'Its drivers, its weights, and its orders with the best 20 candidates of each.',
    access: access.admin,
    params: schemas.BatchParams,
    response: {
      ...problemResponses(...failures, refuse.UNKNOWN_BATCH),
      200: schemas.BatchResult,
    },
  };
  app.get('/admin/batches/:batch_id', { schema: batchSchema }, async ({ params }, reply) => {
    const batch = await findBatch(dispatch, params.batch_id);
    return sendList(reply, 'orders', batchView(dispatch, batch));
  });

  const replaySchema = {
    operationId: operationId(dispatch, 'Replay'),
    summary: 'Replay batches with other weights or matching',
    description:
      'Matches the kept batches again in memory, the newest first, and compares the result with what happened. Nothing is offered to any driver.',
    access: access.admin,
    body: schemas.ReplayBody,
    response: { ...problemResponses(...failures), 200: schemas.ReplayResult },
  };
  app.post('/admin/replay', { schema: replaySchema }, async ({ body }, reply) => {
    const { from, to, weights, changes } = body;
    const matching = body.matching as 'greedy' | 'optimal' | undefined;
    return sendList(reply, 'batches', replay(dispatch, { from, to, weights, matching, changes }));
  });
}

/** The number of a batch in a cursor. */
function numberOf(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw invalid('cursor', 'must be a next_cursor');
  return number;
}

/** Batches read at once. */
const portion = 100;

/** Yields batches, the newest first; returns the cursor. */
async function* summaries({ store }: Dispatch, before: number, limit: number) {
  for (let [from, left] = [before, limit]; ;) {
    // One extra batch shows whether more follow.
    const found = await store.batches.page(from, Math.min(portion, left + 1));
    const shown = found.slice(0, left);
    yield shown.map(summaryView);
    from = shown.at(-1)?.seq ?? from;
    left -= shown.length;
    if (shown.length < found.length) return { next_cursor: toCursor(String(from)) };
    if (found.length === 0) return {};
  }
}

const matchingOf = (method: Method) => (method === 'optimal' ? 'optimal' : 'greedy');

const summaryView = ({ summary }: NumberedBatch) => ({
  batch_id: summary.batchId,
  at: summary.at,
  matching: matchingOf(summary.method),
  orders: summary.orders,
  drivers: summary.drivers,
  matched: summary.matched,
});

/** Yields the orders of a batch with their best candidates, and all else that the batch depended on. */
async function* batchView({ rules }: Dispatch, batch: MatchedBatch) {
  const { batchId, at, method, weights, orders, drivers, matches } = batch;
  const { tables } = await match({ ...rules, weights }, method, orders, drivers, at);
  const matchOf = new Map(matches.map((pair) => [pair.orderId, pair]));
  yield orders.map((order) => {
    const { total, best } = tables.get(order.orderId)!;
    const pair = matchOf.get(order.orderId);
    return {
      order_id: order.orderId,
      pickup_lat: order.lat,
      pickup_lng: order.lng,
      priority_weight: order.priorityWeight,
      submitted_at: order.submittedAt,
      rejected_by: order.rejectedBy,
      attempts_total: order.attemptsTotal,
      driver_id: pair?.driverId ?? null,
      score: pair?.score ?? null,
      candidates_total: total,
      candidates: best.map(({ driverId: driver_id, ...terms }) => ({ driver_id, ...terms })),
    };
  });
  const matching = matchingOf(method);
  return { batch_id: batchId, at, matching, weights, drivers: drivers.map(driverView) };
}

const driverView = ({ driverId, lat, lng, speedKmh, maxOrders, lastAssignedAt }: IdleDriver) => ({
  driver_id: driverId,
  lat,
  lng,
  speed_kmh: speedKmh,
  max_orders: maxOrders,
  last_assigned_at: lastAssignedAt ?? null,
});
