import { isUtf8 } from 'node:buffer';
import type { App } from './app.ts';
import { common } from './problem.ts';

/** Largest body, unless a route says otherwise, bytes. */
export const maxBodyBytes = 1024 * 1024;

/** What a body of another type is told. */
export const expectedType = 'the content-type of the body must be application/json';

/**
 * Bodies are JSON in UTF-8, or there is none; anything else is 415.
 *
 * @param check rejects with a Refusal for a body that would take too long to parse
 */
export function readJson(app: App, check?: (body: Buffer) => Promise<void>): void {
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
    const checked = check?.(body as Buffer);
    if (checked === undefined) return parse(request, body.toString(), done);
    void checked.then(() => parse(request, body.toString(), done), done);
  });
}
