import type { ContentStore } from './contents/store.ts';
import type { FileStore } from './store.ts';

/** How many contents are reclaimed in one step. */
const portion = 50;
/** How long one step may take before others repeat it, milliseconds. */
const claimLife = 5 * 60_000;

/**
 * Deletes the bytes of contents that nobody needs. Any number of processes may do so at once.
 *
 * @param now milliseconds since the epoch
 * @returns how many were deleted
 */
export async function reclaim(
  { files, contents }: { readonly files: FileStore; readonly contents: ContentStore },
  now: number,
): Promise<number> {
  let reclaimed = 0;
  while (true) {
    const keys = await files.condemn(now, now + claimLife, portion);
    if (keys.length === 0) return reclaimed;
    await Promise.all(keys.map((key) => contents.remove(key)));
    await files.forget(keys.map(({ id }) => id));
    reclaimed += keys.length;
  }
}
