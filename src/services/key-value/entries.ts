/** What a key and a value may be. */
import { isUtf8 } from 'node:buffer';
import { common, invalid } from '#kit/web/problem.ts';

const maxKeyBytes = 512;

/** @throws Refusal VALIDATION_FAILED when it has more than 512 bytes in UTF-8 */
export function checkKey(key: string): string {
  if (Buffer.byteLength(key) > maxKeyBytes) {
    throw invalid('key', `must NOT have more than ${maxKeyBytes} bytes in UTF-8`);
  }
  return key;
}

/**
 * @param body none is the empty value
 * @throws Refusal VALIDATION_FAILED when it is not UTF-8: no JSON could give it back
 */
export function readValue(body: Buffer | undefined): string {
  if (body === undefined) return '';
  if (!isUtf8(body)) throw common.VALIDATION_FAILED('the body is not UTF-8');
  return body.toString();
}
