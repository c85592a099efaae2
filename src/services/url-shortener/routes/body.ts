/** Bodies are JSON in UTF-8, whatever Content-Type says; large ones are parsed in slices of time. */
import { acceptBuffer } from '#kit/web/content-types.ts';
import type { App } from '#kit/web/app.ts';
import { whenParsable } from '#kit/web/json/body.ts';
import { common } from '#kit/web/problem.ts';

/**
 * A body that is not JSON in UTF-8 is refused with 400, whatever its Content-Type, or without.
 *
 * @param parse yields its value, or throws what `parseJson` does
 */
export function acceptJsonOfAnyType(
  scope: App,
  parse: (body: Buffer) => unknown = parseJson,
): void {
  acceptBuffer(scope);
  scope.addHook('preValidation', async (request) => {
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    await whenParsable(body);
    request.body = await parse(body);
  });
}

/** @throws Refusal VALIDATION_FAILED */
export function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(json));
  } catch (error) {
    // The parser throws a SyntaxError, the decoder of UTF-8 a TypeError.
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw common.VALIDATION_FAILED('the body is not JSON');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
