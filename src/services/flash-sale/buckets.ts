/** Stock buckets: pure arithmetic. store/redis/lua/lib/stock.lua has the same `planTake` and `firstGroup`. */
import { fnv1a32 } from '#kit/base/hash.ts';

export const bucketCount = 10;

/** The bucket that a device tries first: FNV-1a of its fingerprint modulo 10. */
export function primaryBucket(device: string): number {
  return fnv1a32(device) % bucketCount;
}

/** Splits `total` units evenly; the first `total % count` buckets get one more. */
export function splitEvenly(total: number, count: number = bucketCount): number[] {
  const share = Math.floor(total / count);
  return Array.from({ length: count }, (_, i) => share + (i < total % count ? 1 : 0));
}

/** Which bucket gives the units, and what has to be moved into it first. */
export interface Take {
  readonly bucket: number;
  readonly moves: readonly { readonly from: number; readonly units: number }[];
}

/**
 * Finds `qty` units. Each time slot has a group of buckets; other flows have one group. From
 * `firstGroup` on, it tries in each group the primary bucket, then the following ones. If none has
 * all the units, they are gathered from the group into its primary bucket. If no group has them
 * all, they are gathered across groups.
 *
 * @returns undefined when the buckets together hold less than `qty`
 */
export function planTake(
  available: readonly number[],
  { primary, firstGroup, qty }: { primary: number; firstGroup: number; qty: number },
): Take | undefined {
  if (available.length === 0) return undefined;
  const size = Math.min(bucketCount, available.length);
  // A user may have begun to wait when there were more groups.
  const first = Math.min(firstGroup, available.length / size - 1);
  const reach: number[] = [];
  for (let start = first * size; start < available.length; start += size) {
    const group = Array.from({ length: size }, (_, i) => start + ((primary + i) % size));
    const whole = group.find((bucket) => available[bucket]! >= qty);
    if (whole !== undefined) return { bucket: whole, moves: [] };
    const gathered = gatherUnits(available, group, qty);
    if (gathered) return gathered;
    reach.push(...group);
  }
  return gatherUnits(available, reach, qty);
}

function gatherUnits(
  available: readonly number[],
  buckets: number[],
  qty: number,
): Take | undefined {
  const [target, ...others] = buckets;
  if (target === undefined) return undefined;
  let missing = qty - available[target]!;
  const moves = [];
  for (const from of others) {
    const units = Math.min(available[from]!, missing);
    if (units > 0) moves.push({ from, units });
    missing -= units;
    if (missing <= 0) return { bucket: target, moves };
  }
  return undefined;
}

/**
 * The group that a checkout starts with: the named time slot; without a name the last one whose
 * start (UTC) has come, or the first. Undefined when the name is not among them.
 */
export function firstGroup(
  slots: readonly string[],
  name: string | undefined,
  now: number,
): number | undefined {
  if (slots.length === 0) return 0;
  if (name !== undefined) return slots.includes(name) ? slots.indexOf(name) : undefined;
  const time = new Date(now).toISOString().slice(11, 16);
  return Math.max(
    0,
    slots.findLastIndex((slot) => slot <= time),
  );
}
