import { isUtf8 } from 'node:buffer';
import type { App } from './app.ts';
import { common } from './problem.ts';

/** Largest body, unless a route says otherwise, bytes. */
export const maxBodyBytes = 1024 * 1024;
/** In a body that a route lets be larger. */
const maxTokens = 40_000;

/**
 * Bodies are JSON in UTF-8, or there is none; anything else is 415.
 *
 * @param check throws a Refusal for a body that would take too long to parse
 */
export function readJson(app: App, check: (body: Buffer) => void = () => {}): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      return done(common.UNSUPPORTED_MEDIA_TYPE(`a content-encoding of ${encoding.slice(0, 20)}`));
    }
    // Many clients send the header with every request.
    if (body.length === 0) return done(null, undefined);
    // Decoding would put U+FFFD in place of what is wrong: different names would become one.
    if (!isUtf8(body as Buffer)) return done(common.VALIDATION_FAILED('the body is not UTF-8'));
    if (body.length > maxBodyBytes && isCrowded(body as Buffer)) {
      return done(common.VALIDATION_FAILED('the body holds too many values'));
    }
    try {
      check(body as Buffer);
    } catch (error) {
      return done(error as Error);
    }
    return parse(request, body.toString(), done);
  });
}

/**
 * Whether it holds more strings, lists, objects and commas than 10,000 values need. To parse
 * megabytes of `[]` or `"":0` takes seconds in which nothing else is answered; of text, little.
 */
function isCrowded(json: Buffer): boolean {
  let tokens = 0;
  for (let i = 0; i < json.length && tokens <= maxTokens; i++) {
    const byte = json[i];
    if (byte === 0x22 || byte === 0x2c || byte === 0x5b || byte === 0x7b) tokens++;
    if (byte !== 0x22) continue;
    // To the end of the string, where a backslash takes the next byte along.
    while (++i < json.length && json[i] !== 0x22) if (json[i] === 0x5c) i++;
  }
  return tokens > maxTokens;
}
