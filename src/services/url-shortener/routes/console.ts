/** What operators call: on the console port, since `/:code` owns every path of the service's own. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { sendList, type Portions } from '#kit/web/json/stream.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { statsOf } from '../clicks/stats.ts';
import { refuse } from '../errors.ts';
import { changeLink, findLink, listLinks, removeLink, viewOf, type Management } from '../manage.ts';
import type { ClickStore } from '../store/clicks.ts';
import * as admins from './admin-schemas.ts';
import { CodeParams } from './schemas.ts';

interface ConsoleContext extends Management {
  readonly clickStore: ClickStore;
  readonly clock: Clock;
}

export function consoleRoutes(app: App, context: ConsoleContext): void {
  linkRoutes(app, context);
  changeRoutes(app, context);
}

const { ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE } = common;
const refused = [ADMIN_TOKEN_REQUIRED, refuse.UNKNOWN_CODE, STORE_UNAVAILABLE];

function linkRoutes(app: App, { store, clickStore, baseUrl }: ConsoleContext): void {
  const listSchema = {
    operationId: 'urlShortenerListLinks',
    access: access.admin,
    querystring: admins.LinksQuery,
    response: {
      ...problemResponses(ADMIN_TOKEN_REQUIRED, STORE_UNAVAILABLE),
      200: admins.LinkList,
    },
  };
  app.get('/admin/links', { schema: listSchema }, async ({ query }, reply) => {
    const { links, ...rest } = await listLinks(store, query);
    return sendList(
      reply,
      'links',
      atOnce(
        links.map((link) => viewOf(link, baseUrl)),
        rest,
      ),
    );
  });

  const showSchema = {
    operationId: 'urlShortenerShowLink',
    access: access.admin,
    params: CodeParams,
    response: { ...problemResponses(...refused), 200: admins.LinkView },
  };
  app.get('/admin/links/:code', { schema: showSchema }, async ({ params }) =>
    viewOf(await findLink(store, params.code), baseUrl),
  );

  const statsSchema = {
    operationId: 'urlShortenerShowClicks',
    access: access.admin,
    params: CodeParams,
    querystring: admins.StatsQuery,
    response: { ...problemResponses(...refused), 200: admins.Stats },
  };
  const statsOptions = { schema: statsSchema };
  app.get('/admin/links/:code/stats', statsOptions, ({ params, query }) =>
    statsOf({ links: store, clicks: clickStore }, params.code, query),
  );
}

function changeRoutes(app: App, context: ConsoleContext): void {
  const { baseUrl, clock } = context;
  const patchSchema = {
    operationId: 'urlShortenerChangeLink',
    access: access.admin,
    params: CodeParams,
    body: admins.PatchBody,
    response: { ...problemResponses(refuse.INVALID_URL, ...refused), 200: admins.LinkView },
  };
  const patchOptions = { schema: patchSchema };
  app.patch('/admin/links/:code', patchOptions, async ({ params, body }) =>
    viewOf(await changeLink(context, params.code, body, clock()), baseUrl),
  );

  const removeSchema = {
    operationId: 'urlShortenerRemoveLink',
    access: access.admin,
    params: CodeParams,
    response: { ...problemResponses(...refused), 200: admins.Removed },
  };
  const removeOptions = { schema: removeSchema };
  app.delete('/admin/links/:code', removeOptions, async ({ params: { code } }) => {
    await removeLink(context, code);
    return { code, deleted: true as const };
  });
}

async function* atOnce<T>(list: readonly T[], rest: object): Portions<T> {
  yield list;
  return rest;
}
