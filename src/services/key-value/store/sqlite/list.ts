import { isExpired, type Listed, type ListedKey, type Range } from '../node.ts';
import { isKept, type Row } from './row.ts';

/** @param keys those from `range.from` on that have a value, in the order of their bytes */
export function listRange(
  keys: Iterable<string>,
  rows: ReadonlyMap<string, Row>,
  { prefix, limit }: Range,
  now: number,
): Listed {
  const found: ListedKey[] = [];
  let looked = 0;
  for (const key of keys) {
    if (!key.startsWith(prefix)) break;
    const row = rows.get(key);
    if (row !== undefined && isKept(row) && !isExpired(row, now)) {
      const { bytes, expiresAt } = row;
      found.push({ key, size: bytes - Buffer.byteLength(key), expiresAt });
    }
    if (++looked === limit) return { keys: found, upTo: key };
  }
  return { keys: found, upTo: undefined };
}
