import { isUtf8 } from 'node:buffer';
import type { App } from '../app.ts';
import { collected } from '../collect-body.ts';
import { isTooDeep, scanJson, token, tooDeep } from './scan.ts';
import { common } from '../problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How deep the body of this route may be nested, instead of `maxJsonDepth`. */
    maxJsonDepth?: number;
  }
}

/** Largest body, unless a route says otherwise, bytes. */
export const maxBodyBytes = 1024 * 1024;

/** Larger bodies are parsed one in a turn of the event loop, bytes: many may arrive at once. */
const quicklyParsedBytes = 16 * 1024;

/** The answer to a body of another type. */
export const notJson = () =>
  common.UNSUPPORTED_MEDIA_TYPE('the content-type of the body must be application/json', {
    headers: { accept: 'application/json' },
  });

/**
 * What a body may cost to parse: 30,000 members with different names take 13 ms, and nothing can come
 * in between. Lists and objects take a quarter of that, strings and numbers much less.
 */
const maxCost = 120_000;

/**
 * Bodies are JSON in UTF-8, or there is none, whatever its type; anything else is 415.
 *
 * @param parseLarge parses bodies over 1 MiB in slices of time; rejects with a Refusal
 */
export function readJson(app: App, parseLarge?: (body: Buffer) => Promise<unknown>): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  // Names are the client's: one that JavaScript uses itself is a member of its own, and reaches no
  // prototype, since nothing here assigns members of a body to another object.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.addContentTypeParser(
    'application/json',
    collected((request, body, done) => {
      // Many clients send the header with every request.
      if (body.length === 0) return done(null, undefined);
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity') {
        const detail = `the body must not have a content-encoding (it is ${encoding.slice(0, 20)})`;
        return done(
          common.UNSUPPORTED_MEDIA_TYPE(detail, { headers: { 'accept-encoding': 'identity' } }),
        );
      }
      // Decoding would put U+FFFD in place of what is wrong: different names would become one.
      if (!isUtf8(body)) return done(common.VALIDATION_FAILED('the body is not UTF-8'));
      const { maxJsonDepth: maxDepth } = request.routeOptions.config;
      if (body.length <= quicklyParsedBytes) {
        if (isTooDeep(body, maxDepth)) return done(tooDeep());
        return parse(request, body.toString(), done);
      }
      if (parseLarge !== undefined && body.length > maxBodyBytes) return parseLarge(body);
      const parsable = whenParsable(body, maxDepth);
      void parsable.then(() => parse(request, body.toString(), done), done);
    }),
  );
  // Fastify refuses a malformed type before it asks whether there is a body.
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!jsonType.test(headers['content-type'] ?? '')) delete headers['content-type'];
    done();
  });
  // Clients give a type to a body of no bytes, and send one in chunks: only its end tells.
  app.addContentTypeParser(
    '*',
    collected((_request, body, done) =>
      body.length === 0 ? done(null, undefined) : done(notJson()),
    ),
  );
}

const jsonType = /^application\/json\s*(;|$)/i;

/**
 * Resolves when a body may be parsed: a large one in a slice of time of its own.
 *
 * @throws Refusal VALIDATION_FAILED if that would take too long, or if the body is nested too deep
 */
export async function whenParsable(json: Buffer, maxDepth?: number): Promise<void> {
  if (json.length <= quicklyParsedBytes) {
    if (isTooDeep(json, maxDepth)) throw tooDeep();
    return;
  }
  let cost = 0;
  await scanJson(
    json,
    (read) => {
      if (read === token.colon) cost += 4;
      else if (read === token.listBegin || read === token.objectBegin) cost++;
      if (cost > maxCost) throw common.VALIDATION_FAILED('the body holds too many members');
    },
    maxDepth,
  );
}
