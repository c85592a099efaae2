/** The life of a video: uploading for 1 s, processing for 0.1 s, then ready for good. */
import type { VideoRecord, VideoStore } from './store.ts';

/** From creation to the begin of processing, milliseconds. */
export const uploadTime = 1_000;
/** From the begin of processing to its end, milliseconds; the promise is 200. */
export const processingTime = 100;

export type Status = 'uploading' | 'processing' | 'ready';

/** Becoming ready is an act, done once; that processing has begun follows from the time. */
export function statusOf({ durationSecs, startsAt }: VideoRecord, now: number): Status {
  if (durationSecs !== null) return 'ready';
  return now < startsAt ? 'uploading' : 'processing';
}

export interface Pipeline {
  readonly store: VideoStore;
  /** A duration in seconds, 10 to 609. */
  readonly drawDuration: () => number;
}

/**
 * Makes ready what is due.
 *
 * @returns when the next video is due, milliseconds since the epoch, or undefined
 */
export async function finishDue(
  { store, drawDuration }: Pipeline,
  now: number,
): Promise<number | undefined> {
  const startedBy = now - processingTime;
  let next: number | undefined;
  do next = await store.finish(startedBy, drawDuration);
  while (next !== undefined && next <= startedBy);
  return next === undefined ? undefined : next + processingTime;
}

/** Whether a video should be ready and is not: nobody came to it yet. */
export const isOverdue = ({ durationSecs, startsAt }: VideoRecord, now: number): boolean =>
  durationSecs === null && now >= startsAt + processingTime;

/**
 * Reads videos as they are at `now`: what is overdue is made ready first. So a reader sees the
 * right status also when the replica that should have come to a video is late, or dead.
 */
export async function readAsOf(
  pipeline: Pipeline,
  now: number,
  read: () => Promise<VideoRecord[]>,
): Promise<VideoRecord[]> {
  const records = await read();
  if (!records.some((record) => isOverdue(record, now))) return records;
  await finishDue(pipeline, now);
  return read();
}
