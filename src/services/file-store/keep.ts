/** From the bytes to a version that is recorded: the steps of an upload (see store.ts). */
import type { Clock } from '#kit/service.ts';
import { storeUnavailable } from '#kit/problem.ts';
import type { Spool, Spooled } from './contents/spool.ts';
import type { ContentStore } from './contents/store.ts';
import type { FileStore } from './store.ts';

/** How long an upload may take from its pin to its record, milliseconds. */
export const pinLife = 60 * 60_000;
/** A pin is lost only by a process that stood still for that long. */
const attempts = 3;

export interface Vault {
  readonly files: FileStore;
  readonly contents: ContentStore;
  readonly spool: Spool;
  /** Largest content, bytes. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * What it answers is durable. After a failure nothing is to be seen, and what was stored is
 * reclaimed once the pin has lapsed: the outcome of a failed step may be unknown.
 *
 * @param record the last step; `unpinned` has all of them done again
 */
export async function keep<T>(
  { files, contents, clock }: Vault,
  spooled: Spooled,
  record: (contentId: number) => Promise<T | 'unpinned'>,
): Promise<T> {
  try {
    for (let n = 0; n < attempts; n++) {
      const pin = await files.pin(spooled.hash, spooled.size, clock() + pinLife);
      // A content that got lost is mended by whoever uploads it again.
      const isThere = pin.stored && (await contents.sizeOf(pin)) === pin.size;
      if (!isThere) await contents.put(pin, spooled);
      const recorded = await record(pin.id);
      if (recorded !== 'unpinned') return recorded;
      // Our bytes may have come after its deletion.
      await contents.remove(pin);
    }
    throw storeUnavailable();
  } finally {
    await spooled.discard();
  }
}
