import { Readable } from 'node:stream';
import type { App } from '#kit/web/app.ts';
import { hasTag } from '#kit/web/entity-tags.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, invalid, problemResponses } from '#kit/web/problem.ts';
import { sendJson, sendList } from '#kit/web/json/stream.ts';
import type { Clock } from '#kit/host/service.ts';
import { answerOf, hexagonsJson, hubView } from './answer.ts';
import { locateMany } from './batch.ts';
import { nameCoordinates, refuseOtherGeometry } from './cells/coordinates.ts';
import { refuse } from './errors.ts';
import { findHub, hubFrom, patchHub, removeHub, saveHub } from './hubs.ts';
import * as schemas from './schemas.ts';
import type { Answer } from './schemas.ts';
import { locateHub, type Geo } from './serviceability.ts';

export interface RouteContext {
  readonly clock: Clock;
  /** Called with each answer. */
  readonly counted: (answer: Answer) => void;
}

export function routes(app: App, geo: Geo, context: RouteContext): void {
  lookupRoute(app, geo, context);
  batchRoute(app, geo, context);
  adminRoutes(app, geo, context);
}

function lookupRoute(app: App, geo: Geo, { clock, counted }: RouteContext): void {
  const schema = {
    operationId: 'geoLocate',
    summary: 'Find the hub that serves a point',
    description:
      '`serviceable` is false if no hub serves the point; `reason` is set if a hub covers it that is closed or paused. Five tiers are tried in order; `tiers_tried` says how each ended. With `explain=1` the answer has the hubs to choose from, with their scores.',
    access: access.public,
    querystring: schemas.ServiceabilityQuery,
    response: {
      ...problemResponses(refuse.INVALID_COORDINATES, common.STORE_UNAVAILABLE),
      200: schemas.ServiceabilityResult,
    },
  };
  const options = { schema, schemaErrorFormatter: nameCoordinates };
  app.get('/serviceability', options, async ({ query, ip }) => {
    const { lat, lng, explain } = query;
    const now = clock();
    const finding = await locateHub(geo, { point: { lat, lng }, address: ip, now });
    const data = answerOf(finding, geo, { explain: explain === 1, now });
    counted(data);
    return { data };
  });
}

function batchRoute(app: App, geo: Geo, { clock, counted }: RouteContext): void {
  const schema = {
    operationId: 'geoLocateMany',
    summary: 'Find the hubs that serve many points',
    description:
      'Answers for the points in order, all for the same instant. A single invalid point makes the whole request fail.',
    access: access.public,
    body: schemas.BatchBody,
    response: {
      ...problemResponses(refuse.INVALID_COORDINATES, common.STORE_UNAVAILABLE),
      200: schemas.BatchResult,
    },
  };
  const options = { schema, schemaErrorFormatter: nameCoordinates };
  app.post('/serviceability/batch', options, async ({ body, ip }) => {
    const results = await locateMany(geo, body.points, { address: ip, now: clock() });
    for (const answer of results) counted(answer);
    return { results };
  });
}

function adminRoutes(app: App, geo: Geo, { clock }: RouteContext): void {
  const saveSchema = {
    operationId: 'geoSaveHub',
    summary: 'Create or replace a hub',
    description:
      'A hub serves a circle, a GeoJSON polygon, or the part of the polygon within the circle. It replaces a hub with the same id entirely: members that are left out are gone. Fails with 400 `INVALID_COVERAGE`, with the `ring` and `point` that are wrong.',
    access: access.admin,
    body: schemas.HubBody,
    response: {
      ...problemResponses(
        refuse.INVALID_COORDINATES,
        refuse.INVALID_COVERAGE,
        common.ADMIN_TOKEN_REQUIRED,
        common.STORE_UNAVAILABLE,
      ),
      201: schemas.HubSaved,
    },
  };
  const saveOptions = {
    schema: saveSchema,
    schemaErrorFormatter: nameCoordinates,
    preValidation: refuseOtherGeometry,
  };
  app.post('/admin/hubs', saveOptions, async ({ body }, reply) => {
    const hexagons = await saveHub(geo, await hubFrom(body), clock());
    const saved = { hub_id: body.hub_id, count: hexagons.length };
    return sendJson(reply.code(201), hexagonsJson('{"data":', saved, hexagons, '}'));
  });

  const listSchema = {
    operationId: 'geoListHubs',
    summary: 'List all hubs',
    description:
      'Ordered by id, without their hexagons and polygons. Answers 304 if no hub has changed since the `ETag` in `If-None-Match`.',
    access: access.admin,
    response: {
      ...problemResponses(common.ADMIN_TOKEN_REQUIRED, common.STORE_UNAVAILABLE),
      200: schemas.HubList,
      304: schemas.HubsUnchanged,
    },
  };
  app.get('/admin/hubs', { schema: listSchema }, async ({ headers }, reply) => {
    // Read before the hubs, so that a hub that changes in between has a different tag next time.
    const tag = await geo.store.version();
    reply.header('etag', `"${tag}"`);
    const known = headers['if-none-match'];
    if (known !== undefined && hasTag(known, [tag], 'weak')) return reply.code(304).send(null);
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
    summary: 'Show a hub with its hexagons',
    description: 'Includes the polygon that it serves, if it has one.',
    access: access.admin,
    params: schemas.HubParams,
    response: { ...failures, 200: schemas.HubDetails },
  };
  app.get('/admin/hubs/:hub_id', { schema: detailsSchema }, async ({ params }, reply) => {
    const { hexagons, ...hub } = await findHub(geo, params.hub_id);
    return sendJson(reply, hexagonsJson('', hubView(hub), hexagons, ''));
  });

  const patchSchema = {
    operationId: 'geoPatchHub',
    summary: 'Pause a hub or change its state',
    description:
      'Changes its name, its stock and rider availability, or whether it is paused, and takes effect at once. To change its location, area or opening hours, send the whole hub to `POST /admin/hubs`.',
    access: access.admin,
    params: schemas.HubParams,
    body: schemas.HubPatchBody,
    response: { ...failures, 200: schemas.HubView },
  };
  app.patch('/admin/hubs/:hub_id', { schema: patchSchema }, async ({ params, body }) => {
    const { name, stock_availability: stock, rider_availability: riders, paused } = body;
    const patch = { name, stock, riders, paused };
    if (Object.values(patch).every((value) => value === undefined)) {
      throw invalid(
        'body',
        `must have one of ${Object.keys(schemas.HubPatchBody.properties).join(', ')}`,
      );
    }
    return hubView(await patchHub(geo, params.hub_id, patch, clock()));
  });

  const deleteSchema = {
    operationId: 'geoRemoveHub',
    summary: 'Delete a hub',
    description:
      'Once the request is answered, the hub serves no point any more, not even a cached one.',
    access: access.admin,
    params: schemas.HubParams,
    response: { ...failures, 200: schemas.HubDeleted },
  };
  app.delete('/admin/hubs/:hub_id', { schema: deleteSchema }, async ({ params }) => {
    const { hub_id } = params;
    await removeHub(geo, hub_id, clock());
    return { hub_id, deleted: true };
  });
}
