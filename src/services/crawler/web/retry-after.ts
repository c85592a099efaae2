/**
 * How long a `Retry-After` header asks to wait (RFC 9110, section 10.2.3), milliseconds; 0 without
 * one, or with one that is neither seconds nor a date.
 */
export function askedForMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  // Some servers send fractions, which a date parser would take for months.
  if (/^\s*\d+(\.\d*)?\s*$/.test(retryAfter)) return Math.ceil(Number(retryAfter) * 1_000);
  // Other text is a date for the parser, too: `-5` is one of 2001.
  if (!/^\s*([a-z]{3}|\d{4}-)/i.test(retryAfter)) return 0;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(at - now, 0);
}
