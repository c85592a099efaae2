import { isUtf8 } from 'node:buffer';
import type { App } from '../app.ts';
import { scanJson, token } from './scan.ts';
import { common } from '../problem.ts';

/** Largest body, unless a route says otherwise, bytes. */
export const maxBodyBytes = 1024 * 1024;

/** Larger bodies are parsed one in a turn of the event loop, bytes: many may arrive at once. */
const quicklyParsedBytes = 16 * 1024;

/** What a body of another type is told. */
export const expectedType = 'the content-type of the body must be application/json';

/**
 * What a body may cost to parse: 30,000 members with different names take 13 ms, and nothing can come
 * in between. Lists and objects take a quarter of that, strings and numbers much less.
 */
const maxCost = 120_000;

/**
 * Bodies are JSON in UTF-8, or there is none; anything else is 415.
 *
 * @param parseLarge parses bodies over 1 MiB in slices of time; rejects with a Refusal
 */
export function readJson(app: App, parseLarge?: (body: Buffer) => Promise<unknown>): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      const detail = `the body must not have a content-encoding (it is ${encoding.slice(0, 20)})`;
      return done(common.UNSUPPORTED_MEDIA_TYPE(detail));
    }
    // Many clients send the header with every request.
    if (body.length === 0) return done(null, undefined);
    // Decoding would put U+FFFD in place of what is wrong: different names would become one.
    if (!isUtf8(body as Buffer)) return done(common.VALIDATION_FAILED('the body is not UTF-8'));
    if (body.length <= quicklyParsedBytes) return parse(request, body.toString(), done);
    if (parseLarge !== undefined && body.length > maxBodyBytes) return parseLarge(body as Buffer);
    void whenParsable(body as Buffer).then(() => parse(request, body.toString(), done), done);
  });
}

/**
 * Resolves when a large body may be parsed: in a slice of time of its own.
 *
 * @throws Refusal VALIDATION_FAILED when that would take too long
 */
export async function whenParsable(json: Buffer): Promise<void> {
  if (json.length <= quicklyParsedBytes) return;
  let cost = 0;
  await scanJson(json, (read) => {
    if (read === token.colon) cost += 4;
    else if (read === token.listBegin || read === token.objectBegin) cost++;
    if (cost > maxCost) throw common.VALIDATION_FAILED('the body holds too many members');
  });
}
