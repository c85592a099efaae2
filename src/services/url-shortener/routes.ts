import { acceptBuffer } from '#kit/web/content-types.ts';
import type { App } from '#kit/web/http.ts';
import { access } from '#kit/web/identity/access.ts';
import { whenParsable } from '#kit/web/json-body.ts';
import { common, problemResponses } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import { refuse } from './errors.ts';
import type { Resolver } from './resolve.ts';
import * as schemas from './schemas.ts';
import { shorten, type Shortener } from './shorten.ts';

export function routes(app: App, shortener: Shortener, resolver: Resolver, clock: Clock): void {
  app.register(async (scope) => shortenRoute(scope, shortener, clock));
  app.register(async (scope) => redirectRoute(scope, resolver));
}

function shortenRoute(scope: App, shortener: Shortener, clock: Clock): void {
  acceptJsonOfAnyType(scope);
  const shortenSchema = {
    operationId: 'urlShortenerShorten',
    access: access.user(),
    consumes: ['application/json', '*/*'],
    body: schemas.ShortenBody,
    response: {
      ...problemResponses(refuse.INVALID_URL, refuse.CODE_SPACE_BUSY, common.STORE_UNAVAILABLE),
      201: schemas.ShortenResult,
    },
  };
  scope.post('/shorten', { schema: shortenSchema }, async ({ body }, reply) =>
    reply.code(201).send({ data: await shorten(shortener, body.url, clock()) }),
  );
}

function redirectRoute(app: App, resolver: Resolver): void {
  const redirectSchema = {
    operationId: 'urlShortenerFollow',
    access: access.public,
    params: schemas.CodeParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_CODE, common.STORE_UNAVAILABLE),
      302: schemas.Redirect,
    },
  };
  app.get(
    '/:code',
    { schema: redirectSchema, config: { navigable: true } },
    async ({ params }, reply) => {
      const url = await resolver.resolve(params.code);
      return reply.header('cache-control', 'private, max-age=30').redirect(url);
    },
  );
}

/** A body that is not JSON in UTF-8 is refused with 400, whatever its Content-Type, or without. */
function acceptJsonOfAnyType(scope: App): void {
  acceptBuffer(scope);
  scope.addHook('preValidation', async (request) => {
    if (request.body !== undefined) await whenParsable(request.body as Buffer);
    request.body = parseJson(request.body);
  });
}

/** @param body undefined when the request has none */
function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(utf8.decode(body as Buffer | undefined));
  } catch (error) {
    // The parser throws a SyntaxError, the decoder of UTF-8 a TypeError.
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw common.VALIDATION_FAILED('the body is not JSON');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
