/**
 * Removes what has expired, in steps that block nobody. Any number of processes may do so at once.
 */
import type { Clock } from '#kit/host/service.ts';
import type { ContentStore } from './contents/contents-store.ts';
import { reclaim } from './reclaim.ts';
import type { FileStore } from './store/file-store.ts';

/** Rows of one step. */
const batchSize = 500;

/**
 * Gives back the pieces of uploads that have expired or are finished, forgets clients whose downloads
 * can no longer be continued, then deletes the bytes of contents that nobody needs.
 *
 * @param stop ends it; other calls finish what was begun
 * @throws Refusal STORE_UNAVAILABLE
 */
export async function tidy(
  stores: { readonly files: FileStore; readonly contents: ContentStore },
  clock: Clock,
  stop?: AbortSignal,
): Promise<void> {
  const { files } = stores;
  const now = clock();
  await untilDone(async () => !(await files.dropPieces(now, batchSize)), stop);
  await untilDone(async () => (await files.dropClients(now, batchSize)) < batchSize, stop);
  await reclaim(stores, now, stop);
}

/** @param step says whether it was the last */
async function untilDone(step: () => Promise<boolean>, stop?: AbortSignal): Promise<void> {
  while (true) {
    if (stop?.aborted || (await step())) return;
  }
}
