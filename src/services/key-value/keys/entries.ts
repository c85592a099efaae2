/** The limits of a key, a value and its time to live. */
import { isUtf8 } from 'node:buffer';
import { common, invalid } from '#kit/web/problem.ts';

export const maxKeyBytes = 512;

/** A year, in seconds. */
const maxTtl = 31_536_000;

/** @throws Refusal VALIDATION_FAILED when it has more than 512 bytes in UTF-8 */
export function checkKey(key: string, name = 'key'): string {
  if (Buffer.byteLength(key) > maxKeyBytes) {
    throw invalid(name, `must NOT have more than ${maxKeyBytes} bytes in UTF-8`);
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

/**
 * When a value expires, milliseconds since the epoch; undefined: never.
 *
 * @param ttl the header: seconds, in digits (RFC 8030)
 * @throws Refusal VALIDATION_FAILED
 */
export function readExpiry(ttl: string | undefined, now: number): number | undefined {
  if (ttl === undefined) return undefined;
  const seconds = /^\d+$/.test(ttl) ? Number(ttl) : 0;
  if (seconds >= 1 && seconds <= maxTtl) return now + seconds * 1000;
  throw invalid('ttl', `must be a whole number of seconds from 1 to ${maxTtl}`);
}

/** The time left until a value expires, in seconds: at least 1 as long as there is a value. */
export function secondsLeft(expiresAt: number, now: number): number {
  return Math.ceil((expiresAt - now) / 1000);
}
