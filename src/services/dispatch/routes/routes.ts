/** What both variants answer alike; their own payloads are in variant-a.ts and variant-b.ts. */
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { envelope, operationId, showDriver, showOrder, type RouteContext } from './context.ts';
import { findDriver, move, report } from '../driver.ts';
import { refuse } from '../errors.ts';
import { offerFeed } from './offer-feed.ts';
import { accept, offerOf, offerToAccept, openOffers, reject } from '../offers.ts';
import { findOrder } from '../order.ts';
import { routesA } from './variant-a.ts';
import { routesB } from './variant-b.ts';
import * as schemas from '../schemas.ts';
import { offerView, orderStatus } from './views.ts';

export function routes(app: App, context: RouteContext): void {
  driverRoutes(app, context);
  answerRoutes(app, context);
  orderRoutes(app, context);
  eventRoutes(app, context);
  if (context.dispatch.rules.enveloped) routesB(app, context);
  else routesA(app, context);
}

function driverRoutes(app: App, { dispatch, clock }: RouteContext): void {
  const { schema, wrap } = envelope(dispatch.rules.enveloped);

  const locationSchema = {
    operationId: operationId(dispatch, 'ReportLocation'),
    access: access.user({ body: 'driver_id' }),
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
    access: access.user({ body: 'driver_id' }),
    body: schemas.StatusBody(dispatch.rules),
    response: {
      ...problemResponses(
        refuse.UNKNOWN_DRIVER,
        refuse.INVALID_TRANSITION,
        refuse.UNKNOWN_ASSIGNMENT,
        refuse.OFFER_EXPIRED,
        refuse.OFFER_REJECTED,
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
    access: access.user({ path: 'driver_id' }),
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
    access: access.user({ path: 'driver_id' }),
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
  const refusals = [refuse.UNKNOWN_DRIVER, refuse.UNKNOWN_ASSIGNMENT, refuse.OFFER_EXPIRED];

  const acceptSchema = {
    operationId: operationId(dispatch, 'Accept'),
    access: access.user({ body: 'driver_id' }),
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
    access: access.user({ body: 'driver_id' }),
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
    const order_status = orderStatus(rules, order);
    return wrap({ status: 'rejected', reassignment_in_ms: delayMs, order_status });
  });
}

function orderRoutes(app: App, { dispatch }: RouteContext): void {
  const { schema, wrap } = envelope(dispatch.rules.enveloped);
  const orderSchema = {
    operationId: operationId(dispatch, 'ShowOrder'),
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
}

function eventRoutes(app: App, { dispatch, streams, clock }: RouteContext): void {
  const eventsSchema = {
    operationId: operationId(dispatch, 'Follow'),
    access: access.user({ query: 'driver_id' }),
    description:
      'Server-sent events: `offer` and `withdrawn`, each with the offer as JSON. First come the ' +
      'open offers.',
    querystring: schemas.EventsQuery,
    response: {
      ...problemResponses(refuse.UNKNOWN_DRIVER, common.TOO_MANY_STREAMS, common.STORE_UNAVAILABLE),
      200: {
        description: 'a stream without an end',
        content: { 'text/event-stream': { schema: schemas.Offer } },
      },
    },
  };
  app.get('/dispatch/events', { schema: eventsSchema }, async ({ query }, reply) => {
    await findDriver(dispatch, query.driver_id);
    streams.answer(reply, query.driver_id, offerFeed(dispatch, query.driver_id, clock));
  });
}
