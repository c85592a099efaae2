/** The life of a video: uploading for 1 s, processing for 0.1 s, then ready for good. */
import { always, type Period } from './store/video-catalog-store.ts';

/** From creation to the start of processing, milliseconds. */
const uploadingMs = 1_000;
/** From the start of processing to its end, milliseconds; the specification allows 200. */
const processingMs = 100;

export const statuses = ['uploading', 'processing', 'ready'] as const;

export type Status = (typeof statuses)[number];

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

/** When the videos were created that have this status now: as `statusAt` says. */
export function createdWith(status: Status, now: number): Period {
  const uploadingAfter = now - uploadingMs;
  const processingAfter = uploadingAfter - processingMs;
  switch (status) {
    case 'uploading':
      return { ...always, after: uploadingAfter };
    case 'processing':
      return { after: processingAfter, until: uploadingAfter };
    case 'ready':
      return { ...always, until: processingAfter };
  }
}
