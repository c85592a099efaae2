/** The routes that everybody may call. */
import type { UserQuota } from '#kit/host/quotas.ts';
import type { Clock } from '#kit/host/service.ts';
import type { App } from '#kit/web/app.ts';
import { access } from '#kit/web/identity/access.ts';
import { callerOf } from '#kit/web/identity/caller.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import { isPrefetch } from '#kit/web/safety/prefetch.ts';
import { shortenAll } from '../bulk.ts';
import type { Clicks } from '../clicks/clicks.ts';
import { refuse } from '../errors.ts';
import { follow, type Redirects } from '../follow.ts';
import { hasLimits } from '../link.ts';
import { shorten, type Shortener } from '../shorten.ts';
import { acceptJsonOfAnyType } from './body.ts';
import { maxBulkBytes, parseBulk } from './bulk-body.ts';
import * as schemas from './schemas.ts';

interface RedirectContext extends Redirects {
  readonly clicks: Clicks;
  /** Counts a redirect for the metrics. */
  readonly onRedirect: () => void;
}

interface ShortenContext {
  readonly shortener: Shortener;
  /** Links of a user. */
  readonly quota: UserQuota;
}

export function publicRoutes(
  app: App,
  context: ShortenContext,
  redirects: RedirectContext,
  clock: Clock,
): void {
  app.register(async (scope) => shortenRoute(scope, context, clock));
  app.register(async (scope) => bulkRoute(scope, context, clock));
  app.register(async (scope) => redirectRoute(scope, redirects, clock));
}

function shortenRoute(scope: App, { shortener, quota }: ShortenContext, clock: Clock): void {
  acceptJsonOfAnyType(scope);
  const shortenSchema = {
    operationId: 'urlShortenerShorten',
    summary: 'Shorten a URL',
    description:
      'Draws a random code, or uses the alias; shortening a URL twice makes two links. The body is read as JSON whatever its Content-Type. Fails with 400 INVALID_URL for a URL that is not an absolute http or https URL, or that leads back to the shortener, and with 409 ALIAS_TAKEN for an alias that another link has.',
    access: access.user(),
    consumes: ['application/json', '*/*'],
    body: schemas.ShortenBody,
    response: {
      ...problemResponses(
        refuse.INVALID_URL,
        refuse.ALIAS_TAKEN,
        refuse.CODE_SPACE_BUSY,
        common.QUOTA_EXCEEDED,
        common.STORE_UNAVAILABLE,
      ),
      201: schemas.ShortenResult,
    },
  };
  scope.post('/shorten', { schema: shortenSchema }, async ({ raw, body }, reply) => {
    const mayMake = () => quota.take(callerOf(raw));
    return reply.code(201).send({ data: await shorten(shortener, body, mayMake, clock()) });
  });
}

function bulkRoute(scope: App, { shortener, quota }: ShortenContext, clock: Clock): void {
  acceptJsonOfAnyType(scope, parseBulk);
  const bulkSchema = {
    operationId: 'urlShortenerShortenInBulk',
    summary: 'Shorten up to 1,000 URLs at once',
    description:
      'Each link is created on its own, in order: a link that is refused has the problem code as its `error` and does not keep the others from being created.',
    access: access.user(),
    consumes: ['application/json', '*/*'],
    body: schemas.BulkBody,
    response: { ...problemResponses(), 200: schemas.BulkResult },
  };
  // Each link is checked on its own.
  const validatorCompiler = () => () => true;
  const options = { schema: bulkSchema, validatorCompiler, bodyLimit: maxBulkBytes };
  scope.post('/shorten/bulk', options, async ({ raw, body }) => {
    const mayMake = () => quota.take(callerOf(raw));
    return { results: await shortenAll(shortener, body.links, mayMake, clock()) };
  });
}

function redirectRoute(app: App, redirects: RedirectContext, clock: Clock): void {
  const { clicks, onRedirect } = redirects;
  const redirectSchema = {
    operationId: 'urlShortenerFollow',
    summary: 'Redirect a code to its URL',
    description:
      'Answers 404 for a code that does not exist or whose `not_before` is still to come, and 410 for a link that is disabled, has expired or is used up. HEAD is not counted as a click. A browser that prefetches a link with `max_clicks` gets 503 PREFETCH_REFUSED, so that only a real click counts.',
    access: access.public,
    params: schemas.CodeParams,
    response: {
      ...problemResponses(
        refuse.UNKNOWN_CODE,
        refuse.LINK_DISABLED,
        refuse.LINK_EXPIRED,
        refuse.LINK_USED_UP,
        refuse.PREFETCH_REFUSED,
        common.STORE_UNAVAILABLE,
        // A click on a link with a limit is written.
        common.STORE_FULL,
      ),
      302: schemas.Redirect,
    },
  };
  // Software that finds links in texts, and people who type them, add a slash.
  for (const [path, hide] of [
    ['/:code', false],
    ['/:code/', true],
  ] as const) {
    const options = { schema: { ...redirectSchema, hide }, config: { navigable: true } };
    app.get(path, options, async (request, reply) => {
      const now = clock();
      const visit = { isLook: request.method === 'HEAD', isPrefetch: isPrefetch(request.headers) };
      const link = await follow(redirects, request.params.code, visit, now);
      // The click that follows a prefetch has to come here, to be counted.
      const isKept = !hasLimits(link) && !visit.isPrefetch;
      const cacheControl = isKept ? 'private, max-age=30' : 'no-store';
      reply.header('cache-control', cacheControl).redirect(link.url);
      if (visit.isPrefetch) return reply;
      onRedirect();
      // The answer is on its way.
      if (!visit.isLook) clicks.count(link, request, now);
      return reply;
    });
  }
}
