import { Type } from 'typebox';
import { storedJson } from '#kit/web/schema.ts';
import type { VideoRecord } from '../store.ts';

/** A video as a statement yields it. */
export interface Row extends Omit<VideoRecord, 'tags'> {
  readonly tags: string;
}

export const columns = `n, title, description, tags, created_at AS createdAt,
  uploaded_at AS uploadedAt, duration_secs AS durationSecs, view_count AS viewCount`;

const readTags = storedJson('tags of a video', Type.Array(Type.String()));

export const toRecord = (row: Row): VideoRecord => ({ ...row, tags: readTags(row.tags) });
