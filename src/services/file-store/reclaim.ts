import type { ContentStore } from './contents/contents-store.ts';
import type { FileStore } from './store/file-store.ts';

/** How many contents are reclaimed in one step. */
const batchSize = 50;
/** How long one step may take before others repeat it, milliseconds. */
const claimLifetimeMs = 5 * 60_000;

/**
 * Deletes the bytes of contents that nobody needs. Any number of processes may do so at once.
 *
 * @param now milliseconds since the epoch
 * @param stop ends it; other calls finish what was begun
 * @returns how many were deleted
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function reclaim(
  { files, contents }: { readonly files: FileStore; readonly contents: ContentStore },
  now: number,
  stop?: AbortSignal,
): Promise<number> {
  let reclaimed = 0;
  while (true) {
    if (stop?.aborted) return reclaimed;
    const keys = await files.claimDeletions(now, now + claimLifetimeMs, batchSize);
    if (keys.length === 0) return reclaimed;
    await Promise.all(keys.map((key) => contents.remove(key, stop)));
    await files.finishDeletions(keys.map(({ id }) => id));
    reclaimed += keys.length;
  }
}
