/** The entry of a key at its owner, while it may still be at the former one. */
import { common, isOutage, Refusal } from '#kit/web/problem.ts';
import { isExpired, type Entry, type Guard, type NodeMap } from '../store/node.ts';
import type { Owners } from '../view.ts';
import type { Condition } from './conditions.ts';

/** A condition on the value that is there at an instant, milliseconds since the epoch. */
export interface Only {
  readonly condition: Condition;
  readonly now: number;
}

/** Finds the entry that counts; an expired one is removed. */
export async function read(
  versionId: string,
  key: string,
  owners: Owners,
  now: number,
): Promise<Entry | undefined> {
  const entry = await takeAlong(versionId, key, owners);
  if (entry === undefined || !isExpired(entry, now)) return entry;
  try {
    return await owners.owner.expire(versionId, key, now, owners.former !== undefined);
  } catch (error) {
    // It has expired all the same: a disk that takes no writes does not refuse reads.
    if (isOutage(error)) return undefined;
    throw error;
  }
}

/** Finds the entry that counts for a key; it is at its owner afterwards, if there is room. */
async function takeAlong(
  versionId: string,
  key: string,
  { owner, former }: Owners,
): Promise<Entry | undefined> {
  const left = await former?.get(versionId, key);
  if (left === undefined) return owner.get(versionId, key);
  try {
    return await owner.accept(versionId, key, left);
  } catch (error) {
    // The owner has nothing newer: the entry at the former owner can be read even if it cannot be
    // moved.
    if (error instanceof Refusal && error.code === common.STORE_FULL.code) return left;
    throw error;
  }
}

/** Adds the former owner's entry to the condition. */
export async function guardOf(
  { condition, now }: Only,
  versionId: string,
  key: string,
  former: NodeMap | undefined,
): Promise<Guard> {
  return { condition, now, left: await former?.get(versionId, key) };
}
