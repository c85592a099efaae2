/**
 * Hubs are spread over 16 shards, whose keys may live on as many Redis nodes. All that one step
 * touches belongs to one hub, hence to one shard; a reservation's id names its shard, so that
 * confirming and releasing find it in one round trip. See docs/adr/0009.
 */
import { fnv1a32 } from '#kit/base/hash.ts';
import { newId } from '#kit/base/ids.ts';

/** Never change it: the stock of a hub would then be on another shard than expected. */
export const shardCount = 16;

export function shardOfHub(hubId: string): number {
  return fnv1a32(hubId) % shardCount;
}

/** Where it is noted which adjustment has a reference. */
export function shardOfReference(reference: string): number {
  return fnv1a32(reference) % shardCount;
}

/** A fresh reservation id: `res`, the shard in base 36, `_`, 31 characters with 132 random bits. */
export function newReservationId(hubId: string, now: number): string {
  return newId(`res${shardOfHub(hubId).toString(36)}`, now);
}

/** The shard that a reservation id names, or undefined when it is not one of our ids. */
export function shardOfReservation(reservationId: string): number | undefined {
  const digit = /^res([0-9a-f])_[0-9a-z]{9}[\w-]{22}$/.exec(reservationId)?.[1];
  return digit === undefined ? undefined : Number.parseInt(digit, 36);
}
