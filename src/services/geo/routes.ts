import { Readable } from 'node:stream';
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { Static } from 'typebox';
import type { AdminGuard } from '#kit/web/admin.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, invalid, problemResponses } from '#kit/web/problem.ts';
import { sendJson, sendList } from '#kit/web/json-stream.ts';
import { describeError } from '#kit/web/schema.ts';
import type { Clock } from '#kit/host/service.ts';
import { answerOf, hexagonsJson } from './answer.ts';
import { refuse } from './errors.ts';
import { findHub, removeHub, saveHub } from './hubs.ts';
import * as schemas from './schemas.ts';
import { locateHub, type Finding, type Geo } from './serviceability.ts';
import type { Hub, HubRecord } from './store/store.ts';

export interface RouteContext {
  readonly clock: Clock;
  readonly admin: AdminGuard;
  /** Called with each answer. */
  readonly counted: (finding: Finding) => void;
}

export function routes(app: App, geo: Geo, context: RouteContext): void {
  lookupRoute(app, geo, context);
  adminRoutes(app, geo, context);
}

function lookupRoute(app: App, geo: Geo, { clock, counted }: RouteContext): void {
  const schema = {
    operationId: 'geoLocate',
    access: access.public,
    querystring: schemas.ServiceabilityQuery,
    response: {
      ...problemResponses(refuse.INVALID_COORDINATES, common.STORE_UNAVAILABLE),
      200: schemas.ServiceabilityResult,
    },
  };
  const options = {
    schema,
    schemaErrorFormatter: nameCoordinates,
    preValidation: refuseNonDecimal,
  };
  app.get('/serviceability', options, async ({ query, ip }) => {
    const { lat, lng, explain } = query;
    const finding = await locateHub(geo, { point: { lat, lng }, address: ip, now: clock() });
    counted(finding);
    return { data: answerOf(finding, geo, explain === 1) };
  });
}

function adminRoutes(app: App, geo: Geo, { clock, admin }: RouteContext): void {
  const saveSchema = {
    operationId: 'geoSaveHub',
    access: access.admin,
    body: schemas.HubBody,
    response: {
      ...problemResponses(
        refuse.INVALID_COORDINATES,
        common.ADMIN_TOKEN_REQUIRED,
        common.STORE_UNAVAILABLE,
      ),
      201: schemas.HubSaved,
    },
  };
  const saveOptions = {
    schema: saveSchema,
    schemaErrorFormatter: nameCoordinates,
    onRequest: admin,
  };
  app.post('/admin/hubs', saveOptions, async ({ body }, reply) => {
    const hexagons = await saveHub(geo, hubOf(body), clock());
    const saved = { hub_id: body.hub_id, count: hexagons.length };
    return sendJson(reply.code(201), hexagonsJson('{"data":', saved, hexagons, '}'));
  });

  const listSchema = {
    operationId: 'geoListHubs',
    access: access.admin,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      200: schemas.HubList,
    },
  };
  app.get('/admin/hubs', { schema: listSchema, onRequest: admin }, async (_request, reply) => {
    const hubs = await geo.store.list();
    return sendList(reply, 'hubs', Readable.from([hubs.map(hubView)]));
  });

  const failures = problemResponses(
    common.ADMIN_TOKEN_REQUIRED,
    refuse.UNKNOWN_HUB,
    common.STORE_UNAVAILABLE,
  );
  const detailsSchema = {
    operationId: 'geoShowHub',
    access: access.admin,
    params: schemas.HubParams,
    response: { ...failures, 200: schemas.HubDetails },
  };
  app.get(
    '/admin/hubs/:hub_id',
    { schema: detailsSchema, onRequest: admin },
    async ({ params }, reply) => {
      const { hexagons, ...hub } = await findHub(geo, params.hub_id);
      return sendJson(reply, hexagonsJson('', hubView(hub), hexagons, ''));
    },
  );

  const deleteSchema = {
    operationId: 'geoRemoveHub',
    access: access.admin,
    params: schemas.HubParams,
    response: { ...failures, 200: schemas.HubDeleted },
  };
  app.delete(
    '/admin/hubs/:hub_id',
    { schema: deleteSchema, onRequest: admin },
    async ({ params }) => {
      const { hub_id } = params;
      await removeHub(geo, hub_id, clock());
      return { hub_id, deleted: true };
    },
  );
}

const hubOf = (body: Static<typeof schemas.HubBody>): Hub => ({
  id: body.hub_id,
  name: body.name,
  lat: body.lat,
  lng: body.lng,
  radiusKm: body.coverage_radius_km,
  stock: body.stock_availability,
  riders: body.rider_availability,
});

const hubView = (hub: HubRecord) => ({
  hub_id: hub.id,
  name: hub.name,
  lat: hub.lat,
  lng: hub.lng,
  coverage_radius_km: hub.radiusKm,
  stock_availability: hub.stock,
  rider_availability: hub.riders,
  count: hub.count,
});

const decimal = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Coercion would take a blank for 0 and read hexadecimal; only decimal numbers are coordinates. */
function refuseNonDecimal(
  { query }: FastifyRequest,
  _reply: unknown,
  done: (error?: Error) => void,
): void {
  for (const name of ['lat', 'lng']) {
    const text = (query as Record<string, unknown>)[name];
    if (typeof text === 'string' && !decimal.test(text)) {
      return done(invalidCoordinate(name, 'must be a decimal number'));
    }
  }
  done();
}

/** Latitude and longitude have a code of their own; other members are wrong in the common way. */
function nameCoordinates([first]: FastifySchemaValidationError[], part: string): Error {
  const { path, message } = describeError(first!);
  if (path === 'lat' || path === 'lng') return invalidCoordinate(path, message);
  return invalid(path === '' ? part : path, message);
}

const invalidCoordinate = (path: string, message: string) =>
  refuse.INVALID_COORDINATES(`${path} ${message}`, { members: { errors: [{ path, message }] } });
