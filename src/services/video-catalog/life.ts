/** The life of a video: uploading for 1 s, processing for 0.1 s, then ready for good. */

/** From creation to the start of processing, milliseconds. */
export const uploadingMs = 1_000;
/** From the start of processing to its end, milliseconds; the specification allows 200. */
export const processingMs = 100;

export type Status = 'uploading' | 'processing' | 'ready';

/**
 * The status follows from the time alone, so every replica says the same, also after a restart.
 *
 * @param createdAt milliseconds since the epoch, as `now`
 */
export function statusAt(now: number, createdAt: number): Status {
  const age = now - createdAt;
  if (age < uploadingMs) return 'uploading';
  return age < uploadingMs + processingMs ? 'processing' : 'ready';
}
