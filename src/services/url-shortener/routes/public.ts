/** What everybody calls. */
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { shortenAll } from '../bulk.ts';
import type { Clicks } from '../clicks/clicks.ts';
import { refuse } from '../errors.ts';
import { follow, type Redirects } from '../follow.ts';
import { hasLimits } from '../link.ts';
import { shorten, type Shortener } from '../shorten.ts';
import { acceptJsonOfAnyType } from './body.ts';
import { maxBulkBytes, parseBulk } from './bulk-body.ts';
import * as schemas from './schemas.ts';

export interface RedirectContext extends Redirects {
  readonly clicks: Clicks;
  /** Counts a redirect for the metrics. */
  readonly onRedirect: () => void;
}

export function publicRoutes(
  app: App,
  shortener: Shortener,
  redirects: RedirectContext,
  clock: Clock,
): void {
  app.register(async (scope) => shortenRoute(scope, shortener, clock));
  app.register(async (scope) => bulkRoute(scope, shortener, clock));
  app.register(async (scope) => redirectRoute(scope, redirects, clock));
}

function shortenRoute(scope: App, shortener: Shortener, clock: Clock): void {
  acceptJsonOfAnyType(scope);
  const shortenSchema = {
    operationId: 'urlShortenerShorten',
    access: access.user(),
    consumes: ['application/json', '*/*'],
    body: schemas.ShortenBody,
    response: {
      ...problemResponses(
        refuse.INVALID_URL,
        refuse.ALIAS_TAKEN,
        refuse.CODE_SPACE_BUSY,
        common.STORE_UNAVAILABLE,
      ),
      201: schemas.ShortenResult,
    },
  };
  scope.post('/shorten', { schema: shortenSchema }, async ({ body }, reply) =>
    reply.code(201).send({ data: await shorten(shortener, body, clock()) }),
  );
}

function bulkRoute(scope: App, shortener: Shortener, clock: Clock): void {
  acceptJsonOfAnyType(scope, parseBulk);
  const bulkSchema = {
    operationId: 'urlShortenerShortenInBulk',
    access: access.user(),
    consumes: ['application/json', '*/*'],
    body: schemas.BulkBody,
    response: { ...problemResponses(), 200: schemas.BulkResult },
  };
  // Each link is checked on its own.
  const validatorCompiler = () => () => true;
  const options = { schema: bulkSchema, validatorCompiler, bodyLimit: maxBulkBytes };
  scope.post('/shorten/bulk', options, async ({ body }) => ({
    results: await shortenAll(shortener, body.links, clock()),
  }));
}

function redirectRoute(app: App, redirects: RedirectContext, clock: Clock): void {
  const { clicks, onRedirect } = redirects;
  const redirectSchema = {
    operationId: 'urlShortenerFollow',
    access: access.public,
    params: schemas.CodeParams,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_CODE,
        refuse.LINK_DISABLED,
        refuse.LINK_EXPIRED,
        refuse.LINK_USED_UP,
        common.STORE_UNAVAILABLE,
        // A click on a link with a limit is written.
        common.STORE_FULL,
      ),
      302: schemas.Redirect,
    },
  };
  const options = { schema: redirectSchema, config: { navigable: true } };
  app.get('/:code', options, async (request, reply) => {
    const now = clock();
    const isLook = request.method === 'HEAD';
    const link = await follow(redirects, request.params.code, isLook, now);
    const cacheControl = hasLimits(link) ? 'no-store' : 'private, max-age=30';
    reply.header('cache-control', cacheControl).redirect(link.url);
    onRedirect();
    // The answer is on its way.
    if (!isLook) clicks.count(link, request, now);
    return reply;
  });
}
