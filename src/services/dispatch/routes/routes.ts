/** The routes that both variants share; the others are in variant-a.ts and variant-b.ts. */
import { Type } from 'typebox';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, invalid, problemResponses, tooManyStreams } from '#kit/web/problem.ts';
import { batchRoutes } from './batches.ts';
import { boardRoutes } from './boards.ts';
import { envelope, operationId, showDriver, showOrder, type RouteContext } from './context.ts';
import { findDriver, move, report } from '../driver.ts';
import { refuse } from '../errors.ts';
import { offerFeed } from './offer-feed.ts';
import { accept, offerOf, offerToAccept, openOffers, reject } from '../offers.ts';
import { cancel, findOrder } from '../order.ts';
import { statusOf } from '../rules/rules.ts';
import { routesA } from './variant-a.ts';
import { routesB } from './variant-b.ts';
import * as schemas from '../schemas.ts';
import { followed } from '../store/dispatch-store.ts';
import { track } from '../tracking.ts';
import { offerView } from './views.ts';

export function routes(app: App, context: RouteContext): void {
  driverRoutes(app, context);
  answerRoutes(app, context);
  orderRoutes(app, context);
  eventRoutes(app, context);
  boardRoutes(app, context);
  batchRoutes(app, context);
  if (context.dispatch.rules.enveloped) routesB(app, context);
  else routesA(app, context);
}

function driverRoutes(app: App, { dispatch, clock }: RouteContext): void {
  const { schema, wrap } = envelope(dispatch.rules.enveloped);

  const locationSchema = {
    operationId: operationId(dispatch, 'ReportLocation'),
    summary: 'Report the location of a driver',
    description:
      'The first report registers the driver, and a report brings an offline driver back. A driver who has not reported for 60 seconds gets no offers.',
    access: access.driver({ body: 'driver_id' }),
    body: schemas.LocationBody,
    response: {
      ...problemResponses(common.STORE_UNAVAILABLE),
      200: schema(schemas.LocationResult),
    },
  };
  app.post('/dispatch/driver/location', { schema: locationSchema }, async ({ body }) => {
    const { driver_id: driverId, lat, lng, speed_kmh: speedKmh, max_orders: maxOrders } = body;
    await report(dispatch, { driverId, lat, lng, speedKmh, maxOrders }, clock());
    return wrap({ status: 'updated' });
  });

  const statusSchema = {
    operationId: operationId(dispatch, 'Move'),
    summary: 'Report the status of a driver',
    description:
      'Accepts the moves that a driver can make; reporting the present status again changes nothing. Reporting the status that follows acceptance or rejection answers the open offer. Any other move fails with 409 `INVALID_TRANSITION`, which names `from` and `to`.',
    access: access.driver({ body: 'driver_id' }),
    body: schemas.StatusBody(dispatch.rules),
    response: {
      ...problemResponses(
        refuse.UNKNOWN_DRIVER,
        refuse.INVALID_TRANSITION,
        refuse.UNKNOWN_ASSIGNMENT,
        refuse.OFFER_EXPIRED,
        refuse.OFFER_REJECTED,
        refuse.ORDER_CANCELLED,
        common.STORE_UNAVAILABLE,
      ),
      200: schema(schemas.DriverResult),
    },
  };
  app.post('/dispatch/driver/status', { schema: statusSchema }, async ({ body }) => {
    await move(dispatch, { driverId: body.driver_id, to: body.status }, clock());
    return wrap(await showDriver(dispatch, await findDriver(dispatch, body.driver_id)));
  });

  const driverSchema = {
    operationId: operationId(dispatch, 'ShowDriver'),
    summary: 'Show a driver and the order in hand',
    description: 'A driver without an order is known for 24 hours after the latest report.',
    access: access.driver({ path: 'driver_id' }),
    params: schemas.DriverParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_DRIVER, common.STORE_UNAVAILABLE),
      200: schema(schemas.DriverResult),
    },
  };
  app.get('/dispatch/drivers/:driver_id', { schema: driverSchema }, async ({ params }) =>
    wrap(await showDriver(dispatch, await findDriver(dispatch, params.driver_id))),
  );

  const assignmentsSchema = {
    operationId: operationId(dispatch, 'ListAssignments'),
    summary: 'List the open offers of a driver',
    description: 'A driver has at most one.',
    access: access.driver({ path: 'driver_id' }),
    params: schemas.DriverParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_DRIVER, common.STORE_UNAVAILABLE),
      200: schema(schemas.AssignmentsResult),
    },
  };
  const assignmentsPath = '/dispatch/driver/:driver_id/assignments';
  app.get(assignmentsPath, { schema: assignmentsSchema }, async ({ params }) => {
    const offers = await openOffers(dispatch, params.driver_id, clock());
    return wrap({ assignments: offers.map(offerView) });
  });
}

