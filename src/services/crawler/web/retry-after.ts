/**
 * How long a `Retry-After` header asks to wait (RFC 9110, section 10.2.3), milliseconds; 0 without
 * one, or with one that is neither seconds nor a date.
 */
export function askedForMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  if (/^\s*\d+\s*$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(at - now, 0);
}
