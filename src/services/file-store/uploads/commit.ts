/** The steps from received bytes to a recorded version (see store/file-store.ts). */
import { storeUnavailable } from '#kit/web/problem.ts';
import type { Clock } from '#kit/host/service.ts';
import type { ContentStore } from '../contents/contents-store.ts';
import type { FileStore } from '../store/file-store.ts';
import type { ReceivedBody, TemporaryFolder } from './receive.ts';

/** How long an upload may take from its pin to its record, milliseconds. */
export const pinLifetimeMs = 60 * 60_000;

export interface UploadContext {
  readonly files: FileStore;
  readonly contents: ContentStore;
  readonly temporaryFolder: TemporaryFolder;
  /** Largest content, bytes. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * Pins the content, stores its bytes unless they are there, and records the version. Its
 * result is durable. After a failure no version is visible. Stored bytes are not deleted at once,
 * since the outcome of a failed step may be unknown: they are reclaimed when the pin has lapsed.
 *
 * @param record the last step; it ends the pin, or finds that the pin has lapsed
 * @param within runs all steps, or refuses to
 * @throws Refusal STORAGE_FULL; STORE_UNAVAILABLE, also when the pin has lapsed; and what `within` throws
 */
export async function commitUpload<T>(
  { files, contents, clock }: UploadContext,
  { hash, size, file }: ReceivedBody,
  record: (contentId: number) => Promise<T | 'unpinned'>,
  within: (commit: () => Promise<T>) => Promise<T> = (commit) => commit(),
): Promise<T> {
  const commit = async () => {
    const pin = await files.pin(hash, size, clock() + pinLifetimeMs);
    // If the bytes of a content got lost, the next upload of the same bytes restores them.
    const isStored = pin.stored && (await contents.sizeOf(pin)) === pin.size;
    if (!isStored) await contents.put(pin, { hash, size, file });
    const recorded = await record(pin.id);
    if (recorded !== 'unpinned') return recorded;
    // The process stood still for an hour, and may have stored the bytes after their deletion.
    await contents.remove(pin);
    throw storeUnavailable();
  };
  try {
    return await within(commit);
  } finally {
    await file.discard();
  }
}