function answerRoutes(app: App, { dispatch, clock }: RouteContext): void {
  const { rules } = dispatch;
  const { schema, wrap } = envelope(rules.enveloped);
  const { accepted, AnswerBody, RejectBody } = schemas.answersTo(rules);
  const refusals = [
    refuse.UNKNOWN_DRIVER,
    refuse.UNKNOWN_ASSIGNMENT,
    refuse.OFFER_EXPIRED,
    refuse.ORDER_CANCELLED,
  ];

  const acceptSchema = {
    operationId: operationId(dispatch, 'Accept'),
    summary: 'Accept the offer of an order',
    description:
      'Repeating it gives the same answer. Fails with 409 once the offer has expired or was rejected, or the order was cancelled; the offer of another driver gives 404.',
    access: access.driver({ body: 'driver_id' }),
    body: AnswerBody,
    response: {
      ...problemResponses(...refusals, refuse.OFFER_REJECTED, common.STORE_UNAVAILABLE),
      200: schema(accepted),
    },
  };
  app.post('/dispatch/driver/accept', { schema: acceptSchema }, async ({ body }) => {
    const { driver_id: driverId } = body;
    const assignmentId =
      'assignment_id' in body
        ? body.assignment_id
        : await offerToAccept(dispatch, body.dispatch_id, driverId);
    const { orderId, hubId } = await accept(dispatch, { driverId, assignmentId }, clock());
    const hub = hubId === null ? {} : { hub_id: hubId };
    return wrap({ status: 'accepted', ...hub, order_id: orderId });
  });

  const rejectSchema = {
    operationId: operationId(dispatch, 'Reject'),
    summary: 'Reject an offer or give back an order',
    description:
      'The order is offered again after a delay. Repeating it gives the same answer. An accepted order can be given back in variant A, until the driver arrives; otherwise it fails with 409 `INVALID_TRANSITION`.',
    access: access.driver({ body: 'driver_id' }),
    body: RejectBody,
    response: {
      ...problemResponses(...refusals, refuse.INVALID_TRANSITION, common.STORE_UNAVAILABLE),
      200: schema(schemas.Rejected),
    },
  };
  app.post('/dispatch/driver/reject', { schema: rejectSchema }, async ({ body }) => {
    const { driver_id: driverId } = body;
    const assignmentId =
      'assignment_id' in body ? body.assignment_id : offerOf(body.dispatch_id, driverId);
    const { delayMs, order } = await reject(dispatch, { driverId, assignmentId }, clock());
    const order_status = statusOf(rules, order);
    return wrap({ status: 'rejected', reassignment_in_ms: delayMs, order_status });
  });
}

function orderRoutes(app: App, { dispatch, clock }: RouteContext): void {
  const { schema, wrap } = envelope(dispatch.rules.enveloped);
  const orderSchema = {
    operationId: operationId(dispatch, 'ShowOrder'),
    summary: 'Show an order with its assignment and scores',
    description:
      'The score table has the best 20 candidates of its latest batch. Orders that are delivered, expired or cancelled are known for 24 hours.',
    access: access.service,
    params: schemas.OrderParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_ORDER, common.STORE_UNAVAILABLE),
      200: schema(schemas.OrderView),
    },
  };
  app.get('/dispatch/orders/:order_id', { schema: orderSchema }, async ({ params }) =>
    wrap(await showOrder(dispatch, await findOrder(dispatch, params.order_id))),
  );

  const cancelSchema = {
    operationId: operationId(dispatch, 'Cancel'),
    summary: 'Cancel an order that is not delivered',
    description:
      'An open offer is withdrawn, and a driver who has the order in hand is idle again. Repeating it answers 200. Fails with 409 `INVALID_TRANSITION` once the order is delivered.',
    access: access.service,
    body: schemas.CancelBody,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_ORDER,
        refuse.INVALID_TRANSITION,
        common.STORE_UNAVAILABLE,
      ),
      200: schema(schemas.CancelResult),
    },
  };
  app.post('/dispatch/order/cancel', { schema: cancelSchema }, async ({ body }) => {
    const { order_id, reason } = body;
    await cancel(dispatch, { orderId: order_id, reason }, clock());
    return wrap({ order_id, status: 'cancelled' });
  });
}

function eventRoutes(app: App, { dispatch, streams, clock, orderFeeds }: RouteContext): void {
  const eventsSchema = {
    operationId: operationId(dispatch, 'Follow'),
    summary: "Follow a driver's offers or an order live",
    description:
      'A stream of server-sent events. With `driver_id` it sends `offer` and `withdrawn`, the open offers first. With `order_id`, for services only, it sends `order`: first as it is now, then at each change.',
    access: { ...access.driver({ query: 'driver_id' }), withQuery: { order_id: access.service } },
    querystring: schemas.EventsQuery,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_DRIVER,
        refuse.UNKNOWN_ORDER,
        ...tooManyStreams,
        common.STORE_UNAVAILABLE,
      ),
      200: {
        description: 'an endless stream of the events `offer` and `withdrawn`, or `order`',
        content: {
          'text/event-stream': { schema: Type.Union([schemas.Offer, schemas.OrderEvent]) },
        },
      },
    },
  };
  app.get('/dispatch/events', { schema: eventsSchema }, async ({ query }, reply) => {
    const { driver_id: driverId, order_id: orderId } = query;
    if (driverId !== undefined && orderId !== undefined) {
      throw invalid('order_id', 'cannot be combined with driver_id');
    }
    if (orderId !== undefined) {
      await track(dispatch, orderId);
      return streams.answer(reply, followed.order(orderId), orderFeeds.feed(orderId));
    }
    if (driverId === undefined) throw invalid('driver_id', 'is required, or order_id');
    await findDriver(dispatch, driverId);
    streams.answer(reply, followed.driver(driverId), offerFeed(dispatch, driverId, clock));
  });
}
