/** An entry as one string of a hash: see lua/lib.lua. */
import { tagLength } from '../../keys/conditions.ts';
import type { Entry, Head } from '../node.ts';

/** Digits of an instant: enough for the year 33,658. */
const expiryLength = 15;
const headLength = tagLength + expiryLength;

export const packHead = ({ tag, expiresAt = 0 }: Head): string =>
  tag + String(expiresAt).padStart(expiryLength, '0');

export const packEntry = (entry: Entry): string => packHead(entry) + entry.value;

export function unpackEntry(packed: string): Entry {
  const expiresAt = Number(packed.slice(tagLength, headLength));
  return {
    tag: packed.slice(0, tagLength),
    expiresAt: expiresAt === 0 ? undefined : expiresAt,
    value: packed.slice(headLength),
  };
}
