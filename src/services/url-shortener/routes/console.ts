/** The routes for operators. They are on the console port, because `/:code` takes every path of the service's own port. */
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
    summary: 'List links, the newest first',
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
    summary: 'Show a link with its limits and clicks',
    access: access.admin,
    params: CodeParams,
    response: { ...problemResponses(...refused), 200: admins.LinkView },
  };
  app.get('/admin/links/:code', { schema: showSchema }, async ({ params }) =>
    viewOf(await findLink(store, params.code), baseUrl),
  );

  const statsSchema = {
    operationId: 'urlShortenerShowClicks',
    summary: 'Show the clicks on a link',
    description:
      'Counted by day, by referring host and by country, in whole days in UTC. Clicks of bots and of requests without a User-Agent are counted apart.',
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
    summary: 'Change the URL or limits of a link',
    description:
      'Members that are absent stay as they are; null removes a limit. The change is in force on this replica when it is answered, and on the others within a second.',
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
    summary: 'Delete a link and its statistics',
    description: 'Frees the code for another link. Repeating it is 404 UNKNOWN_CODE.',
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
