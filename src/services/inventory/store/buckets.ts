/** Stock buckets of a hot SKU: the arithmetic of every store (mirrored in redis/lua/lib.lua). */
import { fnv1a32 } from '#kit/base/hash.ts';

export const bucketCount = 10;

/** The bucket to try first: FNV-1a of SKU and user, modulo 10. */
export function primaryBucket(sku: string, userId: string): number {
  return fnv1a32(sku + userId) % bucketCount;
}

/** Splits `total` units evenly; the first `total % count` buckets get one more. */
export function split(total: number, count: number): number[] {
  const share = Math.floor(total / count);
  return Array.from({ length: count }, (_, i) => share + (i < total % count ? 1 : 0));
}

/**
 * Takes `qty` units out of the primary bucket; if that holds fewer, out of the first of the
 * following ones that has them all; if none has, the units of several buckets are combined, and
 * count as the primary one's.
 *
 * @param available units of each bucket; changed in place, or left alone when all together lack `qty`
 * @param primary 0–9; a SKU with one bucket has only bucket 0
 * @returns the bucket that the units count as taken from, or undefined
 */
export function take(available: number[], primary: number, qty: number): number | undefined {
  const order = available.map((_, i) => (primary + i) % available.length);
  const whole = order.find((bucket) => available[bucket]! >= qty);
  if (whole !== undefined) {
    available[whole]! -= qty;
    return whole;
  }
  if (sum(available) < qty) return undefined;
  let missing = qty;
  for (const bucket of order) {
    const units = Math.min(available[bucket]!, missing);
    available[bucket]! -= units;
    missing -= units;
  }
  return order[0]!;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
