import type { FastifyRequest } from 'fastify';
import type { App } from '#kit/http.ts';
import { common, problemResponses } from '#kit/problem.ts';
import type { Clock } from '#kit/service.ts';
import { refuse } from './errors.ts';
import type { Resolver } from './resolve.ts';
import * as schemas from './schemas.ts';
import { shorten, type Shortener } from './shorten.ts';

export function routes(app: App, shortener: Shortener, resolver: Resolver, clock: Clock): void {
  acceptJsonOfAnyType(app);

  const shortenSchema = {
    consumes: ['application/json', '*/*'],
    body: schemas.ShortenBody,
    response: {
      ...problemResponses(refuse.INVALID_URL, refuse.CODE_SPACE_BUSY, common.STORE_UNAVAILABLE),
      201: schemas.ShortenResult,
    },
  };
  const shortenOptions = { schema: shortenSchema, onRequest: forgetContentType };
  app.post('/shorten', shortenOptions, async ({ body }, reply) =>
    reply.code(201).send({ data: await shorten(shortener, body.url, clock()) }),
  );

  const redirectSchema = {
    params: schemas.CodeParams,
    response: {
      ...problemResponses(refuse.UNKNOWN_CODE, common.STORE_UNAVAILABLE),
      302: schemas.Redirect,
    },
  };
  app.get('/:code', { schema: redirectSchema }, async ({ params }, reply) => {
    const url = await resolver.resolve(params.code);
    return reply.header('cache-control', 'private, max-age=30').redirect(url);
  });
}

/** A body is JSON in UTF-8 or refused with 400, whatever Content-Type says, or fails to say. */
function acceptJsonOfAnyType(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, parseJson);
}

/** A type that is none at all would otherwise be refused (415) before the parser is asked. */
async function forgetContentType({ headers }: FastifyRequest): Promise<void> {
  delete headers['content-type'];
}

async function parseJson(_request: FastifyRequest, body: Buffer): Promise<unknown> {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw common.VALIDATION_FAILED('the body is not JSON');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
