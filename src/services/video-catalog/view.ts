import { numberedId } from '#kit/base/ids.ts';
import type { VideoDetails } from './details.ts';
import { statusAt, type Status } from './life.ts';
import type { VideoRecord } from './store/video-catalog-store.ts';

/** `vid_<n>`, n counted from 1. */
export const videoIds = numberedId('vid');

/** A video as clients see it. */
export interface VideoView extends VideoDetails {
  id: string;
  title: string;
  description: string;
  tags: string[];
  status: Status;
  /** 0 until the video is ready. */
  duration_secs: number;
  view_count: number;
  uploaded_at: number;
}

export function toView(record: VideoRecord, now: number): VideoView {
  const { n, title, description, tags, viewCount, uploadedAt } = record;
  const status = statusAt(now, record.createdAt);
  return {
    id: videoIds.format(n),
    title,
    description,
    tags: [...tags],
    status,
    duration_secs: status === 'ready' ? record.durationSecs : 0,
    view_count: viewCount,
    uploaded_at: uploadedAt,
    ...record.details,
  };
}
